"""What happens when rules break: the trace goes to the log, the client gets a reference to it."""

from __future__ import annotations

import itertools

from tmb.errors import InputError

_count = itertools.count(1)


def fault(e: BaseException) -> InputError:
    """Log an exception that came out of rules; the error that is answered instead."""
    reference = f"e{next(_count)}"
    log().error("internal error", reference=reference, exc_info=e)
    return InputError(
        "internal",
        f"a bug in the rules ({type(e).__name__}); nothing was changed, and the game can go on",
        hint=f"the log on standard error has the trace under {reference}",
        more={"reference": reference},
    )


def log():  # type: ignore[no-untyped-def]  # structlog's own loggers are untyped
    """The logger, to standard error; structlog is imported when there is something to say."""
    import sys

    import structlog

    if not structlog.is_configured():
        structlog.configure(
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper("iso"),
                structlog.processors.format_exc_info,
                structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
            ],
            logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        )
    return structlog.get_logger()
