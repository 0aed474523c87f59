"""What is wrong with a pack, where, and the way out."""

import re
from collections.abc import Iterable

from msgspec import Struct

from tmb.errors import TmbError

Lacks = tuple[str, ...]
"""What is named and not there: ("pack", ID) or (KIND, ID); () where nothing is missing."""


class Problem(Struct, frozen=True, order=True, omit_defaults=True):
    """One fault. `file` starts with the pack's folder name; `line` and `column` count from 1, in characters; `lacks` is
    what is missing, if that is the fault."""

    file: str
    line: int
    column: int
    code: str
    message: str
    lacks: Lacks = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class ContentError(TmbError):
    """The packs cannot be used. `problems` holds every fault of every file, ordered by file, line and column."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def speakable(name: str) -> str:
    """A name as every output takes it: a file's or a folder's may be no UTF-8."""
    return name.encode(errors="backslashreplace").decode()


def quoted(text: str) -> str:
    """Return `text` in double quotes, on one line, cut after 60 characters."""
    short = text if len(text) <= 60 else text[:57] + "..."
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in short)
    return f'"{plain}"'


def article(noun: str) -> str:
    """Return `noun` with "a" or "an" before it."""
    return f"a{'n' * noun.startswith(tuple('aeiou'))} {noun}"


def no_id(place: str, written: str, capitals: bool = False) -> str:
    """What is wrong with something that is no id, and what to write. capitals: whether it may have such letters."""
    if written == "done":
        return f"{place}: {quoted(written)} is what closes a menu; write another id"
    parts = re.findall(r"[A-Za-z0-9]+" if capitals else r"[a-z0-9]+", written if capitals else written.lower())
    hint = f"; write {quoted('-'.join(parts))}" if parts else ""
    return f"{place}: {quoted(written)} is not made of {'A-Z, ' * capitals}a-z, 0-9 and -{hint}"


def no_pack(id: str) -> str:
    """What is wrong where a pack is named that was not loaded."""
    return f"needs the pack {quoted(id)}, which is not loaded"


def no_entry(kind: str, id: str) -> str:
    """What is wrong where an entry is named that no pack has."""
    return f"unknown {kind} {quoted(id)}"


def closest(word: str, known: Iterable[str]) -> str:
    """Return the known word that looks most like `word`, or "" when none comes near."""
    import difflib  # only when there is something to report

    options, short = sorted(known), word[:80]
    swapped = [option for option in options if sorted(option) == sorted(short.lower())]
    near = swapped or difflib.get_close_matches(short, options, n=1, cutoff=0.6)
    return near[0] if near else ""


ALL = 100
"""As `most`: the words of a language are all listed, however many they are; things of a pack are not."""


def did_you_mean(word: str, known: Iterable[str], most: int = 9) -> str:
    """Return the tail of a message about an unknown word: the closest known one, else up to `most` of them, else ""."""
    options = sorted(set(known))
    if near := closest(word, options):
        return f"; did you mean {quoted(near)}?"
    if 0 < len(options) <= most:
        return f"; known here: {', '.join(options)}"
    return ""
