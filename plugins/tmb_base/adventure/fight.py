"""A battle as the task of an Encounter or a Tyrant card: a lost one fails it (Undertow rulebook, Encounters)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, flow, repeats
from tmb.core.state import Frame
from tmb_base import changes
from tmb_base.adventure.encounter import decide
from tmb_base.adventure.frames import give_back
from tmb_base.adventure.tidying import Tidying, who_tidies
from tmb_base.battle.battle import Battle
from tmb_base.battle.muster import Orders


class Fight(Frame):
    """One battle of the day. may_lose: the card goes on after a lost one; into: the variable of the program below that
    is 1 after a win; tidied: who was asked about its Locked slots.
    """

    orders: Orders
    may_lose: bool = False
    into: str = ""
    tidied: list[str] = []


def fight(game: Any, frame: Fight) -> None:
    """From its set-up to its clean-up."""
    game.push(Battle([], frame.orders))


@repeats
def tidy(game: Any, frame: Fight) -> Any:
    """Who has Locked dice may take some out before the next battle; after the fall of the Tyrant there is none (R5)."""
    if frame.orders.tyrant and game.world.result == "won":
        return DONE
    unit = who_tidies(game, frame.tidied)
    if not unit:
        return DONE
    frame.tidied.append(unit)
    game.push(Tidying(unit))
    return None


def after_battle(game: Any, frame: Fight) -> None:
    """The party is outside of battle again; an unsuccessful one fails the Encounter."""
    world = game.world
    world.round = 0
    changes.out_of_battle(game)
    changes.end_ongoing(game, "next-battle")
    give_back(game, frame.into, int(world.result == "won"))
    if world.result == "lost" and not frame.may_lose:
        decide(game, "failure")


FIGHT = flow(Fight, fight, tidy, after_battle, cite="Undertow rulebook, Encounters, Battle Results")
