"""What the day is for, and what comes after a battle."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_twenty_strong.bots.look import THOUSAND, Look

LAST = 12


def plan_day(ask: Ask, look: Look) -> list[str]:
    """The Tyrant as soon as it can be faced; else a lock, peace, a Tyrant encounter that can be beaten, or a battle."""
    ids = [o.id for o in ask.options]
    out = ["day/tyrant"] if _ready(look) else []
    rows = sorted((-_worth(look, i.partition("/")[2]), i) for i in ids if i.startswith("encounter/"))
    out += [i for worth, i in rows if worth < 0]
    return [*out, "day/battle", *ids]


def _ready(look: Look) -> bool:
    """Whether to face the Tyrant: when its hits can be had, or when waiting makes it worse."""
    view = look.view
    needs = sum(look.book.needs[view["tyrant"]].values()) + view["encounters_left"]
    strong = look.power(view["pool"], look.hero["strategy"]) >= needs * THOUSAND
    return strong or view["day"] + 2 >= LAST or _cost(look, view["day"]) * 2 > look.power(view["pool"], 2)


def _worth(look: Look, card: str) -> int:
    """How much better than a standard battle an encounter is; 0 or less: not at all."""
    view, sort = look.view, look.book.sorts[card]
    if sort == "lockpicking":
        return 3 if _lock_can(look, card) else 1
    if sort == "mohlnor":
        return 2 if view["day"] > 2 else 0
    power = look.power(view["pool"], look.hero["strategy"])
    return 4 if power >= 3 * _cost(look, view["day"] + 1) // 2 else 0


def _lock_can(look: Look, card: str) -> bool:
    """Whether there are dice for a lock."""
    return all(look.view["pool"].get(c, 0) + look.view["exhausted"].get(c, 0) > 0 for c in look.book.needs[card])


def _cost(look: Look, points: int) -> int:
    """Hits that a queue of so many points needs, in thousandths: its face-up cards are known, of the rest the mean."""
    out, stacks = 0, look.view["stacks"]
    for pile, n in (("5", points // 5), ("1", points % 5)):
        top = stacks[pile]["top"]
        for i in range(n):
            known = sum(look.book.needs[top].values()) * THOUSAND if i == 0 and top else look.book.mean[pile]
            out += known
    return out


def peace(ask: Ask, look: Look) -> list[str]:
    """Peace where it can be had."""
    return ["mohlnor/peace", "mohlnor/fight"]


def camp(ask: Ask, look: Look) -> list[str]:
    """Rest while it helps; else scout encounters that are worth it, or a Baddie that is hard."""
    out = ["rest/health"] if look.hero["health"] < 6 else []
    stacks = look.view["stacks"]
    hard = {p: sum(look.book.needs.get(stacks[p]["top"], {}).values()) for p in ("1", "5")}
    out += ["scout/1"] if hard["1"] * THOUSAND > look.book.mean["1"] else []
    return [*out, "done", "rest/health"]


def activate(ask: Ask, look: Look) -> list[str]:
    """The Baddie that needs less."""

    def price(id: str) -> int:
        card = id.partition("/")[2]
        return sum(look.book.needs[card].values()) + look.book.damage[card]

    return sorted((o.id for o in ask.options), key=price)


def stack(ask: Ask, look: Look) -> list[str]:
    """A hard Baddie is scouted or buried; else none."""
    stacks = look.view["stacks"]
    hard = [
        f"stack/{p}"
        for p in ("5", "1")
        if sum(look.book.needs.get(stacks[p]["top"], {}).values()) * THOUSAND > look.book.mean[p]
    ]
    return [*hard, "stack/none"]


def rank(ask: Ask, look: Look) -> list[str]:
    """A weak die is banished, of a colour that is left in plenty: cards may ask for any of them."""
    pool = look.view["pool"]
    ids = [o.id for o in ask.options if o.id.startswith("banish/")]
    return sorted(ids, key=lambda id: -pool.get(id.partition("/")[2], 0))
