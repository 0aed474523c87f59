"""Complaints about a part of content, at its place in the files."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from tmb.content.content import Content
from tmb.content.pack import OpenPack
from tmb.content.problem import ContentError, Problem, quoted
from tmb.errors import RulesError, TmbError

KEY = re.compile(r"([\w-]+)/((?:[\w.-]+:[\w-]+/)?[\w-]+)(?:/([^/.]+))?")
"""The key of a sheet or the address of a program: WORD/ENTRY, perhaps a part of the entry, perhaps more. The word is
the kind of the entry, or says what the part is."""


def at_its_entry(error: RulesError, content: Content) -> TmbError:
    """The complaint as a fault of content, with its place, if it is about an entry; else as it is."""
    found = place_of(content, error.key)
    return ContentError([Problem(*found, "rules", error.message)]) if found else error


def place_of(content: Content, key: str) -> tuple[str, int, int] | None:
    """File, line and column of what has this key; None where no entry has it."""
    found = part_of(content, key)
    return content.where(*found) if found else None


def part_of(content: Content, key: str) -> tuple[str, tuple[str | int, ...]] | None:
    """The full id of the entry that has this key, and the path of the part of it that is meant; None where no entry has
    it."""
    match = KEY.match(key)
    if not match:
        return None
    word, id_, part = match.groups()
    for written, inner in ((id_, part), (part, "")):
        if fulls := sorted((kind != word, full) for kind, full in _entries(content, written)):
            full = fulls[0][1]
            entry = content.entry(full)
            return full, _inside(entry, inner) if inner else _field(entry, word)
    return None


def without_its_packs(error: TmbError, wanted: Mapping[str, Sequence[str]], packs: Sequence[Path]) -> TmbError:
    """An error of packs one of which names a plugin, while a pack that this one's games are played with is not there:
    that is told first, for the rest may come of it.

    wanted: plugin -> packs; packs: the folders that were read.
    """
    opened = [OpenPack(path) for path in packs]
    here = {pack.id for pack in opened}
    lost: list[Problem] = []
    for pack in opened:
        plugin = pack.info.plugin if pack.info else ""
        for name in dict.fromkeys(wanted.get(plugin, ())):
            if name not in here:
                message = (
                    f"the games of the plugin {quoted(plugin)} are played with the pack {quoted(name)}, which is not "
                    f'loaded: write requires = {{ {name} = ">=0" }} here'
                )
                lost.append(pack.manifest.problem(("plugin",), "pack-missing", message))
    if not lost:
        return error
    rest = error.problems if isinstance(error, ContentError) else [_nowhere(error, lost[0])]
    return ContentError([*lost, *rest])


def _nowhere(error: TmbError, lost: Problem) -> Problem:
    """An error that has no place, at the pack that lacks another."""
    return Problem(lost.file, lost.line, lost.column, "rules", str(error))


def _entries(content: Content, written: str) -> Iterable[tuple[str, str]]:
    """Kind and full id of every entry with this short or full id."""
    for kind in content.kinds():
        for full in content.entries(kind):
            if written in (full, full.rpartition("/")[2]):
                yield kind, full


def _field(entry: Any, word: str) -> tuple[str | int, ...]:
    """The field of an entry that is called so."""
    name = word.replace("-", "_")
    return (name,) if isinstance(getattr(entry, name, None), Struct) else ()


def _inside(entry: Any, part: str) -> tuple[str | int, ...]:
    """Where in an entry the part of this name is: a row of a list that has it as its id, or the key of a table."""
    for field in structs.fields(entry):
        value = getattr(entry, field.name)
        if isinstance(value, dict) and isinstance(value.get(part), Struct):
            return field.encode_name, part
        if isinstance(value, list):
            for i, row in enumerate(value):
                if getattr(row, "id", None) == part:
                    return field.encode_name, i
    return ()
