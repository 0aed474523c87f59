"""A round (Undertow rulebook, Initiative Meter, BQ in Battle; base rules, Combat Round)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, flow, opens, repeats, stage
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb_base import changes, reach
from tmb_base.battle.queue import enter_top
from tmb_base.battle.setup import gearloc_starts, most_gearlocs, tied
from tmb_base.turns import BaddieTurn, GearlocTurn
from tmb_base.world import Gearloc


class Round(Frame):
    """Every unit takes a turn. due: who still has to; came: units that joined at its end; top: those of them on top of
    the Ini Meter; entering: the Gearloc that enters.
    """

    due: list[str] = []
    came: list[str] = []
    top: list[str] = []
    entering: str = ""


def quiet(game: Any, rnd: Round) -> str | None:
    """Fatigue begins after round 5."""
    return "no fatigue before round 6" if game.world.round <= reach.LAST_QUIET_ROUND else None


@stage(when=quiet, cite="Undertow rulebook, Initiative Meter; R18")
def fatigue(game: Any, rnd: Round) -> None:
    """All units on the mat lose 1 HP at once; nothing prevents it."""
    for unit in reach.on_mat(game):
        if "fatigue" not in game.index.forbids or refusal(game, "fatigue", unit.id) is None:
            changes.lose_hp(game, unit, 1, "fatigue")


def top_of_meter(game: Any, rnd: Round) -> None:
    """The turns of this round, in the meter's order, those that are surprised after all others (R36); changes to the
    meter wait for the end of the round.
    """
    rnd.due = game.world.meter[:]
    if "turn.early" in game.index.forbids:
        rnd.due.sort(key=lambda id: refusal(game, "turn.early", id) is not None)
    for unit in game.world.units.values():
        changes.clear_marks(game, unit, "round")


@repeats
def next_turn(game: Any, rnd: Round) -> Any:
    """The next unit that is still on the mat."""
    while rnd.due:
        unit = game.world.units.get(rnd.due.pop(0))
        if unit is not None and unit.pos:
            game.push(GearlocTurn(unit.id) if type(unit) is Gearloc else BaddieTurn(unit.id))
            return None
    return DONE


@repeats
def refill_mat(game: Any, rnd: Round) -> Any:
    """Baddies join from the top of the BQ while fewer than four are on the mat."""
    unit = enter_top(game)
    if unit is None:
        return DONE
    rnd.came.append(unit.id)
    return None


@choice("enters", seat="party")
def who_enters(game: Any, rnd: Round) -> list[str] | None:
    """The next Gearloc that waits: one that was revived, or whose turn it is to stand on the mat."""
    world = game.world
    if not world.waiting or len(reach.gearlocs(game)) >= most_gearlocs(game):
        return None
    return [g for g in world.waiting if world.units[g].hp > 0] or None


@who_enters.taken
def next_enters(game: Any, rnd: Round, unit: str) -> None:
    """It takes a starting position next."""
    rnd.entering = unit


@choice("start", seat=lambda game, rnd: rnd.entering)
def where_it_enters(game: Any, rnd: Round) -> list[str] | None:
    """A free starting position of its form."""
    return gearloc_starts(game, game.world.units[rnd.entering]) or None if rnd.entering else None


@where_it_enters.taken
def entered(game: Any, rnd: Round, pos: str) -> None:
    """It stands there."""
    unit = game.world.units[rnd.entering]
    game.world.waiting.remove(unit.id)
    changes.enter(game, unit, pos)
    rnd.came.append(unit.id)


def more_enter(game: Any, rnd: Round) -> None:
    """The next one that waits, if there is room."""
    if rnd.entering and game.world.units[rnd.entering].pos:
        rnd.entering = ""
        rnd.at = "who_enters"


def join_below(game: Any, rnd: Round) -> None:
    """1 and 5 points go to the bottom of the meter, by lane (Undertow rulebook, Ini Dice During Battle)."""
    units = game.world.units
    came = [u for u in rnd.came if u in units and units[u].pos]
    low = sorted((u for u in came if not _high(game, units[u])), key=lambda u: int(units[u].lane))
    rnd.came = [u for u in came if u not in low]
    if low:
        changes.set_meter(game, [*game.world.meter, *low])


@choice("first", seat="party", repeat=True, cite="Undertow rulebook, Ini Dice During Battle; R25")
def join_above(game: Any, rnd: Round) -> list[str] | None:
    """Gearlocs, Tyrants and 20 points go to the top; any tie with a Gearloc is the party's."""
    left = [u for u in rnd.came if u not in rnd.top]
    return tied(game, left) if left else None


@join_above.taken
def next_above(game: Any, rnd: Round, unit: str) -> None:
    """It takes the next spot."""
    rnd.top.append(unit)


def meter_grown(game: Any, rnd: Round) -> None:
    """The meter of the next round; what lasted for this one ends."""
    if rnd.top:
        changes.set_meter(game, [*rnd.top, *game.world.meter])
    if game.world.ongoing:
        changes.end_ongoing(game, "round")


def _high(game: Any, unit: Any) -> bool:
    return type(unit) is Gearloc or bool(game.rules.tables["chips"][unit.kind].high)


ROUND = flow(
    Round,
    fatigue,
    top_of_meter,
    opens("round.start", cite="base rules, Combat Round 2"),
    next_turn,
    opens("round.end"),
    refill_mat,
    who_enters,
    where_it_enters,
    more_enter,
    join_below,
    join_above,
    meter_grown,
    cite="Undertow rulebook, Initiative Meter; BQ in Battle",
)
