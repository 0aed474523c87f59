"""`tmb ask`."""

from __future__ import annotations

from pathlib import Path

import click

from tmb.cli.exits import DIVERGED, FAILED, INCOMPATIBLE
from tmb.cli.verb import verb


@verb(
    examples=["tmb ask g.tmb", "tmb ask g.tmb --ids | shuf -n 1", "tmb do g.tmb $(tmb ask g.tmb --first)"],
    exits=(FAILED, INCOMPATIBLE, DIVERGED),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--ids", is_flag=True, help="Only the ids of the options, a line each; nothing when the game is over.")
@click.option("--first", is_flag=True, help="Only the first legal answer, its ids a line each; nothing at the end.")
@click.option(
    "--json", "as_json", is_flag=True, help="As one JSON object, with `ask` or `over` as the protocol has it."
)
@click.option("--packs", default="", help="Folders of further packs, with commas.")
def command(file: Path, ids: bool, first: bool, as_json: bool, packs: str) -> None:
    """Tell what is to be decided in a game in a file, and all that is legal."""
    from tmb.cli import savefile, telling
    from tmb.cli.text import json_line

    if ids + first + as_json > 1:
        raise click.UsageError("--ids, --first and --json do not go together")
    session = savefile.read(file, packs)
    if as_json:
        lines = [json_line({"schema": "tmb.ask/1"} | telling.step(session))]
    elif ids or first:
        lines = telling.terse(session, ids)
    else:
        lines = telling.standing(session)
    for line in lines:
        click.echo(line)
