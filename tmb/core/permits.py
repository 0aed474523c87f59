"""Permits: *yes*, or *no* with its source. One no wins. Whoever lists options asks here, and so does `explain`."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from tmb.core.bearers import of_all


class Permit(NamedTuple):
    """A declared permission. roles: the fields of its question that content may name; kinds: what the question may be
    about; kinds_of: entries of this kind of content are, too."""

    name: str
    roles: tuple[str, ...]
    doc: str = ""
    cite: str = ""
    kinds: tuple[str, ...] = ()
    kinds_of: str = ""


class Question(Struct):
    """What is asked of a permit: source does something to target, with a thing of a kind."""

    source: str = ""
    target: str = ""
    kind: str = ""
    thing: str = ""


class No(NamedTuple):
    """A refusal: which bearer says it, in which words, from which rule."""

    bearer: str
    because: str
    cite: str = ""


def refusal(game: Any, permit: str, source: str = "", target: str = "", kind: str = "", thing: str = "") -> No | None:
    """The first *no* to the permit, or None."""
    rows = game.index.forbids.get(permit)
    if rows is None:
        return None
    question = Question(source, target, kind, thing)
    for role, table in rows.items():
        for bearer, f in table.get(getattr(question, role), ()) if role else of_all(game, table):
            if f.kind and f.kind != kind:
                continue
            if f.when is None or f.when(game, bearer, question):
                return No(bearer.id, f.text or game.rules.sheets[bearer.sheet].label, f.cite)
    return None
