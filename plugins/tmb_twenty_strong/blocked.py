"""What a player may miss in the open ask, and why it is not legal."""

from __future__ import annotations

from typing import Any

from tmb.core.permits import refusal
from tmb_twenty_strong import cards, items
from tmb_twenty_strong.battle import no_camp
from tmb_twenty_strong.engagement import targets
from tmb_twenty_strong.frames import Battle
from tmb_twenty_strong.needs import left
from tmb_twenty_strong.plans import can_flip, plans_of, usable
from tmb_twenty_strong.world import DICE, HERO, MISS, PILES, colour_of, face_of

Row = tuple[str, str, str]
MENUS = {
    "Day.dawn": "day",
    "Battle.before_queue": "queue",
    "Battle.camp": "camp",
    "Engagement.before_commit": "commit",
    "Engagement.apply_dice": "apply",
    "Engagement.before_damage": "damage",
    "Engagement.before_recover": "recover",
}
"""Menu -> its moment."""


def blocked(game: Any, ask: Any) -> list[Row]:
    """What may be missed in the open ask: (option id, why not, citation)."""
    out: list[Row] = []
    if ask.key == "Day.plan_day":
        out += _day(game)
    elif ask.key == "Day.war_or_peace":
        out += [("mohlnor/peace", "it cannot be fulfilled in its entirety", "rulebook, Encounters (Mohlnor)")] * (
            "peace" not in ask.refs
        )
    elif ask.key == "Engagement.apply_dice":
        out += _apply(game)
    elif ask.key == "Battle.camp":
        out += _camp(game, ask.frame)
    if ask.key in MENUS:
        out += _plans(game, ask.frame, MENUS[ask.key])
    return out


def _day(game: Any) -> list[Row]:
    world, sorts = game.world, game.rules.tables["encounters"]
    days = game.rules.tables["tyrants"][world.tyrant].days
    out: list[Row] = []
    if world.day < days:
        out.append(("day/tyrant", f"from day {days} on", "rulebook, Endgame"))
    if not items.free_slot(game):
        for card in dict.fromkeys(cards.available(game, "encounter")):
            if sorts[card].sort == "lockpicking":
                out.append((f"encounter/{card}", "no item slot is free", "rulebook, Encounters (Lockpicking)"))
    return out


def _apply(game: Any) -> list[Row]:
    shown, out = game.world.open, []
    for card in targets(game):
        lacks = left(game, card)
        for die in [d for d in DICE if d in shown and face_of(d) != MISS and lacks]:
            id, colour = f"apply/{die}/{card.id}", colour_of(die)
            if not (lacks.get(colour) or lacks.get("any")):
                out.append((id, "it needs hits of another colour", "rulebook, Encounters (Lockpicking)"))
            elif no := refusal(game, "apply", HERO, card.id, colour, die):
                out.append((id, no.because, no.cite))
    if no := refusal(game, "slot", HERO):
        out.append(("slot", no.because, no.cite))
    return out


def _camp(game: Any, battle: Battle) -> list[Row]:
    out: list[Row] = []
    if battle.camped:
        return [("rest/health", "rest or scout, once", "rulebook, Cleanup")]
    if no := refusal(game, "rest", HERO):
        out.append(("rest/health", no.because, no.cite))
    if no := refusal(game, "scout", HERO):
        out += [(f"scout/{p}", no.because, no.cite) for p in PILES]
    return [] if no_camp(game, battle) else out


def _plans(game: Any, frame: Any, moment: str) -> list[Row]:
    slots = game.world.hero.slots
    filled = len(slots) - slots.count("")
    cite, out = "rulebook, Backup Plans", []
    no = refusal(game, "plan", HERO)
    for plan in plans_of(game):
        if no is not None:
            out.append((f"plan/{plan.id}", no.because, no.cite))
        elif plan.cost > filled:
            out.append((f"plan/{plan.id}", f"it exhausts {plan.cost} of {filled} dice in the plan", cite))
        elif moment not in plan.moments or not usable(game, plan, frame):
            out.append((f"plan/{plan.id}", "not now", cite))
    if not can_flip(game) and not game.world.hero.plus and not game.world.hero.side:
        out.append(("plan/flip", f"{filled} of 4 slots are filled", cite))
    return out
