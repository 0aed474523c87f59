"""The only functions that write the world of an adventure outside its battles. Each says what happened."""

from __future__ import annotations

from typing import Any

from tmb_base import changes, places
from tmb_base import events as battle
from tmb_base.adventure import events as e
from tmb_base.world import Gearloc, Loot

MOST_SLOTS = 4
HEAVY_SLOTS = 3
MOST_STAT = 6
STATS = ("hp", "dex", "atk", "def")
FIELDS = {"hp": "most", "dex": "dex", "atk": "atk", "def": "dfn"}
"""Stat -> the field that holds its value."""


# -- days and Encounters -----------------------------------------------------------------------------------------------


def new_day(game: Any) -> None:
    """The Day Counter goes on."""
    game.world.day += 1
    for thing in (game.world, *game.world.units.values()):
        changes.clear_marks(game, thing, "day")
    game.tell(e.DayBegan, game.world.day)


def lose_day(game: Any) -> None:
    """The Day Counter goes on though the day does not end; never past the last one."""
    if game.world.day < game.world.days:
        game.world.day += 1
        game.tell(e.DayLost, game.world.day)


def open_card(game: Any, card: str) -> None:
    """An Encounter lies open."""
    game.world.card = card
    game.bearers_changed(changes.TABLE)
    game.tell(e.EncounterDrawn, card)


def close_card(game: Any, result: str) -> None:
    """The open Encounter is over."""
    card, game.world.card = game.world.card, ""
    game.bearers_changed(changes.TABLE)
    game.tell(e.EncounterOver, card, result)


def keep_card(game: Any, card: str) -> None:
    """A completed Encounter lies under the Tyrant card."""
    game.world.done.append(card)


def take_card(game: Any, card: str) -> None:
    """An Encounter card leaves the deck."""
    deck = game.world.deck
    (next(part for part in (deck.cards, deck.loose, deck.under) if card in part)).remove(card)


def card_on_top(game: Any, card: str) -> None:
    """An Encounter card goes on top of the deck, from wherever it was."""
    out_of_box(game, card)
    deck = game.world.deck
    for part in (deck.cards, deck.loose, deck.under):
        if card in part:
            part.remove(card)
    deck.put_on_top(card)
    game.world.deck_known += 1
    game.tell(e.CardPut, card, "top")


def card_under(game: Any, card: str) -> None:
    """An Encounter card goes to the bottom of the deck."""
    out_of_box(game, card)
    game.world.deck.put_under(card)
    game.tell(e.CardPut, card, "bottom")


def card_into_deck(game: Any, card: str) -> None:
    """An Encounter card joins the deck, which is shuffled before anything is drawn from it again."""
    out_of_box(game, card)
    deck = game.world.deck
    deck.put_under(card)
    game.world.stirred = True
    game.tell(e.CardPut, card, "deck")


def deck_shuffled(game: Any) -> None:
    """Nobody knows the deck's order any more."""
    game.world.stirred, game.world.deck_known = False, 0


def out_of_box(game: Any, card: str) -> None:
    """An Encounter card is in the box no longer, if it was there."""
    for box in (game.world.specials, game.world.unused):
        if card in box:
            box.remove(card)


def gain_progress(game: Any, n: int) -> None:
    """Progress Points."""
    game.world.progress += n
    game.tell(e.ProgressGained, n, game.world.progress)


def end_adventure(game: Any, result: str) -> None:
    """Won or lost, at once: nothing of the day comes any more."""
    game.world.ending = result
    game.touch()
    game.tell(e.AdventureEnded, result)


# -- Loot --------------------------------------------------------------------------------------------------------------


def slots_of(game: Any, card: Loot) -> int:
    """How many Loot slots a card takes: a Heavy one three, but a locked one is not known yet (R29)."""
    heavy = not card.locked and game.rules.tables["loot"][card.kind].heavy
    return HEAVY_SLOTS if heavy else 1


def slots_full(game: Any, unit: Gearloc) -> int:
    """How many Loot slots of a Gearloc are taken."""
    return sum([slots_of(game, card) for card in unit.loot])


def gain_loot(game: Any, unit: Gearloc, kind: str) -> Loot:
    """A Gearloc takes a card; a Trove Loot lies chest side up."""
    entry = game.rules.tables["loot"][kind]
    card = Loot(game.new_id("l"), {}, kind, entry.uses, bool(game.rules.tables["locks"][kind]))
    unit.loot.append(card)
    game.bearers_changed(unit.id)
    game.tell(e.LootGained, unit.id, card.id, "" if card.locked else kind, card.locked, "drawn")
    return card


def give_loot(game: Any, unit: Gearloc, card: Loot, other: Gearloc) -> None:
    """A card changes hands."""
    unit.loot.remove(card)
    other.loot.append(card)
    shown = "" if card.locked else card.kind
    game.bearers_changed(unit.id)
    game.bearers_changed(other.id)
    game.tell(e.LootLost, unit.id, card.id, shown, other.id)
    game.tell(e.LootGained, other.id, card.id, shown, card.locked, "given")


