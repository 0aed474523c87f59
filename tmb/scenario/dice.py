"""The dice of a scenario: a script whose end is no error but an ask, so that the runner can say what was missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmb.core.script import Script


class Dice(Script):
    """A script that has the game ask when it has no line left."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(lines)
        self.short = ""

    def _ended(self) -> bool:
        return self.at >= len(self.lines)

    def roll(self, game: Any, name: str, dice: list[str]) -> list[str] | None:
        """Faces from the script; at its end, None."""
        return None if self._ended() else super().roll(game, name, dice)

    def draw(self, game: Any, name: str, loose: list[str]) -> str | None:
        """A card from the script; at its end, None."""
        return None if self._ended() else super().draw(game, name, loose)
