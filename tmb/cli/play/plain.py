"""The same words without signs: for screen readers, and for terminals that cannot show them."""

from __future__ import annotations

import re
import sys

LETTERS = {
    "│": "|", "┃": "|", "║": "|", "≈": "~", "─": "-", "▶": ">", "►": ">", "♥": " HP ", "▣": "shields ", "☠": "down",
    "·": ".", "→": "->", "×": "x", "…": "...", "’": "'", "–": "-", "—": "-",
}  # fmt: skip
"""Sign -> what is read instead of it. Boxes and other drawings that are not listed become blanks."""

DRAWINGS = re.compile("[─-◿]")
FILLED = re.compile("●*○+|●+")
GAP = re.compile(r"( {2,})")


def unicode_here() -> bool:
    """Whether standard output can show the signs."""
    try:
        "".join(LETTERS).encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def plainly(text: str) -> str:
    """The text without signs; columns stay where they were as far as the words allow."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    out, wide = "", 0
    for part in GAP.split(line):
        wide += len(part)
        if GAP.fullmatch(part):
            out = out.ljust(wide) if len(out) + 2 <= wide else f"{out}  "
        else:
            out += _words(part)
    return out.rstrip()


def _words(part: str) -> str:
    part = FILLED.sub(lambda dots: f"{dots[0].count('●')} of {len(dots[0])}", part)
    part = "".join(LETTERS.get(letter, letter) for letter in part)
    return DRAWINGS.sub(" ", part).replace("  ", " ")
