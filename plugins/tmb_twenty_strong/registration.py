"""What the plugin registers, in the order of the hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tmb.content.kinds import Kind
from tmb.core.events import defined_in
from tmb.core.things import Mark
from tmb_twenty_strong import battle, day, engagement, entries, events, items, plans, setup, stacks, tables, words
from tmb_twenty_strong.mode import TwentyMode
from tmb_twenty_strong.ruleoptions import RULE_OPTIONS
from tmb_twenty_strong.world import COLOURS

if TYPE_CHECKING:
    from tmb.registry import Registry
    from tmb_twenty_strong.bots.greedy import Bot

FLOWS = (
    day.HUNT,
    setup.SET_UP,
    stacks.RESTOCK,
    day.DAY,
    battle.BATTLE,
    stacks.ACTIVATE,
    engagement.ENGAGEMENT,
    battle.RESTING,
    battle.SCOUTING,
    items.DROP_ITEM,
    plans.USE_PLAN,
    *words.FLOWS,
)
WINDOWS = {
    "day.start": "a day begins",
    "queue.counted": "the Baddie Pts of the queue are known, before cards are activated",
    "foe.active": "a card has become active",
    "battle.start": "all cards of the queue are active, before the first Engagement",
    "engagement.start": "an Engagement begins",
    "rolled": "dice were rolled and lie open",
    "damage.before": "a card is about to deal damage",
    "damage.dealt": "a card has dealt its damage",
    "after": "After Effects",
    "recovered": "dice were recovered",
    "rested": "the hero rested",
}
WITH_CARD = ("foe.active", "damage.before", "damage.dealt")
"""Windows that are about a card, which `who` may name."""
MOMENTS = {
    "day": "the morning, before the day is planned",
    "queue": "before cards are activated",
    "commit": "before dice are committed",
    "apply": "Apply Dice",
    "damage": "before damage is suffered",
    "recover": "before dice are recovered",
    "camp": "after a battle, with rest and scout",
}
MARKS = (
    Mark("shift", "change of the BQ today", lo=-20, hi=20, clears="day"),
    Mark("guard", "damage that is prevented in this Engagement", hi=20, clears="engagement"),
)
QUERIES = (
    ("damage", "what a card deals", (("add", "plus"), ("less", "minus"))),
    ("needs", "hits of any colour that an active card needs", (("add", "plus"), ("less", "minus"))),
    ("strategy", "how often the Strategy phase may be done", (("add", "plus"), ("less", "minus"))),
    ("recovery", "dice that are recovered", (("add", "plus"), ("less", "minus"))),
    ("queue", "Baddie Pts of the queue", (("add", "plus"), ("less", "minus"))),
    ("rest", "Health that resting gives", (("add", "plus"), ("less", "minus"))),
)


def add_words(register: Registry) -> None:
    """Windows, moments, queries, permits, marks, checks, events, rule options."""
    for name, doc in WINDOWS.items():
        register.window(name, doc, roles=("unit",) if name in WITH_CARD else ())
    for name, doc in MOMENTS.items():
        register.moment(name, doc)
    for span, doc in (("engagement", "an Engagement"), ("battle", "a battle"), ("day", "a day")):
        register.span(span, doc)
    for name, doc, stages in QUERIES:
        register.query(name, *stages, doc=doc, cite="rulebook, Flow of a Day")
    for name, doc in (("commit", "to commit dice"), ("recover", "to recover dice")):
        register.permit(name, "source", doc=f"{doc} of a colour", kinds=COLOURS)
    register.permit("apply", "source", "target", doc="to apply dice of a colour to a card", kinds=COLOURS)
    register.permit("slot", "source", doc="to put misses into the backup plan")
    register.permit("plan", "source", doc="to use the backup plan")
    register.permit("rest", "source", doc="to rest")
    register.permit("scout", "source", doc="to scout")
    for mark in MARKS:
        register.mark(mark)
    for check in (*day.CHECKS, *stacks.CHECKS, *items.CHECKS):
        register.check(check)
    register.event(*defined_in(events))
    for option in RULE_OPTIONS:
        register.rule_option(*option)


def add_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors."""
    register.words(words.WORDS)


def add_content(register: Registry) -> None:
    """Kinds of entries, dice, sheets, tables, checks."""
    for name, folder, kind in entries.KINDS:
        register.kind(Kind(name, folder, kind))
    register.dice(tables.dice)
    register.sheets(tables.sheets)
    register.sheets(lambda compiler, content: [plans.sheet()])
    for name, make in tables.TABLES.items():
        register.table(name, make)
    register.link(tables.check)


def add_flows(register: Registry) -> None:
    """The procedures of a game."""
    for flow in FLOWS:
        register.flow(flow)


def add_modes(register: Registry) -> None:
    """The mode, and who plays it well."""
    register.mode(TwentyMode())
    register.bot("greedy", _greedy)


def _greedy(seed: str, rules: Any) -> Bot:
    from tmb_twenty_strong.bots.greedy import make  # modules that nobody needs until it plays

    return make(seed, rules)
