"""Which dice to roll: attack with all you have, then what you need most: shields, food, or a skill that lasts."""

from __future__ import annotations

from collections.abc import Callable

from tmb.core.decisions import Ask
from tmb_base.bots.look import Look, best, hurt, shields

SOLID = 4
"""Shields enough for a round."""

NEEDS: dict[str, Callable[[Look], int]] = {
    "ration": lambda look: 30 * hurt(look.me) - 20,
    "stand-ground": lambda look: 75 if look.view["round"] <= 3 else 40,
    "sword-advance": lambda look: 60 if look.beside(look.me["pos"]) else 0,
    "flush-out": lambda look: 45,
    "brace": lambda look: 62,
    "riposte": lambda look: 30,
    "shield-form": lambda look: 35,
}
"""What some skill dice are worth now. An Atk die is worth 80, a Def die 20 to 65; any other skill die 50."""


def roll(ask: Ask, look: Look) -> list[str]:
    """The dice by their worth, each as often as it may be; what is worth nothing stays in the pool."""
    wishes: list[tuple[int, str]] = []
    for option in ask.options:
        for again in range(option.times):
            wishes.append((value(look, option.ref, again), option.id))
    return [o for v, o in best(wishes, lambda wish: wish[0]) if v > 0]


def value(look: Look, die: str, again: int = 0) -> int:
    """What one more die of a kind is worth."""
    if not look.me:
        return 1
    if die == "atk":
        return 80
    if die == "def":
        return 65 - 5 * again if shields(look.me) + again < SOLID else 20
    return NEEDS[die](look) if die in NEEDS else 50
