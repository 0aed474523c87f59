"""`tmb new`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tmb.cli.exits import FAILED, INVALID, PLUGIN
from tmb.cli.modeopts import ModeVerb, given
from tmb.cli.ruleopts import rule_option
from tmb.cli.verb import verb

if TYPE_CHECKING:
    from tmb.session import Session


@verb(
    cls=ModeVerb,
    examples=["tmb new --save g.tmb --seed 7", "tmb new --save g.tmb --dice hand && tmb ask g.tmb"],
    exits=(FAILED, INVALID, PLUGIN),
)
@click.option("--save", "path", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The new file.")
@click.option("-m", "--mode", default="", help="What is played.  [default: the first whole game of the plugins here]")
@click.option("--packs", default="", help="Ids or folders of packs, between commas.  [default: the mode's]")
@click.option("--seed", help="Any text; the same seed and answers give the same game.  [default: a fresh one]")
@click.option(
    "--dice", type=click.Choice(["seeded", "hand"]), default="seeded", show_default=True,
    help="hand: rolls are asked, for real dice.",
)  # fmt: skip
@click.option(
    "--cards", type=click.Choice(["seeded", "hand"]), default="seeded", show_default=True,
    help="hand: draws are asked, for real cards and chips; the piles are shuffled at the table.",
)  # fmt: skip
@rule_option
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def command(
    path: Path,
    mode: str,
    packs: str,
    seed: str | None,
    dice: str,
    cards: str,
    rule: tuple[str, ...],
    as_json: bool,
    **more: Any,
) -> None:
    """Start a game in a file, for shell scripts.

    `tmb ask` tells what is to be decided, `tmb do` decides it, `tmb undo` takes it back, `tmb show` and `tmb log` tell
    the rest; `tmb play --save FILE` goes on by hand. The file is a journal: it holds the seed.
    """
    from tmb.cli import savefile, telling
    from tmb.cli.text import json_line

    if not path.name:
        raise click.UsageError(f"--save wants the name of a file, not {str(path)!r}", click.get_current_context())
    session = begin(mode, packs, seed, (dice, cards), given(more), rule)
    savefile.create(path, session)
    session.journal.close()
    if as_json:
        click.echo(json_line({"schema": "tmb.new/1", "mode": session.setup.mode} | telling.step(session, 0)))
    else:
        click.echo(telling.setting_of(session))
        telling.tell(session, 0)


def begin(
    mode: str,
    packs: str,
    seed: str | None,
    chance: tuple[str, str],
    options: dict[str, Any],
    rule: Sequence[str] = (),
) -> Session:
    """A new game as the command line wants it. chance: who answers for dice and for cards, "hand" or the seed; options:
    those that are not the mode's defaults. Raises InputError, and what `tmb.cli.hand.table` raises.
    """
    from tmb.cli.hand import table
    from tmb.cli.ruleopts import chosen
    from tmb.cli.text import utf8
    from tmb.session import Session

    at = table(mode, packs)
    seed = None if seed is None else utf8(seed)
    options = {name: utf8(value) for name, value in options.items()}
    return Session.new(
        at.rules,
        at.mode.name,
        options,
        chosen=chosen(at.rules, rule),
        seed=seed,
        dice="hand" if chance[0] == "hand" else "seeded",
        cards="hand" if chance[1] == "hand" else "seeded",
    )
