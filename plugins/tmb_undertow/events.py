"""What can happen in Undertow beside what happens in the base game."""

from __future__ import annotations

from tmb.core.events import Event


class RaftAttacked(Event):
    """A Krelln attacks a position of the raft, with so much Dmg."""

    unit: str
    pos: str
    amount: int
