"""The decisions that the rulebooks leave open: name, default, values, what it decides, ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ROLL_AGAIN = "unapplied-dice"
SKIP = "skip-passes"
ANY_HITS = "hits-of-any"
SURPLUS = "crit-surplus"
MOVE = "move-applied"
EMPTY_POOL = "empty-pool"
DAMAGE = "damage-of-several"
FRESH = "recover-fresh"
LIMIT = "item-limit"
STAT_CAP = "stat-dice-cap"
REWARDS = "rewards"

Words = Mapping[str, str]
RULE_OPTIONS: tuple[tuple[str, Any, Words | type[bool], str, str], ...] = (
    (
        ROLL_AGAIN,
        "roll-again",
        {"roll-again": "all of them are rolled again", "chosen": "the player chooses which are rolled again"},
        "What becomes of dice that lie unapplied when the Strategy phase is repeated.",
        "R68",
    ),
    (SKIP, True, bool, "The Strategy phase may be done fewer times than Strategy says.", "R69"),
    (
        ANY_HITS,
        "any-colour",
        {"any-colour": "each of any colour", "one-colour": "all of one colour"},
        "Which hits count where a card asks for hits of any colour.",
        "R70",
    ),
    (
        SURPLUS,
        "lost",
        {"lost": "it may, and what is too much is lost", "refused": "it may not"},
        "Whether a crit may be put where a single hit is left.",
        "R45",
    ),
    (MOVE, False, bool, "A die on a card may be moved in a later Apply Dice step.", "R72"),
    (
        EMPTY_POOL,
        "goes-on",
        {"goes-on": "the Engagement is resolved without dice", "lost": "the game is lost"},
        "What an Engagement without a die in pool or active area does.",
        "R73",
    ),
    (
        DAMAGE,
        "each",
        {"each": "each deals its damage", "greatest": "only the greatest damage is dealt"},
        "What several undefeated cards deal in one Engagement.",
        "R74",
    ),
    (FRESH, True, bool, "Dice that this Engagement exhausted can be recovered in it.", "R75"),
    (
        LIMIT,
        "strategy",
        {"strategy": "the Strategy die", "printed": "the Strategy that the hero's card prints"},
        "What says how many items can be held.",
        "R47",
    ),
    (STAT_CAP, True, bool, "No stat rises above 6, the highest face of its die.", "R46"),
    (
        REWARDS,
        "at-once",
        {"at-once": "before damage is suffered", "with-items": "together with the items"},
        "When rewards other than items are gained.",
        "R76",
    ),
)
