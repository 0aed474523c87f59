"""Where a game stands: what undo, redo and the way back after an error go to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tmb.core.events import Event

FULL = 64
"""So many of the last positions keep their states; of the older ones, every eighth. The others are played again."""

EVERY = 8


class Position(Struct, frozen=True, gc=False):
    """picks: how many answers led here; state: msgpack, or b"" where it was thrown away; decisions: how many were
    answered; script_at: lines of the script used; events: how many there were."""

    picks: int
    state: bytes
    decisions: int
    script_at: int
    events: int

    def thin(self) -> Position:
        """This position without its state."""
        return Position(self.picks, b"", self.decisions, self.script_at, self.events)


class Ahead(Struct, frozen=True):
    """One undone decision: where the game stood after it, the answers that led there, and its events: all; as the table
    saw them."""

    position: Position
    picks: list[Sequence[str]]
    events: list[Event]
    seen: list[Event]
