"""What people could not tell apart on the table: two dice in one slot of a mat, two tokens drawn with one sign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.content.content import Complaint, Content
from tmb_base.tables import entries_of


def on_the_table(content: Content) -> list[Complaint]:
    """A hint at each of them that comes later: nothing is wrong in play."""
    return [
        *_twice(content, "skill-die", "slot", lambda die: (die.gearloc, die.slot), "lies in slot {} of its Gearloc"),
        *_twice(content, "token", "sign", lambda token: (token.sign,), "has the sign {}"),
    ]


def _twice(
    content: Content, kind: str, field: str, same: Callable[[Any], tuple[Any, ...]], what: str
) -> list[Complaint]:
    first: dict[tuple[Any, ...], str] = {}
    out: list[Complaint] = []
    for full, entry in entries_of(content, kind):
        key = same(entry)
        if key[-1] and first.setdefault(key, full) != full:
            text = f"{content.brief(first[key])} {what.format(key[-1])}, too"
            out.append(Complaint(kind, full, (field,), "twice", text))
    return out
