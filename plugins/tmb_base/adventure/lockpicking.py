"""Lockpicking (Undertow rulebook, Lockpicking; its dice from public reference material; R44, R57).

Three action dice and the intuition die are rolled; a lock opens with dice of its type that together show its number.
Dice that were used are out for the attempt; the others are rolled again for the next lock.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from msgspec import Struct

from tmb.core.flow import choice, flow, menu, roll
from tmb.core.queries import number
from tmb.core.rolls import seat as dice_seat
from tmb.core.state import Frame
from tmb_base.adventure import changes
from tmb_base.adventure.entries import lock_of
from tmb_base.adventure.frames import give_back

ACTION_DICE = ("lock-grey", "lock-brown", "lock-yellow")
INTUITION = "lock-intuition"
TYPES = ("L", "T", "F")


class LockDie(Struct, frozen=True):
    """An action die that lies there. value, type: what it shows now; saved: it is not out if used on this lock."""

    die: str
    value: int
    type: str
    saved: bool = False

    @property
    def id(self) -> str:
        """`lock-grey:2F`."""
        return f"{self.die}:{self.value}{self.type}{'+' if self.saved else ''}"


class Lockpicking(Frame):
    """Attempts on a row of locks. pickers: who still has an attempt; locks: those left; card: the Trove Loot they are
    on, if any; unit: who picks; dice: its action dice left; open: what lies there; hint: what the intuition die shows,
    "" = used; second: a failed first lock may be tried once more; rolling: what is rolled; solved: in all attempts;
    into: the variable of the program below that gets `solved`.
    """

    pickers: list[str]
    locks: list[str]
    card: str = ""
    into: str = ""
    unit: str = ""
    dice: list[str] = []
    open: list[LockDie] = []
    hint: str = ""
    second: bool = True
    first: bool = True
    rolling: list[str] = []
    solved: int = 0
    opened: bool = False


def next_attempt(game: Any, frame: Lockpicking) -> None:
    """The next Gearloc takes all dice."""
    if not frame.pickers or not frame.locks:
        frame.at = "tell_result"
        return
    frame.unit = frame.pickers.pop(0)
    frame.dice = list(ACTION_DICE)
    frame.second = frame.first = True


def ready_dice(game: Any, frame: Lockpicking) -> None:
    """All action dice that are left, and the intuition die, for this lock."""
    frame.rolling = [*frame.dice, INTUITION]
    frame.open, frame.hint, frame.opened = [], "", False


@roll("", what="lock", cite="Undertow rulebook, Lockpicking")
def roll_dice(game: Any, frame: Lockpicking) -> list[str] | None:
    """Together."""
    return frame.rolling or None


@roll_dice.taken
def rolled(game: Any, frame: Lockpicking, faces: list[str]) -> None:
    """They lie there."""
    for die, face in zip(frame.rolling, faces, strict=True):
        if die == INTUITION:
            frame.hint = face
        else:
            frame.open.append(LockDie(die, *lock_of(face)))
    frame.open = in_order(frame.open)
    frame.rolling = []


def in_order(dice: list[LockDie]) -> list[LockDie]:
    """Action dice as they always lie."""
    return sorted(dice, key=lambda d: ACTION_DICE.index(d.die))


def wanted(game: Any, frame: Lockpicking) -> tuple[int, str]:
    """The number and the type of the lock that is faced."""
    n, kind = lock_of(frame.locks[0])
    return max(1, number(game, "lock.number", frame.unit, n, frame)), kind


@choice("open")
def open_lock(game: Any, frame: Lockpicking) -> list[tuple[LockDie, ...]] | None:
    """Dice of the lock's type that reach its number, none of them in vain."""
    if not frame.open or not frame.locks:
        return None
    n, kind = wanted(game, frame)
    fit = [d for d in frame.open if d.type == kind]
    ways = [
        group
        for size in range(1, len(fit) + 1)
        for group in combinations(fit, size)
        if sum(d.value for d in group) >= n > sum(d.value for d in group) - min(d.value for d in group)
    ]
    return ways or None


@open_lock.taken
def lock_opened(game: Any, frame: Lockpicking, used: tuple[LockDie, ...]) -> Any:
    """The dice are out for this attempt, a saved one is not."""
    for die in used:
        if not die.saved:
            frame.dice.remove(die.die)
    solve(game, frame)


def solve(game: Any, frame: Lockpicking) -> None:
    """The lock stays open."""
    frame.locks.pop(0)
    frame.solved += 1
    frame.open, frame.hint, frame.opened = [], "", True
    if frame.card and (found := changes.card_of(game, frame.card)):
        changes.solve_lock(game, *found)


@choice("intuition")
def use_intuition(game: Any, frame: Lockpicking) -> list[Any] | None:
    """What the intuition die allows, once: roll a die and it again, turn a die to another type, or add 1 to a die that
    is then not out.
    """
    if not frame.hint or not frame.open:
        return None
    if frame.hint == "reroll":
        return [d.die for d in frame.open]
    if frame.hint == "save":
        return [LockDie(d.die, d.value + 1, d.type, True) for d in frame.open]
    return [LockDie(d.die, d.value, t, d.saved) for d in frame.open for t in TYPES if t != d.type]


@use_intuition.taken
def intuition_used(game: Any, frame: Lockpicking, what: str | LockDie) -> None:
    """The die lies there anew."""
    frame.hint = ""
    name = what if isinstance(what, str) else what.die
    turn_die(frame, name, None if isinstance(what, str) else what)
    if isinstance(what, str):
        frame.rolling = [name, INTUITION]
        frame.at = "roll_dice"


def turn_die(frame: Lockpicking, die: str, to: LockDie | None) -> None:
    """A die shows something else, or leaves the table to be rolled."""
    at = next(i for i, d in enumerate(frame.open) if d.die == die)
    frame.open[at : at + 1] = [] if to is None else [to]


pick = menu(
    "pick",
    open_lock,
    use_intuition,
    seat=dice_seat,
    moment="lockpicking",
    cite="Undertow rulebook, Lockpicking",
    doc="Intuition and cards, then the lock. Falls: the lock + the intuition die + uses of actions.",
)


def after_lock(game: Any, frame: Lockpicking) -> None:
    """On to the next lock with the dice that are left; a failed first lock may be tried once more (R44)."""
    if frame.opened:
        frame.first = False
        frame.at = "ready_dice" if frame.locks and frame.dice else "next_attempt"
    elif frame.first and frame.second:
        frame.second, frame.dice = False, list(ACTION_DICE)
        frame.at = "ready_dice"
    else:
        frame.open, frame.hint = [], ""
        frame.at = "next_attempt"


def tell_result(game: Any, frame: Lockpicking) -> None:
    """Who asked learns how many locks were solved."""
    give_back(game, frame.into, frame.solved)


LOCKPICKING = flow(
    Lockpicking,
    next_attempt,
    ready_dice,
    roll_dice,
    pick,
    after_lock,
    tell_result,
    cite="Undertow rulebook, Lockpicking; R44",
)
