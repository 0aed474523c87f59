"""The content of an adventure made ready for play: sheets, programs and tables, computed once a rule set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import structs, to_builtins

from tmb.content.content import Complaint, Content
from tmb.core.bearers import Bearer, Sheet
from tmb.effects.compiler import Compiler
from tmb.effects.shapes import Text, When, many, sheet
from tmb_base import entries
from tmb_base.adventure.own_names import circles, own_names
from tmb_base.tables import Plan, entries_of, short

USE = {"op": "use_card"}


class Ready:
    """A choice of an Encounter, made ready. usable: whether it can be chosen; code: what it does; reward: what it pays
    beside the card's; returns: where the card goes when it fails.
    """

    def __init__(self, compiler: Compiler, card: str, choice: Any) -> None:
        at = f"choice/{card}/{choice.id}"
        self.text, self.reward, self.returns = choice.text, choice.reward, choice.returns
        self.usable = compiler.when(choice.usable, at)
        self.code = compiler.alone(choice.do, f"{at}.do")


# -- sheets ------------------------------------------------------------------------------------------------------------


def sheets(compiler: Compiler, content: Content) -> Iterable[Sheet]:
    """Every sheet of these kinds: Loot, choices, the rules of their battles, what cards leave behind, Tyrant faces."""
    for kind in ("loot", "trove"):
        for name, card in short(content, kind).items():
            yield sheet(compiler, f"loot/{name}", used_up(card))
            yield from _lasting(compiler, name, card)
    for name, card in short(content, "encounter").items():
        yield from _lasting(compiler, name, card)
        for choice in card.choices:
            yield Sheet(f"choice/{name}/{choice.id}", label=card.name)
            if choice.battle is not None:
                yield part_sheet(compiler, f"battle/{name}/{choice.id}", card.name, card.source, choice.battle)
    for name, tyrant in short(content, "tyrant").items():
        yield Sheet(f"tyrant/{name}", label=tyrant.name)
        if tyrant.battle is not None:
            yield part_sheet(compiler, f"battle/{name}", tyrant.name, tyrant.source, tyrant.battle)
        for face, icon in tyrant.icons.items():
            yield part_sheet(compiler, f"face/{name}/{face}", f"{tyrant.name}: {face}", tyrant.source, icon)


def _lasting(compiler: Compiler, name: str, card: Any) -> Iterable[Sheet]:
    for word, part in card.lasting.items():
        yield part_sheet(compiler, f"lasting/{name}/{word}", card.name, card.source, part)


def part_sheet(compiler: Compiler, key: str, name: str, source: Any, part: entries.Part) -> Sheet:
    """The sheet of a part of a card. What has a program and no moment of its own does it at the Tyrant Die."""
    when = part.when or (When("tyrant.die", "unit") if part.do else None)
    text = Text(
        id="part",
        name=name,
        text=part.text,
        source=source,
        when=when,
        do=part.do,
        may=part.may,
        also=part.also,
        modify=part.modify,
        forbid=part.forbid,
        action=part.action,
    )
    return sheet(compiler, key, text)


def counted(card: Any) -> bool:
    """Whether each use of a card is counted by itself: it has uses, and none of its programs says where they are."""
    return bool(card.uses) and not any(says_use(part) for part in to_builtins(card).values())


def says_use(part: Any) -> bool:
    """Whether a piece of content has the op `use_card` in it."""
    if isinstance(part, dict):
        return part.get("op") == USE["op"] or any(says_use(p) for p in part.values())
    return isinstance(part, list) and any(says_use(p) for p in part)


def used_up(card: Any) -> Text:
    """A Loot card's rules, each use of which is counted where the card has uses; its plan is no part of them."""
    keys = ("when", "do", "may", "also", "modify", "forbid", "action", "takes")
    own = {key: getattr(card, key) for key in keys}
    if counted(card):
        own["do"] = [USE, *card.do] if card.when else card.do
        own["also"] = [type(r)(r.when, [USE, *r.do], r.may) for r in card.also]
        own["action"] = [type(a)(a.at, [USE, *a.do], a.when, a.cost, a.limit) for a in many(card.action)]
    return Text(id=card.id, name=card.name, text=card.text, source=card.source, **own)


# -- tables ------------------------------------------------------------------------------------------------------------


def cards(rules: Any) -> dict[str, Any]:
    """Loot and Trove Loot by id."""
    return {**short(rules.content, "loot"), **short(rules.content, "trove")}


