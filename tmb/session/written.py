"""The words that content is written in, each with what it says of itself: ops, values, conditions, selectors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from tmb.core.flow import first_sentence
from tmb.effects.words import ROLES

ROLE = {"self": "the holder", "it": "the thing that a loop or choice is at"}
"""Roles that are no roles of a moment, and what they name."""

Row = tuple[str, ...]


def plainly(name: str) -> str:
    """A name as it is compared: small letters, blanks for hyphens and underscores."""
    return re.sub(r"[\s_-]+", " ", name.casefold()).strip()


def ops(rules: Any) -> Iterator[Row]:
    """Name, keys, what it does."""
    return ((name, ", ".join(keys_of(struct)), _said(struct)) for name, (struct, _) in rules.registry.ops.items())


def values(rules: Any) -> Iterator[Row]:
    """Name, which number it is."""
    return ((name, _said(make)) for name, (_, make) in rules.registry.values.items())


def conditions(rules: Any) -> Iterator[Row]:
    """Name, when it holds."""
    return ((name, _said(make)) for name, (_, make) in rules.registry.conditions.items())


def selectors(rules: Any) -> Iterator[Row]:
    """Name, how it is written (a role, a plain name, a table), whom it names."""
    for name in ROLES:
        yield name, "role", ROLE.get(name, "the thing that the moment calls so")
    for name, get in rules.registry.bare.items():
        yield name, "things", _said(get)
    for name, (_, make) in rules.registry.selectors.items():
        yield name, "table", _said(make)


SHELVES = {"op": ops, "value": values, "condition": conditions, "selector": selectors}


def names(rules: Any) -> list[str]:
    """All such words."""
    return [row[0] for shelf in SHELVES.values() for row in shelf(rules)]


def meanings(rules: Any, name: str) -> list[dict[str, Any]]:
    """All that such a word means, as plain data: what it is, its text (`doc`) and the keys of an op; an optional one
    has a question mark. It may be written in any letters."""
    wanted = plainly(name)
    found = [(what, row) for what, shelf in SHELVES.items() for row in shelf(rules) if plainly(row[0]) == wanted]
    return [_meaning(rules, what, row) for what, row in found]


def _meaning(rules: Any, what: str, row: Row) -> dict[str, Any]:
    keys = keys_of(rules.registry.ops[row[0]][0]) if what == "op" else []
    doc = row[-1].removeprefix(f"`{row[0]}`: ")
    return {"topic": row[0], "what": what, "doc": doc, **({"keys": keys} if keys else {})}


def keys_of(struct: Any) -> list[str]:
    """The keys of an op, as an entry writes them; an optional one with a question mark."""
    try:
        found = msgspec.structs.fields(struct)
    except TypeError:
        return []
    return [f.encode_name + ("" if f.required else "?") for f in found]


def _said(thing: Any) -> str:
    return first_sentence(getattr(thing, "__doc__", "") or "")
