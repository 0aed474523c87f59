"""The Loot Die on a position of the mat (Undertow rulebook, Loot Die)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import choice
from tmb_base import reach, terrain
from tmb_base.turns.gearloc import may_spend_dex
from tmb_base.world import Gearloc
from tmb_undertow.words.loot_die import LootDie

TOKEN = "loot-die"


@choice("pick-up", cite="Undertow rulebook, Loot Die; R7, R82")
def pick_up(game: Any, turn: Any, me: Gearloc) -> list[str] | None:
    """For 1 Dex at any time of the own turn, also for Dex left after the roll: a Loot Die beside the Gearloc, or where
    it stands.
    """
    if not game.world.tokens or turn.left + turn.spare < 1 or not may_spend_dex(game, me):
        return None
    near = (me.pos, *reach.beside(game)[me.pos])
    return [p for p in terrain.lying(game, TOKEN) if p in near]


@pick_up.taken
def picked_up(game: Any, turn: Any, me: Gearloc, pos: str) -> None:
    """It is rolled at once."""
    if turn.left:
        turn.left -= 1
    else:
        turn.spare -= 1
    terrain.take(game, next(t for t in game.world.tokens if (t.kind, t.at) == (TOKEN, pos)))
    game.push(LootDie(me.id))
