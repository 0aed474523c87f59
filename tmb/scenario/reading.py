"""Scenario files: read, checked, each key and value with its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct, structs

from tmb.content.files import SourceFile
from tmb.content.files import read as read_file
from tmb.content.findings import Known, Run
from tmb.content.ids import Ids
from tmb.content.pack import MANIFEST
from tmb.content.problem import Problem, did_you_mean, quoted
from tmb.content.typed import Types

Pick = str | list[str]
"""An answer: option ids in a list, or in a text with commas between; "" is the empty answer."""

Code = Literal["unknown_option", "picked_twice", "too_few", "too_many", "group_limit", "over_budget"]


class Refused(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that the open ask must refuse, and the code with which."""

    pick: Pick
    code: Code


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the runner itself knows of a scenario; see the package for what each key means."""

    name: Annotated[str, Meta(min_length=1)]
    cites: str = ""
    mode: str = ""
    packs: list[str] = []
    options: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    dice: list[str] = []
    picks: list[Pick] = []
    see: dict[str, Any] = {}
    refused: list[Refused] = []
    options_are: list[str] | None = None
    options_have: list[str] = []
    options_lack: list[str] = []
    events: list[str | dict[str, Any]] = []
    outcome: dict[str, Any] = {}
    until: Literal["ask", "dice"] = "ask"


class Defaults(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands at the top of a file, for all its scenarios that do not say otherwise."""

    mode: str = ""
    packs: list[str] = []
    scenario: list[dict[str, Any]] = []


OWN = tuple(f.encode_name for f in structs.fields(Scenario))
TABLE = "scenario"


class Written:
    """A scenario as it stands in its file. scene: the keys that are the mode's; mode, packs: its own or the file's."""

    def __init__(
        self, file: SourceFile, index: int, scenario: Scenario, scene: dict[str, Any], defaults: Defaults
    ) -> None:
        self.file, self.index, self.scenario, self.scene = file, index, scenario, scene
        self.mode = scenario.mode or defaults.mode
        self.packs = scenario.packs or defaults.packs

    @property
    def folder(self) -> Path:
        """Where folders of packs are looked for: the file's own."""
        return Path(self.file.name).parent

    @property
    def id(self) -> str:
        """`file::name`, unique in a run."""
        return f"{self.file.name}::{self.scenario.name}"

    def line(self, path: Iterable[str | int] = ()) -> int:
        """The line of a value inside the scenario, or of the scenario."""
        return self.file.place((TABLE, self.index, *path), "value" if path else "table")[0]

    def strangers(self, scene: Iterable[str]) -> list[Problem]:
        """Keys that neither the runner nor the mode, which has these keys of a scene, knows."""
        known = [*OWN, *scene]
        return [
            self.file.problem(
                (TABLE, self.index, key), "unknown-key", f"unknown key {quoted(key)}{_way_out(key, known)}", "key"
            )
            for key in self.scene
            if key not in known
        ]


def _way_out(key: str, known: list[str]) -> str:
    return did_you_mean(key, known) or f"; known here: {', '.join(sorted(known))}"


def read_all(paths: Iterable[Path]) -> tuple[list[Written], list[Problem]]:
    """The scenarios of files, and of all TOML files in folders, in the order of their names; and what is wrong."""
    found: list[Written] = []
    problems: list[Problem] = []
    for path in paths:
        for file in files(path):
            written, bad = read(read_file(file, file.as_posix()))
            found += written
            problems += bad
    return found, problems


def files(path: Path, within: tuple[str, ...] = ()) -> Iterator[Path]:
    """The file itself, or all TOML files below the folder, in the order of their names; hidden ones are left out.

    A folder that is a pack holds content: only its `tests` are looked at. within: the folders that this one lies in; a
    link back to one of them is left out.
    """
    here = os.path.realpath(path)
    if here in within:
        return
    try:
        inside = sorted(path.iterdir())
    except OSError:  # a file, or a folder that nobody may read: reading it says so
        yield path
        return
    is_pack = MANIFEST in (inner.name for inner in inside)
    for inner in inside:
        if inner.name.startswith(".") or (is_pack and inner.name != "tests"):
            continue
        if inner.is_dir() or inner.suffix == ".toml":
            yield from files(inner, (*within, here))


def read(file: SourceFile) -> tuple[list[Written], list[Problem]]:
    """The scenarios of one file, and all that is wrong with it."""
    if file.doc is None:
        return [], file.problems
    problems = list(file.problems)
    top = _checked(file, (), file.doc, Defaults, problems)
    if top is None:
        return [], problems
    if not top.scenario:
        return [], [*problems, Problem(file.name, 1, 1, "no-scenario", f"no [[{TABLE}]] in this file")]
    found = [w for i in range(len(top.scenario)) if (w := _written(file, i, top, problems)) is not None]
    return found, problems + list(_twice(found))


S = TypeVar("S", bound=Struct)


def _checked(
    file: SourceFile, path: tuple[str | int, ...], table: dict[str, Any], kind: type[S], problems: list[Problem]
) -> S | None:
    """A table of the file as a Struct; None if something is wrong with it, which is added to the problems."""
    run = Run(Known(Types(), {}, {}, Ids(())))
    made = run.known.typed(kind).verify(table, (), run)
    problems += [file.problem((*path, *f.path), f.code, f.message, f.at) for f in run.found]
    return made if isinstance(made, kind) else None


def _written(file: SourceFile, index: int, top: Defaults, problems: list[Problem]) -> Written | None:
    """One table as a scenario; None if something of the runner's own keys is wrong."""
    table = top.scenario[index]
    own = {key: value for key, value in table.items() if key in OWN}
    made = _checked(file, (TABLE, index), own, Scenario, problems)
    if made is None:
        return None
    return Written(file, index, made, {key: value for key, value in table.items() if key not in OWN}, top)


def _twice(found: list[Written]) -> Iterator[Problem]:
    first: dict[str, Written] = {}
    for w in found:
        if (other := first.setdefault(w.scenario.name, w)) is not w:
            text = f"the name {quoted(w.scenario.name)} is taken in line {other.line()}"
            yield w.file.problem((TABLE, w.index, "name"), "duplicate-name", text)
