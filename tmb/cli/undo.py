"""`tmb undo`."""

from __future__ import annotations

from pathlib import Path

import click

from tmb.cli.exits import DIVERGED, FAILED, ILLEGAL, INCOMPATIBLE, Failure
from tmb.cli.verb import verb


@verb(examples=["tmb undo g.tmb", "tmb undo g.tmb --steps 3"], exits=(FAILED, ILLEGAL, INCOMPATIBLE, DIVERGED))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--steps", type=click.IntRange(1), default=1, show_default=True, help="So many decisions.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object, with the ask that is open again.")
@click.option("--packs", default="", help="Folders of further packs, with commas.")
def command(file: Path, steps: int, as_json: bool, packs: str) -> None:
    """Take back decisions in a game in a file.

    The same answer would get the same dice again. `tmb redo` gives them again.
    """
    from tmb.cli import savefile, telling
    from tmb.cli.text import json_line
    from tmb.errors import InputError

    with savefile.opened(file, packs) as session:
        try:
            session.undo(steps)
        except InputError as e:
            if e.code != "nothing_to_undo":
                raise
            raise Failure(f"{telling.few(session.undoable)} to take back", ILLEGAL) from None
        if as_json:
            click.echo(json_line({"schema": "tmb.undo/1", "undoable": session.undoable} | telling.step(session)))
        else:
            telling.tell(session, session.events_so_far)
