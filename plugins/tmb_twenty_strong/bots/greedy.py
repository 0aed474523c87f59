"""`greedy`: a player who takes the best thing at hand, by the advice of the files beside this one.

It looks at the public ask and the table's view, knows what is printed on the cards, and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tmb.core.decisions import DONE, Ask
from tmb.sim.filling import filled
from tmb_twenty_strong.bots import days, fights, plans
from tmb_twenty_strong.bots.look import Book, Look, book_of

Advice = Callable[[Ask, Look], Sequence[str]]
"""Options by preference, the best first; those that are not listed do not matter."""
Bot = Callable[[Ask, dict[str, Any]], list[str]]
"""Who answers an ask from the table's view."""


def move_dice(ask: Ask, look: Look) -> list[str]:
    """What is recovered or returned is strong, what is lost is weak; the view tells which by where the dice lie."""
    gained = all(look.view["exhausted"].get(o.ref, 0) >= o.times for o in ask.options) and not all(
        look.view["pool"].get(o.ref, 0) >= o.times for o in ask.options
    )
    return fights.strongest(ask, look) if gained else fights.weakest(ask, look)


def finish(ask: Ask, look: Look) -> list[str]:
    """The card that lacks least."""
    lacks = {f["id"]: sum(f["lacks"].values()) or 99 for f in look.foes}
    return sorted((o.id for o in ask.options), key=lambda id: lacks.get(id.rpartition("/")[2], 99))


def decide(ask: Ask, look: Look) -> list[str]:
    """Fewer Baddies; the card that lacks least; else the first."""
    return ["minus", *finish(ask, look)]


def first(ask: Ask, look: Look) -> list[str]:
    """Whatever is listed first, `done` last."""
    return [o.id for o in ask.options if o.id != DONE]


def applying(ask: Ask, look: Look) -> list[str]:
    """A plan that helps comes when no hit can be applied any more."""
    advice = fights.apply(ask, look)
    hits = [id for id in advice if id.startswith("apply/")]
    return hits or [*plans.used(ask, look), *advice]


def camping(ask: Ask, look: Look) -> list[str]:
    """Plans that help, then rest or scout."""
    return [*plans.used(ask, look), *days.camp(ask, look)]


def menu(ask: Ask, look: Look) -> list[str]:
    """Plans and items that help, else go on."""
    return [*plans.used(ask, look), DONE]


ADVICE: dict[str, Advice] = {
    "SetUp.pay_rank": days.rank,
    "SetUp.exhaust_three": fights.weakest,
    "Day.dawn": menu,
    "Day.plan_day": days.plan_day,
    "Day.war_or_peace": days.peace,
    "Battle.before_queue": menu,
    "Battle.camp": camping,
    "Activate.which_top": days.activate,
    "ChooseStack.which_stack": days.stack,
    "Engagement.before_commit": menu,
    "Engagement.commit": fights.commit,
    "Engagement.keep_or_roll": fights.misses,
    "Engagement.apply_dice": applying,
    "Engagement.once_more": fights.once_more,
    "Engagement.before_damage": menu,
    "Engagement.who_strikes": fights.damage,
    "Engagement.before_recover": menu,
    "Engagement.recover": fights.strongest,
    "MoveDice.which_dice": move_dice,
    "TurnDie.which_turned": fights.strongest,
    "RollAgain.which_again": fights.misses,
    "Program.decide": decide,
}


def think(ask: Ask, view: dict[str, Any], book: Book) -> list[str]:
    """A legal answer to any ask: what the advice prefers, else the first that is listed."""
    return filled(ask, ADVICE.get(ask.key, first)(ask, Look(view, book)))


def make(seed: str, rules: Any) -> Bot:
    """The bot. The seed does not matter: it never leaves anything to chance."""
    book = book_of(rules)
    return lambda ask, view: think(ask, view, book)
