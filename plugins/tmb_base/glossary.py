"""The rulebook's words in our own, with where it has them: what glossary.toml says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tmb.content import told
from tmb_base.names import count

FILE = Path(__file__).with_name("glossary.toml")


def topics() -> Mapping[str, dict[str, Any]]:
    """Each word, and each other name of it, in small letters -> what it is, its own name, its text, its source."""
    return told.words(FILE)


def more(rules: Any) -> dict[str, dict[str, Any]]:
    """The words of the expansions that are played with: each hands over a table `glossary/NAME`, made as this one."""
    out: dict[str, dict[str, Any]] = {}
    for name, table in rules.tables.items():
        if name.startswith("glossary/"):
            out |= table
    return out


def plans(rules: Any) -> dict[str, dict[str, Any]]:
    """The skills of backup plans, of Gearlocs and of Loot: with whose they are and what they cost."""
    tables = rules.tables
    owned = [(tables["gearlocs"][g].name, plan) for g, found in tables["plans"].items() for plan in found.values()]
    owned += [("Loot", plan) for plan in tables["extensions"].values()]
    return {
        plan.id: {"what": "backup plan", "name": plan.name, "doc": f"{whose}, {count(plan.cost, 'Bone')}: {plan.text}"}
        for whose, plan in owned
    }
