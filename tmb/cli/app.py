"""`tmb`: the group of all verbs. A verb's module is imported when it is called, not before."""

from __future__ import annotations

import os
import sys

import click

from tmb import __version__
from tmb.cli.exits import INTERRUPT, OK, PIPE, report
from tmb.cli.verb import Verbs, environment_color
from tmb.unswept import unswept

VERBS = {
    "demo": ("tmb.cli.demo", "Play a seeded game with a bot and draw the board."),
    "play": ("tmb.cli.play.command", "Play a game at the terminal."),
    "serve": ("tmb.cli.serve", "Answer JSON lines on standard input: the protocol for frontends and bots."),
    "sim": ("tmb.cli.sim", "Play many games with a bot and sum them up."),
    "new": ("tmb.cli.new", "Start a game in a file, for shell scripts."),
    "show": ("tmb.cli.show", "Draw the table of a game in a file, as the players see it."),
    "ask": ("tmb.cli.ask", "Tell what is to be decided in a game in a file, and all that is legal."),
    "do": ("tmb.cli.do", "Decide what is asked in a game in a file."),
    "undo": ("tmb.cli.undo", "Take back decisions in a game in a file."),
    "redo": ("tmb.cli.redo", "Give decisions again that were taken back in a game in a file."),
    "log": ("tmb.cli.log", "Tell what happened in a game in a file, in words."),
    "replay": ("tmb.cli.replay", "Play a journal again and verify it."),
    "scenario": ("tmb.cli.scenario", "Run scenarios: set-up, dice, picks, expected facts."),
    "rules": ("tmb.cli.rules", "Print the rules that the engine plays with: flows, windows, queries, ops."),
    "packs": ("tmb.cli.packs", "List the packs and plugins that are here."),
    "pack": ("tmb.cli.pack", "Check packs of content."),
    "schema": ("tmb.cli.schema", "Print the JSON Schema of the protocol."),
    "version": ("tmb.cli.version", "Print the versions of all that takes part."),
    "completion": ("tmb.cli.completion", "Print the completion script of a shell."),
}
"""Verb -> its module and its purpose in one line, so that `tmb -h` imports none of them."""


class App(Verbs):
    """The group; loads verbs by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb by name, imported now."""
        if cmd_name not in VERBS:
            return None
        from importlib import import_module

        with unswept():
            command: click.Command = import_module(VERBS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs and their purposes."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, purpose) for name, (_, purpose) in VERBS.items()])


@click.group(
    cls=App,
    invoke_without_command=True,
    examples=["tmb demo", "tmb sim --games 100 --seed 7"],
    exits=range(8),
)
@click.version_option(__version__, "-V", "--version", message="tmb %(version)s", help="Print the version.")
@click.pass_context
def app(ctx: click.Context) -> None:
    """A headless rules engine for board games: rules are plugins, content is packs, clients speak JSON lines."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(args: list[str]) -> int:
    """Run the command line on these arguments; the exit code. Never raises, whatever a verb or a plugin does."""
    color = environment_color()
    _fill_the_first_three()
    _write_anything()
    try:
        code = _call(args, color)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _closed_pipe()
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPT


def _fill_the_first_three() -> None:
    """Where standard input or an output is closed, nothing that is opened later gets its number: what writes to 1 would
    write into a game's file."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _write_anything() -> None:
    """What the encoding of an output has no letter for is written as an escape: no name and no board ends a verb."""
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", "") == "strict":
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _call(args: list[str], color: bool | None) -> int:
    """Call the verb; its errors are told here, a closed pipe and an interrupt by the caller."""
    if wish := os.environ.get("_TMB_COMPLETE"):
        from click.shell_completion import shell_complete

        return shell_complete(app, {}, "tmb", "_TMB_COMPLETE", wish)
    ctx: click.Context | None = None
    try:
        with app.make_context("tmb", args, color=color) as ctx:
            app.invoke(ctx)
        return OK
    except click.exceptions.Exit as done:
        return done.exit_code
    except (BrokenPipeError, click.Abort):
        raise
    except Exception as error:
        found = getattr(error, "ctx", None) or ctx
        return report(error, found.color if found else color, "--json" in args)


def _closed_pipe() -> int:
    """Nobody reads any more: end quietly, and keep the interpreter from complaining when it flushes at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (BrokenPipeError, AttributeError, ValueError):
            if stream is not None:
                os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    return PIPE
