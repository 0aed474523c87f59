"""Dice that lie on the table: how they are looked at, taken up and laid down again, whatever was rolled for what.

Dice lie in the frame of a roll until it is taken up, and then, where something is still done with each of them, in the
frame of what they were rolled for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tmb.core.rolls import Rolled
from tmb_base.adventure.entries import lock_of
from tmb_base.adventure.lockpicking import INTUITION, LockDie, Lockpicking, in_order
from tmb_base.adventure.reward import Training
from tmb_base.world import Shown, shown


class Lying(NamedTuple):
    """How dice lie in a kind of frame. dice: all of them; lift: one is taken up; lay: it lies there again."""

    dice: Callable[[Any], list[Shown]]
    lift: Callable[[Any, Shown], None]
    lay: Callable[[Any, Shown], None]


def _locks(frame: Lockpicking) -> list[Shown]:
    """Action dice as they are now, and the intuition die while it is not used."""
    dice = [shown(d.die, f"{d.value}{d.type}") for d in frame.open]
    return [*dice, shown(INTUITION, frame.hint)] if frame.hint else dice


def _lift_lock(frame: Lockpicking, die: Shown) -> None:
    if die.die == INTUITION:
        frame.hint = ""
    else:
        frame.open.remove(next(d for d in frame.open if d.die == die.die))


def _lay_lock(frame: Lockpicking, die: Shown) -> None:
    if die.die == INTUITION:
        frame.hint = die.face
    else:
        frame.open = in_order([*frame.open, LockDie(die.die, *lock_of(die.face))])


def _bones(frame: Training) -> list[Shown]:
    """Only what stands in the way of an attempt matters of it."""
    return [shown(frame.what, "bones")] * frame.bones


def _lift_bone(frame: Training, die: Shown) -> None:
    frame.bones -= 1


def _lay_bone(frame: Training, die: Shown) -> None:
    """The attempt was rolled anew: who helps with that may do so once more."""
    frame.bones += die.face == "bones"
    frame.at = "training.rolled"


KINDS: dict[type, Lying] = {
    Rolled: Lying(
        lambda frame: [shown(die, face) for die, face in frame.lying],
        lambda frame, die: frame.lift(die.die, die.face),
        lambda frame, die: frame.lay(die.die, die.face),
    ),
    Lockpicking: Lying(_locks, _lift_lock, _lay_lock),
    Training: Lying(_bones, _lift_bone, _lay_bone),
}
OPEN = Lying(
    lambda frame: list(getattr(frame, "open", ())),
    lambda frame, die: frame.open.remove(die),
    lambda frame, die: frame.open.append(die),
)


def lying(frame: Any) -> Lying:
    """How dice lie in this frame."""
    return KINDS.get(type(frame), OPEN)


def dice_at(frame: Any) -> list[Shown]:
    """The dice that lie in a frame; none in one of which nobody rolls."""
    return lying(frame).dice(frame)
