"""Damage, in its order (Undertow rulebook, Damage Types, Buff HP; base rules, Damage order; R17).

    what adds -> Thick Skin -> Def dice -> Buff HP -> Hardy (a cap on the HP lost this turn) -> HP

A rule option puts Thick Skin behind the Def dice.

True Dmg skips Thick Skin, Def dice and Buff HP. Losing HP that is no damage (Fatigue) does not come here (R18).
"""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, flow, opens, repeats
from tmb.core.permits import refusal
from tmb.core.queries import Step, Use, number
from tmb.core.state import END, Frame
from tmb_base import changes, events
from tmb_base import ruleoptions as options
from tmb_base.world import Baddie, Gearloc, Shown


class Damage(Frame):
    """Dmg to one unit. by: the bearer that deals it, "" for an attack of `source` itself; into: the place on the stack
    of the frame that wants to know what came of it."""

    target: str
    source: str
    amount: int
    true: bool = False
    attack: bool = False
    into: int = -1
    by: str = ""
    stopped: int = 0
    lost: int = 0


class Blast(Frame):
    """The Dmg of one attack to its target and to all beside it, which is one moment: whoever loses the last HP by it
    goes after it. todo: (unit, Dmg), the target first; into: the turn."""

    source: str
    todo: list[tuple[str, int]]
    into: int
    began: bool = False


def target_on_mat(game: Any, dmg: Damage) -> Any:
    """The unit that is damaged, while it is on the mat."""
    unit = game.world.units.get(dmg.target)
    return unit if unit is not None and unit.pos else None


def owner(game: Any, dmg: Damage) -> str:
    """Who chooses Def dice: their owner, the party for Baddies."""
    return str(game.mode.seat_of(game, dmg.target))


def hurt(
    game: Any,
    source: str,
    target: str,
    amount: int,
    by: str = "",
    *,
    true: bool = False,
    attack: bool = False,
    into: int = -1,
) -> None:
    """Begin a damage. by: the bearer that deals it; into: the place of the frame whose `lost` and `hit` grow by it."""
    game.push(Damage(target, source, amount, true, attack, into, by))


def add_and_ignore(game: Any, dmg: Damage, me: Any) -> Any:
    """What adds to the Dmg, then what ignores the first of it each turn (Thick Skin). What is no unit suffers from
    attacks only (Undertow rulebook, Obstacle Chips).
    """
    if not me.side and not dmg.attack:
        return END
    if "damage" in game.index.modifiers:
        dmg.amount = number(game, "damage", me.id, dmg.amount, dmg, only="add")
        if game.option(options.THICK_SKIN) == "before-def":
            ignore(game, dmg, me)
    return END if dmg.amount <= 0 else None


def ignore(game: Any, dmg: Damage, me: Any) -> None:
    """Thick Skin takes its part; not of True Dmg."""
    uses: list[Use] = []
    before = dmg.amount
    if before > 0 and not dmg.true:
        dmg.amount = number(game, "damage", me.id, before, dmg, uses=uses, only="ignore")
        commit(game, uses)
    if dmg.amount < before:
        game.tell(events.DamageStopped, me.id, before - dmg.amount, "skill")


def commit(game: Any, uses: list[Use]) -> None:
    """Count what modifiers with a total let through or took."""
    for use in uses:
        thing = game.thing(use.holder)
        game.mark(thing, use.mark, thing.marks.get(use.mark, 0) + use.n)


@choice("leave", seat=owner)
def def_dice(game: Any, dmg: Damage, me: Any) -> Any:
    """Def dice are used as far as they go; where they can be spent in several ways the owner says what is left."""
    return None if dmg.true else ways_left(game, me, dmg.amount)


@def_dice.taken
def def_dice_used(game: Any, dmg: Damage, me: Any, left: str) -> None:
    """Turn down and take off Def dice until they show what is left."""
    if type(me) is Baddie:
        values = [int(v) for v in left.split("+")] if left != "none" else []
        stopped = sum(me.dice) - sum(values)
        changes.set_dice(game, me, values)
    else:
        stopped = min(dmg.amount, sum(shield_of(game, me, d) for d in me.active))
        _spend_shields(game, me, [] if left == "none" else left.split("+"))
    dmg.amount -= min(stopped, dmg.amount)
    dmg.stopped += stopped
    game.tell(events.DamageStopped, me.id, stopped, "def")


def shield_of(game: Any, unit: Gearloc, die: Shown) -> int:
    """The Dmg that a die in a slot prevents: a Def die its number, a skill die what its face says while it works."""
    if die.die != "def" and "die.use" in game.index.forbids and refusal(game, "die.use", unit.id, "", "skill", die.die):
        return 0
    n: int = game.rules.tables["icons"][unit.kind][die].shields
    return n


def ways_left(game: Any, unit: Any, amount: int) -> list[str] | None:
    """The distinct ways in which the Def dice can look after preventing as much of `amount` as they can, each as its
    values joined by "+"; nothing if there are none. Skill dice with shields are named, and spent whole or not at all.
    """
    if not (unit.dice if type(unit) is Baddie else unit.active):
        return None
    if type(unit) is Baddie:
        shields = [(v, str(v)) for v in unit.dice]
    else:
        shields = [(n, _name(d)) for d in unit.active if (n := shield_of(game, unit, d))]
    if not shields:
        return None
    if len(shields) == 1 or sum([n for n, _ in shields]) <= amount:
        value, name = shields[0]
        rest = value - amount if len(shields) == 1 and name.isdigit() else 0
        return [str(rest)] if rest > 0 else ["none"]
    found: dict[str, None] = {}
    _spend(sorted(shields), amount, [], found)
    return list(found)


