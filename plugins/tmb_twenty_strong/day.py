"""The game, day by day (rulebook, Flow of a Day, Activation, Encounters, Endgame)."""

from __future__ import annotations

from typing import Any

from tmb.core.cuts import Check, Cut
from tmb.core.flow import DONE, choice, flow, menu, opens, repeats, stage
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb_twenty_strong import cards, changes, items
from tmb_twenty_strong import events as e
from tmb_twenty_strong.frames import BY_CARDS, Battle, Day
from tmb_twenty_strong.plans import plan_in
from tmb_twenty_strong.setup import SetUp

LAST_DAY = 12
"""On this day the Tyrant must be faced."""


class Hunt(Frame):
    """The whole game. tyrant, hero, side: what the set-up asks for."""

    tyrant: str = ""
    hero: str = ""
    side: str = ""


def set_up(game: Any, hunt: Hunt) -> None:
    """Tyrant, hero, stacks, and what the rank takes."""
    game.push(SetUp(hunt.tyrant, hunt.hero, hunt.side))


@repeats
def next_day(game: Any, hunt: Hunt) -> Any:
    """Day after day, until the Tyrant is defeated or Health is gone."""
    if game.world.ending:
        return DONE
    game.push(Day())
    return None


HUNT = flow(Hunt, set_up, next_day, cite="rulebook, Winning & Losing, Flow of a Day")


def new_day(game: Any, day: Day) -> None:
    """The day counter goes on by one."""
    game.world.day += 1
    game.tell(e.DayBegan, game.world.day)


dawn = menu(
    "dawn",
    plan_in("day"),
    moment="day",
    seat="player",
    cite="rulebook, Backup Plans",
    doc="Backup plans and items before the day is planned. Falls: dice in the plan + uses of items.",
)


def may_face_tyrant(game: Any) -> bool:
    """From the Minimum Days of its card on."""
    return bool(game.world.day >= game.rules.tables["tyrants"][game.world.tyrant].days)


@choice("day", seat="player", cite="rulebook, Activation, Encounters, Endgame")
def plan_day(game: Any, day: Day) -> list[Any]:
    """A standard battle, an encounter, or the Tyrant, who must be faced on day 12."""
    world = game.world
    if world.day >= LAST_DAY:
        return ["tyrant"]
    sorts = game.rules.tables["encounters"]
    out: list[Any] = ["battle"]
    for card in dict.fromkeys(cards.available(game, "encounter")):
        if sorts[card].sort != "lockpicking" or items.free_slot(game):
            out.append(("encounter", card))
    if may_face_tyrant(game):
        out.append("tyrant")
    return out


@plan_day.taken
def day_planned(game: Any, day: Day, what: Any) -> None:
    """An encounter card is taken from its stack."""
    if type(what) is str:
        day.what = what
    else:
        day.what, day.card = what
        cards.take(game, "encounter", game.world.tops["encounter"] != day.card)
    game.tell(e.DayChosen, day.what, day.card)


@choice("mohlnor", seat="player", cite="rulebook, Encounters (Mohlnor)")
def war_or_peace(game: Any, day: Day) -> list[str] | None:
    """The peaceful option, if it can be fulfilled in its entirety, or a battle with one more 1Pt Baddie."""
    peace = game.rules.tables["peace"].get(day.card)
    if peace is None:
        return None
    able = peace.usable is None or peace.usable(game, Env(peace.bearer(game), day))
    return ["peace", "fight"] if able else ["fight"]


@war_or_peace.taken
def met(game: Any, day: Day, how: str) -> None:
    """Peace or war."""
    day.peace = how


@stage(begins=BY_CARDS)
def make_peace(game: Any, day: Day) -> None:
    """Its text is followed, and the card is done; there is no Engagement."""
    if day.peace == "peace":
        game.tell(e.PeaceMade, day.card)
        peace = game.rules.tables["peace"][day.card]
        peace.code.run(game, Env(peace.bearer(game), day))


def card_away(game: Any, day: Day) -> None:
    """A Mohlnor encounter is discarded before a battle is begun; a lockpicking card goes to the inventory."""
    if day.peace:
        cards.discard(game, day.card)
    elif day.card and game.rules.tables["encounters"][day.card].sort == "lockpicking":
        cards.gain_item(game, day.card, locked=True)


def go_to_battle(game: Any, day: Day) -> None:
    """A standard battle, that of an encounter, or the Tyrant's."""
    if day.peace == "fight":
        game.push(Battle("battle", [1]))
    elif day.what != "encounter":
        game.push(Battle(day.what))
    elif game.rules.tables["encounters"][day.card].sort == "tyrant":
        cards.lay_encounter(game, day.card)
        game.push(Battle("encounter"))


def day_over(game: Any, day: Day) -> None:
    """What lasted for a day ends."""
    changes.clear(game, "day")


DAY = flow(
    Day,
    new_day,
    opens("day.start"),
    dawn,
    plan_day,
    war_or_peace,
    make_peace,
    card_away,
    go_to_battle,
    day_over,
    cite="rulebook, Flow of a Day, Activation",
)


def health_gone(game: Any) -> Cut | None:
    """Health below 1: the game is lost at once (rulebook, Winning & Losing)."""
    world = game.world
    if world.tops and not world.hero.health and not world.ending:
        changes.end(game, "lost")
    if world.ending and len(game.stack) > 1:
        return Cut(game.stack[0], "next_day")
    return None


CHECKS = (Check("health gone", health_gone, 0, "Health is below 1, or the Tyrant is defeated"),)
