"""What a word means, in lines: of content its numbers, its texts and where they come from; of a word of the rules its
text and its citation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tmb.cli.modeopts import shown

Explain = Callable[[str], dict[str, Any]]
"""A word that somebody knows -> what it means, as plain data."""


def because(why: str, cite: str) -> str:
    """A reason with its source."""
    return f"{why} ({cite})" if cite else why


def told(found: dict[str, Any], explain: Explain) -> Iterator[str]:
    """What an explanation says of content or of a word, and all that the word means besides."""
    yield from topic(found, explain)
    for other in found.get("also", ()):
        yield ""
        yield from topic(other, explain)


def topic(found: dict[str, Any], explain: Explain) -> Iterator[str]:
    """What an explanation says of content (its name, its numbers, its texts, its source) or of a word of the rules."""
    entry = found.get("entry")
    if not isinstance(entry, dict):
        yield from _word(found)
        return
    yield f"{entry.get('name') or found['id']} ({found['kind']})"
    facts = [fact for name, value in entry.items() if name not in UNSAID for fact in _facts(name, value)]
    facts += [name if value else f"not {name}" for name, value in found.get("flags", {}).items()]
    if facts:
        yield "  " + ", ".join(facts)
    yield from (f"  {text}" for text in [*texts(entry), *named(found, explain)])
    if source := entry.get("source"):
        yield f"  {_source(source)}"


def _word(found: dict[str, Any]) -> Iterator[str]:
    """A word of the rules, a ruling or a rule option."""
    what = found.get("what", "")
    name = found.get("name") or (found.get("topic", "") if what == "ruling" else f"{found.get('topic', '')} ({what})")
    keys = f" Keys: {', '.join(found['keys'])}." if "keys" in found else ""
    yield f"{name}: " + because(str(found.get("doc", found)), found.get("cite", "")) + keys
    if found.get("what") == "rule option":
        value = f"  {found['topic']}={shown(found.get('value', found['default']))}"
        yield value + ("" if found.get("value", found["default"]) == found["default"] else ", here")
        values = found["values"]
        yield from (f"  {v}: {doc}" for v, doc in values.items()) if isinstance(values, dict) else ()
    yield from (f"  {name}: {doc}" for name, doc in found.get("stages", {}).items() if doc)


def _source(source: dict[str, Any]) -> str:
    """Where an entry comes from: `stand-in: ...; R31`."""
    status = {"standin": "stand-in"}.get(source["status"], source["status"])
    sure = f", {source['confidence']}" if source.get("confidence") else ""
    return "; ".join([f"[{status}{sure}: {source['where']}", *source.get("rulings", ())]) + "]"


UNSAID = ("id", "name", "text")


def _short(value: Any) -> bool:
    """A number or a word that says something."""
    return bool(value) and (type(value) is int or (type(value) is str and len(value.split()) == 1))


def _facts(name: str, value: Any) -> Iterator[str]:
    """A number or a word, and a table of numbers: `days 6`, `hits 2 any and 1 blue`."""
    if _short(value):
        yield f"{name} {value}"
    elif value and isinstance(value, dict) and all(type(n) is int for n in value.values()):
        yield f"{name} " + " and ".join(f"{n} {what}" for what, n in value.items() if n)


def texts(entry: dict[str, Any], name: str = "") -> Iterator[str]:
    """The texts of an entry and of its parts, each with the name of its part."""
    if text := entry.get("text"):
        yield f"{name}: {text}" if name else str(text)
    for key, value in entry.items():
        if isinstance(value, str) and key.endswith("_text") and value:
            yield f"{key.removesuffix('_text')}: {value}"
        elif isinstance(value, dict) and key != "source":
            yield from texts(value, str(value.get("name") or key).replace("_", " ") if "text" in value else name)
        elif isinstance(value, list):
            yield from (line for part in value if isinstance(part, dict) for line in texts(part, part.get("name", key)))


def named(found: dict[str, Any], explain: Explain) -> Iterator[str]:
    """What the entry names: the texts of content of another kind, such as the skills of a chip; other words as they
    are, with how often they stand there, such as the faces of a die; and who names it, such as the chips of a stack."""
    names = found.get("names", {})
    for key, value in found["entry"].items():
        if isinstance(value, list):
            words = Counter(word for word in value if isinstance(word, str))
            lines = [line for word in words for line in _text_of(word, names.get(key, {}), found["kind"], explain)]
            if words and (not lines or words.total() > len(words)):
                yield f"{key}: " + ", ".join(f"{word} ×{n}" if n > 1 else word for word, n in words.items())
            yield from lines
        elif isinstance(value, dict) and key in names:
            for part, word in value.items():
                yield from (f"{key} {part}: {line}" for line in _text_of(word, names[key], found["kind"], explain))
    for kind, fulls in found.get("named_by", {}).items():
        yield f"named by {kind}: " + ", ".join(full.rpartition("/")[2] for full in fulls)


def _text_of(word: str, names: dict[str, str], kind: str, explain: Explain) -> Iterator[str]:
    """The text of what a word names, if that is of another kind."""
    full = names.get(word, "")
    if not full or f":{kind}/" in full:
        return
    if text := explain(full).get("entry", {}).get("text"):
        yield f"{word}: {text}"
