"""Ctrl-C comes between two steps of work, not within one."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Whole:
    """Holds KeyboardInterrupt back while a step is taken: `with whole.step(): ...`."""

    def __init__(self) -> None:
        self.busy = self.came = False

    @contextmanager
    def step(self) -> Iterator[None]:
        """All of it is done; then a Ctrl-C that came meanwhile is raised."""
        self.busy = True
        try:
            yield
        finally:
            self.busy = False
        if self.came:
            raise KeyboardInterrupt

    def interrupted(self, number: int, frame: Any) -> None:
        """Ctrl-C."""
        if self.busy and not self.came:
            self.came = True
        else:
            raise KeyboardInterrupt


@contextmanager
def whole_steps() -> Iterator[Whole]:
    """Within it, steps are whole. Where Ctrl-C is not Python's own (ignored, or somebody else's), it stays as it is."""
    made = Whole()
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, made.interrupted)
    try:
        yield made
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
