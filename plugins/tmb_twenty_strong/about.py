"""What an option is about: the entry of content or the word of the rules that explains it."""

from __future__ import annotations

from typing import Any

from tmb.core.asking import ref_id
from tmb.core.windows import Window

WORDS = {"rest": "rest", "scout": "scout", "slot": "backup plan", "strategy": "strategy phase", "lift": "apply dice"}
"""First word of an option -> the word of the rules that tells what it is."""
SHELVES = ("baddie", "tyrant", "encounter", "gearloc", "hero", "backup", "die")


def about(game: Any, ask: Any, option: str) -> str:
    """The full id of an entry, a word of the rules, or "" where the label says all."""
    word, *parts = option.split("/")
    if word == "action" or type(ask.frame) is Window:
        return _of_bearer(game, ask, option)
    if option == "plan/flip":
        return "innate +1"
    if option == "day/battle":
        return "standard battle"
    if option == "day/tyrant":
        return _full(game, game.world.tyrant)
    if word in ("mohlnor", "strategy", "rest") or (word == "scout" and parts):
        return _full(game, ask.frame.card) if word == "mohlnor" else WORDS[word]
    if word == "plan" and parts:
        return _of_plan(game, parts[0])
    for part in reversed(parts):
        if found := _card(game, part):
            return found
    return WORDS.get(word, "")


def _of_plan(game: Any, plan: str) -> str:
    tables = game.rules.tables
    found = [p.card for p in (*tables["plans"].values(), *tables["extensions"].values()) if p.id == plan]
    return _full(game, found[0]) if found else ""


def _card(game: Any, word: str) -> str:
    """A card in play by its id, else an entry by its own, a die by its colour."""
    thing = game.world.foes.get(word) or next((i for i in game.world.items if i.id == word), None)
    return _full(game, thing.kind if thing is not None else word.partition(":")[0])


def _full(game: Any, short: str) -> str:
    """The full id of an entry, "" where there is none."""
    content = game.rules.content
    for kind in SHELVES:
        for full in content.entries(kind):
            if short in (full, full.rpartition("/")[2]):
                return str(full)
    return ""


def _of_bearer(game: Any, ask: Any, option: str) -> str:
    """The entry of a bearer, by its sheet."""
    ref = next((r for r in ask.refs if ref_id("", r) == option), None)
    bearer = game.index.bearers.get(ref[-2]) if isinstance(ref, tuple) else None
    return "" if bearer is None else _full(game, bearer.sheet.partition("/")[2])
