"""What happens in an adventure, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.events import Event
from tmb_base import events as battle
from tmb_base.adventure import events as e
from tmb_base.adventure import names
from tmb_base.names import count, die_name

Names = Callable[[str], str]


def _trained(game: Any, x: Any, name: Names) -> str:
    what = names.STATS.get(x.what) or die_name(game, x.what)
    return f"{name(x.unit)} trains {what}" + ("" if x.success else ": in vain")


def _gained(game: Any, x: Any, name: Names) -> str:
    what = "a locked Trove Loot" if x.locked else names.loot_name(game, x.card)
    return f"{name(x.unit)} {'draws' if x.how == 'drawn' else 'is given'} {what}"


def _lost(game: Any, x: Any, name: Names) -> str:
    if x.to != "discard":
        return ""
    return f"{name(x.unit)} discards {names.loot_name(game, x.card) if x.card else 'a locked Trove Loot'}"


def _in_force(game: Any, x: Any, name: Names) -> str:
    """What the card says of the battle that begins."""
    kind, _, rest = x.sheet.partition("/")
    card, _, choice = rest.partition("/")
    tables = game.rules.tables
    if kind != "battle":
        return ""
    found = next(c for c in tables["encounters"][card].choices if c.id == choice) if choice else tables["tyrants"][card]
    return f"In this battle: {found.battle.text}" if found.battle is not None and found.battle.text else ""


def _put(game: Any, x: Any, name: Names) -> str:
    return f"{names.card_name(game, x.card)} {WHERE[x.where]}"


WHERE = {
    "top": "lies on top of the Encounter deck",
    "bottom": "goes to the bottom of the Encounter deck",
    "deck": "is shuffled into the Encounter deck",
}
OVER = {"success": "a success", "failure": "a failure", "": "neither a success nor a failure"}

WORDS: dict[type[Event], Callable[[Any, Any, Names], str]] = {
    e.AdventureBegan: lambda game, x, name: (
        f"The hunt for {names.tyrant_name(game, x.tyrant)}: {x.progress} Progress Points, {x.days} days"
    ),
    e.DayBegan: lambda game, x, name: f"Day {x.day}",
    e.EncounterDrawn: lambda game, x, name: f"The Encounter: {names.card_name(game, x.card)}",
    e.TyrantChallenged: lambda game, x, name: f"The party challenges {names.tyrant_name(game, x.tyrant)}",
    e.ChoiceMade: lambda game, x, name: f"The party chooses: {game.rules.tables['choices'][x.card, x.choice].text}",
    e.EncounterOver: lambda game, x, name: f"{names.titled(names.card_name(game, x.card))} {OVER[x.result]}",
    battle.OngoingBegan: _in_force,
    e.CardPut: _put,
    e.CardsSeen: lambda game, x, name: (
        f"Next in the deck: {', then '.join(names.titled(names.card_name(game, c)) for c in x.cards)}"
    ),
    e.ProgressGained: lambda game, x, name: f"The party gains {count(x.gained, 'Progress Point')}, now {x.progress}",
    e.LootGained: _gained,
    e.LootLost: _lost,
    e.LootRevealed: lambda game, x, name: (
        f"{name(x.unit)} finds "
        + (", ".join(names.loot_name(game, c) for c in x.cards) or "nothing: no Bones, no Loot")
    ),
    e.LootUsed: lambda game, x, name: f"{name(x.unit)} uses {names.loot_name(game, x.card)}",
    e.ChipPut: lambda game, x, name: f"{die_name(game, x.chip)} lies on {names.held_name(game, x.id)}",
    e.LockOpened: lambda game, x, name: f"{name(x.unit)} opens a lock ({names.lock_name(x.lock)})",
    e.TroveOpened: lambda game, x, name: f"The Trove Loot is {names.loot_name(game, x.card)}",
    e.Trained: _trained,
    e.PointLost: lambda game, x, name: f"{name(x.unit)} has nothing left to train",
    e.Rested: lambda game, x, name: f"{name(x.unit)} rests",
    e.ChipTurnedUp: lambda game, x, name: f"{name(x.unit)} scouts {die_name(game, x.chip)}",
    e.Scouted: lambda game, x, name: f"{die_name(game, x.chip)} {'stays on top' if x.kept else 'goes to the bottom'}",
    e.DartsThrown: lambda game, x, name: (
        f"{name(x.unit) if x.mine else 'The opponent'} throws {', '.join(x.faces)} (HP {x.hp} to {x.other})"
    ),
    e.DartsOver: lambda game, x, name: f"{name(x.unit)} {'wins' if x.won else 'loses'} at darts",
    e.AdventureEnded: lambda game, x, name: f"The adventure is {x.result}",
}
