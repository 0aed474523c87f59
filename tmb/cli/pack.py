"""`tmb pack`: for authors of packs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tmb.cli.exits import INVALID, PLUGIN
from tmb.cli.text import json_line
from tmb.cli.verb import verb, verbs

if TYPE_CHECKING:
    from tmb.content.problem import Problem

FOLDER = click.Path(exists=True, file_okay=False)


@verbs(examples=["tmb pack check packs/base", "tmb pack check my-pack --json"], exits=(INVALID, PLUGIN))
def command() -> None:
    """Check packs of content."""


@verb(examples=["tmb pack check packs/base", "tmb pack check base mine --json"], exits=(INVALID, PLUGIN))
@click.argument("paths", nargs=-1, required=True, type=FOLDER, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def check(paths: tuple[str, ...], as_json: bool) -> None:
    """Check packs and print every problem as file:line:column.

    A PATH is a pack's folder. Packs that they require are taken from the given ones first, then from those installed
    and those in TMB_PACKS: folders of packs, or folders that hold them, separated as in PATH.
    """
    from tmb.cli.checking import checked

    found = checked([Path(p) for p in paths])
    problems, hints = ([_placed(row, paths) for row in rows] for rows in (found.problems, found.hints))
    if as_json:
        packs = [{"id": i, "version": v} for i, v in found.packs]
        everything = {"packs": packs, "problems": problems, "hints": hints}
        click.echo(json_line({"schema": "tmb.pack-check/1"} | everything))
    else:
        _print(problems, hints, found.entries, [f"{i} {v}" for i, v in found.packs])
    raise click.exceptions.Exit(INVALID if problems else 0)


def _placed(problem: Problem, paths: tuple[str, ...]) -> dict[str, Any]:
    """A problem as data, its file as seen from where the command was given."""
    import msgspec

    data: dict[str, Any] = msgspec.to_builtins(problem)
    folder, _, inner = problem.file.partition("/")
    mine = [p for p in paths if Path(p).resolve().name == folder or Path(p).name == folder]
    if len(mine) == 1:
        data["file"] = (Path(mine[0]) / inner).as_posix()
    return data


def _print(problems: list[dict[str, Any]], hints: list[dict[str, Any]], entries: int, packs: list[str]) -> None:
    for p in [*problems, *({**hint, "message": f"hint: {hint['message']}"} for hint in hints)]:
        place = click.style(f"{p['file']}:{p['line']}:{p['column']}:", bold=True)
        click.echo(f"{place} {p['message']}")
    names = ", ".join(packs)
    if problems:
        click.echo(f"{len(problems)} problem{'s' if len(problems) > 1 else ''}")
    else:
        click.echo(f"no problems: {names}, {entries} entries")


command.add_command(check)
