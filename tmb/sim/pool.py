"""A run over several processes: results in the order of the games, whoever played them.

Each worker builds its rule set from the ids of the packs. Workers leave Ctrl-C to the parent, which asks them to stop
after the game that they are in. One that is killed can ask nobody: they end with it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

from tmb.sim.run import Plan, Player, Result

LARGEST_CHUNK = 64
_worker: dict[str, Any] = {}
"""What a worker process holds between chunks: its player and the sign to stop."""


def results(plan: Plan, games: int, jobs: int) -> Generator[Result, None, None]:
    """The results of games 0 .. games-1 in order. jobs 1 plays in this process. Close the iterator to stop early."""
    if jobs <= 1 or games <= 1:
        yield from Player(plan).all(games)
        return
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _begin, (plan, stop)) as pool:
        try:
            yield from _in_order(pool, games, jobs)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, games: int, jobs: int) -> Iterator[Result]:
    """Hand out chunks, a few ahead, and yield what comes back in the order in which it was handed out."""
    size = max(1, min(LARGEST_CHUNK, games // (jobs * 4)))
    starts = iter(range(0, games, size))
    open_: deque[Future[list[Result]]] = deque()
    for start in starts:
        open_.append(pool.submit(_chunk, start, min(start + size, games)))
        if len(open_) >= jobs * 3:
            yield from open_.popleft().result()
    while open_:
        yield from open_.popleft().result()


def _begin(plan: Plan, stop: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker["player"], _worker["stop"] = Player(plan), stop


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _chunk(start: int, end: int) -> list[Result]:
    out = []
    for number in range(start, end):
        if _worker["stop"].is_set():
            break
        out.append(_worker["player"].play(number))
    return out
