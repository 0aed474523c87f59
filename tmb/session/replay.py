"""Journals brought back to life: every answer is given again, and every line must come out the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tmb.errors import InputError
from tmb.session.journal import FORMAT, PROTOCOL, Header, JournalFile, table_copy
from tmb.session.saves import check_packs, recorded_state
from tmb.session.session import Session
from tmb.session.setup import commitment

BROKEN = (msgspec.MsgspecError, RecursionError)
"""What reading a line raises that is no JSON, or too deep."""


class Recorded(Struct):
    """A journal as it was read. lines: with the header's; whole: bytes without a torn last line; torn: that line."""

    first: Header
    lines: list[bytes]
    whole: int
    torn: bytes = b""


class Diverged(InputError):
    """A journal and the game played again differ. line: number from 1; ask: the ask's id, or -1."""

    def __init__(self, line: int, ask: Any, what: str, got: Any, want: Any) -> None:
        ask = ask if isinstance(ask, int) else -1
        super().__init__(
            "diverged",
            f"line {line}{f' (ask {ask})' if ask >= 0 else ''}: {what}",
            where=f"/{line}",
            got=got,
            want=want,
            more={"line": line, "ask": ask},
        )
        self.line, self.ask = line, ask


def read_journal(data: bytes, where: str = "") -> Recorded:
    """The lines of a journal; a torn last line is put aside. Raises InputError("save_incompatible") if it is none."""
    end = data.rfind(b"\n") + 1
    lines = data[:end].split(b"\n")[:-1]
    if not lines:
        raise InputError("save_incompatible", "it holds no whole line; there is no game in it", where=where)
    try:
        first = msgspec.json.decode(lines[0], type=Header)
    except BROKEN as e:
        raise InputError("save_incompatible", f"its first line is no header of a journal: {e}", where=where) from None
    if first.format != FORMAT or first.protocol != PROTOCOL:
        raise InputError(
            "save_incompatible", f"its format is {first.format!r}", where=where, got=first.format, want=FORMAT
        )
    return Recorded(first, lines, end, data[end:])


def replay(rules: Any, recorded: Recorded) -> Session:
    """Play a journaled game again up to its last line. Raises Diverged, or InputError("save_incompatible")."""
    check_packs(rules, recorded.first)
    first = with_seed(recorded)
    _check_seed(first)
    session = _opened(rules, first)
    lines, mine, same = recorded.lines, session.journal.lines, _same(first.hidden)
    first.hidden = False
    for i in range(1, len(lines)):
        if i >= len(mine):
            _feed(session, lines[i], i + 1)
        if i >= len(mine) or not same(mine[i], lines[i]):
            raise _difference(i + 1, lines[i], mine[i] if i < len(mine) else b"null")
    mine[0] = lines[0]
    return session


def _opened(rules: Any, first: Header) -> Session:
    """The game at its beginning. Raises InputError("save_incompatible") where the header makes none."""
    try:
        return Session(rules, first.setup(), recorded_state(rules, first), first=first)
    except InputError as e:
        if e.code == "save_incompatible":
            raise
        raise InputError(
            "save_incompatible", f"its header makes no game: {e.message}", where=e.where, got=e.got, want=e.want
        ) from e


def with_seed(recorded: Recorded) -> Header:
    """The header with the seed; the table's copy of a finished game tells it in its last line. That of one which has
    not ended has no script either."""
    first = recorded.first
    if not first.hidden:
        return first
    if first.decisions:
        raise InputError("save_incompatible", "this is the table's copy of a game that began in its middle")
    end, scripted = _end_told(recorded.lines[-1]), "script" in (first.chance.dice, first.chance.cards)
    if end is None and ((first.commitment and not first.seed) or (scripted and not first.script)):
        raise InputError(
            "save_incompatible",
            f"this is the table's copy of a game that has not ended; it has no {'script' if scripted else 'seed'}",
            hint="replay the copy that `serve --save` has written, or one of the finished game",
        )
    if end is not None and not first.seed:
        first.seed = end.seed
    return first


