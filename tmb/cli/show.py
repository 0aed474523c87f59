"""`tmb show`."""

from __future__ import annotations

from pathlib import Path

import click

from tmb.cli.exits import DIVERGED, FAILED, INCOMPATIBLE
from tmb.cli.verb import verb


@verb(examples=["tmb show g.tmb", "tmb show g.tmb --json | jq .view.round"], exits=(FAILED, INCOMPATIBLE, DIVERGED))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The table's view as one JSON object.")
@click.option("--plain", is_flag=True, help="Letters instead of signs, for screen readers and old terminals.")
@click.option("--packs", default="", help="Folders of further packs, with commas.")
def command(file: Path, as_json: bool, plain: bool, packs: str) -> None:
    """Draw the table of a game in a file, as the players see it."""
    from tmb.cli import savefile, telling
    from tmb.cli.play.plain import plainly, unicode_here
    from tmb.cli.text import folded, json_line

    session = savefile.read(file, packs)
    drawn = "" if as_json else telling.board(session)
    if not drawn:
        data = {"schema": "tmb.show/1", "mode": session.setup.mode, "decisions": session.game.decisions}
        click.echo(json_line(data | {"view": session.view()} | telling.step(session)))
        return
    click.echo(folded(drawn if unicode_here() and not plain else plainly(drawn)))
    ask = session.ask(labels=True)
    click.echo("")
    click.echo(telling.question(ask) if ask else telling.ending(session))
