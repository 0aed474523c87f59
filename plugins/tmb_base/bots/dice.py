"""Which dice to roll: attack with all you have, then what you need most: shields, food, or a skill that lasts."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_base.bots.faces import SOLID
from tmb_base.bots.look import Look, best, shields


def roll(ask: Ask, look: Look) -> list[str]:
    """The dice by their worth, each as often as it may be; what is worth nothing stays in the pool."""
    wishes: list[tuple[int, str]] = []
    for option in ask.options:
        for again in range(option.times):
            wishes.append((value(look, option.ref, again), option.id))
    return [o for v, o in best(wishes, lambda wish: wish[0]) if v > 0]


def value(look: Look, die: str, again: int = 0) -> int:
    """What one more die of a kind is worth: an Atk die 80, a Def die 20 to 65, a skill die what its faces say."""
    if not look.me:
        return 1
    if die == "atk":
        return 80
    if die == "def":
        return 65 - 5 * again if shields(look.me) + again < SOLID else 20
    return int(look.sheets.die_worth(look, die))
