"""Plain words for values and for what was expected in their place."""

from typing import Any

from tmb.content.problem import quoted

type_names: tuple[tuple[type, str], ...] = ((list, "a list"), (dict, "a table"), (float, "a number with a point"))


def got(value: Any) -> str:
    """Say what an author wrote: short values as written, others by their sort."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    return next((name for sort, name in type_names if isinstance(value, sort)), "a date or time")


def bounds(low: float | None, high: float | None) -> str:
    """Say a range of numbers: " from 1 to 6", " from 1", " up to 6" or ""."""
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" from {low}"
    return "" if high is None else f" up to {high}"


def any_of(wants: list[str]) -> str:
    """Join expectations: "text, a whole number or a table"."""
    if len(wants) < 2:
        return "".join(wants)
    return f"{', '.join(wants[:-1])} or {wants[-1]}"


def label(path: tuple[str | int, ...]) -> str:
    """Name the place of a value for a message: its nearest key."""
    return next((part for part in reversed(path) if isinstance(part, str)), "value")
