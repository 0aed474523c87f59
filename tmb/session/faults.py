"""What happens when rules break: the trace goes to the log, the client gets a reference to it."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping
from typing import Any

from tmb.errors import InputError

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40, "off": 100}

_count = itertools.count(1)
_level = [LEVELS["error"]]


def set_level(name: str) -> None:
    """What is logged from now on: the name of a level, or "off"."""
    _level[0] = LEVELS[name]


def fault(e: BaseException, culprit: str = "") -> InputError:
    """Log an exception that came out of rules; the error that is answered instead. culprit: the part of content that
    was carried out, see `Game.culprit`."""
    by = f", or in {culprit}" if culprit else ""
    reference = f"e{next(_count)}"
    log("error", "internal error", reference=reference, exc_info=e)
    return InputError(
        "internal",
        f"a bug in the rules ({type(e).__name__}){by}; nothing was changed, and the game can go on",
        hint=f"the log on standard error has the trace under {reference}",
        more={"reference": reference} | ({"culprit": culprit} if culprit else {}),
    )


def log(level: str, event: str, **fields: Any) -> None:
    """Write to the log on standard error; structlog is imported when there is something to say."""
    if LEVELS[level] < _level[0]:
        return
    import structlog

    processors: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper("iso"),
        structlog.processors.format_exc_info,
        _line,
    ]
    logger = structlog.wrap_logger(structlog.PrintLogger(sys.stderr), processors=processors)
    getattr(logger, level)(event, **fields)


def _line(logger: Any, name: str, fields: Mapping[str, Any]) -> str:
    """One line for people and programs, then the trace as Python writes it."""
    rest = " ".join(f"{k}={v}" for k, v in fields.items() if k not in ("timestamp", "level", "event", "exception"))
    line = f"{fields['timestamp']} {fields['level']}: {fields['event']} {rest}".rstrip()
    return f"{line}\n{fields['exception']}" if "exception" in fields else line
