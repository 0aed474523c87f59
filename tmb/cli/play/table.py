"""The game at the terminal: show, ask, read a line, do it, until somebody leaves or the game is over."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

from tmb.cli import telling
from tmb.cli.play import explaining, reading, rolling, showing
from tmb.cli.play.plain import plainly
from tmb.cli.text import wrapped
from tmb.errors import InputError

if TYPE_CHECKING:
    from tmb.core.decisions import Ask
    from tmb.session import Session

PROMPT = " > "
LONGEST = 500
"""Letters of a line that was piped in that are shown."""
HELP = """\
 1          choose number 1; `1 3` or `1,3`: both; `1x4`: it four times; 0: nothing, where that is possible
 all        everything in the list, where several may be chosen: as often as it may be, as many as may be
 word       the beginning of a choice does as well as its number
 ?          what is missing from the list, and why
 ?1  ?word  explain number 1, a word of the rules, or a sign of the board
 u          undo: take the last decision back; the same choice gets the same dice again
 r          redo: give a decision again that was taken back
 b          the board once more
 q          quit; the game is saved and can go on
 h          this help"""

NUMBERS = ("too_few", "too_many", "group_limit", "picked_twice")
"""Faults of how many were picked."""


class AtTable:
    """One sitting. Everything goes through the session, and nothing is shown but what the table sees."""

    def __init__(self, session: Session, plain: bool) -> None:
        self.session, self.plain = session, plain
        self.told = 0
        self.moment: tuple[object, ...] = ()
        self.drawn = ""

    def play(self) -> None:
        """Play until the game is over or somebody quits. Raises KeyboardInterrupt at Ctrl-C."""
        self.say(telling.setting_of(self.session))
        self.say("Type numbers to choose; u undo, r redo, ? why not, ?1 explain, h help, q quit")
        if self.session.game.decisions:
            self.told = self.session.events_so_far
        while (ask := self.session.ask(labels=True)) is not None:
            self.news()
            self.board_if_due(ask)
            self.say("\n".join(["", *showing.asked(ask, self.plain)]))
            if not self.turn(ask):
                return
        self.news()
        self.board()
        self.say(f"\n{telling.ending(self.session)}")

    def turn(self, ask: Ask) -> bool:
        """Read lines until one changes the game; False if somebody leaves."""
        while True:
            try:
                line = read_line()
            except EOFError:
                self.say("")
                return False
            if line.casefold() in ("q", "quit", "exit"):
                return False
            try:
                if self.obeys(ask, line):
                    return True
            except InputError as e:
                self.say(click.style(f" {e.message}", fg="yellow") + (f"\n {e.hint}" if e.hint else ""))

    def obeys(self, ask: Ask, line: str) -> bool:
        """Do what a line says; True if the game has changed. Raises InputError, and nothing has."""
        word = line.casefold()
        if not word or word in ("h", "help"):
            rolls = "".join(f"\n {line}" for line in rolling.HOW) if rolling.is_roll(ask) else ""
            self.say(HELP + rolls + explaining.legend(self.session) if word else " Type a number, or h for help.")
        elif word in ("b", "board"):
            self.board()
        elif word.startswith("?"):
            self.say(explaining.told(self.session, ask, line[1:].strip()))
        elif word in ("u", "undo"):
            return self.undo()
        elif word in ("r", "redo"):
            return self.redo()
        else:
            pick = rolling.faces(ask, line) if rolling.is_roll(ask) else reading.picks(ask, line)
            self.act(ask, pick)
            return True
        return False

    def act(self, ask: Ask, pick: list[str]) -> None:
        """Answer. Raises InputError, which calls the choices as the list does."""
        try:
            self.session.act(pick, ask.id)
        except InputError as e:
            e.message = reading.in_words(ask, e.message)
            e.hint = e.hint or (reading.example(ask) if e.code in NUMBERS else "")
            raise

    def undo(self) -> bool:
        """Take the last decision back."""
        if not self.session.undoable:
            raise InputError("nothing_to_undo", "there is no decision to take back")
        self.session.undo()
        self.told, self.drawn, self.moment = self.session.events_so_far, "", ()
        self.say(" The last decision is taken back.")
        return True

    def redo(self) -> bool:
        """Give a decision again that was taken back."""
        if not self.session.redoable:
            raise InputError("nothing_to_undo", "there is no decision to give again")
        self.told = self.session.events_so_far
        self.session.redo()
        return True

    # -- what is shown -------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Print, as wide as the terminal is, without signs where that is wanted."""
        for line in wrapped(text.split("\n")):
            click.echo(plainly(line) if self.plain else line)

    def draw(self, text: str) -> None:
        """Print what must keep its lines."""
        click.echo(plainly(text) if self.plain else text)

    def news(self) -> None:
        """What happened since the last time."""
        for line in telling.story(self.session, self.told):
            self.say(f" {line}")
        self.told = self.session.events_so_far

    def board(self) -> None:
        """The board now; in a mode without one, the table's view as JSON."""
        from tmb.cli.text import json_line

        self.drawn = telling.board(self.session, self.plain)
        self.draw("\n" + (self.drawn or json_line(self.session.view())))

    def board_if_due(self, ask: Ask) -> None:
        """The board, if it has changed and something else is asked than before, or at another moment of the game;
        plainly, only at another moment."""
        game = self.session.game
        moment = (game.mode.moment(game), *(() if self.plain else (ask.key, ask.seat)))
        if moment != self.moment and self.drawn != telling.board(self.session, self.plain):
            self.board()
        self.moment = moment


def read_line() -> str:
    """A line that somebody typed. Raises EOFError at the end of the input, KeyboardInterrupt at Ctrl-C."""
    if sys.stdin is None:
        raise EOFError
    by_hand = sys.stdin.isatty()
    if by_hand:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  lines can be edited, and come again with the arrow keys
    try:
        line = input(PROMPT).strip()
    except UnicodeDecodeError:
        line = "\N{REPLACEMENT CHARACTER}"
    if not by_hand:  # so that what was piped in can be followed
        click.echo(line if len(line) <= LONGEST else f"{line[:LONGEST]} …")
    return line
