"""What can happen to the positions of the mat."""

from __future__ import annotations

from tmb.core.events import Event


class TokenLaid(Event):
    """A token lies on a position of the mat. id: of this one; token: what it is."""

    id: str
    token: str
    pos: str


class TokenTaken(Event):
    """A token is taken off the mat. id: of this one; token: what it is."""

    id: str
    token: str
    pos: str


class NoSides(Event):
    """Who comes onto positions beside the field starts on it: this mat has none. chips: stacks, or chips."""

    chips: list[str]


class TokensShort(Event):
    """One more such token is needed there, and none is left."""

    token: str
    pos: str
