"""Turns that are taken in the middle of another (Undertow rulebook, Taking a Turn for a Baddie)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, flow, repeats
from tmb.core.state import Frame
from tmb_base import changes, meter
from tmb_base.turns.baddie import BaddieTurn
from tmb_base.turns.called import give_back, take_over
from tmb_base.turns.gearloc import GearlocTurn
from tmb_base.world import Baddie, Gearloc


class ExtraTurns(Frame):
    """Units take a turn at once. units: those that still do; marks, lasting: what counts by the turn under way, or
    lasts till its end, which goes on after them; called: the Baddie for which somebody takes it, caller: the Gearloc
    whose player does ("": the party), seat: who decided for it before; by: the program that says so.
    """

    units: list[str]
    marks: dict[str, dict[str, int]] = {}
    lasting: list[str] = []
    called: str = ""
    caller: str = ""
    seat: str = ""
    by: str = ""

    def carries_out(self) -> str:
        """The program that gave these turns."""
        return self.by


def turn_of(game: Any, id: str) -> Frame | None:
    """The turn of a unit; None where it is not on the mat, or of a kind that takes none."""
    unit = game.world.units.get(id)
    if unit is None or not unit.pos or unit.kind in game.rules.tables["lacking"]["turns"]:
        return None
    return GearlocTurn(id) if type(unit) is Gearloc else BaddieTurn(id)


def hold(game: Any, frame: ExtraTurns) -> None:
    """The turn under way waits, with what belongs to it."""
    frame.marks, frame.lasting = changes.hold_turn(game)
    if frame.called:
        frame.seat = take_over(game, game.world.units[frame.called], frame.caller)


@repeats
def take_turn(game: Any, frame: ExtraTurns) -> Any:
    """One after the other."""
    while frame.units:
        turn = turn_of(game, frame.units.pop(0))
        if turn is not None:
            game.push(turn)
            return None
    return DONE


def go_on(game: Any, frame: ExtraTurns) -> None:
    """The turn that waited goes on."""
    changes.resume_turn(game, frame.marks, frame.lasting)
    if frame.called:
        give_back(game, frame.called, frame.seat)


EXTRA_TURNS = flow(
    ExtraTurns, hold, take_turn, go_on, on_cut=go_on, cite="Undertow rulebook, Taking a Turn for a Baddie"
)


def take_turns(game: Any, units: list[Any], at: str, by: str) -> None:
    """Units take one more turn each: "now", in the middle of this one; "next", right after it; or "last" in this round.
    Who is in its own turn takes the next one after that. by: the program that says so.
    """
    units = [u for u in units if meter.one_more(game, u)]
    under_way = [f.unit for f in game.stack if type(f) in (GearlocTurn, BaddieTurn) and not f.over]
    later = units if at != "now" else [u for u in units if u.id in under_way]
    for unit in later if at == "last" else reversed(later):
        meter.add_turn(game, unit, last=at == "last", by=by)
    if now := [u.id for u in units if u not in later]:
        game.push(ExtraTurns(now, by=by))


def take_turn_for(game: Any, unit: Baddie, caller: str, by: str) -> None:
    """A Gearloc's player ("": the party) takes a turn for a Baddie at once, also in the middle of that one's own. by:
    the program that says so."""
    if meter.one_more(game, unit):
        game.push(ExtraTurns([unit.id], called=unit.id, caller=caller, by=by))
