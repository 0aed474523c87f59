"""The only functions that move cards. Each says what happened; the checks make a stack anew that has run out."""

from __future__ import annotations

from typing import Any

from tmb_twenty_strong import changes
from tmb_twenty_strong import events as e
from tmb_twenty_strong.world import HERO, TABLE, Foe, Item

UNSEEN = "tyrant-encounter"
"""A Tyrant encounter in the stack that nobody has looked at: which one it is, is drawn when it is turned up."""


def pile_of(game: Any, card: str) -> str:
    """The stack that a card belongs to; "" for a Tyrant."""
    return str(game.rules.tables["pile_of"].get(card, ""))


def available(game: Any, pile: str) -> list[str]:
    """The cards of a stack that can be taken: the face-up one, and the top of the scouted pile above it."""
    world = game.world
    out = [world.tops[pile]] if world.tops[pile] else []
    if world.scouted[pile]:
        out.append(world.scouted[pile][0])
    return out


def take(game: Any, pile: str, scouted: bool) -> str:
    """A card is taken; the one under it is turned up."""
    world = game.world
    if scouted:
        return str(world.scouted[pile].pop(0))
    card = world.tops[pile]
    world.tops[pile] = ""
    game.touch()
    return str(card)


def discard(game: Any, card: str) -> None:
    """A card is done."""
    pile = pile_of(game, card)
    game.world.discards[pile].append(card)
    game.tell(e.CardDiscarded, pile, card)
    game.touch()


def scout(game: Any, pile: str) -> str:
    """The face-up card goes onto the scouted pile (rulebook, Cleanup)."""
    card = take(game, pile, False)
    game.world.scouted[pile].insert(0, card)
    game.tell(e.CardScouted, pile, card)
    return card


def bury(game: Any, pile: str) -> None:
    """The face-up card goes to the bottom of its stack."""
    card = take(game, pile, False)
    game.world.stacks[pile].put_under(card)
    game.world.buried.setdefault(pile, []).append(card)
    game.tell(e.CardBuried, pile, card)


def activate(game: Any, card: str) -> Foe:
    """A Baddie or the Tyrant comes into the active area."""
    foe = Foe(game.new_id("b"), {}, card)
    game.world.foes[foe.id] = foe
    game.bearers_changed(foe.id)
    game.tell(e.FoeActivated, foe.id, card)
    return foe


def defeat(game: Any, foe: Foe) -> None:
    """It is defeated; its effects end, its dice stay until they are exhausted (R48)."""
    if not foe.defeated:
        foe.defeated = True
        game.bearers_changed(foe.id)
        game.tell(e.FoeDefeated, foe.id, foe.kind)


def leave(game: Any, foe: Foe, keep: bool = False) -> None:
    """A card leaves the active area, for the discards unless it is kept."""
    changes.exhaust_from(game, foe)
    del game.world.foes[foe.id]
    game.bearers_changed(foe.id)
    game.tell(e.FoeLeft, foe.id, foe.kind)
    if not keep and pile_of(game, foe.kind):
        discard(game, foe.kind)


def lay_encounter(game: Any, card: str) -> None:
    """A Tyrant encounter lies beside the active area; "" takes it away."""
    game.world.encounter = card
    game.bearers_changed(TABLE)
    if card:
        game.tell(e.EncounterLaid, card)


# -- items -------------------------------------------------------------------------------------------------------------


def gain_item(game: Any, card: str, locked: bool = False) -> None:
    """A card takes an item slot; the checks see to it that there are not too many."""
    item = Item(game.new_id("i"), {}, card, pile_of(game, card), locked)
    game.world.items.append(item)
    game.bearers_changed(HERO)
    game.tell(e.ItemGained, item.id, card, locked)
    game.touch()


def discard_item(game: Any, item: Item) -> None:
    """An item goes to the discards of its kind; dice that lie on it are exhausted."""
    changes.exhaust_from(game, item)
    game.world.items.remove(item)
    game.bearers_changed(HERO)
    game.tell(e.ItemDiscarded, item.id, item.kind)
    discard(game, item.kind)


def open_lock(game: Any, item: Item) -> None:
    """A lockpicking card is unlocked: its dice return to the pool, and it is turned over."""
    game.tell(e.LockOpened, item.id, item.kind)
    changes.return_from(game, item)
    item.locked = False
    game.bearers_changed(HERO)


def item_of(game: Any, id: str) -> Item | None:
    """The item of this id that is held, or None."""
    return next((i for i in game.world.items if i.id == id), None)


def tyrant_encounters_left(game: Any) -> int:
    """Tyrant encounters that remain in the encounter stack, scouted ones included."""
    world = game.world
    sorts = game.rules.tables["encounters"]
    shown = [world.tops["encounter"], *world.scouted["encounter"], *world.stacks["encounter"].all()]
    return sum(1 for c in shown if c == UNSEEN or (c and sorts[c].sort == "tyrant"))
