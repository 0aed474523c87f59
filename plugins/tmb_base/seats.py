"""Who answers: the seat that decides for a unit is asked for in one place, so that content can have a say in it."""

from __future__ import annotations

from typing import Any


def mine(game: Any, frame: Any) -> str:
    """The seat that decides for the unit of a frame."""
    seat: str = game.mode.seat_of(game, frame.unit)
    return seat
