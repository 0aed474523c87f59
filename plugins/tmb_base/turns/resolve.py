"""Resolving the roll, in any order (Undertow rulebook, Resolving the Roll; Managing Bones; R8-R14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmb.core.flow import choice, menu
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb.core.rolls import seat as dice_seat
from tmb.effects.env import Env
from tmb_base import changes, events
from tmb_base import ruleoptions as options
from tmb_base.tables import Icon, Plan, plan_of
from tmb_base.turns.common import attack_dmg, deal
from tmb_base.world import Bones, Gearloc, Shown

MOST_BONES = 5
INNATE_COST = 6


def icons_of(game: Any, me: Gearloc) -> dict[Shown, Icon]:
    """What every face of every die means on this Gearloc's sheet."""
    found: dict[Shown, Icon] = game.rules.tables["icons"][me.kind]
    return found


def target_here(game: Any, turn: Any) -> bool:
    """Whether the turn's target is still on the mat; no new one is chosen (R9)."""
    unit = game.world.units.get(turn.target) if turn.target else None
    return unit is not None and bool(unit.pos)


def unit_here(game: Any, turn: Any) -> bool:
    """Whether the target is there and can be affected by more than Atk dice: what is no unit cannot (Undertow rulebook,
    Obstacle Chips).
    """
    return target_here(game, turn) and bool(game.world.units[turn.target].side)


# -- the attack --------------------------------------------------------------------------------------------------------


@choice("hit")
def apply_hits(game: Any, turn: Any, me: Gearloc) -> list[int] | None:
    """Dmg from open Atk dice to the target, as one packet: each total that some of them make (R9)."""
    if not turn.open or not turn.target:
        return None
    icons = icons_of(game, me)
    hits = [n for d in turn.open if (n := icons[d].hits)]
    if not hits or not target_here(game, turn):
        return None
    if len(hits) == 1:
        return hits
    sums = {0}
    for n in hits:
        sums |= {s + n for s in sorted(sums)}
    return sorted(sums - {0}, reverse=True)


@apply_hits.taken
def hits_applied(game: Any, turn: Any, me: Gearloc, total: int) -> None:
    """The dice that make the total are used."""
    for die in dice_for(turn.open, total):
        turn.open.remove(die)
        game.tell(events.DieUsed, me.id, die.die, die.face)
    amount = attack_dmg(game, turn, total)
    game.tell(events.UnitAttacked, me.id, turn.target, amount)
    if amount > 0:
        deal(game, me.id, game.world.units[turn.target], amount, len(game.stack) - 1)


def dice_for(open_dice: list[Shown], total: int) -> list[Shown]:
    """The fewest open Atk dice whose hits make exactly this total."""
    best: dict[int, list[Shown]] = {0: []}
    for die in open_dice:
        if die.die == "atk" and die.face != "bones":
            n = int(die.face)
            for s, used in sorted(best.items(), reverse=True):
                if s + n <= total and len(used) + 1 < len(best.get(s + n, [None] * 99)):
                    best[s + n] = [*used, die]
    return best[total]


# -- skills ------------------------------------------------------------------------------------------------------------


@choice("use")
def use_skill(game: Any, turn: Any, me: Gearloc) -> list[Shown] | None:
    """A skill face that is used at once; like dice are one option."""
    if not turn.open:
        return None
    icons, out = icons_of(game, me), []
    for die in turn.open:
        icon = icons[die]
        if icon.at_once and die not in out and _usable(game, turn, me, die, icon):
            out.append(die)
    return out


def _usable(game: Any, turn: Any, me: Gearloc, die: Shown, icon: Icon) -> bool:
    if icon.target and not unit_here(game, turn):
        return False
    if "die.use" in game.index.forbids and refusal(game, "die.use", me.id, turn.target, "skill", die.die):
        return False
    return icon.usable is None or bool(icon.usable(game, Env(icon.bearer(me, die.die), turn)))


@use_skill.taken
def skill_used(game: Any, turn: Any, me: Gearloc, die: Shown) -> None:
    """It is exhausted and does what it says."""
    icon = icons_of(game, me)[die]
    turn.open.remove(die)
    game.tell(events.DieUsed, me.id, die.die, die.face)
    if not icon.stays:
        changes.exhaust(game, me, die.die)
    icon.code.run(game, Env(icon.bearer(me, die.die), turn))


