"""`tmb serve`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tmb.cli.verb import verb
from tmb.unswept import unswept


@verb(
    examples=[
        """echo '{"method":"new","params":{"seed":"7"}}' | tmb serve""",
        "tmb serve --save games/   # every game is journaled there, and can be resumed",
    ],
    exits=[1, 3, 7],
)
@click.option(
    "--save",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Journal every game in this folder; `load` resumes one by its id.",
)
@click.option("--referee", is_flag=True, help="The client sees all: hidden things, the seed, whole saves.")
@click.option("--packs", default="", help="Packs to play with if a game names none: ids or folders, with commas.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error", "off"]),
    default="error",
    show_default=True,
    help="What is logged on standard error.",
)
def command(folder: Path | None, referee: bool, packs: str, log_level: str) -> None:
    """Answer JSON lines on standard input: the protocol for frontends and bots.

    Exactly one line on standard output answers each line of input; docs/protocol.md has all methods. Ends with the
    input, and quietly when nobody reads any more.
    """
    with unswept():
        from tmb.cli.hand import split_packs
        from tmb.protocol.loop import Pipes, serve
        from tmb.protocol.server import Server
        from tmb.protocol.shelf import Shelf
        from tmb.session.faults import set_level

    set_level(log_level)
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo('tmb: reading JSON lines, for example {"method":"hello"}; Ctrl-D ends', err=True)
    pipes = Pipes()
    ids, extra = split_packs(packs)
    serve(Server(Shelf(ids, extra), referee, folder), pipes)
