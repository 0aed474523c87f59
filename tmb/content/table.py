"""One table of a file becomes one entry."""

import copy
import re
from collections.abc import Iterable
from typing import Any

from tmb.content.entry import ID
from tmb.content.findings import Finding, Meant, Run
from tmb.content.problem import no_id
from tmb.content.raw import Raw


def short_id(table: dict[str, Any]) -> tuple[str | None, list[Finding]]:
    """Return an entry's id and what is wrong with it. A missing or mistyped one is left to the check of types."""
    short = table.get("id")
    if not isinstance(short, str):
        return None, []
    if re.search(ID, short):
        return short, []
    return short, [Finding(("id",), "bad-id", no_id("id", short))]


def entry_of(raw: Raw, run: Run) -> Any:
    """Check a whole table and return it as its kind's Struct; with findings, what is returned means nothing."""
    return run.known.typed(raw.kind.type).verify(raw.table, (), run)


def rewritten(table: dict[str, Any], meant: Iterable[Meant]) -> dict[str, Any]:
    """Return a copy of a table with its references written as they are meant; keys keep their order."""
    made = copy.deepcopy(table)
    for where in sorted(meant, key=lambda row: (-len(row.path), row.key)):
        inner: Any = made
        for part in where.path[:-1]:
            inner = inner[part]
        last = where.path[-1]
        if where.key:
            items = [(where.text if key == last else key, value) for key, value in inner.items()]
            inner.clear()
            inner.update(items)
        else:
            inner[last] = where.text
    return made
