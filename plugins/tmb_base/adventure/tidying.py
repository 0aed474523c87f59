"""Slots that are cleared at the end of a battle (Undertow rulebook, Locked Slots, Note; R5).

A die that is taken out of a Locked slot now can be rolled in the next battle, since exhausted dice come back after this
one; taken out on a turn it would be out for that battle.
"""

from __future__ import annotations

from typing import Any

from tmb.core.flow import choice, flow, menu
from tmb.core.state import Frame
from tmb_base import changes
from tmb_base.seats import mine
from tmb_base.world import Gearloc, Shown


class Tidying(Frame):
    """A Gearloc may take dice out of its Locked slots after a battle."""

    unit: str


def whose_slots(game: Any, frame: Tidying) -> Gearloc:
    """The Gearloc."""
    unit: Gearloc = game.world.units[frame.unit]
    return unit


@choice("clear", cite="Undertow rulebook, Locked Slots, Note; R5")
def clear_locked(game: Any, frame: Tidying, me: Gearloc) -> list[tuple[str, Shown]]:
    """A die that stayed in a Locked slot; the Active ones are empty by now."""
    return [("locked", die) for die in dict.fromkeys(me.locked)]


@clear_locked.taken
def cleared(game: Any, frame: Tidying, me: Gearloc, ref: tuple[str, Shown]) -> None:
    """A skill die is exhausted by that, and comes back with the others after the battle."""
    changes.remove(game, me, ref[1], ref[0])
    changes.unexhaust(game, me, ref[1].die)


clear_slots = menu(
    "clear_slots",
    clear_locked,
    seat=mine,
    cite="Undertow rulebook, Locked Slots, Note; R5",
    doc="Locked slots are cleared after a battle. Falls: dice in Locked slots.",
)

TIDYING = flow(Tidying, clear_slots, subject=whose_slots, cite="Undertow rulebook, Locked Slots, Note; R5")


def who_tidies(game: Any, asked: list[str]) -> str:
    """The next Gearloc with Locked dice that was not asked yet; who is knocked out is asked nothing (R6)."""
    units = game.world.units
    return next((g for g in game.world.party if units[g].locked and units[g].hp > 0 and g not in asked), "")
