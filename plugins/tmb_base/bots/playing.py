"""Dice that are played without a roll for Dex: only what is worth more than what the same Dex would roll."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_base.bots import dice
from tmb_base.bots.look import Look, best


def die_of(option: str, look: Look) -> str:
    """The die that an option would play, `g1/wall`; "" for any other."""
    holder, _, die = option.partition("/")
    return die if holder == look.seat and die in look.sheets.played else ""


def play(ask: Ask, look: Look) -> list[str]:
    """The options that play a die which is worth its Dex, the best first; none that another die would make room for."""
    if look.me and len(look.me["active"]) >= look.sheets.slots.get(look.me["kind"], 0):
        return []
    found = [
        (aimed.sheets.played_worth(aimed, die), o.id)
        for o in ask.options
        if (die := die_of(o.id, look))
        for aimed in [aim(look)]
    ]
    return [o for n, o in best(found, lambda row: row[0]) if n > price(aim(look), die_of(o, look))]


def price(look: Look, die: str) -> int:
    """What the Dex that it costs would roll: the least valuable of the dice for which there is Dex."""
    cost = look.sheets.played[die][2]
    away = {d["die"] for d in (*look.me["active"], *look.me["locked"], *look.me["bones"])} | {*look.me["exhausted"]}
    ready = [d for d in (*look.me["skills"], *look.me["consumables"]) if d in look.sheets.rolled and d not in away]
    values = [dice.value(look, d) for d in ready] + [80] * look.me["atk"]
    values += [
        dice.value(look, "def", n) for n in range(look.me["def"] - sum(d["die"] == "def" for d in look.me["active"]))
    ]
    left = look.me["dex"] + look.turn["dex"] - way(look)
    values = sorted(values, reverse=True)[: max(0, left)]
    return sum(values[max(0, len(values) - cost + max(0, left - len(values))) :]) if left >= cost else 999


def way(look: Look) -> int:
    """The Dex that it takes to stand beside the nearest foe."""
    return max(0, min((look.steps(look.me["pos"], foe["pos"]) for foe in look.foes.values()), default=1) - 1)


def aim(look: Look) -> Look:
    """The same table with the nearest foe as the target of the turn."""
    near = best(look.foes, lambda id: -look.steps(look.me["pos"], look.foes[id]["pos"]))
    return Look(look.view | {"turn": {**look.turn, "target": near[0] if near else ""}}, look.seat, look.sheets)
