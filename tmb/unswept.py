"""The garbage collector waits while things are made that stay: modules, content, rule sets. Nothing of them is garbage,
and each of its passes over them is time lost: a tenth of what a process takes to its first ask.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unswept() -> Iterator[None]:
    """Within it, or within what it decorates, the collector does not run by itself. One that is off stays so."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
