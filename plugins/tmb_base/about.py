"""What an option is about: the entry of content or the word of the rules that explains it."""

from __future__ import annotations

from typing import Any

from tmb.core.asking import ref_id
from tmb.core.chance import SEAT
from tmb.core.windows import Window
from tmb_base.adventure import changes
from tmb_base.tables import CHIPS
from tmb_base.world import Gearloc

WORDS = {"rest": "rest", "scout": "scout", "innate": "innate +1", "hit": "atk"}
"""First word of an option -> the word of the rules that tells what it is."""
CARDS = ("discard", "give-up", "trade")


def about(game: Any, ask: Any, option: str) -> str:
    """The full id of an entry, a word of the rules, or "" where the label says all."""
    word, *parts = option.split("/")
    if not parts:
        return ""
    if word == "action" or type(ask.frame) is Window:
        return _of_bearer(game, ask, option)
    if word == "choice":
        return _full(game, "encounter", ask.frame.card)
    if word in CARDS or (word in ("search", "pick") and len(parts) > 1):
        return _card(game, parts[0] if word in CARDS else parts[1])
    if word in WORDS:
        return WORDS[word]
    if ask.seat == SEAT and (die := _full(game, "skill-die", word) or _full(game, "die", word)):
        return die
    last = parts[-1].partition(":")[0]
    unit = game.world.units.get(last)
    if unit is not None:
        kinds = ("gearloc",) if isinstance(unit, Gearloc) else CHIPS
        return next((full for kind in kinds if (full := _full(game, kind, unit.kind))), "")
    return next((full for kind in ("skill-die", "die", "loot", "trove") if (full := _full(game, kind, last))), "")


def _full(game: Any, kind: str, short: str) -> str:
    """The full id of an entry, "" where there is none of this kind."""
    entries = game.rules.content.entries(kind)
    return short if short in entries else next((full for full in entries if full.rpartition("/")[2] == short), "")


def _card(game: Any, id: str) -> str:
    """A Loot card that somebody holds, if it may be looked at."""
    found = changes.card_of(game, id)
    if found is None or found[1].locked:
        return ""
    kind = found[1].kind
    return _full(game, "trove" if game.rules.tables["locks"][kind] else "loot", kind)


def _of_bearer(game: Any, ask: Any, option: str) -> str:
    """The entry of a bearer, by its sheet."""
    ref = next((r for r in ask.refs if ref_id("", r) == option), None)
    if not isinstance(ref, tuple):
        return ""
    bearer = game.index.bearers.get(ref[-2])
    if bearer is None:
        return ""
    kind, _, rest = bearer.sheet.partition("/")
    name = rest.partition("/")[0]
    if kind == "loot":
        return _full(game, "loot", name) or _full(game, "trove", name)
    shelf = {"skill": "skill", "bones": "skill", "effect": "effect", "icon": "skill-die", "die": "skill-die"}
    shelf |= {"innate": "gearloc", "innate-plus": "gearloc", "face": "tyrant", "choice": "encounter"}
    return _full(game, shelf[kind], name) if kind in shelf else ""
