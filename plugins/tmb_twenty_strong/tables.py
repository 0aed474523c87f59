"""Content made ready for play: cards, sheets, plans, programs, computed once a rule set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tmb.content.content import Complaint, Content
from tmb.core.bearers import Bearer, Sheet
from tmb.effects.compiler import Compiler
from tmb.effects.program import Code
from tmb.effects.shapes import Text, sheet
from tmb.errors import RulesError
from tmb_twenty_strong import entries
from tmb_twenty_strong.world import COLOURS, HERO, PILES, TABLE


def short(content: Content, kind: str) -> dict[str, Any]:
    """The entries of a kind by their shortest unambiguous id."""
    found = content.entries(kind)
    count = Counter(e.id for e in found.values())
    return {e.id if count[e.id] == 1 else full: e for full, e in found.items()}


class Plan:
    """A backup plan ability or extension, made ready. card: the card that has it."""

    def __init__(self, compiler: Compiler, card: str, plan: entries.Plan) -> None:
        self.id, self.name, self.text, self.cost, self.card = plan.id, plan.name, plan.text, plan.cost, card
        self.moments = frozenset(plan.at)
        self.usable = compiler.when(plan.usable, f"plan/{card}")
        self.code = compiler.alone(plan.do, f"plan/{card}/{plan.id}.do")

    def bearer(self, game: Any) -> Bearer:
        """The plan in the hero's hands; an extension's is the item that has it."""
        item = next((i.id for i in game.world.items if i.kind == self.card and not i.locked), self.card)
        return Bearer(f"{HERO}/{item}", HERO, f"card/{self.card}")


class Peace:
    """The peaceful option of a Mohlnor encounter, made ready."""

    def __init__(self, compiler: Compiler, card: str, peace: entries.Peace) -> None:
        self.card, self.text = card, peace.text
        self.usable = compiler.when(peace.usable, f"peace/{card}")
        self.code = compiler.alone(peace.do, f"peace/{card}.do")

    def bearer(self, game: Any) -> Bearer:
        """The card, which is nobody's."""
        return Bearer(f"{TABLE}/{self.card}", TABLE, f"card/{self.card}")


# -- sheets ------------------------------------------------------------------------------------------------------------


def sheets(compiler: Compiler, content: Content) -> Iterable[Sheet]:
    """Every sheet: what cards do while they are active, beside the active area, held, or the hero's."""
    for kind in ("baddie", "tyrant"):
        for name, card in short(content, kind).items():
            yield sheet(compiler, f"{kind}/{name}", card)
    for kind in CARDS:
        for name, card in short(content, kind).items():
            yield Sheet(f"card/{name}", label=card.name)
            if getattr(card, "item", None) is not None:
                yield part_sheet(compiler, f"item/{name}", card, card.item)
            if getattr(card, "battle", None) is not None:
                yield part_sheet(compiler, f"battle/{name}", card, card.battle)
    for name, card in short(content, "gearloc").items():
        yield part_sheet(compiler, f"innate/{name}", card, card.innate)
        yield part_sheet(compiler, f"innate-plus/{name}", card, card.innate_plus)
    for name, card in short(content, "hero").items():
        yield part_sheet(compiler, f"innate/{name}", card, card.ability)


CARDS = ("baddie", "tyrant", "encounter", "gearloc", "hero", "backup")
"""The kinds of content that are cards."""


def part_sheet(compiler: Compiler, key: str, card: Any, part: entries.Part) -> Sheet:
    """The sheet of a part of a card."""
    text = Text(
        id="part",
        name=card.name,
        text=part.text,
        source=card.source,
        when=part.when,
        do=part.do,
        may=part.may,
        also=part.also,
        modify=part.modify,
        forbid=part.forbid,
        action=part.action,
    )
    return sheet(compiler, key, text)


# -- tables ------------------------------------------------------------------------------------------------------------


def cards(rules: Any) -> dict[str, Any]:
    """Baddies, Tyrants and encounters by id: what can be active or an item."""
    return {n: c for kind in CARDS[:3] for n, c in short(rules.content, kind).items()}


def heroes(rules: Any) -> dict[str, Any]:
    """Gearlocs, then universal heroes, by id."""
    return {**short(rules.content, "gearloc"), **short(rules.content, "hero")}


def box(rules: Any) -> dict[str, list[str]]:
    """Stack -> its cards, as often as there are copies; Tyrant encounters are not among them."""
    out: dict[str, list[str]] = {pile: [] for pile in PILES}
    for name, card in short(rules.content, "baddie").items():
        out[str(card.points)] += [name] * card.copies
    out["encounter"] = [n for n, c in short(rules.content, "encounter").items() if c.sort != "tyrant"]
    return out


def pile_of(rules: Any) -> dict[str, str]:
    """Card -> its stack."""
    baddies = {name: str(card.points) for name, card in short(rules.content, "baddie").items()}
    return {**baddies, **dict.fromkeys(short(rules.content, "encounter"), "encounter")}


def plans(rules: Any) -> dict[str, Plan]:
    """Gearloc, or side of the universal card -> its plan."""
    found = {**short(rules.content, "gearloc"), **short(rules.content, "backup")}
    return {name: Plan(rules.compiler, name, card.plan) for name, card in found.items()}


