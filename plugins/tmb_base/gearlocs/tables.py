"""Which skill dice are rolled, and which do something by themselves; computed once a rule set."""

from __future__ import annotations

from typing import Any

from tmb.core.decisions import Pick
from tmb_base.entries import SkillDie
from tmb_base.tables import short, speaks


def _dice(rules: Any) -> Any:
    return short(rules.content, "skill-die").items()


def _rolled(die: SkillDie) -> bool:
    """Whether a skill die can be rolled on a turn."""
    return die.sort != "counter" and die.rolled


def _speaking(rules: Any, consumable: bool) -> set[str]:
    """The skill dice (or the consumables) whose sheets do something by themselves."""
    return {n for n, d in _dice(rules) if (d.sort == "consumable") is consumable and speaks(rules.sheets[f"die/{n}"])}


def in_prep(rules: Any) -> frozenset[str]:
    """The sheets of talents and skill dice that do something before a battle, when no Gearloc is on the mat yet."""
    kinds = ("innate/", "innate-plus/", "die/")
    return frozenset(
        key
        for key, made in rules.sheets.items()
        if key.startswith(kinds) and any(t.window == "battle.before" for t in made.triggers)
    )


TABLES = {
    "rollable": lambda rules: {n: Pick(n, "skill") for n, d in _dice(rules) if _rolled(d)},
    "rollable_alone": lambda rules: {n for n, d in _dice(rules) if _rolled(d) and not d.needs_target},
    "speaking_dice": lambda rules: _speaking(rules, consumable=False),
    "speaking_consumables": lambda rules: _speaking(rules, consumable=True),
    "in_prep": in_prep,
}
