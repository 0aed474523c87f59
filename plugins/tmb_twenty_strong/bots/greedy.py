"""`greedy`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.decisions import Ask


def strengths(rules: Any) -> Any:
    """What the bot knows of the content."""
    return None


def make(seed: str, rules: Any) -> Callable[[Ask, dict[str, Any]], list[str]]:
    """The bot."""
    return lambda ask, view: [ask.options[0].id]
