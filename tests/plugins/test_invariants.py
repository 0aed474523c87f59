"""What must hold at every step is broken by each of these faults, and told in words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.properties.play import start
from tmb.core.things import Token
from tmb.plugins import rules_for
from tmb_base import sides
from tmb_base.battle.battle import Battle
from tmb_base.damage import Damage
from tmb_base.turns import BaddieTurn
from tmb_base.world import KNOCKED_OUT, Baddie, Loot

PACK = """
id = "planted"
version = "1.0.0"
name = "Planted"
origin = "test"
requires = { base = ">=0.1.0" }
"""
ROCK = """
[[prop]]
id = "rock"
name = "Rock"
hp = 3
unit = false
source = { status = "standin", where = "a test" }
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The rules with one thing that is no unit."""
    folder = tmp_path_factory.mktemp("packs") / "planted"
    (folder / "props").mkdir(parents=True)
    (folder / "pack.toml").write_text(PACK)
    (folder / "props" / "rock.toml").write_text(ROCK)
    return rules_for(["base", "undertow", "planted"], [str(folder)])


def on_the_water(rules: Any, mode: str = "battle") -> Any:
    """The first ask of a battle on the raft, or of an adventure."""
    options = {"queue": ["krelln", "bog-lurk", "1", "mech"]} if mode == "battle" else {"tyrant": "barnacle"}
    made = {"mat": "water", "party": ["duster", "picket"], "difficulty": "adventurer", **options}
    game = start(rules, mode, made, "1")
    assert game.mode.invariants(game) == []
    return game


def put(game: Any, kind: str, pos: str) -> None:
    game.world.tokens.append(Token(game.new_id("t"), {}, kind, pos))


def unit(game: Any, kind: str) -> Any:
    return next(u for u in game.world.units.values() if u.kind == kind)


def obstacle(game: Any) -> Baddie:
    """Something that stands on the mat and is no unit."""
    game.world.units["b99"] = Baddie("b99", {}, "rock", 1, 1, pos="r1c4", side="")
    return game.world.units["b99"]


def attacked(game: Any) -> None:
    game.stack.append(BaddieTurn(unit(game, "bog-lurk").id, targets=[obstacle(game).id]))


def hurt(game: Any) -> None:
    game.stack.append(Damage(obstacle(game).id, "table", 1))


def struck(game: Any) -> None:
    game.stack.append(Damage(obstacle(game).id, unit(game, "bog-lurk").id, 1, attack=True))


def second_wolf(game: Any) -> None:
    for n in (98, 99):
        game.world.units[f"b{n}"] = Baddie(
            f"b{n}", {}, "nightshade", 3, 3, pos=f"r4c{n - 96}", side="gearlocs", owner="g1"
        )


def lonely_wolf(game: Any) -> None:
    second_wolf(game)
    del game.world.units["b98"]
    game.world.units["g1"].pos, game.world.units["g1"].off = "", KNOCKED_OUT


def put_into_water(game: Any) -> None:
    unit(game, "bog-lurk").pos = "k6"


def no_battle(game: Any) -> None:
    put(game, "wreckage", "r1c4")
    game.stack[:] = [f for f in game.stack if type(f) is not Battle]


FAULTS = {
    "wreckage lies at 'r9c9'": lambda game: put(game, "wreckage", "r9c9"),
    "2 wreckage lie at r1c4": lambda game: [put(game, "wreckage", "r1c4") for _ in range(2)],
    "5 wreckage lie on the mat; there are 4": lambda game: [
        put(game, "wreckage", p) for p in ("r1c1", "r1c2", "r1c3", "r1c4", "r2c1")
    ],
    "where obstacle is": lambda game: put(game, "obstacle", unit(game, "bog-lurk").pos),
    "['wreckage'] lie on the mat, and there is no battle": no_battle,
    "wreckage lies at k1": lambda game: put(game, "wreckage", "k1"),
    "a bog-lurk, is in the water at k6": put_into_water,
    "among which is no unit": attacked,
    "is no unit and takes 1 Dmg of no attack": hurt,
    "is no unit and takes 1 Dmg of no attack of the party": struck,
    "g1 has 2 companions nightshade": second_wolf,
    "b99 is here without g1": lonely_wolf,
    "krelln-stinger lies with those of mech": lambda game: game.world.stacks["mech"].put_under("krelln-stinger"),
    "chips of krelln-stinger; the box has 1": lambda game: game.world.stacks["krelln"].cards.extend(
        ["krelln-stinger"] * 2
    ),
}


@pytest.mark.parametrize("said", FAULTS)
def test_a_fault_is_told(rules: Any, said: str) -> None:
    game = on_the_water(rules)
    FAULTS[said](game)
    assert [text for text in game.mode.invariants(game) if said in text]


def test_a_chip_that_is_lost_in_an_adventure_is_told(rules: Any) -> None:
    game = on_the_water(rules, "adventure")
    gone = game.world.stacks["krelln"].all()[0]
    for part in ("cards", "loose", "under"):
        some = getattr(game.world.stacks["krelln"], part)
        some[:] = [c for c in some if c != gone]
    assert game.mode.invariants(game) == [f"0 chips of {gone} are left of 1"]


def test_a_chip_on_a_loot_is_all_that_may_be_left_of_a_type_that_a_card_removes(rules: Any) -> None:
    game = on_the_water(rules, "adventure")
    chips = game.rules.tables["chips"]
    kept = next(c for c in game.world.stacks["1"].all() if chips[c].type == "beast")
    sides.remove_type(game, "beast")
    assert game.mode.invariants(game) == []
    game.world.units["g1"].loot.append(Loot("l9", {}, "hunters-body-count-necklace", chips=[kept]))
    assert not [text for text in game.mode.invariants(game) if "are left of" in text]


def test_a_card_of_another_box_is_told(rules: Any) -> None:
    game = on_the_water(rules, "adventure")
    other = next(n for n, card in rules.tables["loot"].items() if card.set != "undertow" and card.copies)
    game.world.loot.put_under(other)
    assert game.mode.invariants(game) == [f"1 cards {other}; the box has {rules.tables['loot'][other].copies}"]


def test_those_of_an_expansion_are_asked_only_where_it_is_chosen() -> None:
    assert not [name for name in rules_for(["base"]).tables if name.startswith("invariants/")]
