"""Random games of 20 Strong for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tmb.core.chance import seeded
from tmb.core.game import Game
from tmb.plugins import rules_for
from tmb.sim.bots import RandomBot, TableBot

RULES = rules_for(["twenty-strong"])
MODE = RULES.modes["twenty-strong"]
SETUPS: tuple[dict[str, Any], ...] = (
    {},
    {"gearloc": "?", "tyrant": "?", "rank": 3},
    {"gearloc": "wayfarer", "rank": 5},
    {"gearloc": "cinder", "rank": 1},
)


def begun(seed: str, **options: Any) -> Game:
    """A seeded game whose events are kept."""
    return RULES.start("twenty-strong", RULES.options("twenty-strong", options), seeded(seed), [])


def asks(n: int) -> Iterator[Game]:
    """n games, half of them played well: each at every ask, and once more when it is over."""
    for i in range(n):
        game = begun(f"twenty {i}", **SETUPS[i % len(SETUPS)])
        well, badly = TableBot(RULES.bots["greedy"]("1", RULES)), RandomBot(f"bot {i}")
        bot: Any = well if i % 2 else badly
        while game.ask is not None:
            yield game
            game.answer(bot.choose(game))
        yield game
