"""Frames that several pages of the adventure know, and what they hand to each other."""

from __future__ import annotations

from typing import Any

from tmb.core.state import Frame


class Day(Frame):
    """One day. challenged: the party faces the Tyrant; again: an Encounter is drawn next; card: the one that was drawn;
    more: so many others are drawn to choose from; drawn: those to choose from; aside: cards that are shuffled back
    after that (R52); no_recovery: a card takes today's Recovery Phase; all_options: each Gearloc may do all of it.
    """

    challenged: bool = False
    card: str = ""
    again: bool = True
    more: int = 0
    drawn: list[str] = []
    aside: list[str] = []
    no_recovery: bool = False
    all_options: bool = False


def today(game: Any) -> Day | None:
    """The day that is being played."""
    return next((f for f in reversed(game.stack) if type(f) is Day), None)


def give_back(game: Any, name: str, value: int) -> None:
    """Hand a result to the program that began the frame on top, as its variable."""
    below = game.stack[-2] if len(game.stack) > 1 else None
    if name and below is not None and isinstance(getattr(below, "vars", None), dict):
        below.vars[name] = value
