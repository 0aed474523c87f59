"""`tmb do`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tmb.cli.exits import DIVERGED, FAILED, ILLEGAL, INCOMPATIBLE, Failure
from tmb.cli.verb import verb

if TYPE_CHECKING:
    from tmb.session import Session


@verb(
    examples=["tmb do g.tmb target/b1", "tmb do g.tmb die/atk die/atk die/d --ask 12", "tmb do g.tmb done --first"],
    exits=(FAILED, ILLEGAL, INCOMPATIBLE, DIVERGED),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("options", metavar="[OPTION]...", nargs=-1)
@click.option("--ask", "number", type=int, help="The number of the ask that is answered; another one is stale.")
@click.option("--ids", is_flag=True, help="Print only the ids of the next options, a line each.")
@click.option("--first", is_flag=True, help="Print only the first legal answer to the next ask, its ids a line each.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object: the events, then `ask` or `over`.")
@click.option("--packs", default="", help="Folders of further packs, with commas.")
def command(
    file: Path, options: tuple[str, ...], number: int | None, ids: bool, first: bool, as_json: bool, packs: str
) -> None:
    """Decide what is asked in a game in a file.

    An OPTION is an id that `tmb ask` lists, or its beginning where only one begins so; an option that may be picked
    twice is written twice; no option at all is an answer where nothing needs to be picked. A choice that is not legal,
    or not of the open ask, ends with code 4, and the file is as before. So does one after the end of the game: with
    --json the `code` of the error says which, `game_over` or another.
    """
    from tmb.cli import savefile, telling
    from tmb.cli.text import json_line

    if ids + first + as_json > 1:
        raise click.UsageError("--ids, --first and --json do not go together")
    with savefile.opened(file, packs) as session:
        since = session.events_so_far
        answer(session, options, number)
        if as_json:
            click.echo(json_line({"schema": "tmb.do/1"} | telling.step(session, since)))
        elif ids or first:
            for line in telling.terse(session, ids):
                click.echo(line)
        else:
            telling.tell(session, since)


def answer(session: Session, words: tuple[str, ...], number: int | None) -> None:
    """Answer the open ask. Raises Failure(4) where that cannot be, and nothing has changed."""
    from tmb.cli.exits import input_exit
    from tmb.cli.naming import ids_of
    from tmb.errors import InputError

    try:
        shown = session.open_ask
        stale = shown is None or number not in (None, shown.id)
        session.act(list(words) if shown is None or stale else ids_of(shown, words), number)
    except InputError as e:
        if input_exit(e.code) != ILLEGAL:
            raise
        raise Failure(e.message, ILLEGAL, e.hint or "`tmb ask` lists what is legal now") from None
