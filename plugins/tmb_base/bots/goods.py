"""Loot: what a card is worth, who should have it, and what goes when there is too much of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmb.core.decisions import Ask
from tmb.effects.shapes import many
from tmb_base.bots.faces import Face
from tmb_base.bots.look import Look, best, hurt

LOCKED, LOCK, RULE, OTHER, MANY, HEAVY = 40, 4, 12, 6, 3, 12
"""A locked card and each of its locks; a rule that changes a number; what nobody can read; the uses of a permanent
card; what the room of a Heavy one costs."""


class Good:
    """One Loot card, summed up. acts: what its actions do, by their number; uses; worth: of the whole card, by and
    large, in tenths of a Dmg."""

    def __init__(self, card: Any, effects: dict[str, Any]) -> None:
        self.acts = [(tuple(a.at), Part(a.do, effects)) for a in many(card.action)]
        self.plan = Part(card.plan.do, effects) if card.plan is not None else None
        self.uses, self.heavy = card.uses, card.heavy
        programs = [r.do for r in card.also] + ([card.do] if card.when else [])
        self.rules = [Part(do, effects) for do in programs]
        single = max([p.plain() for p in (*(p for _, p in self.acts), *self.rules, *filter(None, [self.plan]))] or [0])
        single += RULE * (bool(card.modify) + bool(card.forbid))
        self.worth = single * (min(self.uses, MANY) if self.uses else MANY) - HEAVY * self.heavy


class Part(Face):
    """What one program of a card does; a sheet of a face without the face."""

    def __init__(self, program: Iterable[dict[str, Any]], effects: dict[str, Any]) -> None:
        program = list(program)
        super().__init__(Nothing(program), effects)
        self.words = [op["op"] for op in program]
        self.others = "choose" in self.words or "each" in self.words

    def plain(self) -> int:
        """What it is worth by and large."""
        known: int = (
            10 * (self.foes + self.heal + self.buff) - 5 * self.mine + self.effects + 7 * self.put + 6 * self.again
        )
        return known or OTHER

    def now(self, look: Look) -> int:
        """What it is worth at this moment: Dmg wants a target, healing somebody who is hurt."""
        if self.heal:
            lost = [hurt(u) for u in look.friends.values()] if self.others else [hurt(look.me) if look.me else 0]
            return 10 * int(self.heal) if max(lost, default=0) >= self.heal else 0
        if self.foes and not self.others and not look.target:
            return 0
        return self.used(look) if self.plain() != OTHER else OTHER


class Nothing:
    """A face that shows nothing but a program."""

    bones, reusable, stays, shields, target = 0, False, False, 0, False
    place: tuple[str, ...] = ()
    usable: dict[str, Any] = {}

    def __init__(self, program: Iterable[dict[str, Any]]) -> None:
        self.do = list(program)


def worth(look: Look, card: dict[str, Any]) -> int:
    """What a card in the view is worth."""
    if card["locked"]:
        return int(LOCKED - LOCK * (len(card["locks"]) - card["solved"]))
    good = look.sheets.cards.goods.get(card["card"])
    if good is None:
        return 0
    return int(good.worth * card["uses"] // good.uses if good.uses else good.worth)


def held(look: Look) -> dict[str, dict[str, Any]]:
    """Every card that somebody holds, by its id."""
    return {c["id"]: c for u in look.units.values() for c in u.get("loot", ())}


def slots(unit: dict[str, Any]) -> int:
    """How much room its Loot takes."""
    return sum(3 if c.get("heavy") else 1 for c in unit.get("loot", ()))


def away(ask: Ask, look: Look) -> list[str]:
    """What must go: the card that is worth least."""
    cards = held(look)
    return best((o.id for o in ask.options), lambda o: -worth(look, cards[o.rpartition("/")[2]]))


def keep(ask: Ask, look: Look) -> list[str]:
    """Of cards that were drawn the best."""
    goods = look.sheets.cards.goods
    return best((o.id for o in ask.options), lambda o: _of(goods.get(o.rpartition("/")[2])))


def _of(good: Good | None) -> int:
    return int(good.worth) if good is not None else LOCKED


def whose(ask: Ask, look: Look) -> list[str]:
    """Who has most room takes it."""
    return best((o.id for o in ask.options), lambda o: -slots(look.units[o.rpartition("/")[2]]))


def now(look: Look, option: str, moment: str) -> int:
    """What an action of a Loot card is worth now; of anything else, a little, for it costs nothing. What can be used in
    battle as well is not used outside.
    """
    parts = option.split("/")
    if len(parts) < 3:
        return 1
    _, holder, id, *number = parts
    card = next((c for c in look.units.get(holder, {}).get("loot", ()) if c["id"] == id), None)
    good = look.sheets.cards.goods.get(card["card"]) if card is not None else None
    if good is None:
        return int(not look.sheets.wasted(look, id, int(number[0]) if number else 0))
    _, part = good.acts[int(number[0]) if number else 0]
    if moment == "recovery":
        return _outside(look, holder, good, part)
    if good.uses and not part.heal and len(look.foes) < len(look.friends):
        return 0
    return int(part.now(look.of(holder)))


def _outside(look: Look, holder: str, good: Good, part: Part) -> int:
    """Between battles: what is of no use in one, and healing where it is not in vain."""
    if good.uses and any("turn" in moments for moments, _ in good.acts):
        return 0
    return int(part.now(look.of(holder)) if part.heal else part.plain())
