"""Face-up stacks: activating cards, and what happens when a stack runs out (rulebook, Activation, Cleanup)."""

from __future__ import annotations

from typing import Any

from tmb.core.cuts import Check, Cut
from tmb.core.flow import choice, draws, flow, opens, shuffles
from tmb.core.state import END, Frame
from tmb.core.things import Pile
from tmb_twenty_strong import cards
from tmb_twenty_strong import events as e
from tmb_twenty_strong.world import PILES


class Restock(Frame):
    """Cards are turned up where a stack shows none. pile: the one that is looked at; stirred: it must be shuffled;
    card: what was turned up.
    """

    pile: str = ""
    stirred: bool = False
    card: str = ""


def bare(game: Any) -> str:
    """A stack that shows no card though there is one for it; "" without one."""
    world = game.world
    for pile in PILES:
        if not world.tops[pile] and (world.stacks[pile].size() or world.scouted[pile] or world.discards[pile]):
            return pile
    return ""


def find_bare(game: Any, frame: Restock) -> Any:
    """The next stack without a face-up card; one that ran out is made of its scouted pile, else of the discards."""
    world = game.world
    pile = frame.pile = bare(game)
    if not pile:
        return END
    frame.stirred = False
    if not world.stacks[pile].size():
        source = "scouted" if world.scouted[pile] else "discards"
        heap = getattr(world, source)
        world.stacks[pile].refill(heap[pile], ordered=False)
        heap[pile] = []
        world.buried.pop(pile, None)
        frame.stirred = True
        game.tell(e.StackRemade, pile, source, world.stacks[pile].size())
    return None


@shuffles("", cite="rulebook, Cleanup")
def shuffle_stack(game: Any, frame: Restock) -> Any:
    """A stack that was made anew is shuffled."""
    return (frame.pile, game.world.stacks[frame.pile]) if frame.stirred else None


@draws("")
def turn_up(game: Any, frame: Restock) -> Any:
    """The card underneath is available at once (rulebook, Battle)."""
    return (frame.pile, game.world.stacks[frame.pile])


@turn_up.taken
def turned_up(game: Any, frame: Restock, card: str) -> None:
    """That one; it may be one that was known to lie at the bottom."""
    frame.card = card
    buried = game.world.buried.get(frame.pile)
    if buried and len(buried) > game.world.stacks[frame.pile].size():
        del buried[0]


@draws("encounters")
def which_tyrant_encounter(game: Any, frame: Restock) -> Any:
    """Which of the Tyrant encounters of the box it is."""
    return ("box", Pile(loose=game.world.box)) if frame.card == cards.UNSEEN else None


@which_tyrant_encounter.taken
def named(game: Any, frame: Restock, card: str) -> None:
    """That one."""
    frame.card = card


def lies_open(game: Any, frame: Restock) -> None:
    """It lies face up on its stack."""
    game.world.tops[frame.pile] = frame.card
    game.tell(e.CardRevealed, frame.pile, frame.card)
    frame.at = "find_bare"


RESTOCK = flow(
    Restock,
    find_bare,
    shuffle_stack,
    turn_up,
    which_tyrant_encounter,
    lies_open,
    holds=True,
    cite="rulebook, Battle, Cleanup",
)


def stack_without_card(game: Any) -> Cut | None:
    """A stack shows no card though there is one: it is turned up before anything else."""
    if game.world.tops and game.stack and bare(game):
        game.push(Restock())
    return None


class Activate(Frame):
    """Cards are activated. todo: their points, in order; card: the one that comes."""

    todo: list[int]
    unit: str = ""


def one_card(game: Any, frame: Activate) -> Any:
    """Whether there is a further card to activate; a stack that has no card left gives none."""
    frame.unit = ""
    while frame.todo and not cards.available(game, str(frame.todo[0])):
        game.tell(e.StackEmpty, str(frame.todo.pop(0)))
    return None if frame.todo else END


@choice("activate", seat="player", cite="rulebook, Cleanup (scout)")
def which_top(game: Any, frame: Activate) -> list[str]:
    """Of the stack's own top and the scouted one, either."""
    return list(dict.fromkeys(cards.available(game, str(frame.todo[0]))))


@which_top.taken
def top_taken(game: Any, frame: Activate, card: str) -> None:
    """It comes into the active area."""
    pile = str(frame.todo.pop(0))
    scouted = game.world.tops[pile] != card
    frame.unit = cards.activate(game, cards.take(game, pile, scouted)).id


def again(game: Any, frame: Activate) -> None:
    """The next one."""
    frame.at = "one_card"


ACTIVATE = flow(Activate, one_card, which_top, opens("foe.active"), again, cite="rulebook, Battle")

CHECKS = (Check("stack without card", stack_without_card, 10, "a card was taken from the top of a stack"),)
