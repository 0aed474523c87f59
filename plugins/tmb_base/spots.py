"""What content says of positions of a mat in its programs: that there are such. Checked when a pack is read."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import to_builtins

from tmb.content.content import Complaint, Content
from tmb.errors import close, listed
from tmb_base.tables import entries_of

LAYS, STANDS, COMES = "lay", "obstacle", "place"
"""Ops that name positions, or lanes."""


class Said(NamedTuple):
    """An op of a card, and its place in the entry."""

    path: tuple[str | int, ...]
    op: dict[str, Any]


def said(part: Any, words: tuple[str, ...]) -> list[Said]:
    """Every op of these names in a piece of content, which is plain data."""
    out: list[Said] = []
    path: list[str | int] = []

    def look(part: Any) -> None:
        rows: Any = part.items() if type(part) is dict else enumerate(part)
        if type(part) is dict and part.get("op") in words:
            out.append(Said(tuple(path), part))
        for key, inner in rows:
            if type(inner) is dict or type(inner) is list:
                path.append(key)
                look(inner)
                path.pop()

    look(part)
    return out


def check(content: Content) -> list[Complaint]:
    """Positions and lanes that a program names are on one of the mats, and what stands there as an obstacle is no unit.

    A card that may be fought on several mats names positions of each: those of another one are passed over in play.
    """
    positions = [p for _, mat in entries_of(content, "mat") for p in mat.positions]
    spots, lanes = list(dict.fromkeys(p.id for p in positions)), {p.lane for p in positions}
    out: list[Complaint] = []
    for kind in content.kinds():
        for full, entry in entries_of(content, kind):
            for path, op in said(to_builtins(entry), (LAYS, STANDS, COMES)):
                found = [*_no_position(op, spots), *_no_lane(op, lanes), *_no_obstacle(op, content)]
                out += [Complaint(kind, full, (*path, *at), "no_position", text) for at, text in found]
    return out


Fault = tuple[tuple[str | int, ...], str]
"""The place in an op, and what is wrong there."""


def elsewhere(content: Content) -> list[Complaint]:
    """A hint at each position that no battle has in which it is named: what the rules of a mat, of a choice or of a
    Tyrant's battle say of it is passed over. Where a battle does not say its mat it may be any.
    """
    out = [hint for full, mat in entries_of(content, "mat") for hint in _strays(content, ("mat", full), (), mat, [mat])]
    for full, card in entries_of(content, "encounter"):
        for i, choice in enumerate(card.choices):
            path, mats = ("choices", i, "battle"), _mats(content, choice.do)
            out += _strays(content, ("encounter", full), path, choice.battle, mats)
    for full, tyrant in entries_of(content, "tyrant"):
        out += _strays(content, ("tyrant", full), ("battle",), tyrant.battle, _mats(content, tyrant.setup))
    return out


def _mats(content: Content, program: Any) -> list[Any]:
    """The mats on which all battles of a program are fought; none where one does not say its mat."""
    named = dict.fromkeys(op.get("mat", "") for _, op in said(program, ("battle",)))
    return [content.get("mat", name) for name in named] if all(named) else []


def _strays(
    content: Content, entry: tuple[str, str], path: tuple[str | int, ...], part: Any, mats: list[Any]
) -> list[Complaint]:
    """The positions that a part of an entry names and none of these mats has."""
    if part is None or not mats:
        return []
    known, here = {p.id for mat in mats for p in mat.positions}, " or ".join(mat.id for mat in mats)
    ops = said(to_builtins(part), (LAYS, STANDS))
    rows = [((*path, *at, "at", i), p) for at, op in ops for i, p in enumerate(op.get("at", ())) if p not in known]
    return [
        Complaint(*entry, at, "strange_position", f"{p!r} is no position of {here}; it is one of {_owners(content, p)}")
        for at, p in rows
    ]


def _owners(content: Content, position: str) -> str:
    """The mats that have such a position."""
    return listed([mat.id for _, mat in entries_of(content, "mat") if position in {p.id for p in mat.positions}])


def _no_position(op: dict[str, Any], spots: list[str]) -> list[Fault]:
    named = op.get("at", ())
    return [(("at", i), f"no mat has a position {p!r}{close(p, spots)}") for i, p in enumerate(named) if p not in spots]


def _no_lane(op: dict[str, Any], lanes: set[int]) -> list[Fault]:
    found: list[tuple[tuple[str | int, ...], int]] = [(("lanes", i), n) for i, n in enumerate(op.get("lanes", ()))]
    found += [(("lane",), op["lane"])] if op.get("lane") else []
    return [(at, f"no mat has a lane {n}") for at, n in found if n not in lanes or not n]


def _no_obstacle(op: dict[str, Any], content: Content) -> list[Fault]:
    if op["op"] != STANDS:
        return []
    prop: Any = content.get("prop", op["prop"])
    return [] if not prop.unit else [(("prop",), f"{op['prop']!r} is a unit, and no obstacle: its `unit` is true")]