def _check_seed(first: Header) -> None:
    """The seed is there where one is needed, and the one of the header's commitment. Raises InputError, Diverged."""
    needed = "seeded" in (first.chance.dice, first.chance.cards or "seeded")
    if needed and first.seed is None:
        raise InputError("save_incompatible", "its header has no seed, though dice or cards are seeded", want="a seed")
    if first.seed is not None and commitment(first.seed) != first.commitment:
        raise Diverged(1, -1, "its seed is not the one that was committed to", commitment(first.seed), first.commitment)


def _end_told(line: bytes) -> _End | None:
    """What the last line of a finished game tells; None where it is no such line."""
    try:
        return msgspec.json.decode(line, type=_Told).end
    except BROKEN:
        return None


class _End(Struct):
    seed: str | None = None


class _Told(Struct):
    end: _End


def _same(hidden: bool) -> Any:
    def same(mine: bytes, theirs: bytes) -> bool:
        mine = table_copy(mine) if hidden else mine
        if mine == theirs:
            return True
        try:
            return bool(msgspec.json.decode(mine) == msgspec.json.decode(theirs))
        except BROKEN:
            return False

    return same


def _feed(session: Session, line: bytes, number: int) -> None:
    """Do what a line says. Raises Diverged where it cannot be done."""
    data: Any = None
    try:
        data = msgspec.json.decode(line)
        if "undo" in data:
            session.undo(_steps(data["undo"]))
        elif "redo" in data:
            session.redo(_steps(data["redo"]))
        elif "pick" in data:
            _check_ask(session, data, number)
            if not isinstance(data["pick"], list):
                raise TypeError("`pick` is a list of ids")
            session.act(data["pick"], None, "/pick")
    except Diverged:
        raise
    except InputError as e:
        got = {"code": e.code, "message": e.message}
        raise Diverged(number, session.game.state.asks, f"it cannot be done: {e.message}", got, data) from None
    except (*BROKEN, KeyError, TypeError) as e:
        raise Diverged(number, -1, f"no line of a journal: {e}", line[:200].decode(errors="replace"), None) from None


def _steps(n: Any) -> int:
    if type(n) is not int:
        raise TypeError("`undo` and `redo` are whole numbers")
    return n


def _check_ask(session: Session, data: dict[str, Any], number: int) -> None:
    """Raise Diverged unless the open ask is the one that the line answers."""
    ask = session.open_ask
    mine = {} if ask is None else {"ask": ask.id, "key": ask.key, "seat": ask.seat}
    theirs = {name: data[name] for name in ("ask", "key", "seat")}
    if mine != theirs:
        raise Diverged(number, data["ask"], "another ask is open" if mine else "the game is over", mine, theirs)


def _difference(number: int, theirs: bytes, mine: bytes) -> Diverged:
    """What is not the same in two lines."""
    try:
        a, b = msgspec.json.decode(theirs), msgspec.json.decode(mine)
    except BROKEN as e:
        return Diverged(number, -1, f"no line of a journal: {e}", theirs[:200].decode(errors="replace"), None)
    ask = a.get("ask", -1) if isinstance(a, dict) else -1
    if not isinstance(a, dict) or not isinstance(b, dict):
        return Diverged(number, ask, "the game has no such line", b, a)
    for name in [*a, *(k for k in b if k not in a)]:
        if a.get(name) != b.get(name):
            return Diverged(number, ask, f"{name} is not the same", b.get(name), a.get(name))
    return Diverged(number, ask, "not the same", b, a)


def resume(rules_for: Callable[[list[str]], Any], path: Path) -> tuple[Session, str]:
    """Go on with a game in its own journal file; rules_for: ids of packs -> the rule set. Returns it, and what is to be
    told of a torn last line (or "").

    Raises InputError: game_in_use, save_incompatible, diverged; OSError.
    """
    file = JournalFile(path, new=False)
    try:
        recorded = read_journal(file.read(), "/params/game")
        session = replay(rules_for([p.id for p in recorded.first.packs]), recorded)
        file.drop(recorded.whole)
        session.journal.attach(file, len(recorded.lines))
    except BaseException:
        file.close()
        raise
    torn = f"a torn last line of {len(recorded.torn)} bytes was dropped" if recorded.torn else ""
    return session, torn
