"""`--ladder FILE`: what games leave behind for the next one, where somebody wants that."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tmb.cli.exits import FAILED, Failure
from tmb.errors import InputError

if TYPE_CHECKING:
    from tmb.core.mode import Mode
    from tmb.session import Session

SCHEMA: Literal["tmb.ladder/1"] = "tmb.ladder/1"
LARGEST = 1 << 20
"""Bytes. A ladder has a row a mode."""
MOST_COUNTED = 1000
"""Games of a mode that are known again."""


class Row(Struct, rename={"setup": "set-up"}, forbid_unknown_fields=True):
    """One mode's games so far. setup: the options with which its next game begins; counted: the last games in files
    that are among them."""

    setup: dict[str, str | int | bool] = {}
    games: Annotated[int, Meta(ge=0)] = 0
    won: Annotated[int, Meta(ge=0)] = 0
    counted: list[str] = []


class Rows(Struct, forbid_unknown_fields=True):
    """What the file holds."""

    schema: Literal["tmb.ladder/1"]
    modes: dict[str, Row]


_rows = msgspec.json.Decoder(Rows).decode


def _empty() -> Rows:
    return Rows(SCHEMA, {})


class Ladder:
    """A file with a row a mode. One that is not there is an empty ladder, in a folder that can be written to.

    A game counts as it ends first: one that goes on from a file, is undone and ends again is not counted again, however
    it ends.

    Raises Failure where the file cannot be read or kept, or is none of ours.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.file = path.resolve()  # of a link the file that it leads to
            self.rows = self._read()
            if not os.access(self.file.parent, os.W_OK):
                raise Failure(f"{path}: it cannot be kept there", FAILED, f"make the folder first: {self.file.parent}")
        except (OSError, RuntimeError) as e:  # a link that leads to itself is a RuntimeError
            raise self._failed(e) from None

    def _read(self) -> Rows:
        try:
            kind = self.file.stat()
        except FileNotFoundError:
            return _empty()
        if not stat.S_ISREG(kind.st_mode) or kind.st_size > LARGEST:
            raise Failure(f"{self.path} is no ladder", FAILED, WAY_OUT)
        try:
            text = self.file.read_bytes().removeprefix(b"\xef\xbb\xbf")
            return _rows(text) if text.strip() else _empty()
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
            raise Failure(f"{self.path} is no ladder: {e}", FAILED, WAY_OUT) from None

    def _failed(self, e: Exception) -> Failure:
        return Failure(f"{self.path}: {getattr(e, 'strerror', None) or e}", FAILED, "name a file that can be written")

    def setup(self, mode: Mode) -> dict[str, str | int | bool]:
        """The options that the next game of a mode begins with. Raises Failure where the mode has no such options."""
        from tmb.ruleset import read_options

        row = self.rows.modes.get(mode.name, Row())
        try:
            read_options(mode.options, row.setup)
        except InputError as e:
            raise Failure(f"{self.path}: {e.message}", FAILED, WAY_OUT) from None
        return dict(row.setup)

    def record(self, session: Session, path: Path | None = None, resumed: bool = False) -> str:
        """Note a finished game in the file as it is by now, and write it, whole or not at all; a line that tells what
        comes next. path: the game's file; resumed: it was there before, so that the game may have ended before. Raises
        Failure where the file cannot be written.
        """
        game = "" if path is None else _name_of(session, path)
        mode, outcome = session.game.mode, (session.over() or {}).get("outcome", {})
        try:
            with self._alone():
                self.rows = self._read()
                row = self.rows.modes.setdefault(mode.name, Row())
                if resumed and game in row.counted:
                    return f"{self.path}: this game counted when it ended first; {_told(row)}"
                row.games, row.won = row.games + 1, row.won + bool(outcome.get("won"))
                row.setup = row.setup | mode.climb(session.setup.options, outcome)
                row.counted = [*(g for g in row.counted if g != game), *filter(None, [game])][-MOST_COUNTED:]
                self._write()
        except OSError as e:
            raise self._failed(e) from None
        return f"{self.path}: {_told(row)}"

    def _write(self) -> None:
        made = self.file.with_name(f".{self.file.name}.{os.getpid()}")
        try:
            made.write_bytes(msgspec.json.format(msgspec.json.encode(self.rows), indent=1) + b"\n")
            made.replace(self.file)
        finally:
            made.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else notes a game in a ladder of this folder meanwhile, where the system has locks."""
        folder = os.open(self.file.parent, os.O_RDONLY)
        try:
            with contextlib.suppress(ImportError):
                import fcntl

                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)


def _told(row: Row) -> str:
    told = ", ".join(f"{name} {value}" for name, value in row.setup.items())
    return f"{row.won} of {row.games} games won; next: {told or 'as before'}"


def _name_of(session: Session, path: Path) -> str:
    """What tells a game from others: its set-up, which holds its seed; without a seed its file, too."""
    from tmb.hashing import blake2b

    place = b"" if session.setup.seed is not None else bytes(path.resolve())
    return blake2b(msgspec.json.encode(session.setup) + place, digest_size=8).hexdigest()


WAY_OUT = "name another file; a new one is made"
