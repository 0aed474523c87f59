"""A round (Undertow rulebook, Initiative Meter, BQ in Battle; base rules, Combat Round)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, flow, opens, repeats, stage
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb_base import changes, reach
from tmb_base.battle.queue import TOP_POINTS, enter_top
from tmb_base.turns import BaddieTurn, GearlocTurn
from tmb_base.world import Gearloc


class Round(Frame):
    """Every unit takes a turn. due: who still has to; came: Baddies that joined at its end."""

    due: list[str] = []
    came: list[str] = []


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


def join_meter(game: Any, rnd: Round) -> None:
    """20 points go to the top, all others to the bottom; among themselves by lane."""
    units, chips = game.world.units, game.rules.tables["chips"]
    came = sorted((u for u in rnd.came if u in units), key=lambda u: int(units[u].lane))
    high = [u for u in came if chips[units[u].kind].points >= TOP_POINTS]
    if came:
        changes.set_meter(game, [*high, *game.world.meter, *(u for u in came if u not in high)])


ROUND = flow(
    Round,
    fatigue,
    top_of_meter,
    opens("round.start", cite="base rules, Combat Round 2"),
    next_turn,
    opens("round.end"),
    refill_mat,
    join_meter,
    cite="Undertow rulebook, Initiative Meter; BQ in Battle",
)
