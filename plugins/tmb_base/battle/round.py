"""A round (Undertow rulebook, Initiative Meter, BQ in Battle; base rules, Combat Round)."""

from __future__ import annotations

from typing import Any

from tmb.core.bearers import Bearer
from tmb.core.flow import DONE, flow, opens, repeats, stage
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb_base import changes, meter, places, reach
from tmb_base.battle.arriving import Arriving
from tmb_base.turns.extra import turn_of


class Round(Frame):
    """Every entry of the Ini Meter comes once. extra: the extra turn that is being taken, to go off the meter then; by:
    the program that gave it.
    """

    extra: str = ""
    by: str = ""

    def carries_out(self) -> str:
        """The program whose extra turn is being taken."""
        return self.by


class CardTurn(Frame):
    """What acts at an entry of the Ini Meter that is no unit's: a bearer of that sheet and holder, with that code."""

    card: str
    holder: str
    sheet: str
    code: str

    def carries_out(self) -> str:
        """Its address."""
        return self.code


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
    due = game.world.meter[:]
    if "turn.early" in game.index.forbids:
        due.sort(key=lambda entry: bool(entry.unit) and refusal(game, "turn.early", entry.unit) is not None)
    meter.begin_round(game, due)
    for unit in game.world.units.values():
        changes.clear_marks(game, unit, "round")


@repeats
def next_turn(game: Any, rnd: Round) -> Any:
    """The next entry whose unit is still on the mat."""
    return come_to_next(game, rnd)


@repeats
def late_turns(game: Any, rnd: Round) -> Any:
    """Extra turns that the end of the round brought."""
    return come_to_next(game, rnd)


def come_to_next(game: Any, rnd: Round) -> Any:
    """The turn of the next entry; DONE when all have come."""
    if rnd.extra:
        meter.spent(game, rnd.extra)
        rnd.extra = rnd.by = ""
    while (entry := meter.next_due(game)) is not None:
        turn = turn_of(game, entry.unit) if entry.unit else CardTurn(entry.id, entry.holder, entry.sheet, entry.code)
        if turn is not None:
            if entry.once:
                rnd.extra, rnd.by = entry.id, entry.by
            game.push(turn)
            return None
        if entry.once:
            meter.spent(game, entry.id)
    return DONE


def card_acts(game: Any, frame: CardTurn) -> None:
    """It does what it says, whether or not its holder is still there."""
    bearer = game.index.bearers.get(frame.card) or Bearer(frame.card, frame.holder, frame.sheet)
    game.tell_trigger("ini", bearer)
    game.rules.programs[frame.code].run(game, Env(bearer, frame))


CARD_TURN = flow(CardTurn, card_acts, cite="Undertow rulebook, Playing as Abomination")


def arrivals(game: Any, rnd: Round) -> None:
    """Baddies and Gearlocs join."""
    game.push(Arriving(places.ROUND_END))


def round_over(game: Any, rnd: Round) -> None:
    """What lasted for this round ends."""
    places.rested(game)
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
    late_turns,
    arrivals,
    round_over,
    cite="Undertow rulebook, Initiative Meter; BQ in Battle",
)
