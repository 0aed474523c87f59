"""Cuts: some things end at once.

Checks run when a change has set the dirty flag; none while simultaneous things are open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tmb.core.state import Frame


class Cut(NamedTuple):
    """Drop all frames above `frame` and go on with it at `at`."""

    frame: Frame
    at: str


class Check(NamedTuple):
    """A question asked after every change that matters. run(game) returns a Cut, or None; it may push one frame.
    rank: checks run in this order."""

    name: str
    run: Callable[[Any], Cut | None]
    rank: int = 0
    doc: str = ""


def settle(game: Any) -> None:
    """Run the checks in order, unless a frame that holds them is open."""
    stack = game.state.stack
    holding = game.rules.holding
    for frame in stack:
        if type(frame) in holding:
            return
    game.state.dirty = False
    for check in game.rules.checks:
        depth = len(stack)
        cut = check.run(game)
        if cut is not None:
            apply(game, cut)
        elif len(stack) > depth:
            game.state.dirty = True
            return


def apply(game: Any, cut: Cut) -> None:
    """Take off what lies above the cut's frame, from the top; each may put things back."""
    stack = game.state.stack
    undo = game.rules.on_cut
    while stack[-1] is not cut.frame:
        frame = stack.pop()
        put_back = undo.get(type(frame))
        if put_back is not None:
            put_back(game, frame)
    cut.frame.at = cut.at
