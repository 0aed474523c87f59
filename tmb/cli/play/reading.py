"""From a typed line to option ids."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tmb.cli.naming import one_of
from tmb.errors import InputError

if TYPE_CHECKING:
    from tmb.core.decisions import Ask

LONGEST = 9
"""No list has a number of more digits."""

ALL = "all"
TIMES = re.compile(r"(.+?)[x×*]([1-9]\d?)")
NUMBERS = re.compile(r"[\d\s,;]+")


def words_of(line: str) -> list[str]:
    """What stands between blanks and commas."""
    return [word for word in re.split(r"[\s,;]+", line) if word]


def picks(ask: Ask, line: str) -> list[str]:
    """The ids that a line means: numbers of the list, or beginnings of ids or labels, either of them `x4` for four
    times; `all` is as many as may be. Raises InputError."""
    if line == "0" and not ask.lo:
        return []
    if line.casefold() == ALL and not _named_all(ask):
        if ask.hi < 2:
            raise InputError("unknown_option", "'all' is no choice: only one can be picked here")
        return every(ask)
    if NUMBERS.fullmatch(line):
        return [numbered(ask, word) for word in words_of(line)]
    try:
        return [named(ask, line)]  # the words of one choice, blanks and all
    except InputError as whole:
        try:
            return [id for word in words_of(line) for id in times(ask, word)]
        except InputError as part:
            raise part if "," in line or TIMES.fullmatch(line) else whole from None


def times(ask: Ask, word: str) -> list[str]:
    """The option that a word means, as often as it says: `1`, `atk`, `1x4`, `atk×2`. Raises InputError."""
    found = TIMES.fullmatch(word)
    what, often = (found[1], int(found[2])) if found else (word, 1)
    return [numbered(ask, what) if what.isdecimal() else named(ask, what)] * often


def every(ask: Ask) -> list[str]:
    """As many options as may be picked, in the order of the list, within the bounds of groups, number and budget."""
    room, left = {g.id: g.hi for g in ask.groups}, ask.budget
    out: list[str] = []
    for option in ask.options:
        often = min(option.times, ask.hi - len(out), room.get(option.group, ask.hi))
        if ask.budget >= 0 and option.cost:
            often = min(often, left // option.cost)
        out += [option.id] * often
        left -= often * option.cost
        if option.group in room:
            room[option.group] -= often
    return out


def example(ask: Ask) -> str:
    """How several choices are written here: `1x2 2`. "" where only one can be picked."""
    several = Counter(every(ask)[: max(ask.lo, 2)])
    if several.total() < 2:
        return ""
    numbers = {option.id: n for n, option in enumerate(ask.options, 1)}
    said = " ".join(f"{numbers[id]}x{n}" if n > 1 else str(numbers[id]) for id, n in several.items())
    return f"several are written in one line, for example {said}"


def _named_all(ask: Ask) -> bool:
    """Whether a choice is called so, or begins so."""
    return any(name.casefold().startswith(ALL) for o in ask.options for name in (o.id, o.label))


def in_words(ask: Ask, message: str) -> str:
    """A message about options, with their labels instead of their ids."""
    for option in sorted(ask.options, key=lambda o: -len(o.id)):
        if option.label:
            message = message.replace(repr(option.id), repr(option.label))
    return message


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
