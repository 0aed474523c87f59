"""`tmb demo`: a game to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tmb.cli import telling
from tmb.cli.exits import INVALID, PLUGIN
from tmb.cli.hand import find_demo, table
from tmb.cli.modeopts import ModeVerb, given
from tmb.cli.ruleopts import chosen, rule_option, unlike
from tmb.cli.text import folded, heading, json_line
from tmb.cli.verb import verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tmb.core.decisions import Ask
    from tmb.core.events import Event
    from tmb.core.mode import Mode

EVERY = 12
"""Decisions between two boards, in games without rounds."""
HANG = 12
"""Where a line goes on that was too long."""


class DemoVerb(ModeVerb):
    """Its mode is the first that says how its demo is played."""

    find = staticmethod(find_demo)

    @staticmethod
    def preset(mode: Mode) -> Mapping[str, Any]:
        """The demo has a set-up of its own."""
        return mode.demo


@verb(cls=DemoVerb, examples=["tmb demo", "tmb demo --seed 7 --every 1"], exits=(INVALID, PLUGIN))
@click.option("-m", "--mode", default="", help="What is played.  [default: the first whole game that has one]")
@click.option("--packs", default="", help="Ids or folders of packs, between commas.  [default: the mode's]")
@click.option("--bot", default="", help="Who plays.  [default: the first bot of the plugins, else random]")
@click.option("--seed", default="7", show_default=True, help="Any text; the same seed plays the same game.")
@click.option(
    "--every", type=click.IntRange(1), help=f"Decisions between two boards.  [default: a round, else {EVERY}]"
)
@rule_option
def command(mode: str, packs: str, bot: str, seed: str, every: int | None, rule: tuple[str, ...], **more: Any) -> None:
    """Play a seeded game with a bot and draw the board.

    Its set-up is the demo's own; `play`, `new` and `sim` begin with the mode's. The first line tells it.
    """
    from tmb.core.chance import seeded
    from tmb.sim import bots

    at = table(find_demo(mode)[1].name if not packs else mode, packs)
    options = at.rules.options(at.mode.name, at.mode.demo | given(more))
    bot = bot or (bots.names(at.rules)[1:] or [bots.RANDOM])[0]
    player = bots.make(at.rules, bot, seed)
    made = chosen(at.rules, rule)
    fields = {name: getattr(options, name) for name in options.__struct_fields__}
    click.echo(heading(f"{telling.setting(at.mode.name, fields, unlike(at.rules, made))}  seed {seed}  bot {bot}"))
    game = at.rules.start(at.mode.name, options, seeded(seed), [], chosen=made)
    _watch(game, player, every)
    ended = telling.outcome(at.mode, at.mode.outcome(game)) or "the game is over"
    click.echo(f"\nafter {telling.decisions(game.decisions)}: {ended}")


def _watch(game: Any, player: Any, every: int | None) -> None:
    """Play to the end: the board at the start, each round (or each few decisions) and at the end, choices between."""
    from tmb.core import asking

    past: list[Event] = []
    _tell(game, past)
    draw(game)
    drawn, moment = 0, _round(game)
    while game.ask is not None:
        shown_ask = asking.public(game.ask)
        refs = player.choose(game)
        click.echo(folded(choice_line(game, shown_ask, refs), hang=HANG))
        game.answer(refs)
        _tell(game, past)
        due = game.decisions - drawn >= (every or EVERY) if every or moment is None else _round(game) != moment
        if due and game.ask is not None:
            draw(game)
            drawn, moment = game.decisions, _round(game)
    draw(game)


def _tell(game: Any, past: list[Event]) -> None:
    """Print what happened since the last time, in the mode's words."""
    for line in telling.merged(game.mode.story(game, game.events, past)):
        click.echo(folded(f"          {line}", hang=HANG))
    past += game.events
    game.events.clear()


def _round(game: Any) -> Any:
    """The number of the round as the table sees it; None in a mode that has no rounds."""
    return game.mode.view(game, False).get("round")


def draw(game: Any) -> None:
    """Print the board; in a mode without one, the table's view as JSON."""
    click.echo("")
    click.echo(folded(game.mode.board(game)) or json_line(game.mode.view(game, False)))
    click.echo("")


def choice_line(game: Any, ask: Ask, refs: Any) -> str:
    """`seat  question: answer`, in the mode's words."""
    ids = picked(game.ask, ask, refs)
    words = ", ".join(game.mode.label(game, game.ask, i) for i in ids) or "nothing"
    return f"{ask.seat:>8}  {telling.lead(game.mode.label(game, game.ask, ''))} {words}"


def picked(open_ask: Any, ask: Ask, refs: Any) -> list[str]:
    """The option ids of an answer given as refs."""
    if open_ask.several is None:
        return [ask.options[open_ask.refs.index(refs)].id]
    places = [pick.ref for pick in open_ask.several.picks]
    return [ask.options[places.index(ref)].id for ref in refs]
