"""An ask as a numbered list."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from tmb.cli import telling
from tmb.cli.play import rolling
from tmb.cli.text import columns, heading

if TYPE_CHECKING:
    from tmb.core.decisions import Ask

FEW = 4
"""So many options stand below each other; more of them in two columns."""


def asked(ask: Ask, plain: bool = False) -> list[str]:
    """The question and its options; a roll asks for faces instead."""
    if rolling.is_roll(ask):
        return [heading(line) if not n else line for n, line in enumerate(rolling.asked(ask))]
    rows = [f"{n:>3}  {telling.wording(option)}" for n, option in enumerate(ask.options, 1)]
    if not ask.lo:
        rows.append("  0  nothing")
    question = telling.lead(telling.question(ask))
    return [heading(f" {question}"), *(rows if plain else in_columns(rows))]


def in_columns(rows: list[str]) -> list[str]:
    """The rows in two columns, read downwards, where they are many and the terminal is wide enough."""
    half = (len(rows) + 1) // 2
    wide = max((len(row) for row in rows), default=0)
    if len(rows) <= FEW or 2 * wide + 4 > shutil.get_terminal_size().columns:
        return rows
    return columns([(rows[i], *rows[i + half : i + half + 1]) for i in range(half)])
