"""Item slots (rulebook, Encounters; R47)."""

from __future__ import annotations

from typing import Any

from tmb.core.cuts import Check, Cut
from tmb.core.flow import choice, flow
from tmb.core.state import Frame
from tmb_twenty_strong import cards
from tmb_twenty_strong import ruleoptions as options


def limit(game: Any) -> int:
    """How many items may be held."""
    hero = game.world.hero
    if game.option(options.LIMIT) == "printed":
        return int(game.rules.tables["heroes"][hero.kind].strategy)
    return int(hero.strategy)


def free_slot(game: Any) -> bool:
    """Whether there is a free item slot."""
    return len(game.world.items) < limit(game)


class DropItem(Frame):
    """Items are discarded. n: how many of the player's choice; 0: until no more are held than may be."""

    n: int = 0


@choice("discard", seat="player", cite="rulebook, Encounters (Lockpicking); R47")
def which_item(game: Any, frame: DropItem) -> list[Any] | None:
    """An item; a locked card only where there is nothing else."""
    held = game.world.items
    if not held or not (frame.n or len(held) > limit(game)):
        return None
    return [i for i in held if not i.locked] or held[:]


@which_item.taken
def item_dropped(game: Any, frame: DropItem, item: Any) -> None:
    """It goes to the discards."""
    cards.discard_item(game, item)


def next_item(game: Any, frame: DropItem) -> None:
    """Again, if there are more to go."""
    frame.n = max(0, frame.n - 1)
    if frame.n or len(game.world.items) > limit(game):
        frame.at = "which_item"


DROP_ITEM = flow(DropItem, which_item, next_item, holds=True, cite="R47")


def too_many_items(game: Any) -> Cut | None:
    """More items than slots: one is discarded at once."""
    world = game.world
    if world.items and len(world.items) > limit(game):
        game.push(DropItem())
    return None


CHECKS = (Check("too many items", too_many_items, 20, "an item was gained, or Strategy fell"),)