def discard_loot(game: Any, unit: Gearloc, card: Loot) -> None:
    """A card goes to its discards; chips that lay on it to the defeated ones."""
    unit.loot.remove(card)
    chips_back(game, card)
    to_discards(game, card.kind, seen=not card.locked)
    game.bearers_changed(unit.id)
    game.tell(e.LootLost, unit.id, card.id, "" if card.locked else card.kind, "discard")


def put_chip(game: Any, card: Loot, chip: str) -> None:
    """A defeated chip lies on a card from now on."""
    game.world.defeated[game.rules.tables["chips"][chip].pile].remove(chip)
    card.chips.append(chip)
    game.tell(e.ChipPut, card.id, chip)


def chips_back(game: Any, card: Loot) -> None:
    """The chips on a card go back to the defeated ones."""
    for chip in card.chips:
        places.to_defeated(game, chip)
    card.chips = []


def to_discards(game: Any, kind: str, seen: bool = False) -> None:
    """A card that nobody holds lies with the discards of its deck; a Trove Loot with its chest side up, unless it was
    open. One that is of no deck is gone.
    """
    if not game.rules.tables["loot"][kind].copies:
        return
    trove = bool(game.rules.tables["locks"][kind])
    (game.world.trove_gone if trove else game.world.loot_gone).append(kind)
    if trove and not seen:
        game.world.trove_shut.append(kind)


def use_loot(game: Any, unit: Gearloc, card: Loot) -> None:
    """One use of a card that is used up; after the last it is discarded (Undertow rulebook, Loot / Trove Loot)."""
    permanent = not game.rules.tables["loot"][card.kind].uses
    if not permanent:
        card.uses -= 1
    game.tell(e.LootUsed, unit.id, card.id, card.kind, card.uses)
    if not permanent and not card.uses:
        discard_loot(game, unit, card)


def solve_lock(game: Any, unit: Gearloc, card: Loot) -> None:
    """One more lock of a Trove Loot stays open; after the last it is turned over."""
    locks = game.rules.tables["locks"][card.kind]
    card.solved += 1
    game.tell(e.LockOpened, unit.id, card.id, locks[card.solved - 1], card.solved)
    if card.solved >= len(locks):
        card.locked = False
        game.bearers_changed(unit.id)
        game.tell(e.TroveOpened, unit.id, card.id, card.kind)


def unlock(game: Any, unit: Gearloc, card: Loot) -> None:
    """A Trove Loot is open, whatever locks it has left."""
    while card.locked:
        solve_lock(game, unit, card)


def card_of(game: Any, id: str) -> tuple[Gearloc, Loot] | None:
    """Who holds a card, and the card."""
    for unit in game.world.units.values():
        for card in getattr(unit, "loot", ()):
            if card.id == id:
                return unit, card
    return None


# -- Gearlocs ----------------------------------------------------------------------------------------------------------


def train_stat(game: Any, unit: Gearloc, stat: str, n: int = 1) -> None:
    """A Stat Die goes up (or down, never below the starting stat); more HP comes with a Health chip (Undertow rulebook,
    Stat Area).
    """
    have = unit.trained.get(stat, 0)
    n = max(min(n, MOST_STAT - have), -have)
    if not n:
        return
    unit.trained[stat] = have + n
    field = FIELDS[stat]
    setattr(unit, field, getattr(unit, field) + n)
    game.tell(e.StatChanged, unit.id, stat, getattr(unit, field))
    if stat == "hp" and n > 0 and unit.hp > 0:
        changes.heal(game, unit, n)
    elif stat == "hp" and unit.hp > unit.most:
        changes.lose_hp(game, unit, unit.hp - unit.most)


def learn(game: Any, unit: Gearloc, die: str) -> None:
    """A skill die comes to the Skills Area."""
    unit.skills.append(die)
    game.bearers_changed(unit.id)
    game.tell(e.SkillLearned, unit.id, die)


def restore(game: Any, unit: Gearloc, die: str) -> None:
    """An exhausted die, an Atk or Def die too, can be rolled again."""
    if die in changes.POOL:
        game.mark(unit, f"{die}-out", unit.marks.get(f"{die}-out", 0) - 1)
        game.tell(battle.DieRecovered, unit.id, die)
    else:
        changes.unexhaust(game, unit, die)


def gain_consumable(game: Any, unit: Gearloc, die: str) -> None:
    """A consumable die comes from storage to the Skills Area."""
    if die not in unit.consumables:
        unit.consumables.append(die)
        game.bearers_changed(unit.id)
        game.tell(battle.ConsumableGained, unit.id, die)


def rest(game: Any, unit: Gearloc) -> None:
    """All HP are back (base rules, Recovery Phase)."""
    game.tell(e.Rested, unit.id)
    changes.heal(game, unit, unit.most - unit.hp)


# -- stacks ------------------------------------------------------------------------------------------------------------


def turn_up(game: Any, unit: Gearloc, points: str, chip: str, keep: bool) -> None:
    """A scouted chip lies face up on top of its stack, or goes face down to the bottom."""
    pile, up = game.world.stacks[points], game.world.face_up.get(points, 0)
    if keep:
        pile.cards.insert(up, chip)
        game.world.face_up[points] = up + 1
    else:
        pile.put_under(chip)
    game.tell(e.Scouted, unit.id, chip, game.rules.tables["worth"][points], keep)
