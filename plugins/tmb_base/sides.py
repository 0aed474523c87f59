"""Chips that change sides, lie on the Tyrant card, or are more than they print. A sibling of `changes.py`: it writes
the world, and each function says what happened.
"""

from __future__ import annotations

from typing import Any

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
        unit.seat = unit.owner = ""
    game.touch()
    game.tell(e.SideChanged, unit.id, side)


def play(game: Any, unit: Baddie, seat: str) -> None:
    """Whose player decides for a chip from now on: a Gearloc's, or the party together ("")."""
    unit.seat = seat


def grow(game: Any, unit: Baddie, n: int) -> None:
    """A chip has n more HP than it prints."""
    if n <= 0:
        return
    unit.most += n
    unit.hp += n
    game.tell(e.UnitGrown, unit.id, n, unit.hp)


def from_defeated(game: Any, chip: str) -> None:
    """A defeated chip is taken up, to be laid elsewhere."""
    next(gone for gone in game.world.defeated.values() if chip in gone).remove(chip)


def remove_type(game: Any, type: str) -> None:
    """The chips of a type leave the stacks and the defeated ones, for the rest of the adventure."""
    world, chips = game.world, game.rules.tables["chips"]
    for points, pile in world.stacks.items():
        up = world.face_up.get(points, 0)
        if up:
            world.face_up[points] = sum(chips[c].type != type for c in pile.cards[:up])
        for part in (pile.cards, pile.loose, pile.under):
            part[:] = [c for c in part if chips[c].type != type]
    for gone in world.defeated.values():
        gone[:] = [c for c in gone if chips[c].type != type]
    game.tell(e.TypeRemoved, type)
