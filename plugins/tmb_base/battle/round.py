"""A round (Undertow rulebook, Initiative Meter, BQ in Battle; base rules, Combat Round)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, flow, opens, repeats, stage
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb_base import changes, places, reach
from tmb_base.battle.arriving import Arriving
from tmb_base.turns import BaddieTurn, GearlocTurn
from tmb_base.world import Gearloc


class Round(Frame):
    """Every unit takes a turn. due: who still has to."""

    due: list[str] = []


def quiet(game: Any, rnd: Round) -> str | None:
    """Fatigue begins after round 5."""
    return "no fatigue before round 6" if game.world.round <= reach.LAST_QUIET_ROUND else None


@stage(when=quiet, cite="Undertow rulebook, Initiative Meter; R18")
def fatigue(game: Any, rnd: Round) -> None:
    """All units on the mat lose 1 HP at once; nothing prevents it."""
    for unit in reach.on_mat(game):
        if "fatigue" not in game.index.forbids or refusal(game, "fatigue", unit.id) is None:
            changes.lose_hp(game, unit, 1, "fatigue")


def early_arrivals(game: Any, rnd: Round) -> None:
    """Who waits for the start of a round joins before its first turn."""
    if places.waiting(game, places.ROUND_START):
        game.push(Arriving(places.ROUND_START))


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
        if unit is not None and unit.pos and not reach.lacks(game, "turns", unit):
            game.push(GearlocTurn(unit.id) if type(unit) is Gearloc else BaddieTurn(unit.id))
            return None
    return DONE


def arrivals(game: Any, rnd: Round) -> None:
    """Baddies and Gearlocs join."""
    game.push(Arriving(places.ROUND_END))


def round_over(game: Any, rnd: Round) -> None:
    """What lasted for this round ends."""
    if game.world.ongoing:
        changes.end_ongoing(game, "round")


ROUND = flow(
    Round,
    fatigue,
    early_arrivals,
    top_of_meter,
    opens("round.start", cite="base rules, Combat Round 2"),
    next_turn,
    opens("round.end"),
    arrivals,
    round_over,
    cite="Undertow rulebook, Initiative Meter; BQ in Battle",
)
