"""Who or what brought something about, in words: what an event's `by` and a trigger's bearer say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb_base.changes import TABLE
from tmb_base.names import sheet_name

Names = Callable[[str], str]
FATIGUE = "fatigue"
SHELVES = ("skill_dice", "effects", "loot", "encounters", "tyrants", "extensions")
"""Tables in which the word of a bearer's id may have a name."""


def deed(game: Any, bearer: str, name: Names) -> str:
    """What a bearer is called without its holder, also after it has gone: a skill, a card, a die, a plan, a face."""
    holder, _, rest = bearer.partition("/")
    word, _, part = rest.partition(":")
    if word == "innate":
        return "its innate talent"
    if part == "face":
        return word.replace("-", " ").title()
    named = _named(game, holder, word)
    if named:
        return named
    here = game.index.bearers.get(bearer)
    return sheet_name(game, here.sheet) if here is not None else name(word).replace("-", " ")


def _named(game: Any, holder: str, word: str) -> str:
    tables = game.rules.tables
    for shelf in SHELVES:
        if (entry := tables[shelf].get(word)) is not None and entry.name:
            return str(entry.name)
    if (skill := game.rules.sheets.get(f"skill/{word}")) is not None and skill.label:
        return str(skill.label)
    unit = game.world.units.get(holder)
    plan = tables["plans"].get(unit.kind, {}).get(word) if unit is not None else None
    return str(plan.name) if plan is not None else ""


def cost(game: Any, x: Any, name: Names) -> str:
    """What has cost a unit HP: ` to Fatigue`, ` to Bleed`, ` to Nom (b35)`, ` to Swap of Nom (b35)`."""
    if not x.by:
        return " with its HP stat"
    if x.by == FATIGUE:
        return " to Fatigue"
    holder, _, rest = x.by.partition("/")
    if not rest:
        return f" to {name(holder)}"
    what = deed(game, x.by, name)
    return f" to {what}" if holder in (TABLE, x.unit) else f" to {what} of {name(holder)}"


def used(game: Any, bearer: str, name: Names) -> str:
    """That a bearer does what it says: `Nom (b35) uses Recover`, `Bleed of Picket (g1) takes effect`."""
    holder, _, rest = bearer.partition("/")
    what = deed(game, bearer, name)
    if holder == TABLE:
        return f"{what} takes effect"
    return f"{what} of {name(holder)} takes effect" if rest.endswith(":die") else f"{name(holder)} uses {what}"
