"""What all tests need."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Ctrl-C is Python's own, for the processes that tests begin as well: a shell that runs tests in the background has
    them ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