@choice("place")
def place_die(game: Any, turn: Any, me: Gearloc) -> list[Any] | None:
    """A Def die to an Active slot, a skill die to the slots that its face names, if there is room."""
    if not turn.open:
        return None
    icons, dice = icons_of(game, me), []
    for die in turn.open:
        if icons[die].places and die not in dice:
            dice.append(die)
    if not dice:
        return None
    sheet = game.rules.tables["gearlocs"][me.kind]
    room = {"active": len(me.active) < sheet.active, "locked": len(me.locked) < sheet.locked}
    out: list[Any] = []
    for die in dice:
        for at in _def_places(game, me) if die.die == "def" else icons[die].places:
            if room[at]:
                out.append((at, die))
    return out


def _def_places(game: Any, me: Gearloc) -> tuple[str, ...]:
    """Def dice go to Active slots; an innate talent may open the Locked ones."""
    return ("active", "locked") if number(game, "def.locked", me.id, 0) > 0 else ("active",)


@place_die.taken
def die_placed(game: Any, turn: Any, me: Gearloc, ref: tuple[str, Shown]) -> None:
    """It lies there until it is used."""
    at, die = ref
    turn.open.remove(die)
    changes.place(game, me, die, at)


# -- Bones -------------------------------------------------------------------------------------------------------------


def stored(me: Gearloc) -> int:
    """How many Bones stand in the backup plan."""
    total = 0
    for bones in me.bones:
        total += bones.n
    return total


@choice("keep")
def keep_bones(game: Any, turn: Any, me: Gearloc) -> list[Shown] | None:
    """A die with Bones that fits whole into the backup plan (R10), or that must be kept (R14)."""
    if not turn.open:
        return None
    icons, dice, out = icons_of(game, me), open_bones(game, turn, me), []
    if dice:
        room, each = MOST_BONES - stored(me), worth(game, me)
        for die in dice:
            if icons[die].bones * each <= room or _kept(game, icons[die], each):
                out.append(die)
    return out


def open_bones(game: Any, turn: Any, me: Gearloc) -> list[Shown]:
    """The open dice that show Bones; like dice are one option."""
    icons, out = icons_of(game, me), []
    for die in turn.open:
        if icons[die].bones and die not in out:
            out.append(die)
    return out


def worth(game: Any, me: Gearloc) -> int:
    """What each rolled Bone counts: 1, unless a card says more."""
    return number(game, "bones.worth", me.id, 1) if "bones.worth" in game.index.modifiers else 1


def _kept(game: Any, icon: Icon, each: int) -> bool:
    """Whether a face must be kept though it finds no room (R14)."""
    return icon.red and icon.bones * each <= MOST_BONES and bool(game.option(options.RED_BONES) == "kept")


@keep_bones.taken
def bones_kept(game: Any, turn: Any, me: Gearloc, die: Shown) -> None:
    """It stands at the right end; red Bones that find no room push out those at the left (R14)."""
    turn.open.remove(die)
    icon = icons_of(game, me)[die]
    bones = icon.bones * worth(game, me)
    if (over := stored(me) + bones - MOST_BONES) > 0:
        changes.lose_bones(game, me, over)
    changes.keep_bones(game, me, Bones(die.die, bones, icon.reusable))


def may_plan(game: Any, turn: Any, me: Gearloc) -> bool:
    """Whether the turn has a backup plan left, and nothing forbids it."""
    if turn.planned:
        return False
    return "backup_plan" not in game.index.forbids or refusal(game, "backup_plan", me.id) is None


@choice("plan")
def backup_plan(game: Any, turn: Any, me: Gearloc) -> list[str] | None:
    """A backup plan skill that the standing Bones pay for; one a turn."""
    if not may_plan(game, turn, me):
        return None
    have, changed = stored(me), "plan.cost" in game.index.modifiers
    if have < game.rules.tables["cheapest"] and not changed:
        return None
    out = []
    for plan in plans_of(game, me):
        if (plan_cost(game, me, plan) if changed else plan.cost) <= have and _plannable(game, turn, me, plan):
            out.append(plan.id)
    return out


def plans_of(game: Any, me: Gearloc) -> Iterable[Plan]:
    """The backup plan skills of a Gearloc, and the extensions among the Loot that it holds open."""
    own: Iterable[Plan] = game.rules.tables["plans"][me.kind].values()
    if not me.loot:
        return own
    more = game.rules.tables["extensions"]
    return [*own, *[more[name] for name in dict.fromkeys(c.kind for c in me.loot if not c.locked and c.kind in more)]]


def plan_cost(game: Any, me: Gearloc, plan: Any) -> int:
    """The cost after changes, at least 0 (R15)."""
    return max(0, number(game, "plan.cost", me.id, plan.cost))


