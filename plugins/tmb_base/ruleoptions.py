"""The decisions of docs/rulings.md that a game may make otherwise: name, default, values, what it decides, ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

INNATE_PLUS = "innate-plus-is-plan"
RED_BONES = "red-bones"
THICK_SKIN = "thick-skin"
KNOCKED_OUT = "knocked-out"
FATIGUE = "diagonal-in-fatigue"
LOCKED_DICE = "locked-dice"
POISON = "poison"
SEARCH = "search-for-loot"
DECK = "encounter-deck"

Words = Mapping[str, str]
RULE_OPTIONS: tuple[tuple[str, Any, Words | type[bool], str, str], ...] = (
    (INNATE_PLUS, True, bool, "Innate +1 counts as the backup plan of its turn.", "R12"),
    (
        RED_BONES,
        "lost",
        {
            "lost": "it is lost, and its die exhausted",
            "kept": "it must be kept: dice leave the plan from the left until it fits",
        },
        "What becomes of a red Bone that finds no room in the backup plan.",
        "R14",
    ),
    (
        THICK_SKIN,
        "before-def",
        {"before-def": "before Def dice are used", "after-def": "of what Def dice let through"},
        "When Thick Skin ignores Dmg.",
        "R17",
    ),
    (
        KNOCKED_OUT,
        "stays-out",
        {"stays-out": "knocked out", "one-hp": "with 1 HP"},
        "How a Gearloc without HP enters the next battle.",
        "R19",
    ),
    (
        FATIGUE,
        "none",
        {
            "none": "all is as before",
            "moves": "all units may move diagonally, adjacent stays orthogonal",
            "all": "diagonal positions are adjacent, too, and all units may move there",
        },
        "What becomes diagonal when Fatigue sets in.",
        "R22",
    ),
    (
        LOCKED_DICE,
        "by-difficulty",
        {
            "by-difficulty": "removed, but kept in the easiest difficulty",
            "removed": "removed in every difficulty",
            "kept": "kept in every difficulty",
        },
        "What becomes of Locked dice after an unsuccessful battle, of who is not knocked out.",
        "R28",
    ),
    (
        POISON,
        "one",
        {"one": "1 True Dmg", "value": "as much True Dmg as its die shows"},
        "What Poison costs each turn.",
        "R31",
    ),
    (
        SEARCH,
        "bones",
        {"bones": "a card for each Bone", "hits": "a card for each die that hits"},
        "How many cards a search for better Loot reveals.",
        "R53",
    ),
    (
        DECK,
        "days-less-3",
        {"days-less-3": "the Tyrant's days less three", "days-less-2": "the Tyrant's days less two"},
        "How many General (or Solo) cards the Encounter deck holds.",
        "R67",
    ),
)
