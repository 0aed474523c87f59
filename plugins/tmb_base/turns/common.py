"""What both kinds of turns begin and end with."""

from __future__ import annotations

from typing import Any

from tmb.core.permits import refusal
from tmb_base import changes, events


def unit_on_mat(game: Any, turn: Any) -> Any:
    """The unit whose turn it is, while it is on the mat."""
    unit = game.world.units.get(turn.unit)
    return unit if unit is not None and unit.pos else None


def begin(game: Any, turn: Any) -> None:
    """A turn begins: what counts by the turn starts anew, for everybody."""
    for unit in game.world.units.values():
        if unit.marks:
            changes.clear_marks(game, unit, "turn")
    game.tell(events.TurnBegan, turn.unit)


def misses_turn(game: Any, turn: Any) -> bool:
    """Whether something (Stun) takes the turn away; its start and end remain (R32)."""
    return "turn.act" in game.index.forbids and refusal(game, "turn.act", turn.unit) is not None