def used_already(me: Gearloc, plan: Plan) -> bool:
    """Whether a plan with a limit was used up to it."""
    return bool(plan.used) and plan.used in me.marks


def _plannable(game: Any, turn: Any, me: Gearloc, plan: Any) -> bool:
    if used_already(me, plan) or (plan.target and not unit_here(game, turn)):
        return False
    return plan.usable is None or bool(plan.usable(game, Env(plan.bearer(me), turn)))


@backup_plan.taken
def planned(game: Any, turn: Any, me: Gearloc, name: str) -> None:
    """The Bones are spent from the left, then it happens (R13)."""
    plan = plan_of(game.rules.tables, me.kind, name)
    cost = plan_cost(game, me, plan)
    turn.planned = True
    if plan.used:
        game.mark(me, plan.used, 1)
    game.tell(events.PlanUsed, me.id, plan.id, cost)
    changes.spend_bones(game, me, cost)
    plan.code.run(game, Env(plan.bearer(me), turn))


@choice("innate")
def innate_plus(game: Any, turn: Any, me: Gearloc) -> list[Shown] | None:
    """Innate +1: the standing Bones and those of one open die reach 6 (R11); it counts as the turn's plan (R12)."""
    if me.plus or not turn.open:
        return None
    icons, dice, out = icons_of(game, me), open_bones(game, turn, me), []
    if dice:
        missing, each = INNATE_COST - stored(me), worth(game, me)
        for die in dice:
            if icons[die].bones * each >= missing:
                out.append(die)
    return None if out and game.option(options.INNATE_PLUS) and not may_plan(game, turn, me) else out


@innate_plus.taken
def upgraded(game: Any, turn: Any, me: Gearloc, die: Shown) -> None:
    """It takes all standing Bones and that die."""
    turn.planned = turn.planned or game.option(options.INNATE_PLUS)
    turn.open.remove(die)
    have = stored(me)
    changes.spend_bones(game, me, have)
    if die.die not in changes.POOL and not icons_of(game, me)[die].reusable:
        changes.exhaust(game, me, die.die)
    changes.upgrade(game, me)


# -- slots -------------------------------------------------------------------------------------------------------------


@choice("clear", cite="Undertow rulebook, Locked Slots, Note; R5")
def clear_a_slot(game: Any, turn: Any, me: Gearloc) -> list[Any] | None:
    """Take a die out of a slot to make room, at any time of the own turn."""
    if not me.active and not me.locked:
        return None
    out: list[Any] = []
    for at, dice in (("active", me.active), ("locked", me.locked)):
        for die in dice:
            if (at, die) not in out:
                out.append((at, die))
    return out


@clear_a_slot.taken
def cleared(game: Any, turn: Any, me: Gearloc, ref: tuple[str, Shown]) -> None:
    """Def to the pool, a skill die exhausted."""
    changes.remove(game, me, ref[1], ref[0])


# -- the menu ----------------------------------------------------------------------------------------------------------


def must_use(game: Any, turn: Any, me: Gearloc) -> str | None:
    """Why resolving cannot end yet: a face that must be used is open (R8)."""
    icons = icons_of(game, me)
    for die in turn.open:
        icon = icons[die]
        each = worth(game, me) if icon.red else 1
        if icon.red and (icon.bones * each <= MOST_BONES - stored(me) or _kept(game, icon, each)):
            return f"the red Bones of {die.die} must be kept"
        if icon.must and _usable(game, turn, me, die, icon):
            return f"{die.die} must be used"
    return None


resolve = menu(
    "resolve",
    apply_hits,
    use_skill,
    place_die,
    keep_bones,
    backup_plan,
    innate_plus,
    clear_a_slot,
    seat=dice_seat,
    moment="turn",
    closes=must_use,
    cite="Undertow rulebook, Resolving the Roll",
    doc="Hits, skills, slots, Bones, one backup plan, in any order. Falls: open dice, plans, dice in slots, actions.",
)


resolve.aliases = ("roll.after",)  # the stage that stood before it


def back(game: Any, turn: Any, me: Gearloc) -> None:
    """What stayed open goes back; a red Bone that found no room is lost and its die exhausted (R14)."""
    if not turn.open:
        return
    icons = icons_of(game, me)
    for die in turn.open:
        if icons[die].red:
            changes.exhaust(game, me, die.die)
    game.tell(events.DiceReturned, me.id, [d.die for d in turn.open])
    turn.open = []
