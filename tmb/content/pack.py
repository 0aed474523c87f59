"""One pack: a folder with `pack.toml` and a folder of TOML files for each kind of entry."""

import functools
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from tmb.content.files import SourceFile, read
from tmb.content.findings import At
from tmb.content.problem import Lacks, Problem, quoted, speakable
from tmb.content.versions import is_range, is_version
from tmb.hashing import blake2b

MANIFEST = "pack.toml"
NAME = re.compile(r"[a-z][a-z0-9_-]*")
NOT_CONTENT = ("tests", "__pycache__")
"""Folders of a pack that never hold entries."""


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `pack.toml` may say."""

    id: str
    version: str
    name: str
    requires: dict[str, str] = {}
    after: list[str] = []
    plugin: str = ""
    engine: str = ""
    licence: str = ""
    content_licence: str = ""
    authors: list[str] = []
    rules: dict[str, str | int | bool] = {}
    origin: Literal["official", "fan", "test"] = "fan"


class PackInfo(Manifest, frozen=True, kw_only=True, dict=True):
    """A pack's manifest, and where it is.

    `requires` maps pack ids to version ranges (PEP 440), `engine` is a range of engine versions or "", `plugin` is the
    name of the plugin that the pack needs or ""; `rules` are rule options that it sets.
    """

    path: Path

    @functools.cached_property
    def digest(self) -> str:
        """32 hex digits over the names and bytes of all TOML files, read now if they have not been; line ends of either
        sort count the same."""
        return OpenPack(self.path).digest()


class OpenPack:
    """A pack as it was read: every file, or the manifest alone; `info` where the manifest is sound."""

    def __init__(self, path: Path, whole: bool = True) -> None:
        self.root = Path(os.path.abspath(path))
        self.folder = speakable(self.root.name) or "pack"
        lost: list[Path] = []
        names = sorted(toml_files(self.root, lost)) if whole else _manifest_in(self.root)
        paths = {speakable(rel): self.root / rel for rel in names}
        self.files = {rel: read(path, f"{self.folder}/{rel}") for rel, path in paths.items()}
        self.manifest = self.files.get(MANIFEST) or SourceFile(f"{self.folder}/{MANIFEST}", b"")
        self.problems: list[Problem] = []
        self.id = self.folder
        self.info = self._info()
        for folder in map(speakable, sorted(path.relative_to(self.root).as_posix() for path in lost)):
            self.problems.append(Problem(f"{self.folder}/{folder}", 1, 1, "unreadable", "the folder cannot be read"))
        if whole and self.info:
            vars(self.info)["digest"] = self.digest()

    def digest(self) -> str:
        """Return the digest of all TOML files of the pack."""
        total = blake2b(digest_size=16)
        for rel, file in self.files.items():
            for part in (rel.encode(), file.raw):
                total.update(len(part).to_bytes(8, "big") + part)
        return total.hexdigest()

    def complain(
        self, path: tuple[str | int, ...], code: str, message: str, at: At = "value", lacks: Lacks = ()
    ) -> None:
        """Note a problem in the manifest."""
        self.problems.append(self.manifest.problem(path, code, message, at, lacks))

    def _info(self) -> PackInfo | None:
        """Read the manifest; None when it has problems."""
        if MANIFEST not in self.files:
            self.complain((), "no-manifest", f"no {MANIFEST}; a pack is a folder with a {MANIFEST} in it")
            return None
        self.problems += self.manifest.problems
        doc = self.manifest.doc
        if doc is None:
            return None
        if isinstance(doc.get("id"), str):
            self.id = doc["id"]
        checked = self._checked(doc)
        if checked is None or self.problems:
            return None
        return PackInfo(**{name: getattr(checked, name) for name in Manifest.__struct_fields__}, path=self.root)

    def _checked(self, doc: dict[str, Any]) -> Manifest | None:
        """Check the manifest's keys and types, then what they say."""
        try:
            manifest: Manifest | None = msgspec.convert(doc, Manifest)
        except msgspec.ValidationError:
            manifest = None
            self._explain(doc)
        for path, code, message in faults(doc):
            self.complain(path, code, message)
        return manifest

    def _explain(self, doc: dict[str, Any]) -> None:
        """Note all that is wrong with the manifest's keys and types."""
        from tmb.content.findings import Known, Run  # needed only for one that is wrong
        from tmb.content.ids import Ids
        from tmb.content.typed import Types

        run = Run(Known(Types(), {}, {}, Ids(())))
        run.known.typed(Manifest).verify(doc, (), run)
        for finding in run.found:
            self.complain(*finding)


def faults(doc: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield the path, code and message of what is wrong with values of a manifest whose types are right."""
    requires = doc.get("requires")
    ranges = [(("requires", id_), written) for id_, written in requires.items()] if isinstance(requires, dict) else []
    for path, name in [(("id",), doc.get("id")), *((path, path[1]) for path, _ in ranges)]:
        if isinstance(name, str) and not NAME.fullmatch(name):
            yield path, "bad-id", f"{quoted(name)} is no pack id; write it with a-z, 0-9, - and _"
    plugin, version = doc.get("plugin"), doc.get("version")
    if isinstance(plugin, str) and plugin and not NAME.fullmatch(plugin):
        yield ("plugin",), "bad-plugin", f"{quoted(plugin)} is no plugin name; a pack names no modules"
    if isinstance(version, str) and not is_version(version):
        yield ("version",), "bad-version", f'version: {quoted(version)} is no version; write it like "1.0.2"'
    for path, written in [(("engine",), doc.get("engine")), *ranges]:
        if isinstance(written, str) and not is_range(written):
            yield path, "bad-range", f'{path[-1]}: {quoted(written)} is no version range; write it like ">=1.0,<2"'


def toml_files(root: Path, lost: list[Path]) -> Iterator[str]:
    """Yield the paths of a pack's TOML files, relative, with forward slashes; hidden folders are left out. Those that
    cannot be read are added to `lost`."""

    def note(error: OSError) -> None:
        if (folder := Path(error.filename)) != root:
            lost.append(folder)

    for folder, below, names in os.walk(root, onerror=note):
        below[:] = sorted(name for name in below if not name.startswith(".") and name not in NOT_CONTENT)
        here = Path(folder).relative_to(root)
        yield from ((here / name).as_posix() for name in names if name.endswith(".toml") and not name.startswith("."))


def _manifest_in(root: Path) -> list[str]:
    """The name of the manifest, where `toml_files` would find it."""
    return [MANIFEST] if os.path.lexists(root / MANIFEST) and not os.path.isdir(root / MANIFEST) else []


def read_pack(path: Path) -> tuple[PackInfo | None, list[Problem]]:
    """Read a pack's manifest; with problems there is no info. Its entries are not looked at."""
    pack = OpenPack(path, whole=False)
    return pack.info, sorted(pack.problems)
