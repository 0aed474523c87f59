"""Random battles for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tmb.core.chance import seeded
from tmb.core.game import Game
from tmb.plugins import rules_for
from tmb.sim.bots import RandomBot

RULES = rules_for(["base"])
TABLES: tuple[dict[str, Any], ...] = (
    {"party": ["picket"], "queue": ["1"] * 6},
    {
        "party": ["picket", "picket"],
        "queue": ["5", "5", "1", "1", "1"],
        "difficulty": "greenhorn",
        "training": ["brace"],
    },
    {"party": ["picket", "boomer", "picket"], "queue": ["20", "5", "1", "1", "1"], "difficulty": "seasoned"},
)


def asks(n: int, queue: list[str] | None = None) -> Iterator[Game]:
    """n random battles: each at every ask, and once more when it is over."""
    for i in range(n):
        options = TABLES[i % len(TABLES)] | ({"queue": queue} if queue else {}) | {"round_limit": 12}
        game = RULES.start("battle", RULES.options("battle", options), seeded(f"battle {i}"), [])
        bot = RandomBot(f"bot {i}")
        while game.ask is not None:
            yield game
            game.answer(bot.choose(game))
        yield game
