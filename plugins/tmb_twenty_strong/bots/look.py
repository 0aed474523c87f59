"""What a player sees at a glance: dice and their odds, who is active, what is lacking. Nothing else is known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tmb.core.remembered import remembered
from tmb_twenty_strong.world import ANY, COLOURS

THOUSAND = 1000
"""Odds are counted in thousandths, since rules know no floats."""
View = dict[str, Any]
Card = dict[str, Any]
Bag = Mapping[str, int]


class Book:
    """What is printed, which everybody may read. faces: colour -> the numbers of misses, hits and crits of its die;
    needs, damage: of each card; does: plan -> its program; sorts: of encounters; mean: hits that a Baddie of 1 and of 5
    points needs on average, in thousandths.
    """

    def __init__(self, rules: Any) -> None:
        tables = rules.tables
        self.faces = {c: [rules.dice[c].count(f) for f in ("miss", "hit", "crit")] for c in COLOURS}
        self.needs: dict[str, dict[str, int]] = tables["needs"]
        self.damage: dict[str, int] = tables["damage"]
        self.sorts = {name: card.sort for name, card in tables["encounters"].items()}
        plans = [*tables["plans"].values(), *tables["extensions"].values()]
        self.does = {plan.id: _ops(tables, plan) for plan in plans}
        self.mean = {p: _mean(tables, p) for p in ("1", "5")}


@remembered
def book_of(rules: Any) -> Book:
    """The book of a rule set, read once."""
    return Book(rules)


def _ops(tables: Any, plan: Any) -> list[dict[str, Any]]:
    """The program of a plan, as its card writes it."""
    for table in ("gearlocs", "backups"):
        if plan.card in tables[table]:
            return list(tables[table][plan.card].plan.do)
    return list(tables["cards"][plan.card].item.plan.do)


def _mean(tables: Any, points: str) -> int:
    cards = tables["box"][points]
    return sum(sum(tables["needs"][c].values()) for c in cards) * THOUSAND // max(1, len(cards))


class Look:
    """The table from the hero's seat."""

    def __init__(self, view: View, book: Book) -> None:
        self.view, self.book = view, book
        self.hero: dict[str, Any] = view["hero"]
        self.foes: list[Card] = [f for f in view["foes"] if not f["defeated"]]
        self.locks: list[Card] = [i for i in view["items"] if i["locked"]]
        turn = view.get("engagement", {})
        self.passes_left: int = turn.get("strategy", self.hero["strategy"]) - turn.get("passes", 0)

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Active cards and locks by id."""
        return {c["id"]: c for c in (*self.foes, *self.locks)}

    def hits(self, colour: str, passes: int) -> int:
        """What a die yields in so many passes, on average: it is rolled until it hits. In thousandths."""
        miss, hit, crit = self.book.faces[colour]
        if passes <= 0:
            return 0
        missed = THOUSAND
        for _ in range(passes):
            missed = missed * miss // 6
        yielded: int = (THOUSAND - missed) * (hit + 2 * crit) // (hit + crit)
        return yielded

    def power(self, bag: Bag, passes: int) -> int:
        """What these dice yield together."""
        return sum(n * self.hits(c, passes) for c, n in bag.items())

    @cached_property
    def incoming(self) -> int:
        """Damage that all undefeated cards would deal now, less what is guarded."""
        waiting = sum(f["damage"] for f in self.foes if not f["struck"] and f["lacks"])
        return max(0, int(waiting) - int(self.hero["guard"]))

    @cached_property
    def lacking(self) -> int:
        """Hits that all active cards lack."""
        return sum(sum(f["lacks"].values()) for f in self.foes)

    @cached_property
    def plan_dice(self) -> int:
        """Dice in the backup plan."""
        return sum(1 for s in self.hero["slots"] if s["filled"])

    @cached_property
    def saving(self) -> bool:
        """Whether the plan's dice are saved for the innate +1 side; in the last battle nothing is."""
        last = self.view.get("battle", {}).get("source") == "tyrant"
        return not last and not self.hero["plus"] and not self.hero["backup"] and self.plan_dice > 1


def strength(colour: str) -> int:
    """The order of the colours, the weakest first."""
    return COLOURS.index(colour)


def lacks_of(card: Card, colour: str) -> int:
    """Hits of a colour that help a card."""
    return int(card["lacks"].get(colour, 0)) + int(card["lacks"].get(ANY, 0))
