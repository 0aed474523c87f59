"""Units that come onto the mat while a battle goes on (Undertow rulebook, BQ in Battle; Ini Dice During Battle;
Reviving a Gearloc).
"""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, flow, repeats
from tmb.core.state import Frame
from tmb_base import meter, places, reach
from tmb_base.battle.queue import Entering, come_back, enter_top
from tmb_base.battle.setup import free_starts, most_gearlocs, tied
from tmb_base.world import PARTY, Gearloc


class Arriving(Frame):
    """Units come onto the mat, and onto the Ini Meter. when: at which moment; entering: the unit of the party that
    takes a position; came: those on the mat; top: those of them on top of the Ini Meter, in order.
    """

    when: str
    entering: str = ""
    came: list[str] = []
    top: list[str] = []


@repeats
def chips_come_back(game: Any, frame: Arriving) -> Any:
    """Baddies that wait for this moment, while there is room."""
    unit = come_back(game, frame.when)
    if unit is None:
        return DONE
    frame.came.append(unit.id)
    return None


@repeats
def refill_mat(game: Any, frame: Arriving) -> Any:
    """At the end of the round Baddies join from the top of the BQ while fewer than four are on the mat."""
    unit = enter_top(game) if frame.when == places.ROUND_END else None
    if unit is None:
        return DONE
    frame.came.append(unit.id)
    return None


@choice("enters", seat="party")
def who_enters(game: Any, frame: Arriving) -> list[str] | None:
    """The next of the party that waits: revived, brought back, or kept waiting until there is room on the mat."""
    found = [u for u in places.waiting(game, frame.when) if u.side == PARTY]
    if found and len(reach.gearlocs(game)) >= most_gearlocs(game):
        found = [u for u in found if type(u) is not Gearloc]
    return [u.id for u in found] or None


@who_enters.taken
def next_enters(game: Any, frame: Arriving, unit: str) -> None:
    """It takes its position next."""
    frame.entering = unit


@choice("start", seat=lambda game, frame: game.mode.seat_of(game, frame.entering))
def where_it_enters(game: Any, frame: Arriving) -> list[str] | None:
    """The position that it waits for, or a free starting position of its form."""
    if not frame.entering:
        return None
    unit = game.world.units[frame.entering]
    if unit.off.to in reach.mat_of(game).bit and unit.off.to not in reach.full(game):
        return [unit.off.to]
    return free_starts(game, reach.form(game, unit)) or None


@where_it_enters.taken
def entered(game: Any, frame: Arriving, pos: str) -> None:
    """It stands there."""
    unit = game.world.units[frame.entering]
    places.enter(game, unit, pos)
    frame.came.append(unit.id)
    if type(unit) is not Gearloc:
        game.push(Entering(unit.id))


def more_enter(game: Any, frame: Arriving) -> None:
    """The next one that waits, if there is room."""
    if frame.entering and game.world.units[frame.entering].pos:
        frame.entering = ""
        frame.at = "who_enters"


def join_below(game: Any, frame: Arriving) -> None:
    """1 and 5 points go to the bottom of the meter, by lane (Undertow rulebook, Ini Dice During Battle)."""
    units = game.world.units
    came = reach.has(game, "ini_die", [units[u] for u in frame.came if u in units and units[u].pos])
    low = sorted((u for u in came if not _high(game, u)), key=reach.by_lane)
    frame.came = [u.id for u in came if u not in low]
    if low:
        meter.join(game, [u.id for u in low])


@choice("first", seat="party", repeat=True, cite="Undertow rulebook, Ini Dice During Battle; R25")
def join_above(game: Any, frame: Arriving) -> list[str] | None:
    """Gearlocs, Tyrants and 20 points go to the top; any tie with a Gearloc is the party's."""
    left = [u for u in frame.came if u not in frame.top]
    return tied(game, left) if left else None


@join_above.taken
def next_above(game: Any, frame: Arriving, unit: str) -> None:
    """It takes the next spot."""
    frame.top.append(unit)


def meter_grown(game: Any, frame: Arriving) -> None:
    """They stand on top of the others."""
    if frame.top:
        meter.join(game, frame.top, top=True)


def _high(game: Any, unit: Any) -> bool:
    return type(unit) is Gearloc or bool(game.rules.tables["chips"][unit.kind].high)


ARRIVING = flow(
    Arriving,
    chips_come_back,
    refill_mat,
    who_enters,
    where_it_enters,
    more_enter,
    join_below,
    join_above,
    meter_grown,
    cite="Undertow rulebook, BQ in Battle; Ini Dice During Battle; Reviving a Gearloc",
)
