"""The journal of a game: JSON lines. A header, a line for each answer, one for each undo and redo, one for the end.

    {"format":"tmb-journal-1","engine":"0.1.0","protocol":1,"mode":"demo","packs":[...],"options":{...},...}
    {"ask":0,"key":"Turn.act","seat":"fox","pick":["step/1"],"chance":[["3","5"]],"hash":"..."}
    {"undo":1}
    {"end":{"outcome":{...},"seed":"7","hash":"..."}}

`chance`: what chance gave before the next ask: faces of a roll, {"card": ...} of a draw, {"order": ...} of a shuffle.
`hash`, on every 16th ask, is the state's before the answer.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from tmb import __version__
from tmb.errors import InputError
from tmb.hashing import blake2b
from tmb.session.setup import PackId, Setup, Source, commitment

FORMAT = "tmb-journal-1"
PROTOCOL = 1
HASH_EVERY = 16

encode = msgspec.json.Encoder().encode


class ChanceBy(Struct, forbid_unknown_fields=True):
    """Who answers for dice and for cards."""

    dice: Source = "seeded"
    cards: Source | UnsetType = UNSET


class Header(Struct, kw_only=True, omit_defaults=True):
    """The first line: all that is needed to play the game again. The table's copy has neither `seed` nor `state`,
    and of a game that is not over no `script`.

    `state`: where the game began, if it came from a fork or a save; `script_at`: how many of its lines were used;
    `hidden`: this is the table's copy.
    """

    format: str
    engine: str
    protocol: int
    mode: str
    packs: list[PackId]
    options: dict[str, Any]
    rules: dict[str, str | int | bool] = {}
    chance: ChanceBy
    seed: str | None = None
    commitment: str = ""
    script: list[str] = []
    script_at: int = 0
    auto: list[str] = []
    strict: bool = False
    state: Raw | UnsetType = UNSET
    decisions: int = 0
    hash: str = ""
    hidden: bool = False

    def setup(self) -> Setup:
        """What the game was made from."""
        return Setup(
            mode=self.mode,
            options=self.options,
            rules=self.rules,
            seed=self.seed,
            dice=self.chance.dice,
            cards=self.chance.cards or "seeded",
            script=self.script,
            auto=self.auto,
            strict=self.strict,
        )


def header(setup: Setup, packs: list[PackId]) -> Header:
    """The header of a game."""
    return Header(
        format=FORMAT,
        engine=__version__,
        protocol=PROTOCOL,
        mode=setup.mode,
        packs=packs,
        options=setup.options,
        rules=setup.rules,
        chance=ChanceBy(setup.dice, setup.cards),
        seed=setup.seed,
        commitment="" if setup.seed is None else commitment(setup.seed),
        script=setup.script,
        auto=setup.auto,
        strict=setup.strict,
    )


class Line(Struct, omit_defaults=True):
    """One answer. auto: the engine gave it, as `new` was told to."""

    ask: int
    key: str
    seat: str
    pick: Sequence[str]
    chance: list[Any] = []
    hash: str = ""
    auto: bool = False


class Undo(Struct):
    """So many decisions were taken back."""

    undo: int


class Redo(Struct):
    """So many of them were given again."""

    redo: int


class End(Struct):
    """How the game ended; here the seed is told."""

    end: dict[str, Any]


def digest(data: bytes) -> str:
    """The 32 hex digits that stand for a state."""
    return blake2b(data, digest_size=16).hexdigest()


class Journal:
    """The lines so far, the referee's copy; what is attached is brought up to date by `commit`."""

    def __init__(self, first: Header) -> None:
        self.first = first
        self.lines: list[bytes] = [encode(first)]
        self.file: JournalFile | None = None
        self.written = 0

    def attach(self, file: JournalFile, written: int = 0) -> None:
        """Write to this file from now on; it holds the first `written` lines already. Raises as `commit` does."""
        self.file, self.written = file, written
        self.commit()

    def close(self) -> None:
        """Let go of the file."""
        if self.file is not None:
            self.file.close()
            self.file = None

    def commit(self) -> None:
        """Bring all new lines to the disk, before anybody is told. Raises InputError("save_failed")."""
        if self.file is not None and self.written < len(self.lines):
            try:
                self.file.write(self.lines[self.written :])
            except OSError as e:
                raise unwritten(e) from e
            self.written = len(self.lines)

    def copy(self, referee: bool, since: int = 0, most: int = 1 << 53) -> list[bytes]:
        """At most `most` lines from number `since` on (0: the header) for an audience."""
        lines = self.lines[since : since + most]
        over = self.lines[-1].startswith(b'{"end"')
        return lines if referee else [table_copy(line, over) for line in lines]


def table_copy(line: bytes, over: bool = True) -> bytes:
    """A line without the seed and the script (before the end), the cards, the order of piles and the state's hash."""
    data = msgspec.json.decode(line)
    if "format" in data:
        for name in ("seed", "state") if over else ("seed", "state", "script"):
            data.pop(name, None)
        data["hidden"] = True
    elif "ask" in data:
        data.pop("hash", None)
        if "chance" in data:
            data["chance"] = [dict.fromkeys(c) if isinstance(c, dict) else c for c in data["chance"]]
    return encode(data)


class JournalFile:
    """A journal on the disk, locked against a second process. Raises InputError("game_in_use") or OSError."""

    def __init__(self, path: Path, new: bool) -> None:
        self._file: BinaryIO = path.open("x+b" if new else "r+b", buffering=0)
        self.path = path
        self._whole: int | None = None
        self._lock()
        self._end = os.fstat(self._file.fileno()).st_size

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows: nothing to lock with
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise InputError(
                "game_in_use",
                f"game {self.path.stem!r} is open in another process",
                where="/params/game",
                got=self.path.stem,
            ) from None

    def read(self) -> bytes:
        """All bytes."""
        self._file.seek(0)
        return self._file.read()

    def drop(self, size: int) -> None:
        """Drop what lies behind `size` bytes, a torn line, when something is written next; nothing changes before."""
        self._whole = size

    def _cut(self, size: int) -> None:
        self._file.truncate(size)
        self._file.seek(size)
        self._end = size

    def lost(self) -> str:
        """Why what is written from now on would be in vain: the file was deleted, or somebody else has changed it; ""
        if all is well."""
        here = os.fstat(self._file.fileno())
        if not here.st_nlink:
            return "it was deleted while the game was open"
        if here.st_size != self._end:
            what = "cut" if here.st_size < self._end else "written to"
            return f"it was {what} by somebody else while the game was open"
        return ""

    def write(self, lines: list[bytes]) -> None:
        """Append lines and wait until the disk has them. After an error nothing of them is left."""
        if why := self.lost():
            raise OSError(0, why)
        if self._whole is not None:
            self._cut(self._whole)
            self._whole = None
        at = self._file.seek(0, 2)
        data = memoryview(b"\n".join(lines) + b"\n")
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
            self._end = self._file.tell()
        except OSError:
            self._cut(at)
            raise

    def close(self) -> None:
        """Let go of the file and its lock."""
        self._file.close()


def unwritten(e: OSError) -> InputError:
    """The error for a journal that the disk does not take."""
    return InputError("save_failed", f"the journal cannot be written: {e.strerror or e}; nothing was changed")
