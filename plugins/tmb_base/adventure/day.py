"""An adventure, day by day (Undertow rulebook, Gameplay Overview; base rules, Game Flow)."""

from __future__ import annotations

from typing import Any

from tmb.core.cuts import Check, Cut
from tmb.core.flow import DONE, choice, draws, flow, menu, opens, repeats, shuffles, stage
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb_base import changes as battle_changes
from tmb_base.adventure import changes, events
from tmb_base.adventure.encounter import Encounter
from tmb_base.adventure.frames import Day
from tmb_base.adventure.recovery import Recovery
from tmb_base.adventure.reward import Training
from tmb_base.adventure.setup import COMMON, SetOut, unseen
from tmb_base.adventure.tyrant import Challenge


class Journey(Frame):
    """The whole adventure. tyrant: who is hunted ("" = drawn); ready: who has had the free Training Points."""

    tyrant: str = ""
    ready: list[str] = []


def set_out(game: Any, journey: Journey) -> None:
    """Tyrant, stacks, decks."""
    game.push(SetOut(journey.tyrant))


@repeats
def free_training(game: Any, journey: Journey) -> Any:
    """Training Points that the difficulty gives before Day 1."""
    world = game.world
    journey.tyrant = world.tyrant
    free = game.rules.tables["difficulties"][world.difficulty].training
    waiting = [g for g in world.party if free and g not in journey.ready]
    if not waiting:
        return DONE
    journey.ready.append(waiting[0])
    game.push(Training(waiting[0], free))
    return None


@repeats
def next_day(game: Any, journey: Journey) -> Any:
    """Day after day, until the Tyrant is defeated or the last day is over (R64)."""
    world = game.world
    if not world.ending and world.day >= world.days:
        changes.end_adventure(game, "lost")
    if world.ending:
        return DONE
    game.push(Day())
    return None


JOURNEY = flow(
    Journey,
    set_out,
    free_training,
    next_day,
    cite="base rules, Game Flow; Undertow rulebook, Gameplay Overview",
)


def new_day(game: Any, day: Day) -> None:
    """The Day Counter goes on."""
    changes.new_day(game)


morning = menu(
    "morning",
    seat="party",
    moment="day",
    cite="Undertow rulebook, Loot / Trove Loot (outside of battle)",
    doc="Loot that is used before the party knows what comes. Falls: uses of actions.",
)


def may_challenge(game: Any) -> bool:
    """Whether the Progress Points suffice."""
    return bool(game.world.progress >= game.world.needed)


@choice("day", seat="party", cite="Undertow rulebook, Encounter Phase; Progress Points")
def encounter_or_tyrant(game: Any, day: Day) -> list[str]:
    """Draw an Encounter, or, with enough Progress Points, challenge the Tyrant."""
    return ["encounter", "tyrant"] if may_challenge(game) else ["encounter"]


@encounter_or_tyrant.taken
def decided(game: Any, day: Day, what: str) -> None:
    """Today's business."""
    day.challenged = what == "tyrant"
    day.again = not day.challenged


def face_tyrant(game: Any, day: Day) -> None:
    """The Tyrant card is the Encounter of the day."""
    if day.challenged:
        game.push(Challenge())


@stage(cite="Undertow rulebook, Encounters (a deck that runs out); R52")
def replenish_deck(game: Any, day: Day) -> None:
    """An empty deck is made of the cards that are left in the box."""
    world = game.world
    if day.again and not world.deck.size():
        world.deck.refill([COMMON] * len(world.unused), ordered=True)
        game.tell(events.DeckEmpty, "encounters")


@shuffles("encounters")
def shuffle_deck(game: Any, day: Day) -> Any:
    """A deck that a card joined, or that was made anew."""
    return ("encounters", game.world.deck) if day.again and game.world.stirred else None


@shuffle_deck.taken
def deck_shuffled(game: Any, day: Day, name: str) -> None:
    """Nobody knows its order."""
    changes.deck_shuffled(game)


