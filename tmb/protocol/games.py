"""The open games of a server, and the folder where they are journaled."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from tmb.errors import InputError, unknown
from tmb.session import Session
from tmb.session.journal import JournalFile, unwritten

MOST = 64
ID = re.compile(r"g[1-9][0-9]{0,8}")
HIGHEST = 999_999_999
"""The number of the last id; after it the next ones are those that are free from 1 on."""
SUFFIX = ".jsonl"


class Table:
    """One open game. told: the number of the last event that a reply has carried."""

    __slots__ = ("id", "session", "told")

    def __init__(self, id: str, session: Session, told: int) -> None:
        self.id, self.session, self.told = id, session, told


class Games:
    """Open games by id. folder: where they are journaled, or None."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raises OSError where the folder cannot be made."""
        self.open: dict[str, Table] = {}
        self.folder = folder
        self._last = 0
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._last = max((int(id[1:]) for id in self.saved()), default=0)

    def find(self, game: str | UnsetType) -> Table:
        """The game that a request is about. Raises InputError: unknown_game, game_required."""
        if game is UNSET:
            if len(self.open) == 1:
                return next(iter(self.open.values()))
            n = len(self.open) or "no"
            raise InputError(
                "game_required",
                f"{n} games are open; say which" if self.open else "no game is open; begin with `new`",
                where="/params/game",
                want=list(self.open),
            )
        found = self.open.get(game)
        if found is None:
            raise unknown("game", game, self.open, "unknown_game", "/params/game")
        return found

    def check_room(self) -> None:
        """Raise InputError("too_many_games") where no further game may be opened."""
        if len(self.open) >= MOST:
            raise InputError("too_many_games", f"{MOST} games are open; close one first", want=MOST)

    def add(self, session: Session) -> Table:
        """Open a new game under a new id; with a folder its journal begins. Raises InputError("save_failed")."""
        while True:
            self._last = self._last % HIGHEST + 1
            id = f"g{self._last}"
            if id in self.open:
                continue
            if self.folder is None or self._journal(session, self.folder / f"{id}{SUFFIX}"):
                table = self.open[id] = Table(id, session, 0)
                return table

    def _journal(self, session: Session, path: Path) -> bool:
        """Begin a journal; False where another process has taken the name."""
        try:
            file = JournalFile(path, new=True)
        except FileExistsError:
            return False
        except OSError as e:
            raise unwritten(e) from e
        try:
            session.journal.attach(file)
            _sync_folder(path.parent)
        except (OSError, InputError) as e:
            session.journal.close()
            path.unlink(missing_ok=True)
            raise unwritten(e) if isinstance(e, OSError) else e from e
        return True

    def saved(self) -> list[str]:
        """Ids of the games in the folder, in the order of their numbers."""
        if self.folder is None:
            return []
        ids = [p.stem for p in self.folder.glob(f"*{SUFFIX}") if ID.fullmatch(p.stem) and p.is_file()]
        return sorted(ids, key=lambda id: int(id[1:]))

    def path(self, id: str) -> Path:
        """Where a journaled game lies. Raises InputError("unknown_game"), also for what is no id."""
        if self.folder is None:
            raise InputError(
                "unknown_game",
                "no games are kept here",
                where="/params/game",
                got=id,
                hint="start the server with `tmb serve --save DIR`",
            )
        path = self.folder / f"{id}{SUFFIX}"
        if not ID.fullmatch(id) or not path.is_file():
            raise unknown("game", id, self.saved(), "unknown_game", "/params/game")
        return path

    def resume(self, id: str, rules_for: Callable[[list[str]], Any]) -> tuple[Table, str]:
        """Open a journaled game again; what is to be told of a torn line, or "". Raises as `replay.resume` does."""
        from tmb.session.replay import resume

        try:
            session, torn = resume(rules_for, self.path(id))
        except OSError as e:
            raise InputError("save_failed", f"the journal cannot be read: {e.strerror or e}") from e
        table = self.open[id] = Table(id, session, session.events_so_far)
        return table, torn

    def close(self, table: Table) -> None:
        """Forget a game; its journal stays."""
        table.session.journal.close()
        del self.open[table.id]

    def close_all(self) -> None:
        """At the end."""
        for table in list(self.open.values()):
            self.close(table)


def _sync_folder(folder: Path) -> None:
    """Make a new file's name last, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
