"""Content that was found sound is kept beside its packs, as Python keeps compiled modules: in `__pycache__`.

What is kept counts only for the very same packs, engine, plugins and versions; otherwise it is made anew. It saves the
parsing and checking of every entry, which is most of what a process does before its first ask. Where Python would not
write compiled modules nothing is written either, and a folder that nobody may write to costs nothing but that time.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from tmb.content.content import Change, Content, Origin, Slot
from tmb.content.ids import Ids, pack_of
from tmb.content.kinds import Kind, Vocabulary
from tmb.content.order import Line
from tmb.hashing import blake2b

Place = tuple[int, tuple[str | int, ...]]
"""The number of a file, counted over all packs, and the path of a table in it."""


class Row(Struct, array_like=True):
    """One entry: its full id and kind, its table as it was found sound, where it and its patched fields stand,
    and what packs did to it.
    """

    full: str
    kind: str
    table: dict[str, Any]
    place: Place
    fields: dict[str, Place]
    history: list[tuple[str, Change, tuple[str, ...]]]


class Kept(Struct, array_like=True):
    """What a file holds: the key of all that it was made from, and the entries in order."""

    key: str
    rows: list[Row]


BUILT_IN = {"builtins"}
"""Modules without a file, which change with Python itself."""

_rows = msgspec.msgpack.Decoder(Kept).decode


class Shelf:
    """Where the content of some packs is kept, and under which key.

    made_by: modules whose code reads it, plugins first of all; kinds, vocabularies, names: what they declare.
    """

    def __init__(
        self,
        line: Line,
        made_by: Iterable[ModuleType],
        kinds: Sequence[Kind],
        vocabularies: Mapping[str, Vocabulary],
        names: Mapping[str, Collection[str]],
    ) -> None:
        self.line, self.kinds = line, {kind.name: kind for kind in kinds}
        self.files = [file for pack in line.packs for file in pack.files.values()]
        self.path = _beside(line.packs[-1].root, [pack.id for pack in line.packs])
        total = blake2b(digest_size=16)
        types = [kind.type for kind in kinds] + [t for v in vocabularies.values() for t in v.words.values()]
        modules = {*(m.__name__ for m in made_by), *(getattr(t, "__module__", "msgspec") for t in types)} - BUILT_IN
        for word in (*_packs(line), *_code(modules), *_declared(kinds, vocabularies, names)):
            total.update(word.encode(errors="backslashreplace") + b"\0")  # the name of a folder may be no UTF-8
        self.key = total.hexdigest()

    def read(self, ids: Ids) -> Content | None:
        """The content as it was kept, with its ids noted in `ids`; None where nothing is kept that counts. What is no
        regular file, such as a pipe that nobody writes to, is not opened."""
        try:
            if not self.path.is_file():
                return None
            kept = _rows(self.path.read_bytes())
            if kept.key != self.key:
                return None
            slots = {row.full: self._slot(row) for row in kept.rows}
        except (OSError, LookupError, msgspec.MsgspecError):
            return None
        for row in kept.rows:
            ids.add(row.kind, pack_of(row.full), row.full.rpartition("/")[2])
        return Content([pack.info for pack in self.line.packs if pack.info], ids, slots)

    def _slot(self, row: Row) -> Slot:
        slot = Slot(row.kind, pack_of(row.full), self._origin(row.place))
        slot.entry = msgspec.convert(row.table, self.kinds[row.kind].type, str_keys=True)
        slot.fields = {name: self._origin(place) for name, place in row.fields.items()}
        slot.history = row.history
        return slot

    def _origin(self, place: Place) -> Origin:
        return Origin(self.files[place[0]], place[1])

    def write(self, slots: Mapping[str, Slot], tables: Mapping[str, dict[str, Any]]) -> None:
        """Keep sound entries. It is no fault where that cannot be done."""
        if sys.dont_write_bytecode:
            return
        nth = {id(file): n for n, file in enumerate(self.files)}
        rows = [
            Row(
                full,
                slot.kind,
                tables[full],
                _place(nth, slot.origin),
                {name: _place(nth, origin) for name, origin in slot.fields.items()},
                slot.history,
            )
            for full, slot in slots.items()
        ]
        half = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with contextlib.suppress(OSError, TypeError, ValueError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                half.write_bytes(msgspec.msgpack.encode(Kept(self.key, rows)))
                half.replace(self.path)
            finally:
                half.unlink(missing_ok=True)


def _place(nth: Mapping[int, int], origin: Origin) -> Place:
    return nth[id(origin.file)], origin.path


def _beside(root: Path, packs: Sequence[str]) -> Path:
    """The file of these packs, where Python would keep a compiled module that lies in the last of them."""
    compiled = Path(importlib.util.cache_from_source(str(root / "pack.py")))
    return compiled.with_name(f"{compiled.name.removesuffix('.pyc')}.{'+'.join(packs)[:120]}.tmb")


def _packs(line: Line) -> Iterator[str]:
    for pack in line.packs:
        yield from (pack.id, str(pack.root), pack.info.digest if pack.info else "")


def _code(modules: Collection[str]) -> Iterator[str]:
    """The versions of what reads content, and the times and sizes of its files, by which Python too knows its own."""
    yield from (sys.version, msgspec.__version__)
    for top in sorted({name.partition(".")[0] for name in modules}):
        module = sys.modules[top]  # who declares a type is imported
        for folder in getattr(module, "__path__", ()):
            yield from _files(folder)
        if module.__file__:
            yield _dated(module.__file__, os.stat(module.__file__))


def _dated(file: str, stat: os.stat_result) -> str:
    return f"{file} {stat.st_mtime_ns} {stat.st_size}"


def _files(folder: str) -> Iterator[str]:
    """A line for every Python file below a folder."""
    try:
        found = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in found:
        if entry.name.endswith(".py"):
            yield _dated(entry.path, entry.stat())
        elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
            yield from _files(entry.path)


def _declared(
    kinds: Sequence[Kind], vocabularies: Mapping[str, Vocabulary], names: Mapping[str, Collection[str]]
) -> Iterator[str]:
    """What decides whether an entry is sound, by name: two rule sets of one code need not declare the same."""
    for kind in kinds:
        yield f"{kind.name} {kind.folder} {kind.type.__module__}.{kind.type.__qualname__} {kind.declares}"
    for vocabulary in vocabularies.values():
        yield " ".join(
            (vocabulary.name, *(f"{w}={getattr(t, '__qualname__', '')}" for w, t in vocabulary.words.items()))
        )
    for name, some in names.items():
        yield " ".join((name, *some))
