"""The two sides of Undertow's Battle Mat, as data."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.plugins import undertow
from tests.plugins.undertow import scene_of
from tmb.core.chance import seeded
from tmb.plugins import rules_for
from tmb.session import Session
from tmb.sim.bots import RandomBot
from tmb_base.adventure.pursuit import Cloak, cloak
from tmb_base.terrain_events import NoSides
from tmb_base.words.cards import Advance, make_advance

RULES = rules_for(["base", "undertow"])


@pytest.mark.parametrize(("name", "letter"), [("water", "k"), ("land", "m")])
def test_the_sides_lie_between_the_rows_of_the_outer_columns(name: str, letter: str) -> None:
    """R80."""
    mat = RULES.tables["mats"][name]
    assert mat.sides == [f"{letter}{n}" for n in range(1, 7)]
    for n, pos in enumerate(mat.sides, 1):
        row, column = (n + 1) // 2, 1 if n % 2 else 4
        beside = {f"r{row}c{column}", f"r{row + 1}c{column}"}
        beside |= {f"{letter}{m}" for m in (n - 2, n + 2) if 1 <= m <= 6}
        assert {*mat.near[pos]} == beside
        assert mat.wide[pos] == mat.near[pos]
        assert mat.at[pos].zone == "side"


@pytest.mark.parametrize("name", ["water", "land"])
def test_there_are_four_lanes_of_sixteen_positions(name: str) -> None:
    """R56."""
    mat = RULES.tables["mats"][name]
    assert [mat.at[f"r1c{column}"].lane for column in range(1, 5)] == [1, 3, 4, 2]
    field = [p for p in mat.entry.positions if p.zone == "field"]
    assert len(field) == 16
    assert {(p.side, p.form) for p in field} == {(s, f) for s in ("baddies", "gearlocs") for f in ("melee", "ranged")}
    assert len(mat.zones) == 2


def test_what_a_mat_says_is_in_force_in_the_battle_on_it_and_no_longer() -> None:
    """A card's battle on the water, in an adventure whose usual mat says nothing."""
    options = RULES.options("adventure", {"party": ["duster", "stanza"], "tyrant": "barnacle", "round_limit": 3})
    game, bot = RULES.start("adventure", options, seeded("mats"), []), RandomBot("mats")
    seen = set()
    while game.ask is not None and len(seen) < 2:
        afloat = game.world.mat == "water"
        assert ("enter" in game.index.forbids) is (game.world.mat in ("water", "land"))
        assert ("step.cost" in game.index.modifiers) is (afloat or bool(game.world.tokens))
        if afloat or seen:
            seen.add(afloat)
        game.answer(bot.choose(game))
    assert seen == {True, False}


def test_who_takes_the_place_of_another_takes_none_in_the_water() -> None:
    """Undertow rulebook, The Krelln, In Battle."""
    for start, end in (("r3c1", "r3c1"), ("k1", "r2c2")):
        lines = ["vol-kesh at r2c2", f"picket at {start}", "boomer at r4c4"]
        game = scene_of("battle", {"mat": "water"}, [], mat=lines, turn="picket")
        me = next(u.id for u in game.world.units.values() if u.kind == "vol-kesh")
        cloak(game, SimpleNamespace(bearer=SimpleNamespace(holder=me)), Cloak())
        assert game.world.units[me].pos == end
        assert not game.world.units["g1"].pos


def test_who_moves_up_in_its_lane_has_one() -> None:
    lines = ["krelln-lurer at k1", "kobold at r1c4", "picket at k4", "boomer at r4c1"]
    game = scene_of("battle", {"mat": "water"}, [], mat=lines, turn="picket")
    make_advance(None, Advance(), "").act(game, None)
    assert {u.kind: u.pos for u in game.world.units.values()} == {
        "krelln-lurer": "k1",
        "kobold": "r2c4",
        "picket": "k4",
        "boomer": "r3c1",
    }


@pytest.mark.parametrize(
    ("mat", "queue", "told"),
    [
        ("base", ["krelln", "krelln", "1"], ["krelln"]),
        ("base", ["mech-darter", "krelln", "1"], ["mech-darter", "krelln"]),
        ("water", ["krelln", "1"], []),
        ("land", ["mech", "krelln"], []),
        ("base", ["5", "1"], []),
    ],
)
def test_who_comes_beside_the_field_of_a_mat_without_such_positions_is_told(
    mat: str, queue: list[str], told: list[str]
) -> None:
    session = Session.new(undertow.RULES, "battle", {"party": ["duster"], "queue": queue, "mat": mat}, seed="7")
    found = [x for x in session.events(0) if isinstance(x, NoSides)]
    assert [x.chips for x in found] == ([told] if told else [])
    lines = [line for line in session.game.mode.story(session.game, session.events(0)) if "start on the field" in line]
    assert [line.endswith("(mats that have some: land, water)") for line in lines] == [True] * bool(told)
    assert all(undertow.RULES.tables["mats"][mat].sides for mat in ("land", "water"))
