"""Windows: named moments. An open window is a menu of triggers and free actions, in the order the players like.

Triggers are collected once, by bearer and printed order; while the window is open every one whose condition holds *now*
is offered, forced and optional alike; `done` is listed only when no forced one is left (Undertow rulebook, FAQ: several
things in one phase are taken in the player's order). A card that fixes its place is offered first or last: nothing goes
in front of a forced one that comes first; optional ones may be passed over for what comes behind them.
"""

from __future__ import annotations

from typing import Any

from tmb.core.bearers import Action, Bearer, Heard, of_all
from tmb.core.decisions import DONE
from tmb.core.flow import CHOICE, Stage, flow
from tmb.core.state import Frame

Ref = tuple[str, str]
Row = tuple[Ref, Bearer, Any]
NONE: list[tuple[Bearer, Action]] = []
ByRole = dict[str, dict[str, list[Heard]]]
"""Role -> holder -> triggers: what the index has under a window's name."""


class Window(Frame):
    """A named moment that is open.

    place: where on the stack the frame lies that opened it; then: the stage at which that one goes on, unless it was
    called off; left: (bearer, key) not used yet.
    """

    name: str
    place: int
    then: str
    left: list[Ref] = []


def heard(game: Any, name: str, about: Any) -> list[Heard]:
    """The triggers that a window would collect now, whether or not their conditions hold."""
    by_role = game.index.windows.get(name)
    return hearing(game, by_role, about) if by_role else []


def hearing(game: Any, by_role: ByRole, about: Any) -> list[Heard]:
    """The same from what the index has under the window's name."""
    out: list[Heard] = []
    for who, table in by_role.items():
        rows = table.get(getattr(about, who, "")) if who else of_all(game, table)
        if rows:
            out = [*out, *rows] if out else rows
    return out


def open_window(game: Any, name: str, about: Any, found: list[Heard]) -> None:
    """Push a Window frame if one of those that hear it answers. `about` is the frame on top.

    A single forced trigger with no free action beside it needs no frame: nothing could be asked."""
    bearer, trigger = found[0]
    if len(found) == 1 and must(game, about, bearer, trigger) and name not in game.index.actions and not game.strict:
        if trigger.when is None or trigger.when(game, bearer, about):
            game.tell_trigger(name, bearer)
            trigger.do(game, bearer, about)
        return
    for bearer, trigger in found:
        if trigger.when is None or trigger.when(game, bearer, about):
            game.push(Window(name, len(game.state.stack) - 1, about.at, [(b.id, t.key) for b, t in found]))
            return


def must(game: Any, about: Any, bearer: Bearer, trigger: Any) -> bool:
    """Whether a trigger is forced: its text says so, and the frame is not one that is taken at will."""
    return trigger.forced and not (getattr(about, "at_will", False) and game.mode.may_leave(game, about, bearer))


def _live(game: Any, window: Window) -> list[Row]:
    about, out = game.state.stack[window.place], []
    for ref in window.left:
        bearer = game.index.bearers.get(ref[0])
        if bearer is None:
            continue
        trigger = game.rules.trigger(bearer.sheet, window.name, ref[1])
        if trigger is not None and (trigger.when is None or trigger.when(game, bearer, about)):
            out.append((ref, bearer, trigger))
    return _in_place(game, about, out) if any([row[2].order for row in out]) else out


PLACES = ("first", "", "last")


def _in_place(game: Any, about: Any, rows: list[Row]) -> list[Row]:
    """The rows of the first place that holds a forced one, and those of the places before it."""
    out: list[Row] = []
    for place in PLACES:
        here = [row for row in rows if row[2].order == place]
        out += here
        if any(must(game, about, row[1], row[2]) for row in here):
            break
    return out


def _pass_over(game: Any, window: Window, order: str) -> None:
    """Drop what was offered in front of the place that the player has now come to."""
    for ref, _, trigger in _live(game, window):
        if PLACES.index(trigger.order) < PLACES.index(order):
            window.left.remove(ref)


def offered(game: Any, window: Window) -> list[Any]:
    """What may be done now: live triggers, the free actions of this moment, and `done` when nothing forced is left."""
    if game.state.stack[window.place].at != window.then:  # what the moment is about was called off
        return []
    live = _live(game, window)
    if not live:
        return []
    refs: list[Any] = [ref for ref, _, _ in live]
    about = game.state.stack[window.place]
    forced = any([must(game, about, bearer, trigger) for _, bearer, trigger in live])
    holders = {bearer.holder: None for _, bearer, _ in live}
    for holder in holders:
        refs += actions(game, window.name, holder, about)
    if len(holders) > 1:  # what is nobody's action is each holder's, but offered once
        refs = list(dict.fromkeys(refs))
    return refs if forced else [*refs, DONE]


def use(game: Any, window: Window, ref: Any) -> None:
    """Do one of them."""
    about = game.state.stack[window.place]
    if len(ref) == 3:
        act(game, ref, about)
        return
    bearer = game.index.bearers[ref[0]]
    trigger = game.rules.trigger(bearer.sheet, window.name, ref[1])
    if len(window.left) > 1:
        _pass_over(game, window, trigger.order)
    window.left.remove(ref)
    game.tell_trigger(window.name, bearer)
    trigger.do(game, bearer, about)


def actions(game: Any, moment: str, holder: str, about: Any) -> list[tuple[str, str, str]]:
    """The free actions of a holder ("": of everybody, as in a menu that is nobody's) at this moment, as refs ("action",
    bearer, key)."""
    by_role = game.index.actions.get(moment)
    if by_role is None:
        return []
    table: dict[str, list[tuple[Bearer, Action]]] = by_role[""]
    found = table.get(holder, NONE) if holder else of_all(game, table)
    if holder and "" in table:
        found = found + table[""]
    out: list[tuple[str, str, str]] = []
    for bearer, action in found:
        if action.when is None or action.when(game, bearer, about):
            out.append(("action", bearer.id, action.key))
    return out


def act(game: Any, ref: tuple[str, str, str], about: Any) -> None:
    """Do a free action."""
    bearer = game.index.bearers[ref[1]]
    game.tell_trigger("action", bearer)
    game.rules.action(bearer.sheet, ref[2]).do(game, bearer, about)


def seat(game: Any, window: Window) -> str:
    """The seat of the one holder that all bearers belong to, else the mode's common seat."""
    seats = {game.mode.seat_of(game, b.holder): None for _, b, _ in _live(game, window)}
    return str(next(iter(seats)) if len(seats) == 1 else game.mode.common_seat)


_offered = Stage(CHOICE, "offered", offered, word="", seat=seat, repeat=True)
_offered.taken(use)
WINDOW = flow(Window, _offered)
