"""Bearers: what carries triggers, modifiers, forbids and actions, and the index that finds them.

A sheet is the frozen text of one card, skill, face or effect; a bearer is that sheet on the table: it has an id, a
holder (the thing it belongs to) and the numbers it was written with. The index is not state: it is built from the world
when it is first needed, and a holder's part of it is made anew when one of its bearers comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

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


def unsaid(game: Any, bearer: Bearer, about: Any) -> Any:
    """What a modifier has in place of an amount, or of a thing, that it does not say."""
    return None


class Modifier(Struct, frozen=True):
    """What a bearer does to a query about its holder. amount: of a number, (game, bearer, about) -> int; per: the
    moment up to which `amount` is a total and not each time; everybody: it speaks of all, not of the holder; to: of a
    query that answers with a thing, (game, bearer, about) -> the thing, or None for no say."""

    query: str
    stage: str
    amount: Check = unsaid
    when: Check | None = None
    per: str = ""
    everybody: bool = False
    key: str = ""
    text: str = ""
    to: Check = unsaid


class Forbid(Struct, frozen=True):
    """A *no* of a bearer. role: the field of the question that must name the holder ("" = whoever); kind: the kind that
    the question must be about ("" = any)."""

    permit: str
    role: str = ""
    kind: str = ""
    when: Check | None = None
    text: str = ""
    cite: str = ""


class Action(Struct, frozen=True):
    """What a bearer's holder may do in every menu and window of these moments while `when` holds.

    limit: the moment until which it can be done once, counted by the hidden mark `used` of the holder.
    """

    moments: tuple[str, ...]
    do: Check
    when: Check | None = None
    key: str = ""
    text: str = ""
    limit: str = ""
    used: str = ""


class Sheet(Struct, frozen=True):
    """All that one entry of content does by itself."""

    key: str
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    forbids: tuple[Forbid, ...] = ()
    actions: tuple[Action, ...] = ()
    label: str = ""


Heard = tuple[Bearer, Trigger]
"""A trigger of a bearer in play."""

Rows = dict[str, dict[str, dict[str, list[Any]]]]
"""name -> role -> holder -> rows: a bearer and its part; before them, of a modifier, the rank of its stage."""

Part = tuple[int, str, str, int, Any]
"""What a sheet puts into the index: which table, name, role, rank of a modifier's stage, and the part itself."""

WINDOWS, MODIFIERS, FORBIDS, ACTIONS = range(4)


def parts_of(sheet: Sheet, queries: Mapping[str, Any]) -> list[Part]:
    """All parts of a sheet. Raises RulesError for a stage that its query does not have."""
    return [
        *[(WINDOWS, t.window, t.who, 0, t) for t in sheet.triggers],
        *[
            (MODIFIERS, m.query, ANYBODY if m.everybody else "", queries[m.query].rank(m.stage), m)
            for m in sheet.modifiers
        ],
        *[(FORBIDS, f.permit, f.role, 0, f) for f in sheet.forbids],
        *[(ACTIONS, moment, "", 0, a) for a in sheet.actions for moment in a.moments],
    ]


class Index:
    """Who answers what, now: windows, modifiers (of queries), forbids (of permits) and actions (of moments), each by
    name, role (in the order of the alphabet, whoever came first) and holder; `bearers` by id. A holder's part is made
    anew when one of its bearers comes or goes."""

    __slots__ = (
        "_held",
        "_ids",
        "_rules",
        "_tables",
        "_where",
        "actions",
        "bearers",
        "forbids",
        "modifiers",
        "windows",
    )

    def __init__(self, bearers: Iterable[Bearer], rules: Any) -> None:
        self._rules = rules
        self.bearers: dict[str, Bearer] = {}
        self.windows: Rows = {}
        self.modifiers: Rows = {}
        self.forbids: Rows = {}
        self.actions: Rows = {}
        self._tables = (self.windows, self.modifiers, self.forbids, self.actions)
        self._held: dict[str, list[Bearer]] = {}
        self._ids: dict[str, list[str]] = {}
        self._where: dict[str, list[tuple[Rows, str, str]]] = {}
        for bearer in bearers:
            self._add(bearer)

    def refresh(self, holder: str, bearers: Iterable[Bearer]) -> None:
        """These are all that `holder` carries now."""
        bearers, held = list(bearers), self._held.get(holder)
        if bearers == held:
            return
        self._held[holder] = bearers
        if held is not None and bearers[: len(held)] == held:  # some came, none went
            for bearer in bearers[len(held) :]:
                self._add(bearer)
            return
        for id in self._ids.pop(holder, ()):
            if id in self.bearers and self.bearers[id].holder == holder:
                del self.bearers[id]
        for rows, name, role in self._where.pop(holder, ()):
            by_role = rows.get(name)
            table = by_role.get(role) if by_role else None
            if by_role and table and table.pop(holder, None) is not None and not table:
                del by_role[role]
                if not by_role:
                    del rows[name]
        for bearer in bearers:
            self._add(bearer)

    def _add(self, bearer: Bearer) -> None:
        parts = self._rules.parts(bearer.sheet)
        if parts is None:
            return
        holder = bearer.holder
        self._ids.setdefault(holder, []).append(bearer.id)
        self.bearers[bearer.id] = bearer
        where, tables = self._where.setdefault(holder, []), self._tables
        for at, name, role, rank, part in parts:
            rows = tables[at]
            by_role = rows.get(name)
            if by_role is None:
                rows[name] = by_role = {role: {}}
            elif role not in by_role:
                rows[name] = by_role = dict(sorted({**by_role, role: {}}.items()))
            row = (rank, bearer, part) if at == MODIFIERS else (bearer, part)
            found = by_role[role].get(holder)
            if found is None:
                by_role[role][holder] = [row]
                where.append((rows, name, role))
                continue
            found.append(row)
            if at == MODIFIERS:
                found.sort(key=_rank)


class Unread:
    """What a game has in place of an index that nobody has looked at yet: the first look makes it. The game itself has
    no `__getattr__` for that, with which Python would find none of its attributes the quick way."""

    __slots__ = ("_game",)

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game.make_index(), name)


def _rank(row: tuple[int, Bearer, Modifier]) -> int:
    return row[0]


def of_all(game: Any, table: dict[str, list[Any]]) -> list[Any]:
    """The rows of every holder, in the mode's order of holders, whenever they came into the index."""
    if len(table) == 1:
        return next(iter(table.values()))
    return [row for holder in game.mode.holders(game) for row in table.get(holder, ())]
