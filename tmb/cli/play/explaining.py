"""What `?` tells: what is not in the list and why; what a choice does; what a word of the rules means."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tmb.cli.modeopts import shown
from tmb.cli.play import reading, rolling
from tmb.errors import InputError

if TYPE_CHECKING:
    from tmb.core.decisions import Ask
    from tmb.session import Session

NOTHING = " Nothing that the rules can tell is missing from the list."


def told(session: Session, ask: Ask, word: str) -> str:
    """The answer to `?` (word "") or `?word`, where the word is a number, a choice or a topic. Raises InputError."""
    lines = option_or_topic(session, ask, word) if word else missing(session)
    return "\n".join(f" {line}" for line in lines)


def missing(session: Session) -> list[str]:
    """What is not legal now, and why."""
    ask = session.ask(labels=True, blocked=True)
    rows = list(ask.blocked or ()) if ask is not None else []
    return [f"{r.label or r.id}: {because(r.because, r.cite)}" for r in rows] or [NOTHING.strip()]


def because(why: str, cite: str) -> str:
    """A reason with its source."""
    return f"{why} ({cite})" if cite else why


def option_or_topic(session: Session, ask: Ask, word: str) -> list[str]:
    """What a choice of the list would do, and what it is about; else what the word means."""
    try:
        ids = [] if rolling.is_roll(ask) else reading.picks(ask, word)
    except InputError:
        if word.isdecimal():
            raise
        ids = []
    return choice(session, ask, ids[0]) if len(ids) == 1 else meaning(session, word)


def meaning(session: Session, word: str) -> list[str]:
    """What a word of the rules means, however it is written. Raises InputError."""
    with contextlib.suppress(InputError):
        return list(topic(session, session.explain(word.casefold())))
    return list(topic(session, session.explain(word)))


def choice(session: Session, ask: Ask, id: str) -> list[str]:
    """One option: its words, what it would do, the thing that it is about."""
    found = session.explain(id)
    out = [str(found["label"])]
    out += details(found.get("preview") or {})
    thing = next(o.ref for o in ask.options if o.id == id)
    out += about(session, thing)
    if found.get("doc") or found.get("cite"):
        out.append(because(found.get("doc") or "The rule", found.get("cite", "")))
    return out


def about(session: Session, thing: str) -> list[str]:
    """The content behind a thing: its own entry, that of a die or card that it shows, or of the kind that it is of."""
    last = thing.rpartition("/")[2]
    for name in (thing, last, last.partition(":")[0], kind_of(session.view(), thing)):
        try:
            if name:
                return list(topic(session, session.explain(name)))
        except InputError:
            continue
    return []


def kind_of(view: dict[str, Any], thing: str) -> str:
    """What kind a thing is of, where the view has it with a `kind`."""
    for shelf in view.values():
        if isinstance(shelf, dict) and isinstance(found := shelf.get(thing), dict):
            return str(found.get("kind", ""))
    return ""


def details(data: dict[str, Any]) -> Iterator[str]:
    """Plain data as lines: `lost: 2`; a list of steps as one line each."""
    for name, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from (f"  {name}: " + ", ".join(f"{k} {shown(v)}" for k, v in row.items()) for row in value)
        elif isinstance(value, dict):
            yield from (f"  {line.strip()}" for line in details(value))
        elif text := shown(value):
            yield f"  {name}: {text}"


def topic(session: Session, found: dict[str, Any]) -> Iterator[str]:
    """What an explanation says of content (its name, its numbers, its texts) or of a word of the rules."""
    entry = found.get("entry")
    if not isinstance(entry, dict):
        yield because(str(found.get("doc", found)), found.get("cite", ""))
        yield from (f"  {name}: {doc}" for name, doc in found.get("stages", {}).items() if doc)
        return
    yield f"{entry.get('name') or found['id']} ({found['kind']})"
    if facts := [f"{name} {value}" for name, value in entry.items() if name not in UNSAID and _short(value)]:
        yield "  " + ", ".join(facts)
    yield from (f"  {text}" for text in [*texts(entry), *named(session, entry)])


UNSAID = ("id", "name", "text")


def _short(value: Any) -> bool:
    """A number or a word that says something."""
    return bool(value) and (type(value) is int or (type(value) is str and len(value.split()) == 1))


def texts(entry: dict[str, Any], name: str = "") -> Iterator[str]:
    """The texts of an entry and of its parts, each with the name of its part."""
    if text := entry.get("text"):
        yield f"{name}: {text}" if name else str(text)
    for key, value in entry.items():
        if isinstance(value, dict) and key != "source":
            yield from texts(value, str(value.get("name") or key).replace("_", " ") if "text" in value else name)
        elif isinstance(value, list):
            yield from (line for part in value if isinstance(part, dict) for line in texts(part, part.get("name", key)))


def named(session: Session, entry: dict[str, Any]) -> Iterator[str]:
    """The texts of the content that an entry names, such as the skills of a chip."""
    for key, value in entry.items():
        if isinstance(value, list):
            yield from _texts_of(session, [word for word in value if isinstance(word, str)])
        elif isinstance(value, dict) and key != "source":
            words = {f"{key} {part}": word for part, word in value.items() if isinstance(word, str)}
            yield from (f"{part}: {line}" for part, word in words.items() for line in _texts_of(session, [word]))


def _texts_of(session: Session, words: list[str]) -> Iterator[str]:
    for word in words:
        try:
            text = session.explain(word.split()[0] if word else "").get("entry", {}).get("text")
        except InputError:
            continue
        if text:
            yield f"{word}: {text}"
