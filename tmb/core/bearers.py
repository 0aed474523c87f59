"""Bearers: what carries triggers, modifiers, forbids and actions, and the index that finds them.

A sheet is the frozen text of one card, skill, face or effect; a bearer is that sheet on the table: it has an id, a
holder (the thing it belongs to) and the numbers it was written with. The index is not state: it is built from the world
when it is first needed and thrown away when a bearer comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec import Struct

Check = Callable[[Any, "Bearer", Any], Any]
"""(game, bearer, about) -> anything: `about` is the frame or question that the moment is about."""

ANYBODY = "*"


class Bearer(Struct, frozen=True):
    """A sheet in play. id: readable and unique; holder: the thing that it belongs to ("" = the whole table); sheet: the
    key of its text in the rule set; vars: the numbers it was written with."""

    id: str
    holder: str
    sheet: str
    vars: dict[str, int] = {}


class Trigger(Struct, frozen=True):
    """What a bearer does when a window opens. who: the field of the window's cause that must name the holder ("" =
    whoever); forced: it must be done; when: whether it can be done now; do: what happens; order: "first" or "last" if
    the card says so."""

    window: str
    do: Check
    who: str = ""
    forced: bool = True
    when: Check | None = None
    order: str = ""
    key: str = ""
    text: str = ""
    cite: str = ""


class Modifier(Struct, frozen=True):
    """What a bearer does to a query about its holder. amount: (game, bearer, about) -> int; per: the moment up to which
    `amount` is a total and not each time; everybody: it speaks of all, not of the holder."""

    query: str
    stage: str
    amount: Check
    when: Check | None = None
    per: str = ""
    everybody: bool = False
    key: str = ""
    text: str = ""


class Forbid(Struct, frozen=True):
    """A *no* of a bearer. role: the field of the question that must name the holder ("" = whoever)."""

    permit: str
    role: str = ""
    when: Check | None = None
    text: str = ""
    cite: str = ""


class Action(Struct, frozen=True):
    """What a bearer's holder may do in every menu and window of these moments while `when` holds."""

    moments: tuple[str, ...]
    do: Check
    when: Check | None = None
    key: str = ""
    text: str = ""


class Sheet(Struct, frozen=True):
    """All that one entry of content does by itself."""

    key: str
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    forbids: tuple[Forbid, ...] = ()
    actions: tuple[Action, ...] = ()
    label: str = ""


class Heard(NamedTuple):
    """A trigger of a bearer in play."""

    bearer: Bearer
    trigger: Trigger


class Index:
    """Who answers what, now.

    windows: window -> role -> holder -> heard; modifiers: query -> holder -> rows in the order of stages; forbids:
    permit -> rows; actions: moment -> holder -> rows; bearers: by id.
    """

    __slots__ = ("actions", "bearers", "forbids", "modifiers", "windows")

    def __init__(self, bearers: Iterable[Bearer], rules: Any) -> None:
        self.bearers: dict[str, Bearer] = {}
        self.windows: dict[str, dict[str, dict[str, list[Heard]]]] = {}
        self.modifiers: dict[str, dict[str, list[tuple[int, Bearer, Modifier]]]] = {}
        self.forbids: dict[str, list[tuple[Bearer, Forbid]]] = {}
        self.actions: dict[str, dict[str, list[tuple[Bearer, Action]]]] = {}
        sheets = rules.sheets
        for bearer in bearers:
            sheet = sheets.get(bearer.sheet)
            if sheet is None:
                continue
            self.bearers[bearer.id] = bearer
            self._add(bearer, sheet, rules)

    def _add(self, bearer: Bearer, sheet: Sheet, rules: Any) -> None:
        holder = bearer.holder
        for t in sheet.triggers:
            self.windows.setdefault(t.window, {}).setdefault(t.who, {}).setdefault(holder, []).append(Heard(bearer, t))
        for m in sheet.modifiers:
            rows = self.modifiers.setdefault(m.query, {}).setdefault(ANYBODY if m.everybody else holder, [])
            rows.append((rules.queries[m.query].rank(m.stage), bearer, m))
            rows.sort(key=_rank)
        for f in sheet.forbids:
            self.forbids.setdefault(f.permit, []).append((bearer, f))
        for a in sheet.actions:
            for moment in a.moments:
                self.actions.setdefault(moment, {}).setdefault(holder, []).append((bearer, a))


def _rank(row: tuple[int, Bearer, Modifier]) -> int:
    return row[0]
