"""The frames that several files look at."""

from __future__ import annotations

from typing import Any

from tmb.core.state import Frame
from tmb_twenty_strong.world import HERO

BY_CARDS = ("MoveDice", "TurnDie", "RollAgain", "ChooseStack", "Scouting", "DropItem", "Activate")
"""The flows that programs of cards begin."""


class Day(Frame):
    """A day. what: battle, encounter or tyrant; card: the encounter; peace: how a Mohlnor encounter is met."""

    what: str = ""
    card: str = ""
    peace: str = ""


class Battle(Frame):
    """A battle. source: battle, encounter (its card lies beside) or tyrant; extra: points of further Baddies; points:
    Baddie Pts of the queue, as windows may amend them; engagements: how many were begun; camped: rested or scouted.
    """

    source: str
    extra: list[int] = []
    points: int = 0
    engagements: int = 0
    camped: bool = False
    no_queue: bool = False


class Engagement(Frame):
    """An Engagement. number: in its battle; passes: how often the Strategy phase was done; dice: those that are rolled;
    lifts: dice that may still be moved in this Apply Dice step; unit: the card that deals damage; damage: how much.
    """

    number: int = 1
    passes: int = 0
    dice: list[str] = []
    lifts: int = 0
    unit: str = ""
    damage: int = 0


def by_hero(game: Any, frame: Any) -> str:
    """Who rolls."""
    return HERO


def battle_of(game: Any) -> Battle | None:
    """The battle that goes on, or None."""
    return next((f for f in reversed(game.stack) if type(f) is Battle), None)


def engagement_of(game: Any) -> Engagement | None:
    """The Engagement that goes on, or None."""
    return next((f for f in reversed(game.stack) if type(f) is Engagement), None)
