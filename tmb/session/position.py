"""Where a game stands: what undo, redo and the way back after an error go to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tmb.core.events import Event

EVERY = 16
"""After so many answers the state is kept again; what lies between is played again from there. It is packed as often
as that for the journal, which has its hash."""


class Position(Struct, frozen=True, gc=False):
    """picks: how many answers led here; state: msgpack, or b"" where it is not kept; decisions: how many were answered;
    script_at: lines of the script used; events: how many there were."""

    picks: int
    state: bytes
    decisions: int
    script_at: int
    events: int


class Ahead(Struct, frozen=True):
    """One undone decision: where the game stood after it, the answers that led there, and its events: all; as the table
    saw them."""

    position: Position
    picks: list[Sequence[str]]
    events: list[Event]
    seen: list[Event]
