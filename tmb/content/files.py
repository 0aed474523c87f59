"""One TOML file of a pack: its text, what it says, and where."""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import tomli

from tmb.content.findings import At
from tmb.content.findings import Path as Inner
from tmb.content.problem import Lacks, Problem, quoted

LARGEST = 1 << 20
"""Bytes. Real files are a hundred times smaller; more is a mistake, or meant to slow somebody down."""

ENDED_LINES = {
    "Illegal character '\\n'": "the line ends within a text; close it with a quote",
    "Invalid initial character for a key part": "the line ends within { }; TOML 1.0 wants such a table on one line",
    "Invalid value": "the line ends where a value should stand",
}
"""What the parser says about the end of a line, and what it means."""

TOO_DEEP = "tables or lists are nested too deeply"


class SourceFile:
    """A file that was read. `name` is what problems show. It is parsed when somebody first asks what it says: to find
    packs and tell their digests takes their bytes alone.
    """

    def __init__(self, name: str, raw: bytes | None) -> None:
        self.name = name
        self.raw = b"" if raw is None else raw.replace(b"\r\n", b"\n")
        self._doc: dict[str, Any] | None = None
        self._problems: list[Problem] = []
        self._spans: Any = None
        self._parsed = raw is None
        if raw is None:
            self._note(1, 1, "unreadable", "the file cannot be read")

    @cached_property
    def text(self) -> str:
        """The bytes as text."""
        return self.raw.decode(errors="replace")

    @property
    def doc(self) -> dict[str, Any] | None:
        """What the file says; None when it is not TOML."""
        self._parse()
        return self._doc

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with it as TOML."""
        self._parse()
        return self._problems

    def _note(self, line: int, column: int, code: str, message: str) -> None:
        """Add a problem at a known place."""
        self._problems.append(Problem(self.name, line, column, code, message))

    def problem(self, path: Inner, code: str, message: str, at: At = "value", lacks: Lacks = ()) -> Problem:
        """Make a problem about the value at `path`, counted from the top of the file."""
        line, column = self.place(path, at)
        return Problem(self.name, line, column, code, message, lacks)

    def place(self, path: Inner, at: At = "value") -> tuple[int, int]:
        """Return the line and column of a value, its key or its table."""
        spans = self._index()
        found = spans.place(path, at) if spans else None
        return found or self._scanned(path)

    def _index(self) -> Any:
        """Return the span index, or None where it cannot be had: places are then those of the entry."""
        if self._spans is None:
            try:
                from tmb.content.spans import Spans

                self._spans = Spans(self.text)
            except (ImportError, RecursionError):
                self._spans = False
        return self._spans

    def _scanned(self, path: Inner) -> tuple[int, int]:
        """Find the header of the path's first table by looking through the lines."""
        kind, nth = (*path, "", 0)[0], path[1] if len(path) > 1 else 0
        header = re.compile(rf"\s*\[\[\s*[\"']?{re.escape(str(kind))}[\"']?\s*\]\]")
        headers = [at for at, line in enumerate(self.text.split("\n"), start=1) if header.match(line)]
        return (headers[nth], 1) if isinstance(nth, int) and nth < len(headers) else (1, 1)

    def _parse(self) -> None:
        """Read the text, once; what is wrong becomes a problem."""
        if self._parsed:
            return
        self._parsed = True
        if len(self.raw) > LARGEST:
            self._note(1, 1, "too-large", f"the file has more than {LARGEST >> 20} MiB; split it")
        elif self.raw.startswith(b"\xef\xbb\xbf"):
            self._note(1, 1, "encoding", "the file starts with a byte order mark; save it as plain UTF-8")
        elif not self._is_utf8():
            return
        else:
            self._toml()

    def _is_utf8(self) -> bool:
        """Note the first byte that isn't UTF-8."""
        try:
            self.raw.decode()
        except UnicodeDecodeError as error:
            before = self.raw[: error.start].decode().split("\n")
            self._note(len(before), len(before[-1]) + 1, "encoding", "the file is not UTF-8; save it as UTF-8")
            return False
        return True

    def _toml(self) -> None:
        """Parse, and note the one error that the parser stops at."""
        try:
            self._doc = tomli.loads(self.text)
        except tomli.TOMLDecodeError as error:
            self._syntax(error)
        except RecursionError:
            self._note(1, 1, "too-deep", TOO_DEEP)
        except ValueError:
            line, column = self._long_number()
            self._note(line, column, "toml", "a number is too long")
        else:
            self._whole_numbers()

    def _syntax(self, error: tomli.TOMLDecodeError) -> None:
        """Note a syntax error; for a key that comes twice, at the second key."""
        twice = error.msg.startswith(("Cannot ", "Duplicate "))
        spans = self._index() if twice else None
        if spans and spans.duplicates:
            duplicate = spans.duplicates[0]
            key = ".".join(str(part) for part in duplicate.path if isinstance(part, str))
            message = f"the key {quoted(key)} is written twice; first in line {duplicate.first[0]}"
            line, column = duplicate.place
            self._note(line, column, "toml", message)
        else:
            ended = self.text[error.pos : error.pos + 1] == "\n"
            message = ENDED_LINES.get(error.msg, "") if ended else ""
            message = message or f"{error.msg[:1].lower()}{error.msg[1:]}"
            self._note(error.lineno, error.colno, "toml", f"not TOML: {message}")

    def _long_number(self) -> tuple[int, int]:
        """Return the place of the first absurdly long number."""
        found = re.search(r"[0-9_]{1000,}", self.text)
        before = self.text[: found.start() if found else 0].split("\n")
        return len(before), len(before[-1]) + 1

    def _whole_numbers(self) -> None:
        """Refuse numbers of more than 64 bits: no save could hold them. Looks closer only at long digits."""
        if re.search(r"[0-9A-Fa-f_]{16}", self.text) and self._doc is not None:
            for path in oversized(self._doc):
                message = f"a whole number must be between {-(2**63)} and {2**63 - 1}"
                self._problems.append(self.problem(path, "out-of-bounds", message))


def oversized(value: Any) -> Iterator[Inner]:
    """Yield the paths of numbers that 64 bits cannot hold."""
    open_values: list[tuple[Inner, Any]] = [((), value)]
    while open_values:
        path, item = open_values.pop()
        if isinstance(item, dict):
            open_values += [((*path, key), inner) for key, inner in item.items()]
        elif isinstance(item, list):
            open_values += [((*path, at), inner) for at, inner in enumerate(item)]
        elif isinstance(item, int) and not -(2**63) <= item < 2**63:
            yield path


def read(path: Path, name: str) -> SourceFile:
    """Read one file; a file that cannot be read is one with a problem."""
    try:
        return SourceFile(name, path.read_bytes() if path.is_file() else None)
    except OSError:
        return SourceFile(name, None)
