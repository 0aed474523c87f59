"""Ratios from one run: slices of all contenders in shuffled rounds, and the median of the ratios round by round.

Absolute times drift by a third within minutes on a shared machine, and drift hits what runs at the same time alike. So
nothing is measured once and alone: every round runs a slice of each contender in a new order, a ratio is formed within
its round, and the median over the rounds is told with its quartiles.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

Clock = Callable[[], float]
Slice = Callable[[int, float], tuple[float, float]]
"""(round, about how many seconds) -> (work done, seconds taken). In the same round all begin with the same games."""
Told = Callable[[int], None]
"""Called after each round with the number of rounds done."""
Rates = Mapping[str, Sequence[float]]
"""Contender -> work a second, one number a round."""

CPU: Clock = time.process_time
WALL: Clock = time.perf_counter


class Spread(NamedTuple):
    """The middle of some numbers and their quartiles."""

    median: float
    low: float
    high: float


def spread(numbers: Sequence[float]) -> Spread:
    """Median and quartiles; of one number, three times itself."""
    if len(numbers) < 2:
        return Spread(numbers[0], numbers[0], numbers[0])
    low, median, high = statistics.quantiles(numbers, n=4, method="inclusive")
    return Spread(median, low, high)


def ratio(rates: Rates, a: str, b: str) -> Spread:
    """How much faster a is than b: the spread of the ratios within each round."""
    return spread([x / y for x, y in zip(rates[a], rates[b], strict=True)])


def timed(do: Callable[[int], float], clock: Clock = CPU) -> Slice:
    """A slice that calls do(0), do(1), ... until its time is over; `do` returns the work done.

    The clock is that of this process's own work unless `do` waits for others.
    """

    def run(round_: int, seconds: float) -> tuple[float, float]:
        work, i = 0.0, round_ * 1000
        begin = clock()
        while True:
            work += do(i)
            i += 1
            spent = clock() - begin
            if spent >= seconds:
                return work, spent

    return run


def interleave(
    slices: Mapping[str, Slice], rounds: int, seconds: float, told: Told = lambda n: None
) -> dict[str, list[float]]:
    """Work a second of every slice in every round. A short round that is not counted warms up; told(n): n are done."""
    rates: dict[str, list[float]] = {name: [] for name in slices}
    for run in slices.values():
        run(0, seconds / 4)
    for round_, names in enumerate(shuffled(list(slices), rounds)):
        for name in names:
            gc.collect()
            work, spent = slices[name](round_, seconds)
            rates[name].append(work / spent)
        told(round_ + 1)
    return rates


def shuffled(names: list[str], rounds: int) -> Iterator[list[str]]:
    """An order for each round, the same in every run."""
    order = random.Random(1)
    for _ in range(rounds):
        order.shuffle(names)
        yield names[:]
