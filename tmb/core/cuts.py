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
    """A question asked after every change that matters. run(game) returns a Cut, or None; it may push one frame, of a
    flow that holds the checks, for they look again when it is finished. rank: checks run in this order."""

    name: str
    run: Callable[[Any], Cut | None]
    rank: int = 0
    doc: str = ""


MOST_ROUNDS = 100


def settle(game: Any) -> None:
    """Run the checks in order, unless a frame that holds them is open; again where putting things back needs them."""
    stack = game.state.stack
    holding = game.rules.holding
    for frame in stack:
        if type(frame) in holding:
            return
    for _ in range(MOST_ROUNDS):
        game.state.dirty = False
        if _pushed(game, stack):
            game.state.dirty = True
            return
        if not game.state.dirty:
            return
    raise game.runaway("the checks do not come to rest")


def _pushed(game: Any, stack: list[Frame]) -> bool:
    """Run the checks in order, up to the first that pushes a frame; whether one did."""
    for check in game.rules.checks:
        depth = len(stack)
        cut = check.run(game)
        if cut is not None:
            apply(game, cut)
        elif len(stack) > depth:
            return True
    return False


def apply(game: Any, cut: Cut) -> None:
    """Take off what lies above the cut's frame, from the top; each may put things back."""
    stack = game.state.stack
    undo = game.rules.on_cut
    if all(frame is not cut.frame for frame in stack):
        raise game.runaway(f"a cut to {type(cut.frame).__name__}, which is not open")
    while stack[-1] is not cut.frame:
        frame = stack.pop()
        put_back = undo.get(type(frame))
        if put_back is not None:
            put_back(game, frame)
    cut.frame.at = cut.at