@draws("encounters")
def draw_encounter(game: Any, day: Day) -> Any:
    """The top card; none where the box is empty too."""
    return ("encounters", game.world.deck) if day.again and game.world.deck.size() else None


@draw_encounter.taken
def drawn(game: Any, day: Day, card: str) -> None:
    """Cards that waited for that go back into the deck."""
    day.again, day.card = False, card
    game.world.deck_known = max(0, game.world.deck_known - 1)
    for other in day.aside:
        changes.card_into_deck(game, other)
    day.aside = []


@draws("encounters")
def draw_common(game: Any, day: Day) -> Any:
    """Which General (or Solo) card it is, or which Special."""
    cards = unseen(game, day.card)
    return ("box", Pile(loose=cards)) if cards else None


@draw_common.taken
def common_drawn(game: Any, day: Day, card: str) -> None:
    """That one."""
    changes.out_of_box(game, card)
    day.card = card


def draw_more(game: Any, day: Day) -> None:
    """A card may let the party draw more of them, and choose."""
    if not day.more or not day.card:
        return
    day.drawn.append(day.card)
    day.card = ""
    if len(day.drawn) <= day.more:
        day.again, day.at = True, "replenish_deck"


@choice("meet", seat="party")
def which_to_meet(game: Any, day: Day) -> list[str] | None:
    """One of several that were drawn."""
    return day.drawn[:] or None


@which_to_meet.taken
def to_meet(game: Any, day: Day, card: str) -> None:
    """The others go to the bottom of the deck."""
    for other in day.drawn:
        if other != card:
            changes.card_under(game, other)
    day.card, day.drawn, day.more, day.again = card, [], 0, False


def read_card(game: Any, day: Day) -> None:
    """It is read to the party; without one there is no Encounter today (R52)."""
    if day.card:
        changes.open_card(game, day.card)
        day.card = ""
    else:
        day.at = "another"


def meet(game: Any, day: Day) -> None:
    """The party's business with the card."""
    if game.world.card:
        game.push(Encounter(game.world.card))


def another(game: Any, day: Day) -> None:
    """A card may send the party to another Encounter today; the Day Counter stays."""
    if day.again and not day.challenged and (game.world.deck.size() or game.world.unused):
        day.at = "replenish_deck"


def recover(game: Any, day: Day) -> None:
    """The Recovery Phase, unless a card takes it."""
    if not day.no_recovery:
        game.push(Recovery(all_options=day.all_options))


@shuffles("encounters")
def shuffle_again(game: Any, day: Day) -> Any:
    """What joined the deck today is shuffled in."""
    return ("encounters", game.world.deck) if game.world.stirred else None


@shuffle_again.taken
def shuffled_again(game: Any, day: Day, name: str) -> None:
    """Nobody knows its order."""
    changes.deck_shuffled(game)


def day_over(game: Any, day: Day) -> None:
    """What lasted for a day ends."""
    for card in day.aside:
        changes.card_into_deck(game, card)
    day.aside = []
    battle_changes.end_ongoing(game, "day")


DAY = flow(
    Day,
    new_day,
    opens("day.start", cite="base rules, Game Flow 1"),
    morning,
    encounter_or_tyrant,
    replenish_deck,
    shuffle_deck,
    draw_encounter,
    draw_common,
    draw_more,
    which_to_meet,
    read_card,
    meet,
    another,
    face_tyrant,
    opens("recovery.start"),
    recover,
    opens("day.end"),
    day_over,
    shuffle_again,
    cite="base rules, Game Flow; Undertow rulebook, Gameplay Overview",
)


def adventure_over(game: Any) -> Cut | None:
    """The Tyrant is defeated: the adventure is won at once (publisher FAQ)."""
    if getattr(game.world, "ending", ""):
        journey = game.stack[0] if game.stack else None
        if type(journey) is Journey and len(game.stack) > 1:
            return Cut(journey, "next_day")
    return None


CHECKS = (Check("adventure over", adventure_over, 90, "the Tyrant is defeated"),)