Shields = list[tuple[int, str]]
"""(Dmg that it prevents, name) of each die."""


def _spend(shields: Shields, amount: int, kept: Shields, found: dict[str, None]) -> None:
    """Every way to prevent exactly `amount`, or more where only a whole skill die can do it."""
    if amount <= 0 or not shields:
        if amount <= 0:
            found["+".join([name for _, name in sorted(kept + shields)]) or "none"] = None
        return
    (value, name), rest = shields[0], shields[1:]
    _spend(rest, amount, [*kept, (value, name)], found)
    if not name.isdigit():
        _spend(rest, amount - value, kept, found)
        return
    for use in range(1, min(value, amount) + 1):
        left = value - use
        _spend(rest, amount - use, [*kept, (left, str(left))] if left else kept, found)


def _name(die: Shown) -> str:
    return die.face if die.die == "def" else die.id


def _spend_shields(game: Any, me: Gearloc, left: list[str]) -> None:
    """Make the Active slots show exactly what is left: keep what is named, turn down or take off the rest."""
    keep = left[:]
    loose: list[Shown] = []
    for die in [d for d in me.active if shield_of(game, me, d)]:
        if _name(die) in keep:
            keep.remove(_name(die))
        else:
            loose.append(die)
    for die in sorted(loose, key=lambda d: -int(d.face) if d.die == "def" else 0):
        lower = next((v for v in keep if die.die == "def" and v.isdigit() and int(v) < int(die.face)), None)
        if lower is not None:
            keep.remove(lower)
            changes.turn_down(game, me, die, lower, "active")
        else:
            changes.remove(game, me, die, "active")


def buff_and_hp(game: Any, dmg: Damage, me: Any) -> None:
    """Buff HP goes before HP; then the cap of Hardy; then HP."""
    if "damage" in game.index.modifiers and game.option(options.THICK_SKIN) == "after-def":
        ignore(game, dmg, me)
    n = dmg.amount
    if type(me) is Gearloc and me.buff and not dmg.true and n:
        soaked = min(me.buff, n)
        changes.set_buff(game, me, me.buff - soaked)
        dmg.stopped += soaked
        n -= soaked
    if n > 0 and "damage" in game.index.modifiers:
        uses: list[Use] = []
        n = number(game, "damage", me.id, n, dmg, uses=uses, only="cap")
        commit(game, uses)
    dmg.lost = lost = n if n < me.hp else me.hp
    if lost > 0:
        changes.lose_hp(game, me, lost, dmg.by or dmg.source)
    _report(game, dmg)


def _report(game: Any, dmg: Damage) -> None:
    """Tell the frame that asked: the HP lost, and whether it was a Hit (R9: it took a Def die, Buff HP or HP)."""
    if dmg.into >= 0:
        parent = game.stack[dmg.into]
        parent.lost += dmg.lost
        parent.hit = parent.hit or dmg.lost > 0 or dmg.stopped > 0


def preview(game: Any, target: Any, amount: int, true: bool = False) -> tuple[int, list[Step]]:
    """The HP that this much Dmg would cost a unit, with the trail of what changes it. Nothing is used up."""
    dmg = Damage(target.id, "", amount, true)
    trail: list[Step] = []
    n = number(game, "damage", target.id, amount, dmg, trail, only="add")
    if not true:
        n = _less(game, target, n, dmg, trail)
    n = number(game, "damage", target.id, n, dmg, trail, only="cap")
    return min(n, target.hp), trail


def _less(game: Any, target: Any, n: int, dmg: Damage, trail: list[Step]) -> int:
    """What Thick Skin, Def dice and Buff HP would let through, in the order of this game."""
    parts = [("ignore", 0), ("def", shields(game, target)), ("buff", getattr(target, "buff", 0))]
    if game.option(options.THICK_SKIN) == "after-def":
        parts[:2] = reversed(parts[:2])
    for what, total in parts:
        if what == "ignore":
            n = number(game, "damage", target.id, n, dmg, trail, only="ignore")
        elif total and n:
            trail.append(Step(what, target.id, n, max(0, n - total)))
            n = max(0, n - total)
    return n


def shields(game: Any, unit: Any) -> int:
    """All the Dmg that a unit's active dice would prevent."""
    return sum(unit.dice) if type(unit) is Baddie else sum(shield_of(game, unit, d) for d in unit.active)


@repeats
def next_of_blast(game: Any, blast: Blast) -> Any:
    """The target takes the attack; the others take Dmg, but are not attacked."""
    if not blast.todo:
        return DONE
    target, amount = blast.todo.pop(0)
    first, blast.began = not blast.began, True
    hurt(game, blast.source, target, amount, attack=first, into=blast.into if first else -1)
    return None


BLAST = flow(Blast, next_of_blast, holds=True, cite="base rules Q&A, Engulf")
DAMAGE = flow(
    Damage,
    opens("damage.before"),
    add_and_ignore,
    def_dice,
    buff_and_hp,
    opens("damage.after"),
    subject=target_on_mat,
    cite="Undertow rulebook, Damage Types; R17",
)
