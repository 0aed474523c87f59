"""The tables of a pack's files, before they are entries."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tmb.content.files import SourceFile
from tmb.content.findings import Finding
from tmb.content.kinds import Kind
from tmb.content.pack import MANIFEST, OpenPack
from tmb.content.problem import Problem, did_you_mean, quoted

EVERY = "every"
"""`[every.KIND]`: what all entries of a kind in a file have that do not say otherwise."""


class Raw:
    """One table of a file: the `nth` of its kind there, with what `every` entry of that kind has in the file. A patch
    says what it changes, and nothing else.
    """

    def __init__(
        self,
        pack: OpenPack,
        file: SourceFile,
        kind: Kind,
        nth: int,
        table: dict[str, Any],
        every: dict[str, Any] | None = None,
    ) -> None:
        self.pack, self.file, self.kind = pack, file, kind
        self.shared = () if every is None or "patch" in table else every.keys() - table.keys()
        self.table = {**(every or {}), **table} if self.shared else table
        self.path: tuple[str | int, ...] = (kind.name, nth)

    def problem(self, finding: Finding) -> Problem:
        """Give a finding its file, line and column."""
        shared = finding.path and finding.path[0] in self.shared
        path = (EVERY, self.kind.name) if shared else self.path
        return self.file.problem((*path, *finding.path), finding.code, finding.message, finding.at, finding.lacks)

    def place(self) -> str:
        """Return "file:line" of the table."""
        return f"{self.file.name}:{self.file.place(self.path, 'table')[0]}"


class Gathered:
    """All tables of one pack. `lost` are kinds and ids that files hold which cannot be read as they are."""

    def __init__(self, pack: OpenPack, kinds: Sequence[Kind]) -> None:
        self.pack, self.kinds = pack, kinds
        self.tables: list[Raw] = []
        self.problems: list[Problem] = []
        self.lost: list[tuple[str, str]] = []
        self._strange: list[str] = []
        for rel, file in pack.files.items():
            if rel != MANIFEST:
                self._file(rel, file)
        if self._strange and not kinds and not pack.problems:
            self._unread()

    def _file(self, rel: str, file: SourceFile) -> None:
        """Take in one file."""
        folder = rel.rpartition("/")[0]
        here = [kind for kind in self.kinds if kind.folder == folder]
        self.problems += file.problems
        if not here:
            self._misplaced(folder, file)
        elif file.doc is not None:
            self._tables(file, file.doc, here)
        if not here or file.doc is None or file.problems:
            self.lost += scanned(file.text, self.kinds)

    def _misplaced(self, folder: str, file: SourceFile) -> None:
        """Note a file outside the folders of the kinds; a strange folder is noted once."""
        top = folder.partition("/")[0]
        folders = sorted({kind.folder for kind in self.kinds})
        if not top:
            hint = f"entries stand in a folder: {', '.join(folders)}"
            self.problems.append(Problem(file.name, 1, 1, "stray-file", f"a stray file; {hint}"))
        elif top in folders:
            hint = f"move it to {self.pack.folder}/{top}/"
            self.problems.append(Problem(file.name, 1, 1, "stray-file", f"folders in folders are not read; {hint}"))
        elif top not in self._strange:
            self._strange.append(top)
            if not folders:
                return
            message = f"unknown folder {quoted(top)}{did_you_mean(top, folders)}"
            self.problems.append(Problem(f"{self.pack.folder}/{top}", 1, 1, "unknown-folder", message))

    def _unread(self) -> None:
        """Note that nobody is here to read the pack's folders; a manifest with a fault of its own says enough."""
        message = (
            f"nothing reads its folders ({', '.join(self._strange)}): it names no plugin and requires no pack that has "
            'one; say for example requires = { base = ">=0.1" }'
        )
        self.problems.append(self.pack.manifest.problem((), "no-plugin", message))

    def _tables(self, file: SourceFile, doc: dict[str, Any], here: list[Kind]) -> None:
        """Take the tables of the kinds that belong here; note everything else."""
        names = {kind.name: kind for kind in here}
        every = self._every(file, doc, names)
        for key, value in doc.items():
            if key == EVERY:
                continue
            if key not in names:
                self.problems.append(file.problem((key,), "wrong-kind", self._wrong(key, file, here), "key"))
                self.lost += scanned(file.text, [kind for kind in self.kinds if kind.name == key])
            elif not isinstance(value, list):
                self.problems.append(file.problem((key,), "wrong-type", f"{key}: write each one as [[{key}]]"))
                self.lost += scanned(file.text, [names[key]])
            else:
                self._elements(file, names[key], value, every.get(key))

    def _every(self, file: SourceFile, doc: dict[str, Any], names: dict[str, Kind]) -> dict[str, dict[str, Any]]:
        """What all entries of a kind have here; note what is no such table."""
        written = doc.get(EVERY, {})
        if not isinstance(written, dict):
            self.problems.append(file.problem((EVERY,), "wrong-type", f"write [{EVERY}.KIND]"))
            return {}
        for kind, table in written.items():
            if kind not in names:
                message = f"{EVERY}: {self._wrong(kind, file, list(names.values()))}"
                self.problems.append(file.problem((EVERY, kind), "wrong-kind", message, "key"))
            elif not isinstance(table, dict) or table.keys() & {"id", "patch", "replace"}:
                message = f"{EVERY}.{kind}: a table of what all have; id, patch and replace are an entry's own"
                self.problems.append(file.problem((EVERY, kind), "wrong-type", message))
        return {kind: table for kind, table in written.items() if isinstance(table, dict)}

    def _elements(self, file: SourceFile, kind: Kind, value: list[Any], every: dict[str, Any] | None = None) -> None:
        """Take the elements of a list of tables."""
        for nth, table in enumerate(value):
            if isinstance(table, dict):
                self.tables.append(Raw(self.pack, file, kind, nth, table, every))
            else:
                message = f"{kind.name}: write each one as a table [[{kind.name}]]"
                self.problems.append(file.problem((kind.name, nth), "wrong-type", message))

    def _wrong(self, key: str, file: SourceFile, here: list[Kind]) -> str:
        """Say where a table belongs, or what may be meant."""
        for kind in self.kinds:
            if kind.name == key:
                return f"a {key} does not belong here; move it to {self.pack.folder}/{kind.folder}/"
        hint = did_you_mean(key, [kind.name for kind in here])
        return f"unknown kind {quoted(key)}{hint}"


def scanned(text: str, kinds: Sequence[Kind]) -> Iterator[tuple[str, str]]:
    """Yield kinds and ids of a text that can't be read properly, so that references to them don't complain too."""
    names, kind = {kind.name for kind in kinds}, ""
    for line in text.split("\n"):
        if header := re.match(r"\s*\[\[?\s*([\w-]+)\s*\]", line):
            kind = header[1]
        elif kind in names and (found := re.match(r"""\s*id\s*=\s*["']([^"']+)""", line)):
            yield kind, found[1]
