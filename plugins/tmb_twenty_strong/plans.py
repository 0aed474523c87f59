"""Backup plans: abilities, extensions, the flip to innate +1 (rulebook, Backup Plans)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tmb.core.flow import choice
from tmb.core.permits import refusal
from tmb.effects.env import Env
from tmb_twenty_strong import changes
from tmb_twenty_strong import events as e
from tmb_twenty_strong.world import COLOURS, HERO

CITE = "rulebook, Backup Plans"


def plans_of(game: Any) -> list[Any]:
    """The plan of the hero's card (or of the universal card), then the Backup Plan Extensions that are held."""
    world, tables = game.world, game.rules.tables
    found = [tables["plans"][world.hero.side or world.hero.kind]]
    for item in world.items:
        extension = None if item.locked else tables["extensions"].get(item.kind)
        if extension is not None and extension not in found:
            found.append(extension)
    return found


def payments(slots: list[str], cost: int) -> list[str]:
    """The ways to pay so many dice of the plan: colours joined by "+", each way once."""
    filled = [c for c in COLOURS for _ in range(slots.count(c))]
    if cost == 1:
        return list(dict.fromkeys(filled))
    return list(dict.fromkeys("+".join(way) for way in combinations(filled, cost)))


def usable(game: Any, plan: Any, frame: Any) -> bool:
    """Whether a plan's own condition holds now."""
    return plan.usable is None or bool(plan.usable(game, Env(plan.bearer(game), frame)))


def plan_in(moment: str) -> Any:
    """The menu entry that offers backup plans at a moment."""

    @choice("plan", cite=CITE)
    def use_plan(game: Any, frame: Any) -> list[Any] | None:
        """Abilities of the backup plan, and the flip to innate +1."""
        slots = game.world.hero.slots
        filled = len(slots) - slots.count("")
        if not filled or ("plan" in game.index.forbids and refusal(game, "plan", HERO) is not None):
            return None
        out: list[Any] = [
            (plan.id, way)
            for plan in plans_of(game)
            if moment in plan.moments and plan.cost <= filled and usable(game, plan, frame)
            for way in payments(slots, plan.cost)
        ]
        if can_flip(game):
            out.append("flip")
        return out

    @use_plan.taken
    def plan_used(game: Any, frame: Any, ref: Any) -> None:
        """Its dice are exhausted, and it does what it says."""
        if ref == "flip":
            changes.spend_slots(game, game.world.hero.slots[:])
            changes.flip(game)
            return
        plan = next(p for p in plans_of(game) if p.id == ref[0])
        dice = ref[1].split("+")
        game.tell(e.PlanUsed, plan.id, plan.card, dice)
        changes.spend_slots(game, dice)
        plan.code.run(game, Env(plan.bearer(game), frame))

    return use_plan


def can_flip(game: Any) -> bool:
    """Once per game, with all four slots filled; a universal hero cannot."""
    hero = game.world.hero
    return not hero.plus and not hero.side and bool(hero.slots) and "" not in hero.slots


def slot_for(game: Any, colour: str) -> int:
    """The first free slot of a colour, -1 without one."""
    hero = game.world.hero
    colours = game.rules.tables["slots"][hero.side or hero.kind]
    return next((i for i, c in enumerate(colours) if c == colour and not hero.slots[i]), -1)
