"""What is likely: the values that the numbers of a program may have, and how often a condition holds.

Chances are told in thousandths. What only the game knows is as likely as not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

SURE, EVEN = 1000, 500
Spread = dict[int, int]
"""Value -> its chance."""


class Known:
    """What a program may ask for before it is carried out: variables as far as it gave them; facts: numbers by word,
    such as the day; dice: die -> its faces."""

    def __init__(self, facts: Mapping[str, int], dice: Mapping[str, list[str]]) -> None:
        self.facts, self.dice = facts, dice
        self.vars: dict[str, Spread] = {}

    def values(self, value: Any) -> Spread | None:
        """The values that a number may have; None where only the game knows."""
        if isinstance(value, int):
            return {int(value): SURE}
        if isinstance(value, str):
            return self.vars.get(value.removeprefix("$"))
        word, arg = next(iter(value.items()))
        known = WORDS.get(word)
        return known(self, arg) if known is not None else None

    def number(self, value: Any, other: int = 1) -> int:
        """The mean of a number, in thousandths; of one that nobody knows, that of `other`."""
        found = self.values(value)
        return other * SURE if found is None else sum(n * c for n, c in found.items())

    def chance(self, condition: Mapping[str, Any]) -> int:
        """How often a condition holds; all its words must."""
        out = SURE
        for word, arg in condition.items():
            out = out * self._word(word, arg) // SURE
        return out

    def _word(self, word: str, arg: Any) -> int:
        if word == "all":
            return self.chance_of_all(arg)
        if word == "any":
            return SURE - self.chance_of_all([{"not": c} for c in arg])
        if word == "not":
            return SURE - self.chance(arg)
        if word == "at_least":
            return self._at_least(*arg)
        if word == "party_of":
            return SURE * (self.facts.get("party", 1) in arg)
        return EVEN

    def chance_of_all(self, conditions: list[Any]) -> int:
        """How often all of these hold, as if none had to do with another."""
        out = SURE
        for condition in conditions:
            out = out * self.chance(condition) // SURE
        return out

    def _at_least(self, more: Any, less: Any) -> int:
        high, low = self.values(more), self.values(less)
        if high is None or low is None:
            return EVEN
        return sum(c * d for a, c in high.items() for b, d in low.items() if a >= b) // SURE

    def roll(self, die: str, into: str) -> None:
        """A die is rolled into a variable."""
        faces = [int(f) for f in self.dice.get(die, ()) if f.isdigit()]
        if faces:
            self.vars[into] = {f: SURE * faces.count(f) // len(faces) for f in faces}


def _together(known: Known, parts: list[Any], join: Callable[[int, int], int]) -> Spread | None:
    """Values joined two and two."""
    out: Spread | None = None
    for part in parts:
        found = known.values(part)
        if found is None:
            return None
        out = found if out is None else _joined(out, found, join)
    return out


def _joined(one: Spread, two: Spread, join: Callable[[int, int], int]) -> Spread:
    out: Spread = {}
    for a, c in one.items():
        for b, d in two.items():
            n = join(a, b)
            out[n] = out.get(n, 0) + c * d // SURE
    return out


def _half(known: Known, part: Any) -> Spread | None:
    found = known.values(part)
    return None if found is None else _joined(found, {2: SURE}, lambda a, b: a // b)


def _fact(word: str) -> Callable[[Known, Any], Spread | None]:
    """A number that stands on the table."""
    return lambda known, arg: {known.facts[word]: SURE} if word in known.facts else None


WORDS: dict[str, Callable[[Known, Any], Spread | None]] = {
    "sum": lambda known, parts: _together(known, parts, lambda a, b: a + b),
    "times": lambda known, parts: _together(known, parts, lambda a, b: a * b),
    "least": lambda known, parts: _together(known, parts, min),
    "half": _half,
    "by_party": lambda known, parts: known.values(parts[known.facts.get("party", 1) > 2]),
    "count": lambda known, of: {known.facts["party"]: SURE} if of == "party" and "party" in known.facts else None,
    "day": _fact("day"),
    "hp": _fact("hp"),
    "loot_of": _fact("loot"),
}
"""Value words that can be answered beforehand."""
