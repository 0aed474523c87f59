"""Plain text for people: aligned columns, lines of JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click


def columns(rows: Sequence[Sequence[object]], head: Sequence[str] = (), right: Sequence[int] = ()) -> list[str]:
    """Rows as aligned lines; `right`: the columns of numbers. Nothing is cut, no line ends in blanks."""
    table = [[str(cell) for cell in row] for row in ([head, *rows] if head else rows)]
    most = max(map(len, table), default=0)
    widths = [max(len(row[i]) for row in table if i < len(row)) for i in range(most)]
    return ["  ".join(_cell(c, widths[i], i in right) for i, c in enumerate(row)).rstrip() for row in table]


def _cell(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def utf8(written: Any) -> Any:
    """A word of the command line (or a list of them, or anything else), read as UTF-8 whatever the locale is. Raises
    UsageError where it is none."""
    if isinstance(written, list):
        return [utf8(word) for word in written]
    if not isinstance(written, str):
        return written
    try:
        return os.fsencode(written).decode()
    except UnicodeError:
        raise click.UsageError(f"{written!a} is not UTF-8", click.get_current_context()) from None


def wrapped(lines: Iterable[str]) -> Iterator[str]:
    """Prose broken at the width of the terminal (COLUMNS says another); what goes on stands under its line's beginning.
    Where the output is no terminal and COLUMNS is not set, lines stay as they are."""
    import shutil
    import textwrap

    if not os.environ.get("COLUMNS") and not (sys.stdout is not None and sys.stdout.isatty()):
        yield from lines
        return
    width = max(20, shutil.get_terminal_size().columns)
    for line in lines:
        if len(click.unstyle(line)) <= width:
            yield line
            continue
        inner = line[: len(line) - len(line.lstrip())] + "  "
        yield from textwrap.wrap(line, width, subsequent_indent=inner, break_on_hyphens=False) or [line]


def folded(text: str, hang: int = 0) -> str:
    """A drawing whose long lines are broken at the width of the terminal, or at 100 columns where there is none. A line
    of columns, with gaps in it, or without any blank, such as an edge, stays as it is, unless its `hang` is given.
    hang: where what goes on begins (0: a little further in than its line)."""
    import re
    import shutil
    import textwrap

    width, out = max(40, shutil.get_terminal_size((100, 24)).columns), []
    for line in text.split("\n"):
        if len(line) <= width or (not hang and (re.search(r"\S {2,}\S", line) or " " not in line.strip())):
            out.append(line)
            continue
        inner = " " * (hang or len(line) - len(line.lstrip()) + 2)
        out += textwrap.wrap(line, width, subsequent_indent=inner, break_on_hyphens=False)
    return "\n".join(out)


def heading(text: str) -> str:
    """A heading, bold where the output has colour."""
    return click.style(text, bold=True)


def json_line(data: Any) -> str:
    """Data as one line of JSON."""
    import msgspec

    return msgspec.json.encode(data).decode()
