"""What a card says of its own parts: the choices that it goes to, and what lasts. Checked when a pack is read."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from tmb.content.content import Complaint
from tmb_base.adventure.encounter import AGAIN
from tmb_base.spots import said

QUIET = ("go_to", "say", "pay", "return_card", "shuffle_in", "recovery", "set", "lasting")
"""Ops that neither ask nor end anything."""


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