def choices(rules: Any) -> dict[tuple[str, str], Ready]:
    """(card, choice) -> the choice made ready."""
    found = short(rules.content, "encounter")
    return {(name, c.id): Ready(rules.compiler, name, c) for name, card in found.items() for c in card.choices}


def lasting(rules: Any) -> dict[str, str]:
    """Sheet of what a card leaves behind -> when it ends."""
    found = {**cards(rules), **short(rules.content, "encounter")}
    return {f"lasting/{name}/{word}": part.until for name, card in found.items() for word, part in card.lasting.items()}


class Extension(Plan):
    """A Backup Plan Extension, made ready: its bearer is the card."""

    def bearer(self, unit: Any) -> Bearer:
        """The card in the hands of its Gearloc."""
        card = next((c.id for c in unit.loot if c.kind == self.id and not c.locked), self.id)
        return Bearer(f"{unit.id}/{card}", unit.id, self.sheet)


def extensions(rules: Any) -> dict[str, Extension]:
    """Loot -> its Backup Plan Extension; a card with uses is used by it."""
    out = {}
    for name, card in cards(rules).items():
        if card.plan is not None:
            do = [USE, *card.plan.do] if counted(card) else card.plan.do
            out[name] = Extension(rules.compiler, "loot", structs.replace(card.plan, do=do), name)
    return out


TABLES = {
    "encounters": lambda rules: short(rules.content, "encounter"),
    "tyrants": lambda rules: short(rules.content, "tyrant"),
    "loot": cards,
    "locks": lambda rules: {name: list(getattr(card, "locks", ())) for name, card in cards(rules).items()},
    "choices": choices,
    "lasting": lasting,
    "extensions": extensions,
    "tyrant_setups": lambda rules: {
        name: rules.compiler.alone(t.setup, f"tyrant/{name}.setup")
        for name, t in short(rules.content, "tyrant").items()
    },
    "faces": lambda rules: {(name, face) for name, t in short(rules.content, "tyrant").items() for face in t.icons},
}


# -- checks ------------------------------------------------------------------------------------------------------------


def check(content: Content) -> list[Complaint]:
    """What the types cannot say: a Tyrant card names its Tyrant, `go_to` and `lasting` name what the card has, choices
    do not go round in circles, faces that are explained exist, a Tyrant is fought, no Loot has the id of a Trove Loot.
    """
    out: list[Complaint] = []
    for full, card in entries_of(content, "encounter"):
        if (card.sort == "tyrant") != (card.tyrant is not None):
            out.append(Complaint("encounter", full, ("sort",), "bad_card", 'sort = "tyrant" and `tyrant` go together'))
        ids = [c.id for c in card.choices]
        if twice := sorted({i for i in ids if ids.count(i) > 1}):
            out.append(Complaint("encounter", full, ("choices",), "bad_card", f"two choices have the id {twice[0]!r}"))
        out += own_names("encounter", full, card) or circles(full, card)
    loot = {e.id for _, e in entries_of(content, "loot")}
    plans = {p.id for _, g in entries_of(content, "gearloc") for p in g.plan}
    for kind in ("loot", "trove"):
        for full, held in entries_of(content, kind):
            if held.plan is not None and held.id in plans:
                out.append(
                    Complaint(kind, full, ("id",), "bad_card", f"a Gearloc's plan has the id {held.id!r} already")
                )
            out += own_names(kind, full, held)
    for full, trove in entries_of(content, "trove"):
        if trove.id in loot:
            out.append(Complaint("trove", full, ("id",), "bad_card", f"a Loot card has the id {trove.id!r} already"))
    for full, tyrant in entries_of(content, "tyrant"):
        if not faced(tyrant.setup):
            lacks = 'the set-up has no battle against the Tyrant: `{ op = "battle", tyrant = "bottom" }`'
            out.append(Complaint("tyrant", full, ("setup",), "bad_card", lacks))
        out += [
            Complaint(
                "tyrant",
                full,
                ("icons", f),
                "unknown_face",
                f"the die has no face {f!r}; it has {', '.join(dict.fromkeys(tyrant.faces))}",
            )
            for f in tyrant.icons
            if f not in tyrant.faces
        ]
    return out


def faced(part: Any) -> bool:
    """Whether a piece of a program has a battle in which the Tyrant must fall."""
    if isinstance(part, dict):
        return (part.get("op") == "battle" and bool(part.get("tyrant"))) or any(faced(p) for p in part.values())
    return isinstance(part, list) and any(faced(p) for p in part)
