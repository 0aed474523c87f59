"""What many games come to: how they ended, how long they were, and how sure that is."""

from __future__ import annotations

from math import sqrt
from typing import Any

from tmb.sim.run import Fault, Result

WON = "won"
"""The key of an outcome that says whether the players won, where a mode has such a thing."""

Z95 = 1.959963984540054
"""Half the width, in standard deviations, of an interval of 95 %."""


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The interval of 95 % for a share of `hits` in `n`, after Wilson; (0, 1) for none."""
    if n == 0:
        return 0.0, 1.0
    p, zz = hits / n, Z95 * Z95
    middle, spread = p + zz / (2 * n), Z95 * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + zz / n)), min(1.0, (middle + spread) / (1 + zz / n))


class Spread:
    """Smallest, mean and greatest of whole numbers."""

    def __init__(self) -> None:
        self.n = self.total = 0
        self.lo: int | None = None
        self.hi: int | None = None

    def add(self, value: int) -> None:
        """Count one number."""
        self.n, self.total = self.n + 1, self.total + value
        self.lo = value if self.lo is None else min(self.lo, value)
        self.hi = value if self.hi is None else max(self.hi, value)

    def data(self) -> dict[str, Any]:
        """As plain data; the mean to 3 places."""
        return {"min": self.lo, "mean": round(self.total / self.n, 3) if self.n else None, "max": self.hi}


class Summary:
    """Adds up results. Words and flags of outcomes are counted by value; numbers have a spread; lists are left out."""

    def __init__(self) -> None:
        self.games = self.won = self.won_of = 0
        self.decisions = Spread()
        self.counts: dict[str, dict[str, int]] = {}
        self.numbers: dict[str, Spread] = {}
        self.faults: list[tuple[int, str, Fault]] = []

    def add(self, result: Result) -> None:
        """Count one game."""
        self.games += 1
        if result.fault is not None:
            self.faults.append((result.game, result.seed, result.fault))
            return
        self.decisions.add(result.decisions)
        for key, value in result.outcome.items():
            self._add(key, value)

    def _add(self, key: str, value: Any) -> None:
        if key == WON and isinstance(value, bool):
            self.won, self.won_of = self.won + value, self.won_of + 1
        elif isinstance(value, bool | str) or value is None:
            word = {True: "yes", False: "no", None: "none"}[value] if not isinstance(value, str) else value
            shelf = self.counts.setdefault(key, {})
            shelf[word] = shelf.get(word, 0) + 1
        elif isinstance(value, int):
            self.numbers.setdefault(key, Spread()).add(value)

    def data(self) -> dict[str, Any]:
        """As plain data, the same for the same results in any order."""
        out: dict[str, Any] = {"games": self.games, "faults": len(self.faults), "decisions": self.decisions.data()}
        if self.won_of:
            lo, hi = wilson(self.won, self.won_of)
            share = round(self.won / self.won_of, 4)
            out[WON] = {"games": self.won, "share": share, "interval95": [round(lo, 4), round(hi, 4)]}
        out["outcome"] = {key: dict(ranked(found)) for key, found in sorted(self.counts.items())}
        out["outcome"] |= {key: found.data() for key, found in sorted(self.numbers.items())}
        return out


def ranked(found: dict[str, int]) -> list[tuple[str, int]]:
    """Counts, the most frequent first, then by name."""
    return sorted(found.items(), key=lambda row: (-row[1], row[0]))
