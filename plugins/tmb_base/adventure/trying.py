"""Trove Loot that nobody has yet, and locks that decide whether it is kept (Encounters that offer a chest)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import choice, draws, flow, shuffles
from tmb.core.state import Frame
from tmb_base.adventure import changes, events
from tmb_base.adventure.entries import lock_of
from tmb_base.adventure.frames import give_back
from tmb_base.adventure.lockpicking import Lockpicking
from tmb_base.adventure.loot import Overfull


class Trying(Frame):
    """A chest is drawn and picked. pickers: who may try, in turn; lock: it must have a lock of that number (0: any
    chest will do); into: the variable of the program below that is 1 if it opens; card: what it is; vars: how many
    locks were solved; mixed: the discards are the deck now; looked: a card was drawn.
    """

    pickers: list[str]
    lock: int = 0
    into: str = ""
    card: str = ""
    vars: dict[str, int] = {}
    mixed: bool = False
    looked: bool = False


def find_deck(game: Any, frame: Trying) -> None:
    """An empty deck is made of its discards, but not of those that were just drawn (R30)."""
    world = game.world
    if not frame.looked and not world.trove.size() and world.trove_gone:
        game.tell(events.DeckEmpty, "trove")
        world.trove.refill(world.trove_gone, ordered=False)
        world.trove_gone, world.trove_shut, frame.mixed = [], [], True


@shuffles("")
def shuffle_discards(game: Any, frame: Trying) -> Any:
    """The discards, as the new deck."""
    return ("trove", game.world.trove) if frame.mixed else None


@draws("")
def draw_chest(game: Any, frame: Trying) -> Any:
    """The next one."""
    return ("trove", game.world.trove) if game.world.trove.size() else None


@draw_chest.taken
def chest_drawn(game: Any, frame: Trying, card: str) -> None:
    """One without the lock that is wanted is discarded, and the next one drawn."""
    frame.looked, frame.mixed = True, False
    numbers = [lock_of(lock)[0] for lock in game.rules.tables["locks"][card]]
    if frame.lock and frame.lock not in numbers:
        changes.to_discards(game, card)
        frame.at = "find_deck"
    else:
        frame.card = card


def pick_locks(game: Any, frame: Trying) -> None:
    """Its locks, from left to right."""
    if frame.card:
        game.push(Lockpicking(frame.pickers[:], list(game.rules.tables["locks"][frame.card]), into="solved"))


def opened(game: Any, frame: Trying) -> bool:
    """Whether all of its locks were solved."""
    return bool(frame.card) and frame.vars.get("solved", 0) >= len(game.rules.tables["locks"][frame.card])


@choice("for", seat="party")
def whose(game: Any, frame: Trying) -> list[str] | None:
    """One of those that tried takes it, if it is open."""
    return frame.pickers[:] if opened(game, frame) else None


@whose.taken
def taken_by(game: Any, frame: Trying, unit: str) -> None:
    """It lies in that Loot Area, open."""
    owner = game.world.units[unit]
    changes.unlock(game, owner, changes.gain_loot(game, owner, frame.card))
    frame.card = ""
    game.push(Overfull(unit))


def put_away(game: Any, frame: Trying) -> None:
    """What stayed closed is discarded."""
    give_back(game, frame.into, int(not frame.card and "solved" in frame.vars))
    if frame.card:
        changes.to_discards(game, frame.card)


TRYING = flow(
    Trying,
    find_deck,
    shuffle_discards,
    draw_chest,
    pick_locks,
    whose,
    put_away,
    cite="Undertow rulebook, Lockpicking; R57",
)

__all__ = ["TRYING", "Trying"]
