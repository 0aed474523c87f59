"""Random games with Undertow for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tmb.core import asking
from tmb.core.chance import Chance, seeded
from tmb.core.game import Game
from tmb.core.script import Script
from tmb.core.state import State
from tmb.plugins import rules_for
from tmb.sim.bots import RandomBot, TableBot

PACKS = ["base", "undertow"]
RULES = rules_for(PACKS)
TABLES: tuple[dict[str, Any], ...] = (
    {"mat": "water", "party": ["duster", "stanza"], "queue": ["krelln", "krelln", "krelln", "5", "1"]},
    {"mat": "land", "party": ["picket", "stanza"], "queue": ["5", "1", "1", "mech", "mech", "mech"]},
    {"mat": "water", "party": ["boomer", "duster", "picket"], "queue": ["krelln", "krelln", "20", "1", "mech"]},
    {"mat": "land", "party": ["duster", "boomer"], "queue": ["mech", "mech", "1", "1", "krelln"]},
)


def asks(n: int) -> Iterator[Game]:
    """n battles on water and land, half of them played well: each at every ask, and once more when it is over."""
    for i in range(n):
        made = RULES.options("battle", {"difficulty": "adventurer", "round_limit": 12} | TABLES[i % len(TABLES)])
        yield from played(RULES.start("battle", made, seeded(f"undertow {i}"), []), i % 4 < 2)


def adventures(n: int) -> Iterator[Game]:
    """A scene of one on the water; then n adventures of two against Undertow's Tyrants, likewise."""
    mat, lies = ["krelln-lurer at k2", "duster at r3c1"], ["wreckage at r2c2", "obstacle at r4c2"]
    yield scene_of("adventure", {"tyrant": "vol-kesh", "mat": "water"}, [], mat=mat, tokens=lies, turn="duster")
    tyrants = [id for id, t in RULES.tables["tyrants"].items() if t.set == "undertow"]
    for i in range(n):
        options = {"party": ["duster", "stanza"], "tyrant": tyrants[i % len(tyrants)], "difficulty": "adventurer"}
        made = RULES.options("adventure", options | {"round_limit": 20})
        yield from played(RULES.start("adventure", made, seeded(f"undertow {i}"), []), i % 2 < 1)


def played(game: Game, well: bool) -> Iterator[Game]:
    """A game at every ask, and once more when it is over."""
    bot: Any = TableBot(RULES.bots["greedy"]("1", RULES)) if well else RandomBot("undertow")
    while game.ask is not None:
        yield game
        game.answer(bot.choose(game))
    yield game


def staged(which: str, dice: list[str], picks: list[str], **scene: Any) -> Game:
    """A scene on one of the mats, played up to an ask."""
    game = scene_of("battle", {"mat": which}, dice, **scene)
    for pick in picks:
        game.answer(asking.chosen(game.ask, asking.public(game.ask), pick.split(",")))
    return game


def scene_of(name: str, options: dict[str, Any], dice: list[str], **scene: Any) -> Game:
    """A scene of a mode."""
    mode, script = RULES.modes[name], Script(dice)
    world, frame = mode.start(RULES, RULES.options(name, options))
    game = Game(RULES, State(name, world, [frame]), Chance(script, script), [])
    mode.stage(game, scene)
    game.run()
    return game
