"""Dice that lie in a slot as counters: so many of something as the face says (a Gearloc's components, say).

They are turned up when more is gained, up to their highest number, and down when some is used; a die that holds nothing
any more goes back to the Skills Area, not exhausted, for it was not used up; unless its sheet says that it is.
"""

from __future__ import annotations

from typing import Any

from tmb_base import changes
from tmb_base.world import Gearloc, Shown

SLOTS = ("active", "locked")


def lying(unit: Gearloc, die: str) -> tuple[str, Shown] | None:
    """Where a die of this name lies in a slot, and its face; None where it does not."""
    for at in SLOTS:
        for shown in changes.slots(unit, at):
            if shown.die == die:
                return at, shown
    return None


def held(unit: Gearloc, die: str) -> int:
    """How many a die in a slot holds."""
    found = lying(unit, die)
    return number(found[1].face) if found is not None else 0


def number(face: str) -> int:
    """The number that a face is, 0 where it is none."""
    return int(face) if face.isdigit() else 0


def room(game: Any, unit: Gearloc, at: str) -> bool:
    """Whether a slot of this kind is free."""
    sheet = game.rules.tables["gearlocs"][unit.kind]
    return len(changes.slots(unit, at)) < int(sheet.active if at == "active" else sheet.locked)


def may_gain(game: Any, unit: Gearloc, die: str) -> bool:
    """Whether a die can hold more: it lies in a slot and not at its highest, or it is at hand and a slot is free."""
    found = lying(unit, die)
    if found is not None:
        return number(found[1].face) < highest(game, die)
    return at_hand(game, unit, die) and room(game, unit, "locked")


def at_hand(game: Any, unit: Gearloc, die: str) -> bool:
    """Whether a die is known and lies in the Skills Area: not exhausted, in no slot nor backup plan, not rolled."""
    if die not in (*unit.skills, *unit.consumables) or die in unit.exhausted or any(b.die == die for b in unit.bones):
        return False
    rolled = [f.open for f in game.stack if getattr(f, "unit", "") == unit.id and getattr(f, "open", None)]
    return not any(d.die == die for dice in rolled for d in dice) and lying(unit, die) is None


def highest(game: Any, die: str) -> int:
    """The highest number of a die."""
    return max(number(face) for face in game.rules.dice[die])


def gain(game: Any, unit: Gearloc, die: str, n: int) -> None:
    """The die holds n more, up to its highest number; one that lay in no slot comes into a Locked one, if it can."""
    if n > 0 and may_gain(game, unit, die):
        found = lying(unit, die)
        face = str(min(held(unit, die) + n, highest(game, die)))
        if found is None:
            changes.place(game, unit, Shown(die, face), "locked")
        else:
            changes.turn(game, unit, found[1], face, found[0])


def use(game: Any, unit: Gearloc, die: str, n: int, exhausts: bool = False) -> None:
    """The die holds n less; at 0 it leaves its slot, exhausted if its sheet says so."""
    found = lying(unit, die)
    if found is not None:
        at, shown = found
        left = number(shown.face) - n
        if left > 0:
            changes.turn(game, unit, shown, str(left), at)
        elif exhausts:
            changes.remove(game, unit, shown, at)
        else:
            changes.take_back(game, unit, shown, at)
