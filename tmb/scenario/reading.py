"""Scenario files: read, checked, each key and value with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from tmb.content.files import SourceFile
from tmb.content.files import read as read_file
from tmb.content.findings import Known, Run
from tmb.content.ids import Ids
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


OWN = tuple(f.encode_name for f in structs.fields(Scenario))
TABLE = "scenario"


class Written:
    """A scenario as it stands in its file. scene: the keys that are the mode's."""

    def __init__(self, file: SourceFile, index: int, scenario: Scenario, scene: dict[str, Any]) -> None:
        self.file, self.index, self.scenario, self.scene = file, index, scenario, scene

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


def files(path: Path) -> Iterator[Path]:
    """The file itself, or all TOML files below the folder, in the order of their names; hidden ones are left out."""
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*.toml")):
        if not any(part.startswith(".") for part in file.relative_to(path).parts):
            yield file


def read(file: SourceFile) -> tuple[list[Written], list[Problem]]:
    """The scenarios of one file, and all that is wrong with it."""
    if file.doc is None:
        return [], file.problems
    problems = list(file.problems)
    for key in file.doc:
        if key != TABLE:
            text = f"unknown key {quoted(key)}; a file of scenarios holds [[{TABLE}]] tables"
            problems.append(file.problem((key,), "unknown-key", text, "key"))
    tables = file.doc.get(TABLE, [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables) or not tables:
        problems.append(Problem(file.name, 1, 1, "no-scenario", f"no [[{TABLE}]] in this file"))
        return [], problems
    found = [w for i, table in enumerate(tables) if (w := _written(file, i, table, problems)) is not None]
    return found, problems + list(_twice(found))


def _written(file: SourceFile, index: int, table: dict[str, Any], problems: list[Problem]) -> Written | None:
    """One table as a scenario; None if something of the runner's own keys is wrong."""
    run = Run(Known(Types(), {}, {}, Ids(())))
    own = {key: value for key, value in table.items() if key in OWN}
    made = run.known.typed(Scenario).verify(own, (), run)
    problems += [file.problem((TABLE, index, *f.path), f.code, f.message, f.at) for f in run.found]
    if not isinstance(made, Scenario):
        return None
    return Written(file, index, made, {key: value for key, value in table.items() if key not in OWN})


def _twice(found: list[Written]) -> Iterator[Problem]:
    first: dict[str, Written] = {}
    for w in found:
        if (other := first.setdefault(w.scenario.name, w)) is not w:
            text = f"the name {quoted(w.scenario.name)} is taken in line {other.line()}"
            yield w.file.problem((TABLE, w.index, "name"), "duplicate-name", text)
