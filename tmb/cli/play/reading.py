"""From a typed line to option ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tmb.cli.naming import one_of
from tmb.errors import InputError

if TYPE_CHECKING:
    from tmb.core.decisions import Ask

LONGEST = 9
"""No list has a number of more digits."""

NUMBERS = re.compile(r"[\d\s,;]+")


def words_of(line: str) -> list[str]:
    """What stands between blanks and commas."""
    return [word for word in re.split(r"[\s,;]+", line) if word]


def picks(ask: Ask, line: str) -> list[str]:
    """The ids that a line means: numbers of the list, or beginnings of ids or labels. Raises InputError."""
    if line == "0" and not ask.lo:
        return []
    if NUMBERS.fullmatch(line):
        return [numbered(ask, word) for word in words_of(line)]
    try:
        return [named(ask, line)]  # the words of one choice, blanks and all
    except InputError as whole:
        try:
            return [numbered(ask, w) if w.isdecimal() else named(ask, w) for w in words_of(line)]
        except InputError as part:
            raise part if "," in line else whole from None


def numbered(ask: Ask, digits: str) -> str:
    """The option with this number in the list. Raises InputError."""
    if len(digits) <= LONGEST and 1 <= (n := int(digits)) <= len(ask.options):
        return ask.options[n - 1].id
    shown = digits if len(digits) <= LONGEST else digits[:LONGEST] + "…"
    raise InputError("unknown_option", f"there is no number {shown}; the list goes from 1 to {len(ask.options)}")


def named(ask: Ask, words: str) -> str:
    """The option whose id or label is this, or alone begins so. Raises InputError."""
    said = {o.id: o.label or o.id for o in ask.options}
    names = {o.id: o.id for o in ask.options} | {label: id for id, label in said.items()}
    return one_of(names, words, "choice", said)
