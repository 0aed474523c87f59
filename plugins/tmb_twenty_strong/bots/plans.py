"""Backup plans and items in the menus: what they are good for is read from their cards."""

from __future__ import annotations

from typing import Any

from tmb.core.decisions import Ask
from tmb_twenty_strong.bots.look import Look, strength

LOW = 2
"""Health that is in danger."""


def used(ask: Ask, look: Look) -> list[str]:
    """The flip, then what is worth its dice now, paid with the weakest dice; then items."""
    out = ["plan/flip"]
    rows = []
    for option in ask.options:
        word, *parts = option.id.split("/")
        if word == "plan" and len(parts) == 2 and _worth(ask, look, look.book.does[parts[0]]):
            rows.append((sum(strength(c) for c in parts[1].split("+")), option.id))
        elif word == "action" and _item(ask, look):
            out.append(option.id)
    return [*out, *(id for _, id in sorted(rows))]


def _worth(ask: Ask, look: Look, program: list[dict[str, Any]]) -> bool:
    """Whether a plan is used now. Dice are saved for the innate +1 side unless Health is in danger."""
    op = program[0]
    danger = look.hero["health"] <= max(LOW, look.incoming)
    if look.saving and not danger:
        return False
    name = op["op"]
    if name == "dice":
        return ask.key != "Engagement.apply_dice" and sum(look.view["exhausted"].values()) >= 4
    if name == "mark":
        return ask.key == "Engagement.before_damage" and look.incoming > 0
    if name == "heal":
        return int(look.hero["health"]) <= 4
    if name in ("turn", "reroll"):
        return look.passes_left <= 0 and look.lacking > 0 and _misses(look) > 0
    if name == "either":
        return bool(look.view["day"] + look.view["shift"] > 1)
    finishing = any(sum(f["lacks"].values()) == 1 for f in look.foes)
    return bool(name != "choose" or (look.passes_left <= 0 and finishing))


def _misses(look: Look) -> int:
    return sum(n for d, n in look.view["open"].items() if d.endswith(":miss"))


def _item(ask: Ask, look: Look) -> bool:
    """Items that are used up: when dice are short, or the queue is long."""
    if ask.key in ("Day.dawn", "Battle.before_queue"):
        return bool(look.view["day"] >= 4)
    return bool(sum(look.view["exhausted"].values()) >= 6)
