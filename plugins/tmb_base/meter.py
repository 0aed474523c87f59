"""The Ini Meter: whose turn comes when. A sibling of `changes.py`: it writes the world, and says what happened.

An entry is an Ini die, an extra turn, or something of a card that acts when it is reached. `due` are the entries that
still come in this round: changes to the meter wait for its end (Undertow rulebook, Ini Dice During Battle), but who
leaves the mat loses its turn, and an extra turn is of this round.
"""

from __future__ import annotations

from typing import Any

from tmb.core.bearers import Bearer
from tmb_base import events as e
from tmb_base.world import Entry, Unit

MOST_EXTRA = 10
"""So many extra turns a unit gets in a round at most. No rule says so: it is our guard against turns that give turns
for ever, far above what any card gives, so that Fatigue comes and every battle ends."""


def set_order(game: Any, order: list[Entry]) -> None:
    """The Ini Meter from top to bottom."""
    game.world.meter = order
    game.tell(e.MeterSet, [entry.id for entry in order])


def build(game: Any, units: list[str]) -> None:
    """The meter of the first round; what cards put there during set-up is at its bottom, extra turns too."""
    set_order(game, [*dice(units), *[entry for entry in game.world.meter if not entry.unit or entry.once]])


def dice(units: list[str]) -> list[Entry]:
    """The Ini dice of units: their entries have the ids of the units."""
    return [Entry(u, u) for u in units]


def clear(game: Any) -> None:
    """The battle is over."""
    game.world.due, game.world.extra = [], {}
    set_order(game, [])


def join(game: Any, units: list[str], top: bool = False) -> None:
    """The Ini dice of these units come at the bottom, or on top."""
    meter = game.world.meter
    set_order(game, [*dice(units), *meter] if top else [*meter, *dice(units)])


def join_behind(game: Any, unit: str, other: str, now: bool) -> None:
    """The Ini die of a unit comes right behind that of another, or at the bottom if that has none. now: in the turn of
    the other, after which it acts in this round too; else it does where the other still acts.
    """
    order, due = game.world.meter, game.world.due
    at = next((i + 1 for i, entry in enumerate(order) if entry.id == other), len(order))
    set_order(game, [*order[:at], *dice([unit]), *order[at:]])
    if now or other in due:
        due.insert(0 if now else due.index(other) + 1, unit)


def take_off(game: Any, unit: str) -> None:
    """All turns of a unit go: its Ini die and extra turns."""
    gone = [entry.id for entry in game.world.meter if entry.unit == unit]
    if gone:
        _drop(game, gone)


def _drop(game: Any, ids: list[str]) -> None:
    world = game.world
    world.due = [id for id in world.due if id not in ids]
    set_order(game, [entry for entry in world.meter if entry.id not in ids])


def begin_round(game: Any, due: list[Entry]) -> None:
    """These come in this round, in this order."""
    game.world.due, game.world.extra = [entry.id for entry in due], {}


def next_due(game: Any) -> Entry | None:
    """The next entry of this round; None when all have come."""
    world = game.world
    while world.due:
        id = world.due.pop(0)
        entry: Entry
        for entry in world.meter:
            if entry.id == id:
                return entry
    return None


def spent(game: Any, entry: str) -> None:
    """An extra turn was taken."""
    _drop(game, [entry])


def one_more(game: Any, unit: Unit) -> bool:
    """Note an extra turn of this round; False where the unit has had as many as it gets."""
    extra = game.world.extra
    extra[unit.id] = extra.get(unit.id, 0) + 1
    return bool(extra[unit.id] <= MOST_EXTRA)


def add_turn(game: Any, unit: Unit, last: bool, by: str) -> None:
    """A unit takes one more turn this round: right after the turn under way, or as the last. by: the program that gives
    it."""
    world, entry = game.world, Entry(game.new_id("i"), unit.id, once=True, by=by)
    ids = [other.id for other in world.meter]
    at = len(ids) if last or not world.due else ids.index(world.due[0])
    world.due.insert(len(world.due) if last else 0, entry.id)
    game.tell(e.EntryAdded, entry.id, unit.id, "")
    set_order(game, [*world.meter[:at], entry, *world.meter[at:]])


def add_card(game: Any, bearer: Bearer, code: str, top: bool) -> None:
    """A card has an entry of its own from the next round on: each time it is reached, that code runs. One a bearer."""
    if any(entry.id == bearer.id for entry in game.world.meter):
        return
    entry = Entry(bearer.id, sheet=bearer.sheet, holder=bearer.holder, code=code)
    game.tell(e.EntryAdded, entry.id, "", bearer.sheet)
    set_order(game, [entry, *game.world.meter] if top else [*game.world.meter, entry])


def end_card(game: Any, bearer: str) -> None:
    """A card is no longer in force."""
    if any(entry.id == bearer for entry in game.world.meter):
        _drop(game, [bearer])
