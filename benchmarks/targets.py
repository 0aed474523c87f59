"""What must hold, as data: which contenders a target needs, how its number comes from their rates, and the limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from benchmarks.measure import Rates, Spread, ratio, spread

Sign = Literal["at least", "at most"]


class Target(Struct, frozen=True):
    """One line of the table. needs: the slices it is made from; number: their rates -> what is told."""

    what: str
    needs: tuple[str, ...]
    number: Callable[[Rates], Spread]
    sign: Sign
    limit: float
    unit: str = ""


class Row(Struct, frozen=True):
    """A target and what was measured. low, high: the quartiles over the rounds."""

    what: str
    measured: float
    low: float
    high: float
    sign: Sign
    limit: float
    unit: str
    ok: bool


def rate(what: str, of: str, limit: float, unit: str) -> Target:
    """So much of something a second."""
    return Target(what, (of,), lambda rates: spread(rates[of]), "at least", limit, unit)


def speed(what: str, a: str, b: str, sign: Sign, limit: float) -> Target:
    """How many times as fast a is as b."""
    return Target(what, (a, b), lambda rates: ratio(rates, a, b), sign, limit, "x")


def time(what: str, a: str, b: str, limit: float) -> Target:
    """How many times as long a takes as b."""
    return Target(what, (a, b), lambda rates: ratio(rates, b, a), "at most", limit, "x")


TARGETS = (
    rate("random games in process, events off", "random", 20_000, "decisions/s"),
    speed("... against the floor loop", "random", "floor", "at least", 0.08),
    speed("... against catanatron 3.2.1, 4 players, unforced", "random", "catanatron", "at least", 1.5),
    speed("... with 300 skills installed that nobody bears", "inert", "random", "at least", 0.90),
    speed("session (JSON, journal, undo) against the engine", "session", "engine", "at least", 0.60),
    rate("tmb serve on one core: one act a request, events on", "serve", 5_000, "act/s"),
    rate("tmb serve on one core: 200 picks a request, events on", "serve-batch", 15_000, "decisions/s"),
    time("clone against the state's msgpack round trip", "clone", "round-trip", 0.95),
    time("tmb --version against its imports", "version", "imports", 1.5),
    time("tmb serve to the first ask against its imports", "first-ask", "imports", 3.0),
)


def rows(rates: Rates) -> Iterable[Row]:
    """The lines for which everything was measured."""
    for t in TARGETS:
        if any(name not in rates for name in t.needs):
            continue
        n = t.number(rates)
        ok = n.median >= t.limit if t.sign == "at least" else n.median <= t.limit
        yield Row(t.what, n.median, n.low, n.high, t.sign, t.limit, t.unit, ok)


def table(found: list[Row]) -> str:
    """The lines as a table: what, measured (and its quartiles), target, ok or MISSED."""
    cells = [("what", "measured", "quartiles", "target", "")]
    for r in found:
        sign = "<=" if r.sign == "at most" else ">="
        target = f"{sign} {figure(r.limit, r.unit)}"
        quartiles = f"{figure(r.low)} .. {figure(r.high)}"
        cells.append((r.what, figure(r.measured, r.unit), quartiles, target, "ok" if r.ok else "MISSED"))
    widths = [max(len(row[i]) for row in cells) for i in range(4)]
    return "\n".join(_line(row, widths) for row in cells)


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    numbers = [c.rjust(w) for c, w in zip(row[1:4], widths[1:], strict=True)]
    return "  ".join([row[0].ljust(widths[0]), *numbers, row[4]]).rstrip()


def figure(n: float, unit: str = "") -> str:
    """A number as people read it: `12,300 act/s`, `0.135 x`."""
    text = f"{round(n, 1 - len(str(int(n))) + 2):,.0f}" if n >= 100 else f"{n:.3g}"
    return f"{text} {unit}".rstrip()
