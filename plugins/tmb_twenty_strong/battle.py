"""Battles: the queue, Engagements until no Baddie is left, rest or scout (rulebook, Battle, Cleanup, Endgame)."""

from __future__ import annotations

from typing import Any

from tmb.core.bearers import Bearer
from tmb.core.flow import DONE, choice, flow, menu, opens, repeats, stage
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb_twenty_strong import cards, changes
from tmb_twenty_strong import events as e
from tmb_twenty_strong.frames import BY_CARDS, Battle, Engagement
from tmb_twenty_strong.plans import plan_in
from tmb_twenty_strong.stacks import Activate
from tmb_twenty_strong.world import HERO, PILES, TABLE


def undefeated(game: Any) -> list[Any]:
    """The active cards that are not defeated, as they came."""
    return [foe for foe in game.world.foes.values() if not foe.defeated]


@stage(begins=BY_CARDS)
def follow_card(game: Any, battle: Battle) -> None:
    """A Tyrant encounter may change the queue; the Tyrant's set-up side is carried out (rulebook, Endgame)."""
    world, tables = game.world, game.rules.tables
    if battle.source == "encounter":
        run(game, tables["queues"][world.encounter], world.encounter, battle)
    elif battle.source == "tyrant":
        battle.no_queue = True
        cards.activate(game, world.tyrant)
        game.tell(e.TyrantFaced, world.tyrant, cards.tyrant_encounters_left(game))
        run(game, tables["setups"][world.tyrant], world.tyrant, battle)


def run(game: Any, code: Any, card: str, about: Any) -> None:
    """A program of a card that is nobody's."""
    code.run(game, Env(Bearer(f"{TABLE}/{card}", TABLE, f"card/{card}"), about))


before_queue = menu(
    "before_queue",
    plan_in("queue"),
    moment="queue",
    seat="player",
    cite="rulebook, Backup Plans",
    doc="Backup plans and items before cards are activated. Falls: dice in the plan + uses of items.",
)


def count_points(game: Any, battle: Battle) -> None:
    """BQ: Baddie Pts is the number of the day, as abilities and cards have shifted it."""
    if not battle.no_queue:
        points = game.world.day + game.world.marks.get("shift", 0)
        battle.points = max(0, number(game, "queue", TABLE, points, battle))


def activate_queue(game: Any, battle: Battle) -> None:
    """The fewest cards: a 5Pt one for every five points, 1Pt ones for the rest, then those that a card adds."""
    fives, ones = divmod(battle.points, 5)
    game.tell(e.QueueCounted, battle.points, battle.extra[:])
    todo = [5] * fives + [1] * ones + battle.extra
    if todo:
        game.push(Activate(todo))


def any_baddie(game: Any, battle: Battle) -> None:
    """Without an active Baddie there is no Engagement, and no Cleanup (rulebook, No Baddies, No Engagement; R77)."""
    if not undefeated(game):
        battle.at = "battle_over"


@repeats
def next_engagement(game: Any, battle: Battle) -> Any:
    """One after the other, this very day, until all are defeated (rulebook, Battle)."""
    if not undefeated(game):
        return DONE
    battle.engagements += 1
    game.push(Engagement(battle.engagements))
    return None


@stage(begins=BY_CARDS)
def encounter_defeated(game: Any, battle: Battle) -> None:
    """A Tyrant encounter whose battle is over is defeated, and pays; with the Tyrant the game is won."""
    if battle.source == "tyrant":
        changes.end(game, "won")
    elif battle.source == "encounter":
        card = game.world.encounter
        game.tell(e.EncounterDefeated, card)
        if card in game.rules.tables["keeps"]:
            cards.lay_encounter(game, "")
            cards.gain_item(game, card)
        run(game, game.rules.tables["rewards"][card], card, battle)


def no_camp(game: Any, battle: Battle) -> str | None:
    """Where there was no Engagement there is no Cleanup (rulebook, No Baddies, No Engagement)."""
    return "no Engagement" if not battle.engagements or battle.camped else None


@choice("rest", when=no_camp, cite="rulebook, Cleanup")
def rest(game: Any, battle: Battle) -> list[str] | None:
    """+1 Health."""
    if "rest" in game.index.forbids and refusal(game, "rest", HERO) is not None:
        return None
    return ["health"]


@rest.taken
def rested(game: Any, battle: Battle, what: str) -> None:
    """Health rises."""
    battle.camped = True
    game.push(Resting())


@choice("scout", when=no_camp, cite="rulebook, Cleanup")
def scout(game: Any, battle: Battle) -> list[str] | None:
    """The top card of an original stack."""
    if "scout" in game.index.forbids and refusal(game, "scout", HERO) is not None:
        return None
    return [p for p in PILES if game.world.tops[p]] or None


@scout.taken
def scouted(game: Any, battle: Battle, pile: str) -> None:
    """It goes onto the scouted pile."""
    battle.camped = True
    game.push(Scouting(pile))


camp = menu(
    "camp",
    rest,
    scout,
    plan_in("camp"),
    moment="camp",
    seat="player",
    cite="rulebook, Cleanup",
    doc="Rest or scout, once. Falls: what is left of that + dice in the plan + uses of items.",
)


def battle_over(game: Any, battle: Battle) -> None:
    """What lasted for a battle ends; a Tyrant encounter that still lies there is done."""
    card = game.world.encounter
    if card:
        cards.lay_encounter(game, "")
        cards.discard(game, card)
    changes.clear(game, "battle")


BATTLE = flow(
    Battle,
    follow_card,
    before_queue,
    count_points,
    opens("queue.counted"),
    activate_queue,
    any_baddie,
    opens("battle.start"),
    next_engagement,
    encounter_defeated,
    camp,
    battle_over,
    cite="rulebook, Battle, Encounters, Endgame",
)


class Resting(Frame):
    """The hero rests."""


def gain(game: Any, frame: Resting) -> None:
    """+1 Health, or what abilities make of it."""
    game.tell(e.Rested)
    changes.gain_health(game, max(0, number(game, "rest", HERO, 1, frame)))


RESTING = flow(Resting, gain, opens("rested"), cite="rulebook, Cleanup")


class Scouting(Frame):
    """The face-up card of a stack is moved onto its scouted pile. card: which it was."""

    pile: str
    card: str = ""


def move_up(game: Any, frame: Scouting) -> None:
    """Only the stack's own top can be scouted; it stays face up."""
    frame.card = cards.scout(game, frame.pile)


@stage(cite="rulebook, Cleanup (scout)", begins=BY_CARDS)
def consequence(game: Any, frame: Scouting) -> None:
    """A Mohlnor encounter says what scouting it brings."""
    code = game.rules.tables["scouted"].get(frame.card)
    if code is not None:
        run(game, code, frame.card, frame)


SCOUTING = flow(Scouting, move_up, consequence, cite="rulebook, Cleanup (scout)")
