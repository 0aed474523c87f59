"""What a card says of its own parts: the choices that it goes to, and what lasts. Checked when a pack is read."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import to_builtins

from tmb.content.content import Complaint
from tmb_base.adventure.encounter import AGAIN

QUIET = ("go_to", "say", "pay", "return_card", "shuffle_in", "recovery", "set", "lasting")
"""Ops that neither ask nor end anything."""


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


def own_names(kind: str, full: str, card: Any) -> list[Complaint]:
    """The names that a card's programs give to its own parts are there."""
    choices, lasting = [c.id for c in getattr(card, "choices", ())], list(card.lasting)
    out = []
    for path, op in said(to_builtins(card), ("go_to", "lasting")):
        name = op.get("choice", AGAIN)
        if op["op"] == "go_to" and name not in (*choices, AGAIN):
            known = ", ".join(choices) or "none"
            out.append(Complaint(kind, full, path, "bad_card", f"no choice {name!r}; known: {known}"))
        if op["op"] == "lasting" and op.get("name") not in lasting:
            known = ", ".join(lasting) or "none"
            message = f"nothing lasting is called {op.get('name')!r}; known: {known}"
            out.append(Complaint(kind, full, path, "bad_card", message))
    return out


def circles(full: str, card: Any) -> list[Complaint]:
    """Choices that surely lead to each other for ever, without anybody deciding anything in between."""
    goes = {c.id: to for c in card.choices if (to := _next(card, c)) is not None}
    places = {c.id: i for i, c in enumerate(card.choices)}
    seen: set[str] = set()
    out = []
    for at in places:
        trail: list[str] = []
        while at in goes and at not in seen:
            seen.add(at)
            trail.append(at)
            at = goes[at][1]
        if at in trail:
            way = " goes to ".join(f'"{name}"' for name in (*trail[trail.index(at) :], at))
            message = f"this never ends: {way}, and nobody decides anything in between"
            out.append(Complaint("encounter", full, ("choices", places[at], "do", goes[at][0]), "endless", message))
    return out


def _next(card: Any, choice: Any) -> tuple[int, str] | None:
    """Which op of a choice leads to which one for certain, and nothing is asked before; None where that is not sure."""
    found = None
    for i, op in enumerate(choice.do):
        if op.get("op") not in QUIET:
            return None
        if op["op"] == "go_to":
            found = (i, op.get("choice", AGAIN))
    if found is not None and found[1] == AGAIN:
        only = card.choices[0]
        return (found[0], only.id) if len(card.choices) == 1 and not only.usable else None
    return found
