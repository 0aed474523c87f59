"""Where units are: they come onto the Battle Mat, are knocked out, put aside, wait, or go for good. A sibling of
`changes.py`: it writes the world, and each function says what happened.

A unit is in one place: at a position of the mat, or where its `off` says. One that waits has a part in the battle; one
that was put aside has none, as has who is neither on the mat nor in the Battle Queue (Undertow rulebook, Playing as
Abomination). A chip in a pile is no unit.
"""

from __future__ import annotations

from typing import Any

from tmb_base import changes, meter
from tmb_base import events as e
from tmb_base.world import KNOCKED_OUT, PREP, START, Aside, Baddie, Gearloc, Off, Unit, Waiting

NOW, ROUND_START, ROUND_END = "now", "round.start", "round.end"
"""The moments at which units that wait come onto the mat."""


def enter(game: Any, unit: Gearloc | Baddie, pos: str) -> None:
    """A unit comes onto the mat."""
    game.world.units[unit.id] = unit
    unit.pos, unit.off = pos, None
    game.bearers_changed(unit.id)
    game.tell(e.UnitEntered, unit.id, unit.kind, pos, unit.hp)


def bring(game: Any, unit: Baddie) -> None:
    """A chip becomes a unit that will come onto the mat at once, as soon as it is known where."""
    game.world.units[unit.id] = unit
    unit.off = Waiting(NOW)


def _leave(game: Any, unit: Unit, to: Off) -> None:
    """A unit is no longer on the mat, nor on the Ini Meter; effect dice lie on units on the mat only (Undertow
    rulebook, Effect Dice).
    """
    unit.pos, unit.off = "", to
    meter.take_off(game, unit.id)
    for name in [n for n in unit.marks if n in game.rules.tables["effects"]]:
        game.mark(unit, name, 0)
    game.bearers_changed(unit.id)
    game.touch()


def knock_out(game: Any, unit: Gearloc) -> None:
    """A Gearloc is KO'd: chip and Ini die to the Prep Area, all slots and the backup plan emptied (rulebook, Getting
    Knocked Out). In the easiest difficulty Locked dice stay.
    """
    _leave(game, unit, KNOCKED_OUT)
    game.world.knock_outs += 1
    changes.set_buff(game, unit, 0)
    keep = game.rules.tables["difficulties"][game.world.difficulty].keeps_locked
    changes.strip(game, unit, locked=not keep)
    game.tell(e.GearlocDown, unit.id)
    for other in [u for u in game.world.units.values() if type(u) is Baddie and u.owner == unit.id]:
        run_away(game, other)  # its companions leave with it (R91)


def stay_out(game: Any, unit: Gearloc) -> None:
    """A Gearloc without HP begins the battle knocked out (R19)."""
    unit.off = KNOCKED_OUT
    game.tell(e.GearlocStaysOut, unit.id)


def revive(game: Any, unit: Gearloc, hp: int, by: str) -> None:
    """A knocked-out Gearloc has HP again and waits for the end of the round (Undertow rulebook, Reviving a Gearloc)."""
    unit.hp = max(1, min(hp, unit.most))
    game.tell(e.GearlocRevived, unit.id, unit.hp, by=by)
    wait(game, unit, ROUND_END)


def wait(game: Any, unit: Unit, when: str, to: str = START) -> None:
    """A unit off the mat comes onto it at that moment."""
    unit.off = Waiting(when, to)
    game.tell(e.UnitWaits, unit.id, when, to)


def put_aside(game: Any, unit: Gearloc | Baddie, by: str) -> None:
    """A card takes a unit off the mat, with its HP and what lies on its chip and mat. Its Lane Marker is free."""
    _leave(game, unit, Aside(by))
    if type(unit) is Baddie:
        unit.lane = 0
    game.tell(e.UnitPutAside, unit.id, by)


def to_prep(game: Any, unit: Gearloc) -> None:
    """The battle is over: a Gearloc is back in its Prep Area, whatever became of it."""
    unit.pos, unit.off = "", PREP


def waiting(game: Any, when: str) -> list[Any]:
    """The units that come onto the mat at this moment; who found no room at once comes at the end of the round."""
    late = (when, NOW) if when == ROUND_END else (when,)
    out = []
    for unit in game.world.units.values():
        if unit.off is not None and type(unit.off) is Waiting and unit.off.when in late and unit.hp > 0:
            out.append(unit)
    return out


# -- chips that are units no more --------------------------------------------------------------------------------------


def defeat(game: Any, unit: Baddie, card: Any = None) -> None:
    """A Baddie leaves the mat for the defeated chips of its points, or for a card that claims it."""
    _gone(game, unit)
    if card is not None:
        card.chips.append(unit.kind)
    else:
        to_defeated(game, unit.kind)
    game.tell(e.UnitDefeated, unit.id, unit.kind)


def to_defeated(game: Any, chip: str) -> None:
    """A chip lies with the defeated ones of its stack; a Tyrant has none."""
    stack = game.rules.tables["chips"][chip].pile
    if stack:
        game.world.defeated.setdefault(stack, []).append(chip)


def back_to_queue(game: Any, unit: Baddie, place: str) -> None:
    """A Baddie leaves the mat for the Battle Queue: effects go, and it comes back with all its HP, as any other chip
    does (Undertow rulebook, FAQ, a Baddie removed from the Battle Mat). The table has seen which one it is.
    """
    _gone(game, unit)
    game.tell(e.UnitReturned, unit.id, unit.kind, place)
    game.world.seen.append(unit.kind)


def rest(game: Any, chip: str) -> None:
    """A chip in the Battle Queue does not come onto the mat before the end of the next round."""
    game.world.resting.append(chip)


def rested(game: Any) -> None:
    """The round is over, or the battle: all may come again."""
    game.world.resting = []


def run_away(game: Any, unit: Baddie) -> None:
    """A Baddie leaves the battle undefeated: its chip lies face down at the bottom of its stack (R41)."""
    _gone(game, unit)
    game.tell(e.UnitLeft, unit.id, unit.kind)
    to_stack(game, unit.kind)


def put_away(game: Any, unit: Baddie) -> None:
    """The battle is over, and this one was not defeated."""
    del game.world.units[unit.id]
    game.bearers_changed(unit.id)
    to_stack(game, unit.kind)


def _gone(game: Any, unit: Baddie) -> None:
    """The unit is no longer in this battle; only its chip is."""
    del game.world.units[unit.id]
    unit.pos = ""
    meter.take_off(game, unit.id)
    game.bearers_changed(unit.id)
    game.touch()


def to_stack(game: Any, chip: str) -> None:
    """An undefeated chip goes face down to the bottom of its stack; a Tyrant's back to its card."""
    stack = game.rules.tables["chips"][chip].pile
    if stack:
        game.world.stacks[stack].put_under(chip)
