"""A game in a file: the journal is the save. Verbs open it, do one thing, and close it.

A file is created whole or not at all. Each answer is one line, on the disk before it is told; a torn last line is
dropped. Who writes holds a lock; who only reads needs none, since whole lines never change.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tmb.cli.exits import DIVERGED, FAILED, INCOMPATIBLE, Failure

if TYPE_CHECKING:
    from tmb.session import Session

SUFFIX = ".tmb"


def create(path: Path, session: Session) -> None:
    """Journal a game in a new file from now on, beginning with what happened so far. Raises Failure if it is there."""
    from tmb.session.journal import JournalFile

    if not path.parent.is_dir():
        raise Failure(f"{path}: there is no folder {path.parent}", FAILED, f"make it first: mkdir -p {path.parent}")
    made = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        file = JournalFile(made, new=True)
    except OSError as e:
        raise Failure(f"{path}: {e.strerror}", FAILED, "choose a place where files can be written") from None
    try:
        session.journal.attach(file)
        _put_in_place(made, path)
    except BaseException:
        session.journal.close()
        raise
    finally:
        made.unlink(missing_ok=True)
    file.path = path


def _put_in_place(made: Path, path: Path) -> None:
    """Give a finished file its name, unless something has that name."""
    try:
        os.link(made, path)
    except FileExistsError:
        raise Failure(
            f"{path} is there already", FAILED, "choose another name; `tmb show` tells what it holds"
        ) from None
    except OSError:  # a file system without hard links
        if path.exists():
            raise Failure(f"{path} is there already", FAILED, "choose another name") from None
        made.rename(path)


def free_name(folder: Path, mode: str) -> Path:
    """`MODE-1.tmb`, or the first number that is free."""
    n = 1
    while (path := folder / f"{mode}-{n}{SUFFIX}").exists():
        n += 1
    return path


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Faults of a file as failures that name it, with their exit codes."""
    from tmb.errors import InputError
    from tmb.session.replay import Diverged

    codes = dict.fromkeys(("save_incompatible", "pack_missing", "pack_version", "plugin_missing"), INCOMPATIBLE)
    try:
        yield
    except Diverged as e:
        hint = (
            f"the file was changed, or the rules were; `tmb replay {path}` tells more, and its first {e.line - 1} lines"
        )
        raise Failure(f"{path}: {e.message}", DIVERGED, f"{hint} are a game: head -n {e.line - 1}") from e
    except InputError as e:
        if e.code == "game_in_use":
            raise Failure(f"{path}: another tmb has it open", FAILED, "wait until that one has ended") from None
        if e.code not in codes:
            raise
        further = FURTHER if e.code == "pack_missing" and "--packs" not in e.hint else ""
        raise Failure(f"{path}: {e.message}", codes[e.code], further or e.hint or WAY_OUT) from e


def must_be_file(path: Path, pipe: bool = False) -> None:
    """Raise Failure for what is no file, such as a device that never ends. pipe: it may be one that ends. Raises
    OSError."""
    kind = path.stat().st_mode
    if not (stat.S_ISREG(kind) or (pipe and stat.S_ISFIFO(kind))):
        raise Failure(f"{path}: it is no file that a game can be kept in", FAILED, WAY_OUT)


FURTHER = "name the folder where that pack is: --packs DIR, which every verb on this file takes"
WAY_OUT = "it cannot go on; `tmb new --save FILE` begins a game in another file"


def read(path: Path, packs: str = "") -> Session:
    """The game in a file, to be looked at only. A torn last line is left out, and told on standard error. Raises
    Failure or OSError."""
    from tmb.cli.exits import say
    from tmb.session.replay import read_journal, replay

    must_be_file(path, pipe=True)
    with told(path):
        recorded = read_journal(path.read_bytes())
        session = replay(_rules(packs)([p.id for p in recorded.first.packs]), recorded)
    if recorded.torn:
        say(f"{path}: a torn last line of {len(recorded.torn)} bytes is left out")
    return session


@contextlib.contextmanager
def opened(path: Path, packs: str = "") -> Iterator[Session]:
    """The game in a file, locked, to go on with; what is answered is written. Raises Failure or OSError."""
    session = reopen(path, packs)
    try:
        yield session
    finally:
        session.journal.close()


def reopen(path: Path, packs: str = "") -> Session:
    """Like `opened`; close its journal in the end. A torn last line is told on standard error."""
    from tmb.cli.exits import say
    from tmb.session.replay import resume

    must_be_file(path)
    with told(path):
        session, torn = resume(_rules(packs), path)
    if torn:
        say(f"{path}: {torn}")
    return session


def _rules(packs: str) -> Any:
    """ids of packs -> their rule set, with the folders that were written. Packs that were written and are not the
    game's are refused."""
    from tmb.cli.hand import rules_of, split_packs
    from tmb.errors import InputError

    written, extra = split_packs(packs)

    def rules(ids: list[str]) -> Any:
        by_id = [w.strip() for w in packs.split(",") if w.strip() and "/" not in w and os.sep not in w]
        lost = [w for w in by_id if w not in ids] or ([] if not written or set(written) & set(ids) else written)
        if lost:
            raise InputError(
                "pack_missing",
                f"it is a game of {', '.join(ids)}, not of {', '.join(lost)}",
                hint="leave --packs out, or name the folders where its packs are",
            )
        return rules_of(ids, extra)

    return rules
