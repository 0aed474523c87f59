"""`tmb play`: where the game comes from, and how it is left."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tmb.cli.exits import DIVERGED, FAILED, INCOMPATIBLE, INTERRUPT, INVALID, PLUGIN, Failure, say
from tmb.cli.modeopts import ModeVerb, given
from tmb.cli.ruleopts import rule_option
from tmb.cli.verb import verb

if TYPE_CHECKING:
    from tmb.cli.ladder import Ladder
    from tmb.session import Session


class Play(NamedTuple):
    """A game that is played, and what it takes to go on with it: its file (None: not saved yet), and options; its
    ladder, if somebody keeps one and the game is not over yet; resumed: it went on from its file.
    """

    session: Session
    path: Path | None
    words: tuple[str, ...]
    ladder: Ladder | None = None
    resumed: bool = False


@verb(
    cls=ModeVerb,
    examples=[
        "tmb play",
        "tmb play --save games/ --seed 7",
        "tmb play --dice hand --cards hand",
        "tmb play --save game.tmb",
    ],
    exits=(FAILED, INVALID, INCOMPATIBLE, DIVERGED, PLUGIN),
)
@click.option("-m", "--mode", default="", help="What is played.  [default: the first whole game of the plugins here]")
@click.option("--packs", default="", help="Ids or folders of packs, between commas.  [default: the mode's]")
@click.option("--seed", help="Any text; the same seed and answers give the same game.  [default: a fresh one]")
@click.option(
    "--dice", type=click.Choice(["seeded", "hand"]),
    help="hand: you roll real dice and type what they show.  [default: seeded]",
)  # fmt: skip
@click.option(
    "--cards", type=click.Choice(["seeded", "hand"]),
    help="hand: you shuffle and draw real cards and chips, and say which came.  [default: seeded]",
)  # fmt: skip
@click.option(
    "--save", type=click.Path(path_type=str),
    help="A file: every decision is kept there, and a game that is in it goes on. A folder: a new file in it.",
)  # fmt: skip
@click.option(
    "--ladder", type=click.Path(dir_okay=False, path_type=Path),
    help="A file that remembers wins and losses, and what they change of the next game, such as its rank.",
)  # fmt: skip
@rule_option
@click.option("--plain", is_flag=True, help="No drawing signs, the board less often: for screen readers.")
def command(
    mode: str,
    packs: str,
    seed: str | None,
    dice: str | None,
    cards: str | None,
    save: str | None,
    ladder: Path | None,
    rule: tuple[str, ...],
    plain: bool,
    **more: Any,
) -> None:
    """Play a game at the terminal.

    Type the numbers of what you choose; `?` tells what is missing from the list and why, `?3` explains number 3,
    `u` takes the last decision back, `q` ends and says how to go on. A game that is left without --save is saved in
    this folder. Options that are left out are the mode's defaults; the first line tells the whole set-up.
    """
    from tmb.cli.play.plain import unicode_here
    from tmb.cli.play.table import AtTable

    new = {"mode": mode, "seed": seed, "dice": dice, "cards": cards, "rule": rule} | given(more)
    begun = _begin(packs, save, {k: v for k, v in new.items() if v}, ladder)
    words = (*begun.words, *(["--plain"] if plain else []))
    try:
        with _ended_like_ctrl_c():
            AtTable(begun.session, plain or not unicode_here()).play()
    except KeyboardInterrupt as e:
        with contextlib.suppress(OSError):  # the terminal may be gone
            click.echo("")
        _leave(begun._replace(words=words))
        raise click.exceptions.Exit(e.args[0] if e.args else INTERRUPT) from None
    except Exception:
        _leave(begun._replace(words=words))
        raise
    else:
        _leave(begun._replace(words=words))
    finally:
        begun.session.journal.close()


@contextlib.contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """A game is saved when its terminal is closed or somebody ends the process, as it is at Ctrl-C."""
    import signal

    def stop(number: int, _: Any) -> None:
        raise KeyboardInterrupt(128 + number)

    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, stop) for number in known]
    try:
        yield
    finally:
        for number, handler in zip(known, before, strict=True):
            signal.signal(number, handler)


OF_THE_VERB = ("mode", "seed", "dice", "cards", "rule")
"""What a game may be begun with that is no option of its mode."""


def _begin(packs: str, save: str | None, new: dict[str, Any], file: Path | None) -> Play:
    """The game in the file, or a new one. file: of the ladder."""
    from tmb.cli import savefile
    from tmb.cli.hand import find_mode
    from tmb.cli.ladder import Ladder
    from tmb.cli.new import begin

    ladder = None if file is None else Ladder(file)

    if save == "":
        raise click.UsageError("--save wants the name of a file or folder, not ''", click.get_current_context())
    path = None if save is None else Path(save)
    if path is None and not os.access(Path(), os.W_OK):
        raise Failure("a game cannot be saved in this folder", FAILED, "say where to: tmb play --save FILE")
    words = ("--packs", packs) if "/" in packs or os.sep in packs else ()
    if path is not None and path.is_file():
        if new:
            raise Failure(f"{path} holds a game; it goes on without {_written(new)}", FAILED, "choose a new file")
        session = savefile.reopen(path, packs)
        return Play(session, path, words, ladder if session.over() is None else None, resumed=True)
    options = {k: v for k, v in new.items() if k not in OF_THE_VERB}
    if ladder is not None:
        options = ladder.setup(find_mode(new.get("mode", ""))[1]) | options
    chance = (new.get("dice", ""), new.get("cards", ""))
    session = begin(new.get("mode", ""), packs, new.get("seed"), chance, options, new.get("rule", ()))
    if path is not None:
        path = _file_for(path, save or "", session)
        savefile.create(path, session)
    return Play(session, path, words, ladder)


def _written(new: dict[str, Any]) -> str:
    return " ".join(f"--{name.replace('_', '-')}" for name in new)


def _file_for(path: Path, written: str, session: Session) -> Path:
    """The file itself, or a new one in the folder that was written; folders that are missing are made."""
    from tmb.cli.savefile import free_name

    folder = path.is_dir() or written.endswith(("/", os.sep))
    (path if folder else path.parent).mkdir(parents=True, exist_ok=True)
    return free_name(path, session.setup.mode) if folder else path


def _leave(play: Play) -> None:
    """Say how to go on: a game that is not over is saved now, if it was not before and something was decided."""
    from tmb.cli import savefile

    session, path, words, ladder, resumed = play
    if session.over() is not None:
        if ladder is not None:
            click.echo(ladder.record(session, path, resumed))
        if path is not None:
            click.echo(f"`tmb log {shlex.quote(str(path))}` tells it again.")
        return
    if path is None and not (session.undoable or session.redoable):
        click.echo("Nothing was decided, so nothing is saved.")
        return
    file = session.journal.file
    if path is not None and file is not None and (why := file.lost()):
        say(f"{path}: {why}")
        session.journal.close()
        path = None
    if path is None:
        path = savefile.free_name(Path(), session.setup.mode)
        savefile.create(path, session)
    kept = [] if ladder is None else ["--ladder", str(ladder.path)]
    again = shlex.join(["tmb", "play", "--save", str(path), *kept, *words])
    click.echo(f"Saved in {path}. To go on:  {again}")
