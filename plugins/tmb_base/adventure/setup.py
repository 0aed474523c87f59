"""Setting out (base rules, Game Setup; Undertow rulebook, Game Set-up)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tmb.core.flow import choice, draws, flow, shuffles
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb_base import ruleoptions as options
from tmb_base.adventure import events
from tmb_base.sets import active, in_play

COMMON = "common"
"""A General or Solo card in the deck that nobody has looked at."""
OPENER = "opener-"
"""With its day: the Special of a first day in the deck, where there are several, which nobody has looked at."""


class SetOut(Frame):
    """The table is set up. tyrant: who was asked for; shuffled: piles that are done."""

    tyrant: str = ""
    shuffled: list[str] = []


@draws("setup")
def draw_tyrant(game: Any, frame: SetOut) -> Any:
    """One is chosen, or drawn at random."""
    return None if frame.tyrant else ("tyrants", Pile(loose=sorted(game.rules.tables["tyrants"])))


@draw_tyrant.taken
def tyrant_drawn(game: Any, frame: SetOut, tyrant: str) -> None:
    """It is hunted."""
    frame.tyrant = tyrant


def set_tyrant(game: Any, frame: SetOut) -> None:
    """Days, Progress Points and Baddie types are on its card; what comes from another box stays there."""
    world, card = game.world, game.rules.tables["tyrants"][frame.tyrant]
    world.tyrant, world.days, world.needed = frame.tyrant, card.days, card.progress
    for stack in world.stacks:
        world.stacks[stack] = Pile(loose=active(game, stack))
    cards = game.rules.tables["loot"]
    for pile in (world.loot, world.trove):
        pile.loose = [c for c in pile.loose if in_play(game, cards[c])]
    game.tell(events.AdventureBegan, world.tyrant, world.days, world.needed)


@shuffles("setup", repeat=True)
def shuffle_stacks(game: Any, frame: SetOut) -> Any:
    """1, 5 and 20Pt Baddies of those types, stacks with a name, Loot and Trove Loot, each face down."""
    world = game.world
    piles = {**{f"stack/{p}": pile for p, pile in world.stacks.items()}, "loot": world.loot, "trove": world.trove}
    return next(((name, pile) for name, pile in piles.items() if name not in frame.shuffled), None)


@shuffle_stacks.taken
def shuffled(game: Any, frame: SetOut, name: str) -> None:
    """That pile is done."""
    frame.shuffled.append(name)


def gather_deck(game: Any, frame: SetOut) -> None:
    """General cards (Solo with one Gearloc), as many as the Tyrant's days less some (R67), and the Tyrant's own. Which
    General cards they are nobody knows, so each is drawn from the box when it is met.
    """
    world = game.world
    cards = {name: card for name, card in game.rules.tables["encounters"].items() if in_play(game, card)}
    sort = "solo" if len(world.party) == 1 else "general"
    world.unused = [name for name, card in cards.items() if card.sort == sort]
    world.specials = [name for name, card in cards.items() if card.sort == "special"]
    own = [name for name, card in cards.items() if card.sort == "tyrant" and card.tyrant == world.tyrant]
    less = 3 if game.option(options.DECK) == "days-less-3" else 2
    wanted = min(world.days - less, len(world.unused))
    world.deck = Pile(loose=[*[COMMON] * wanted, *own])


@shuffles("setup")
def shuffle_deck(game: Any, frame: SetOut) -> Any:
    """Together."""
    return ("encounters", game.world.deck)


@shuffle_deck.taken
def deck_shuffled(game: Any, frame: SetOut, name: str) -> None:
    """It lies there."""
    frame.shuffled.append(name)


def specials_on_top(game: Any, frame: SetOut) -> None:
    """The Specials of the first days lie on top, in order. Of several for one day it is one, nobody knows which."""
    world, cards = game.world, game.rules.tables["encounters"]
    days = Counter(cards[c].day for c in world.specials if cards[c].day)
    for day in sorted(days, reverse=True):
        card = f"{OPENER}{day}"
        if days[day] == 1:
            card = next(c for c in world.specials if cards[c].day == day)
            world.specials.remove(card)
        world.deck.put_on_top(card)
    world.deck_known = len(days)


def unseen(game: Any, card: str) -> list[str]:
    """The cards in the box of which one that nobody has looked at is one: a General (or Solo) card, or the Special that
    opens a day. None for a card that is known.
    """
    world, cards = game.world, game.rules.tables["encounters"]
    if card[: len(OPENER)] == OPENER and card not in cards:
        return [c for c in world.specials if cards[c].day == int(card[len(OPENER) :])]
    return list(world.unused) if card == COMMON else []


@choice("leader", seat="party")
def choose_leader(game: Any, frame: SetOut) -> list[str] | None:
    """The Party Leader, where the set-up names none (R54)."""
    return None if game.world.leader else list(game.world.party)


@choose_leader.taken
def leader_chosen(game: Any, frame: SetOut, unit: str) -> None:
    """That one."""
    game.world.leader = unit


SET_OUT = flow(
    SetOut,
    draw_tyrant,
    set_tyrant,
    shuffle_stacks,
    gather_deck,
    shuffle_deck,
    specials_on_top,
    choose_leader,
    cite="base rules, Game Setup; Undertow rulebook, Game Set-up",
)
