"""What `?` tells: what is not in the list and why; what a choice does; what a word of the rules means."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tmb.cli.modeopts import shown
from tmb.cli.play import reading, rolling
from tmb.cli.play.plain import plainly
from tmb.cli.text import columns
from tmb.cli.topics import because, topic
from tmb.cli.topics import told as topic_told
from tmb.core.chance import SEAT
from tmb.errors import InputError
from tmb.session.topics import SIGN

if TYPE_CHECKING:
    from tmb.core.decisions import Ask
    from tmb.session import Session

NOTHING = " Nothing that the rules can tell is missing from the list."


def told(session: Session, ask: Ask, word: str) -> str:
    """The answer to `?` (word "") or `?word`, where the word is a number, a choice or a topic. Raises InputError."""
    lines = option_or_topic(session, ask, word) if word else missing(session)
    return "\n".join(f" {line}" for line in lines)


def missing(session: Session) -> list[str]:
    """What is not legal now, and why. The rules forbid nothing of what chance may bring."""
    ask = session.open_ask
    if ask is not None and ask.seat == SEAT:
        return [NOTHING.strip(), *(rolling.HOW if rolling.is_roll(ask) else ())]
    ask = session.ask(labels=True, blocked=True)
    rows = list(ask.blocked or ()) if ask is not None else []
    return [f"{r.label or r.id}: {because(r.because, r.cite)}" for r in rows] or [NOTHING.strip()]


def option_or_topic(session: Session, ask: Ask, word: str) -> list[str]:
    """What a choice of the list would do, and what it is about; else what the word means."""
    try:
        ids = [] if rolling.is_roll(ask) else reading.picks(ask, word)
    except InputError:
        if word.isdecimal():
            raise
        ids = []
    return choice(session, ask, ids[0]) if len(ids) == 1 else signs(session, word) or meaning(session, word)


def signs(session: Session, word: str) -> list[str]:
    """What a sign of the board means, also as it is written without signs, and what else its letters mean; nothing
    where it is none."""
    rows = session.game.mode.legend(session.rules)
    found = [s for s in rows if s.like(word) or word == plainly(s.sign).strip()]
    out = [f"{s.sign}: {s.doc}" for s in found]
    for more in [word, *(s.doc for s in found)] if found else ():
        with contextlib.suppress(InputError):
            row = session.explain(more)
            out += topic_told(row, session.explain) if row.get("what") != SIGN else ()
    return out


def legend(session: Session) -> str:
    """The signs of the board, for the help; "" in a mode that names none."""
    rows = [(f" {s.sign}", s.doc) for s in session.game.mode.legend(session.rules)]
    return "\n".join(["", "", " On the board:", *columns(rows)]) if rows else ""


def meaning(session: Session, word: str) -> list[str]:
    """What a word of the rules means, however it is written. Raises InputError."""
    return list(topic_told(session.explain(word), session.explain))


def choice(session: Session, ask: Ask, id: str) -> list[str]:
    """One option: its words, what it would do, the thing that it is about."""
    found = session.explain(id)
    out = [str(found["label"])]
    out += details(found.get("preview") or {})
    if about := found.get("about"):
        out += topic(about, session.explain)
    if found.get("doc") or found.get("cite"):
        out.append(because(found.get("doc") or "The rule", found.get("cite", "")))
    return out


def details(data: dict[str, Any]) -> Iterator[str]:
    """Plain data as lines: `lost: 2`; a list of steps as one line each."""
    for name, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from (f"  {name}: " + ", ".join(f"{k} {shown(v)}" for k, v in row.items()) for row in value)
        elif isinstance(value, dict):
            yield from (f"  {line.strip()}" for line in details(value))
        elif text := shown(value):
            yield f"  {name}: {text}"
