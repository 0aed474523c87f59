"""What the plugin registers, in the order of the hooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tmb.content import told
from tmb.core.events import defined_in
from tmb.core.things import Mark
from tmb_undertow import checking, events, krelln, picking_up, telling, words

if TYPE_CHECKING:
    from tmb.registry import Registry
    from tmb_base.bots.experts import Expert

GLOSSARY = Path(__file__).with_name("glossary.toml")
MARKS = (
    Mark("equipment", "what a Baddie rolled for its kit", hi=6, clears="battle"),
    Mark(words.songs.USED, "Focus used this turn", hi=9, clears="turn"),
    Mark("adrift", "Wreckage that the next Krelln will find", hi=4),
    Mark("bomb", "a bomb lies on the raft", hi=1),
    Mark("racing", "a race of dice goes on", hi=1),
    Mark("atk-left", "Atk dice that must still show Bones in a race", hi=20),
    Mark("def-left", "Def dice that must still show Bones in a race", hi=20),
    Mark("caught", "HP that Krelln have lost to fishers", hi=60),
    Mark("pursuers", "battles that still have more Baddie Pts", hi=9),
    Mark("spared", "a card that was used this turn; 2: it is not discarded", hi=2, clears="turn"),
    Mark("fireproof", "what a dragon's fire does not reach", hi=1, clears="battle"),
    Mark("fire-lane", "the lane that a dragon flies over", hi=4, clears="battle"),
)


def add_words(register: Registry) -> None:
    """Marks, events."""
    for mark in MARKS:
        register.mark(mark)
    register.event(*defined_in(events))


def add_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors."""
    register.words(words.WORDS)


def add_content(register: Registry) -> None:
    """What people read of it, and the check of its chips."""
    register.link(checking.check)
    register.table("words/undertow", lambda rules: telling.WORDS)
    register.table("glossary/undertow", lambda rules: told.words(GLOSSARY))
    register.table("invariants/undertow", lambda rules: (_broken,))
    register.table("advice/undertow", lambda rules: _expert)


def _broken(game: Any) -> list[str]:
    from tmb_undertow import invariants  # only tests ask

    return invariants.broken(game)


def _expert() -> Expert:
    from tmb_undertow.advice import EXPERT  # nobody needs it until the bot plays

    return EXPERT


def add_flows(register: Registry) -> None:
    """Its own flows, and what it adds to the base game's."""
    for flow in words.FLOWS:
        register.flow(flow)
    for menu in ("before_roll", "resolve"):
        register.entry("GearlocTurn", menu, picking_up.pick_up)
    for how, at, added in krelln.ADDED:
        (register.before if how == "before" else register.after)("BaddieTurn", at, added)
