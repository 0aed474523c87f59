"""Chips that change sides, lie on the Tyrant card, or are more than they print. A sibling of `changes.py`: it writes
the world, and each function says what happened.
"""

from __future__ import annotations

from typing import Any

from tmb_base import changes
from tmb_base import events as e
from tmb_base.world import FOES, Baddie


def join_party(game: Any, chip: str) -> None:
    """A chip will stand on the party's side in the battle that is set up."""
    game.world.joining.append(chip)


def store_chip(game: Any, chip: str) -> None:
    """A chip lies on the Tyrant card, for everybody to see."""
    game.world.stored.append(chip)
    game.tell(e.ChipStored, chip)


def take_stored(game: Any) -> list[str]:
    """The chips on the Tyrant card leave it."""
    chips, game.world.stored = game.world.stored, []
    game.world.seen += chips
    return list(chips)


def change_side(game: Any, unit: Baddie, side: str, lane: int) -> None:
    """A chip stands on the other side from now on. lane: its Lane Marker there."""
    unit.side, unit.lane = side, lane
    if side == FOES:
        unit.seat = ""
    game.touch()
    game.tell(e.SideChanged, unit.id, side)


def play(game: Any, unit: Baddie, seat: str) -> None:
    """Whose player decides for a chip from now on: a Gearloc's, or the party together ("")."""
    unit.seat = seat


def grow(game: Any, unit: Baddie, n: int) -> None:
    """A chip has n more HP than it prints."""
    unit.most += n
    changes.heal(game, unit, n)
