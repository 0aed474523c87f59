"""Backup plans: abilities, extensions, the flip to innate +1 (rulebook, Backup Plans)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tmb.core.bearers import Action, Bearer, Sheet
from tmb.core.flow import choice, flow
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb.core.windows import Window
from tmb.effects.env import Env
from tmb_twenty_strong import changes
from tmb_twenty_strong import events as e
from tmb_twenty_strong.frames import BY_CARDS
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


def plans_now(game: Any, frame: Any, moment: str) -> list[Any] | None:
    """The abilities that can be used at a moment, each with the ways to pay for it, and the flip to innate +1."""
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
    return [*out, "flip"] if can_flip(game) else out


def use(game: Any, frame: Any, ref: Any) -> None:
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


def plan_in(moment: str) -> Any:
    """The menu entry that offers backup plans at a moment."""

    @choice("plan", cite=CITE)
    def use_plan(game: Any, frame: Any) -> list[Any] | None:
        """Abilities of the backup plan, and the flip to innate +1."""
        return plans_now(game, frame, moment)

    use_plan.taken(use)
    return use_plan


# -- in windows --------------------------------------------------------------------------------------------------------

MOMENT_OF = {
    "day.start": "day",
    "battle.start": "commit",
    "engagement.start": "commit",
    "rolled": "apply",
    "damage.before": "damage",
    "damage.dealt": "damage",
    "after": "recover",
    "recovered": "recover",
    "rested": "camp",
}
"""Window -> the moment that it belongs to: "at any time" holds while somebody answers a window, too."""
ANY_TIME = "plan/any-time"
"""The sheet of the action that opens the backup plan in a window."""


class UsePlan(Frame):
    """The backup plan is used in a window of this moment."""

    moment: str


@choice("plan", seat="player", cite=CITE)
def which_plan(game: Any, frame: UsePlan) -> list[Any] | None:
    """As in a menu."""
    return [("plan", ref) for ref in plans_now(game, frame, frame.moment) or ()]


@which_plan.taken
def plan_named(game: Any, frame: UsePlan, ref: tuple[str, Any]) -> None:
    """That one."""
    use(game, frame, ref[1])


which_plan.begins = BY_CARDS
USE_PLAN = flow(UsePlan, which_plan, cite=CITE)


def _moment(game: Any) -> str:
    """The moment of the window that is open."""
    top = game.stack[-1]
    return MOMENT_OF.get(top.name, "") if type(top) is Window else ""


def _can(game: Any, bearer: Bearer, about: Any) -> bool:
    return bool(plans_now(game, about, _moment(game)))


def _open(game: Any, bearer: Bearer, about: Any) -> None:
    game.push(UsePlan(_moment(game)))


def sheet() -> Sheet:
    """What the hero may do in every window that somebody answers."""
    action = Action(tuple(MOMENT_OF), _open, _can, text="use the backup plan")
    return Sheet(ANY_TIME, actions=(action,), label="backup plan")


def can_flip(game: Any) -> bool:
    """Once per game, with all four slots filled; a universal hero cannot."""
    hero = game.world.hero
    return not hero.plus and not hero.side and bool(hero.slots) and "" not in hero.slots


def slot_for(game: Any, colour: str) -> int:
    """The first free slot of a colour, -1 without one."""
    hero = game.world.hero
    colours = game.rules.tables["slots"][hero.side or hero.kind]
    return next((i for i, c in enumerate(colours) if c == colour and not hero.slots[i]), -1)
