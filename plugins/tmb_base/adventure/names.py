"""Cards of an adventure in words."""

from __future__ import annotations

from typing import Any

from tmb_base.adventure import changes
from tmb_base.adventure.lockpicking import INTUITION
from tmb_base.names import name_of

TYPES = {"L": "Lever", "T": "Trip", "F": "Force"}
STATS = {"hp": "HP", "dex": "Dex", "atk": "Atk", "def": "Def"}
FIELDS = (
    ("progress", "Progress"),
    ("training", "Training for each"),
    ("loot", "Loot"),
    ("loot_each", "Loot for each"),
    ("trove", "Trove Loot"),
    ("trove_each", "Trove Loot for each"),
)


def card_name(game: Any, card: str) -> str:
    """An Encounter."""
    entry = game.rules.tables["encounters"].get(card)
    return str(entry.name) if entry is not None and entry.name else card


def titled(name: str) -> str:
    """A name in front of what is said of it: with a colon, unless it ends with a mark of its own."""
    return name if name.endswith(("?", "!", ".")) else f"{name}:"


def loot_name(game: Any, card: str) -> str:
    """A Loot or Trove Loot card."""
    entry = game.rules.tables["loot"].get(card)
    return str(entry.name) if entry is not None and entry.name else card


def side_up(game: Any, seen: str) -> str:
    """A Loot card, or the Trove Loot with these locks."""
    if seen in game.rules.tables["loot"]:
        return loot_name(game, seen)
    return "the Trove Loot with the locks " + ", ".join(map(lock_name, seen.split("-")))


def held_name(game: Any, id: str) -> str:
    """A card that somebody holds: its name, or that it is locked."""
    found = changes.card_of(game, id)
    if found is None:
        return id
    unit, card = found
    what = f"locked Trove Loot {id}" if card.locked else loot_name(game, card.kind)
    return f"{what} of {name_of(game, unit.id)}"


def tyrant_name(game: Any, tyrant: str) -> str:
    """A Tyrant."""
    entry = game.rules.tables["tyrants"].get(tyrant)
    return str(entry.name) if entry is not None and entry.name else tyrant


def lock_name(lock: str) -> str:
    """`Lever 3`."""
    return f"{TYPES[lock[-1]]} {lock[:-1]}"


def lock_die(text: str) -> str:
    """`lock-grey:2F+` -> `grey die, Force 2, saved`."""
    die, _, face = text.partition(":")
    name = f"{die.removeprefix('lock-')} die"
    if die == INTUITION or not face:
        return name
    saved = face.endswith("+")
    return f"{name}, {lock_name(face.removesuffix('+'))}" + (", saved" if saved else "")


def reward_words(reward: Any) -> str:
    """`1 Progress, 2 Training for each`."""
    return ", ".join(f"{n} {word}" for field, word in FIELDS if (n := getattr(reward, field)))
