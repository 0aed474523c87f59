"""Effect dice that are about to be laid: what may stop one does so first (Undertow rulebook, Effect Dice)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import flow, opens
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb.core.windows import heard
from tmb_base import changes


class Laying(Frame):
    """An effect die is about to be laid. source: who lays it; value: what it will show."""

    source: str
    target: str
    effect: str
    value: int


def lay(game: Any, unit: Any, effect: str, value: int, source: str) -> None:
    """Lay an effect die, or take it off (0); where somebody can stop it he is asked first, unless it cannot be laid.
    What is no unit has none.
    """
    if not unit.side:
        return
    if value and "effect.before" in game.index.windows:
        frame = Laying(source, unit.id, effect, value)
        if heard(game, "effect.before", frame) and refusal(game, "effect", source, unit.id, effect) is None:
            game.push(frame)
            return
    changes.put_effect(game, unit, effect, value, source)


def laid(game: Any, frame: Laying) -> None:
    """Nobody has stopped it."""
    unit = game.world.units.get(frame.target)
    if unit is not None and unit.pos:
        changes.put_effect(game, unit, frame.effect, frame.value, frame.source)


LAYING = flow(Laying, opens("effect.before"), laid, cite="Undertow rulebook, Effect Dice")