def extensions(rules: Any) -> dict[str, Plan]:
    """Item -> its Backup Plan Extension."""
    found = {n: c.item.plan for n, c in cards(rules).items() if getattr(c, "item", None) is not None}
    return {name: Plan(rules.compiler, name, plan) for name, plan in found.items() if plan is not None}


def slots(rules: Any) -> dict[str, list[str]]:
    """Gearloc, or side of the universal card -> the colours of its slots."""
    found = {**short(rules.content, "gearloc"), **short(rules.content, "backup")}
    return {name: list(card.slots) for name, card in found.items()}


def rewards(rules: Any) -> dict[str, Code]:
    """Card -> what its defeat (or opening) brings at once."""
    return {
        name: rules.compiler.alone(getattr(card, "reward", []), f"reward/{name}.do")
        for name, card in cards(rules).items()
    }


def encounter_codes(rules: Any, field: str) -> dict[str, Code]:
    """Encounter -> one of its programs, where it has that."""
    found = short(rules.content, "encounter").items()
    return {n: rules.compiler.alone(getattr(c, field), f"{field}/{n}.do") for n, c in found if getattr(c, field)}


def queues(rules: Any) -> dict[str, Code]:
    """Tyrant encounter -> what it changes before cards are activated."""
    found = short(rules.content, "encounter").items()
    return {n: rules.compiler.alone(c.queue, f"queue/{n}.do") for n, c in found if c.sort == "tyrant"}


def setups(rules: Any) -> dict[str, Code]:
    """Tyrant -> its set-up side."""
    found = short(rules.content, "tyrant").items()
    return {name: rules.compiler.alone(card.setup, f"setup/{name}.do") for name, card in found}


def peace(rules: Any) -> dict[str, Peace]:
    """Mohlnor encounter -> its peaceful option."""
    found = short(rules.content, "encounter").items()
    return {name: Peace(rules.compiler, name, card.peace) for name, card in found if card.peace is not None}


def needs(rules: Any) -> dict[str, dict[str, int]]:
    """Card -> the hits that it needs."""
    return {name: dict(card.hits) for name, card in cards(rules).items() if card.hits}


def dice(content: Content) -> dict[str, tuple[str, ...]]:
    """Every colour and its faces. Raises RulesError where a colour is missing."""
    out = {name: tuple(die.faces) for name, die in short(content, "die").items()}
    if lost := [c for c in COLOURS if c not in out]:
        raise RulesError(f"no pack has the die {lost[0]!r}, which 20 Strong is played with")
    return out


TABLES = {
    "cards": cards,
    "baddies": lambda rules: short(rules.content, "baddie"),
    "tyrants": lambda rules: short(rules.content, "tyrant"),
    "encounters": lambda rules: short(rules.content, "encounter"),
    "gearlocs": lambda rules: short(rules.content, "gearloc"),
    "heroes": heroes,
    "backups": lambda rules: short(rules.content, "backup"),
    "supply": lambda rules: {c: short(rules.content, "die")[c].copies for c in COLOURS},
    "box": box,
    "pile_of": pile_of,
    "plans": plans,
    "extensions": extensions,
    "slots": slots,
    "rewards": rewards,
    "queues": queues,
    "scouted": lambda rules: encounter_codes(rules, "scouted"),
    "setups": setups,
    "peace": peace,
    "needs": needs,
    "damage": lambda rules: {n: c.damage for n, c in cards(rules).items() if hasattr(c, "damage")},
    "keeps": lambda rules: {n for n, c in cards(rules).items() if getattr(c, "item", None) is not None},
}


# -- checks ------------------------------------------------------------------------------------------------------------


def check(content: Content) -> list[Complaint]:
    """What the types cannot say: what each sort of encounter has and has not, and ids that cards share."""
    out: list[Complaint] = []
    for full, card in content.entries("encounter").items():
        out += [Complaint("encounter", full, (field,), "bad_card", text) for field, text in _of_sort(card)]
    seen: dict[str, str] = {}
    for kind in CARDS[:3]:
        for full, entry in content.entries(kind).items():
            other = seen.setdefault(entry.id, full)
            if other != full and not other.startswith(full.partition("/")[0]):
                out.append(Complaint(kind, full, ("id",), "bad_card", f"{other} has the id {entry.id!r} already"))
    return out


def _of_sort(card: Any) -> Iterable[tuple[str, str]]:
    """(field, what is wrong) of an encounter."""
    own = {"tyrant": ("queue", "battle"), "mohlnor": ("peace", "scouted"), "lockpicking": ("hits",)}
    for sort, fields in own.items():
        for name in fields:
            if getattr(card, name) and card.sort != sort:
                yield name, f"only a {sort} encounter has {name!r}"
    if card.sort == "mohlnor" and card.peace is None:
        yield "sort", "a mohlnor encounter has a peaceful option: `peace`"
    if card.sort == "lockpicking" and not card.hits:
        yield "sort", "a lockpicking encounter says which hits open it: `hits`"
    if card.sort == "mohlnor" and (card.reward or card.item):
        yield "sort", "a mohlnor encounter is no reward; what peace brings stands in `peace`"


__all__ = ["TABLES", "check", "dice", "sheets", "short"]
