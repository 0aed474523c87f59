"""`tmb log`."""

from __future__ import annotations

from pathlib import Path

import click

from tmb.cli.exits import DIVERGED, FAILED, INCOMPATIBLE
from tmb.cli.verb import verb


@verb(examples=["tmb log g.tmb | tail", "tmb log g.tmb --json | jq .kind"], exits=(FAILED, INCOMPATIBLE, DIVERGED))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Every event as a line of JSON, as the table sees it.")
@click.option("--packs", default="", help="Folders of further packs, with commas.")
def command(file: Path, as_json: bool, packs: str) -> None:
    """Tell what happened in a game in a file, in words.

    What was undone did not happen.
    """
    from tmb.cli import savefile, telling
    from tmb.cli.text import json_line

    session = savefile.read(file, packs)
    lines = [json_line(e) for e in session.events()] if as_json else telling.story(session)
    for line in lines:
        click.echo(line)
    if not as_json and session.over():
        click.echo(telling.ending(session))
