"""What must hold at every step of a battle on Undertow's mats, for tests."""

from __future__ import annotations

from typing import Any

from tmb_base import reach, terrain
from tmb_undertow import krelln


def broken(game: Any) -> list[str]:
    """Every broken invariant, in words."""
    return [*_strangers(game), *_wreckage(game)]


def _strangers(game: Any) -> list[str]:
    """Where there is a raft, only those who come into the water as they enter, and those who swim, are in it of the
    Baddies (Undertow rulebook, The Krelln, In Battle).
    """
    if not krelln.wrecks(game):
        return []
    chips = game.rules.tables["chips"]
    wet = [b for b in reach.baddies(game) if reach.zone(game, b) == "side" and not krelln.swims(game, b)]
    return [f"{b.id}, a {b.kind}, is in the water at {b.pos}" for b in wet if chips[b.kind].enters != "side"]


def _wreckage(game: Any) -> list[str]:
    """Only the raft can be destroyed (Undertow rulebook, Wreckage)."""
    token, sides = krelln.wrecks(game), reach.mat_of(game).sides
    return [f"{token} lies at {p} in the water" for p in terrain.lying(game, token) if p in sides] if token else []
