"""`tmb scenario`: tests of rules and packs, written as TOML."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tmb.cli.exits import FAILED, INVALID, OK, PLUGIN, Failure, input_exit
from tmb.cli.text import json_line
from tmb.cli.verb import verb, verbs

if TYPE_CHECKING:
    from tmb.content.problem import Problem
    from tmb.scenario import Outcome, Written

EXITS = (FAILED, INVALID, PLUGIN)
PATH = click.Path(exists=True, allow_dash=True)


@verbs(examples=["tmb scenario run tests/rules", "tmb scenario run tests/rules -k poison"], exits=EXITS)
def command() -> None:
    """Run scenarios: set-up, dice, picks, expected facts."""


EXAMPLE = """\
[[scenario]]
name = "Poison takes 1 HP at the start of a turn and goes down by 1"
mat = ["picket at r3c1 hp 5 poison 2", "kobold at r2c1"]
turn = "picket"
see = { "picket.hp" = 4, "picket.poison" = 1 }
"""
"""A whole scenario of the game that ships with `tmb`; what the keys of a scene are is its mode's business."""


@verb(
    examples=[
        "tmb scenario run tests/rules -k poison",
        "tmb scenario run - --packs ./my-pack < one.toml",
        "tmb scenario run one.toml    # where one.toml says\n" + textwrap.indent(EXAMPLE, "    ").rstrip(),
    ],
    exits=EXITS,
)
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option("-k", "word", default="", help="Only those with this word in their name or their file's.")
@click.option(
    "--packs", default="", help="What scenarios play with that name no packs: ids or folders, commas between."
)
@click.option("-v", "--verbose", is_flag=True, help="Also name those that passed.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each, then a summary.")
def run(paths: tuple[str, ...], word: str, packs: str, verbose: bool, as_json: bool) -> None:
    """Run scenarios and tell which failed, and why.

    A PATH is a file, a folder (all TOML files below it), or - for standard input. Each [[scenario]] sets a scene,
    scripts the dice, plays picks, and says what is to be seen then; docs/scenarios.md lists all keys.
    """
    from tmb.cli.hand import foreign, split_packs
    from tmb.scenario import run as run_one

    ids, extra = split_packs(packs)
    found, problems = _read(paths)
    chosen = [w for w in found if word.lower() in w.id.lower()]
    if not chosen and not problems:
        raise Failure(f"no scenario has the word {word!r}" if word else "no scenario is here", FAILED)
    report = _Report(as_json, verbose)
    for problem in problems:
        report.problem(problem)
    for written in chosen:
        with foreign("a plugin failed while a scenario was run"):
            outcome = run_one(written, None, ids, extra)
        report.outcome(outcome)
    raise click.exceptions.Exit(report.end())


def _read(paths: tuple[str, ...]) -> tuple[list[Written], list[Problem]]:
    from tmb.content.files import SourceFile
    from tmb.scenario import read, read_all

    found: list[Written] = []
    problems: list[Problem] = []
    for path in paths:
        if path == "-":
            if sys.stdin.isatty():
                click.echo("tmb: reading scenarios from the terminal; Ctrl-D ends them", err=True)
            text = sys.stdin.buffer.read()
            more, bad = read(SourceFile("<stdin>", text))
        else:
            more, bad = read_all([Path(path)])
        found += more
        problems += bad
    return found, problems


class _Report:
    """Writes what happens as it happens, and counts."""

    def __init__(self, as_json: bool, verbose: bool) -> None:
        self.as_json, self.verbose = as_json, verbose
        self.passed = self.failed = self.invalid = 0
        self.codes: list[int] = []

    def _json(self, kind: str, **data: Any) -> None:
        click.echo(json_line({"kind": kind} | data))

    def problem(self, problem: Problem) -> None:
        """A file that is wrong."""
        self.invalid += 1
        self.codes.append(INVALID)
        if self.as_json:
            self._json("problem", file=problem.file, line=problem.line, column=problem.column, message=problem.message)
        else:
            click.echo(f"{click.style('INVALID', fg='red')} {problem}")

    def outcome(self, outcome: Outcome) -> None:
        """A scenario that was run."""
        self.passed += outcome.passed
        self.failed += not outcome.passed
        if not outcome.passed:
            self.codes.append(_exit_of(outcome.code))
        if self.as_json:
            w = outcome.written
            place = {"file": w.file.name, "line": w.line(), "name": w.scenario.name}
            self._json("scenario", **place, passed=outcome.passed, failures=outcome.failures)
        elif not outcome.passed:
            click.echo(f"{click.style('FAILED', fg='red')} {outcome.text()}")
        elif self.verbose:
            click.echo(f"{click.style('passed', fg='green')} {outcome.text()}")

    def end(self) -> int:
        """The summary; the exit code, the gravest of all."""
        if self.as_json:
            self._json("summary", passed=self.passed, failed=self.failed, problems=self.invalid)
        else:
            parts = [f"{self.passed} passed"] + [f"{self.failed} failed"] * bool(self.failed)
            click.echo(", ".join(parts + [f"{self.invalid} problems in files"] * bool(self.invalid)))
        return max(self.codes, default=OK)


def _exit_of(code: str) -> int:
    """Failed; invalid where the scenario itself is wrong; 7 where a plugin is missing."""
    if not code:
        return FAILED
    return PLUGIN if input_exit(code) == PLUGIN else INVALID


command.add_command(run)
