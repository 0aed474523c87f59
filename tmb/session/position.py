"""Where a game stands, as bytes: what undo, redo and the way back after an error go to."""

from __future__ import annotations

from msgspec import Struct

from tmb.core.events import Event


class Position(Struct, frozen=True, gc=False):
    """state: msgpack; decisions: how many were answered; script_at: lines of the script used; events: how many."""

    state: bytes
    decisions: int
    script_at: int
    events: int


class Ahead(Struct, frozen=True):
    """One undone decision: where the game stood after it, and its events: all; as the table saw them."""

    position: Position
    events: list[Event]
    seen: list[Event]
