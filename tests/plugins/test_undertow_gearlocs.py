"""Undertow's Gearlocs: all their faces are shown, no two dice are alike; Duster's wolf, and the Tyrant of her name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from tests.plugins.showing import FILES, faces, is_shown
from tmb.core import asking
from tmb.core.chance import Chance, seeded
from tmb.core.decisions import Ask, Option
from tmb.core.events import Event
from tmb.core.game import Game
from tmb.core.script import Script
from tmb.core.state import State
from tmb.plugins import rules_for
from tmb.sim import bots
from tmb.sim.bots import RandomBot
from tmb_base import down, events
from tmb_base.bots import recovering
from tmb_base.bots.look import Look
from tmb_base.bots.sheets import sheets_of
from tmb_base.gearlocs.learning import learnable_dice
from tmb_base.world import Baddie

RULES = rules_for(["base", "undertow"])
GEARLOCS = ("duster", "stanza")
DICE = RULES.tables["dice_of"]


@pytest.mark.parametrize(("die", "face"), faces(RULES, GEARLOCS))
def test_a_scenario_rolls_each_face_of_a_skill_die_and_does_with_it_what_it_is_for(die: str, face: str) -> None:
    assert is_shown(die, face)


@pytest.mark.parametrize("gearloc", GEARLOCS)
def test_every_backup_plan_is_used_in_a_scenario(gearloc: str) -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in FILES if file.parent.name == "undertow")
    assert [plan for plan in RULES.tables["plans"][gearloc] if f"plan/{plan}" not in text] == []


@pytest.mark.parametrize("gearloc", GEARLOCS)
def test_sixteen_dice_in_sixteen_slots_and_no_two_alike(gearloc: str) -> None:
    dice = DICE[gearloc].values()
    assert sorted(d.slot for d in dice) == list(range(1, 17))
    assert sum(d.sort == "consumable" for d in dice) >= 2
    looks = Counter(repr((sorted(d.faces), sorted(d.icons.items()))) for d in dice)
    assert [look for look, n in looks.items() if n > 1] == []


@pytest.mark.parametrize("gearloc", GEARLOCS)
def test_by_training_alone_every_skill_is_reached(gearloc: str) -> None:
    known = [n for n, d in DICE[gearloc].items() if d.starts]
    while more := learnable_dice(DICE[gearloc], known):
        known.append(more[0])
    assert {n for n, d in DICE[gearloc].items() if d.sort != "consumable"} == {*known}


def games(n: int, party: list[str], bot: str, **options: Any) -> Iterator[Game]:
    """Battles, each when it is over; sound at every ask."""
    made = RULES.options("battle", {"party": party, "queue": ["5", "1", "1"], "round_limit": 12} | options)
    for i in range(n):
        game = RULES.start("battle", made, seeded(f"duster {i}"), [])
        player: Any = RandomBot(f"bot {i}") if bot == "random" else bots.make(RULES, bot, "1")
        while game.ask is not None:
            assert game.mode.invariants(game) == []
            game.answer(player.choose(game))
        yield game


def of(game: Game, kind: type[Event]) -> list[Any]:
    """What happened, of one kind."""
    return [x for x in game.events or () if type(x) is kind]


PARTIES = (["duster"], ["duster", "duster"], ["duster", "picket", "boomer"])


def test_battles_are_sound_with_wolves_that_come_fall_and_leave() -> None:
    seen: Counter[str] = Counter()
    for game in chain(*(games(20, party, bot) for party in PARTIES for bot in ("random", "greedy"))):
        wolves = {x.unit for x in of(game, events.UnitEntered) if x.chip == "nightshade"}
        seen["came"] += len(wolves)
        seen["fell"] += sum(x.unit in wolves for x in of(game, events.UnitDefeated))
        seen["left"] += sum(x.unit in wolves for x in of(game, events.UnitLeft))
        assert not any(type(u) is Baddie for u in game.world.units.values())
    assert min(seen[word] for word in ("came", "fell", "left")) > 2


def test_a_copy_and_a_saved_game_with_a_wolf_go_the_same_way() -> None:
    made = RULES.options("battle", {"party": ["duster"], "queue": ["5", "1"], "round_limit": 12})
    game, bot, codec = RULES.start("battle", made, seeded("wolf"), []), RandomBot("wolf"), RULES.codec("battle")
    compared = 0
    while game.ask is not None:
        here = codec.pack(game.state)
        assert codec.pack(codec.unpack(here)) == here
        twin, pick = game.clone(), bot.choose(game)
        game.answer(pick)
        twin.answer(pick)
        assert codec.pack(twin.state) == codec.pack(game.state)
        compared += any(getattr(u, "owner", "") for u in game.world.units.values())
    assert compared > 3


def test_greedy_brings_the_wolf_and_lets_it_attack() -> None:
    came = attacked = 0
    for game in games(20, ["duster"], "greedy"):
        wolves = {x.unit for x in of(game, events.UnitEntered) if x.chip == "nightshade"}
        came += bool(wolves)
        attacked += any(x.unit in wolves for x in of(game, events.UnitAttacked))
    assert came > 15
    assert attacked > 12


def test_a_tyrants_battle_is_won_without_it_though_the_gearloc_of_its_name_stands() -> None:
    mode = RULES.modes["adventure"]
    world, frame = mode.start(RULES, RULES.options("adventure", {"party": ["duster"], "tyrant": "duster"}))
    game = Game(RULES, State("adventure", world, [frame]), Chance(script := Script([]), script), [])
    mode.stage(game, {"mat": ["duster at r3c1", "kobold at r2c1"], "tyrant": "duster", "queue": ["duster"]})
    assert down.baddies_left(game, down.battle_frame(game))
    game.world.queue.refill([], ordered=True)
    assert not down.baddies_left(game, down.battle_frame(game))


def test_the_bot_counts_steps_on_any_mat() -> None:
    sheets = sheets_of(RULES)
    water = RULES.tables["mats"]["water"]
    look = Look({"mat": "water", "units": {}}, "g1", sheets)
    for spot in water.sides:
        assert {p for p in water.names if look.steps(spot, p) == 1} == {*water.near[spot]}


def test_greedy_goes_to_a_krelln_in_the_water() -> None:
    made = RULES.options("battle", {"party": ["duster"], "queue": ["krelln-lurer"], "mat": "water", "round_limit": 12})
    won = 0
    for i in range(20):
        game = RULES.start("battle", made, seeded(f"water {i}"), [])
        bot = bots.make(RULES, "greedy", "1")
        while game.ask is not None:
            game.answer(bot.choose(game))
        won += game.world.result == "won"
    assert won > 15


@pytest.mark.parametrize("tyrant", ["nom", "duster", "barnacle"])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_adventures_with_a_wolf_are_sound(tyrant: str, bot: str) -> None:
    options = {"party": ["duster", "picket"], "tyrant": tyrant, "round_limit": 20}
    game = RULES.start("adventure", RULES.options("adventure", options), seeded(f"{tyrant} {bot}"), [])
    player: Any = RandomBot("bot") if bot == "random" else bots.make(RULES, bot, "1")
    while game.ask is not None:
        assert game.mode.invariants(game) == []
        game.answer(player.choose(game))
    assert game.world.ending


def test_the_bot_scouts_stacks_that_have_a_name() -> None:
    sheets = sheets_of(RULES)
    options = [Option("stack/1", "1"), Option("stack/krelln", "krelln")]
    look = Look({"units": {}, "scouted": {"points": "krelln", "chip": "krelln-lurer"}}, "g1", sheets)
    assert recovering.stack(Ask(0, "Scout.which_stack", "g1", options), look)[0] == "stack/krelln"
    assert recovering.scouted(Ask(0, "Scout.leave_or_cycle", "g1", []), look) in (["scouted/bottom"], ["scouted/leave"])


def test_an_option_about_the_wolf_is_explained() -> None:
    mode = RULES.modes["battle"]
    world, frame = mode.start(RULES, RULES.options("battle", {"party": ["duster"]}))
    game = Game(RULES, State("battle", world, [frame]), Chance(script := Script(["smoked-fish: share-1"]), script), [])
    mat = ["kobold at r2c2", "duster at r4c1 hp 1", "nightshade at r3c2 owner g1 hp 1"]
    mode.stage(game, {"mat": mat, "turn": "duster"})
    game.run()
    for pick in ("done", "target/nobody", "die/smoked-fish", "use/smoked-fish:share-1"):
        game.answer(asking.chosen(game.ask, asking.public(game.ask), [pick]))
    assert {o.id for o in asking.public(game.ask).options} == {"share/g1", "share/b2"}
    assert mode.about(game, game.ask, "share/b2") == "undertow:ally/nightshade"
    assert mode.about(game, game.ask, "share/g1") == "undertow:gearloc/duster"
    assert mode.label(game, game.ask, "share/b2") == "share with Nightshade (b2)"
