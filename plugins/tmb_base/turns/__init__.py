"""The turns of Gearlocs and Baddies."""

from tmb_base.turns.baddie import BaddieTurn
from tmb_base.turns.gearloc import GearlocTurn

TURNS = (GearlocTurn, BaddieTurn)

__all__ = ["TURNS", "BaddieTurn", "GearlocTurn"]
