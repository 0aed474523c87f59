"""The base game's words for effects: ops, conditions, values and selectors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, Value, ref
from tmb.core.flow import choice, flow
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, Op
from tmb.effects.words import one, things
from tmb.errors import RulesError
from tmb_base import changes, events, reach
from tmb_base.battle.queue import Calling
from tmb_base.damage import hurt
from tmb_base.world import Baddie, Gearloc, Shown


class Hurt(Struct, forbid_unknown_fields=True):
    """`hurt`: Dmg (or True Dmg) to one unit, by the bearer's holder."""

    amount: Value
    to: Selector = "target"
    true: bool = False


class Heal(Struct, forbid_unknown_fields=True):
    """`heal`: HP up to the unit's stat."""

    amount: Value
    to: Selector = "self"


class Buff(Struct, forbid_unknown_fields=True):
    """`buff`: Buff HP for Gearlocs."""

    amount: Value
    to: Selector = "self"


class PutEffect(Struct, forbid_unknown_fields=True):
    """`effect`: lay an effect die with a value on units; 0 takes it off. An immune unit takes none."""

    effect: Annotated[str, ref("effect")]
    to: Selector = "target"
    value: Value = 1


class StepFree(Struct, forbid_unknown_fields=True):
    """`step`: the holder may move so many positions without Dex."""

    n: Value = 1


class AddToQueue(Struct, forbid_unknown_fields=True):
    """`add_to_bq`: so many chips of these points from their stack into the Battle Queue."""

    points: Literal[1, 5, 20] = 1
    n: Value = 1
    place: Literal["top", "bottom", "by-points"] = "by-points"


class PutDef(Struct, forbid_unknown_fields=True):
    """`put_def`: a Def die showing a value into an Active slot of the holder, if one is free."""

    value: Value


class ExhaustDef(Struct, forbid_unknown_fields=True):
    """`exhaust_def`: all Def dice in the Active slots of units are exhausted for this battle."""

    of: Selector = "target"


class LoseBones(Struct, forbid_unknown_fields=True):
    """`lose_bones`: a unit loses Bones from the left; one that had none gets the effect `else_effect` with that value
    instead.
    """

    n: Value
    of: Selector = "target"
    else_effect: str = ""


class Spend(Struct, forbid_unknown_fields=True):
    """`spend`: the bearer, a die in a slot, is used up."""


def make_hurt(compiler: Any, op: Hurt, at: str) -> Op:
    """Push a damage. Dmg to several units is a damage for each: write `each`."""
    if compiler.many(op.to):
        raise RulesError(f"{at}: hurt wants one unit, not {op.to!r}; wrap it: each = {{ of = {op.to!r}, do = [...] }}")
    to, amount, true = compiler.selector(op.to), compiler.value(op.amount), op.true

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, to)
        if unit is not None and unit.pos and (n := amount(game, env)) > 0:
            hurt(game, env.bearer.holder, unit.id, n, env.bearer.id, true=true)

    return Op(ACT, act, pushes=True)


def make_heal(compiler: Any, op: Heal, at: str) -> Op:
    """Heal units."""
    to, amount = compiler.selector(op.to), compiler.value(op.amount)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if unit.hp > 0:
                changes.heal(game, unit, amount(game, env), env.bearer.id)

    return Op(ACT, act)


def make_buff(compiler: Any, op: Buff, at: str) -> Op:
    """More Buff HP."""
    to, amount = compiler.selector(op.to), compiler.value(op.amount)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if isinstance(unit, Gearloc):
                changes.set_buff(game, unit, unit.buff + amount(game, env))

    return Op(ACT, act)


def make_effect(compiler: Any, op: PutEffect, at: str) -> Op:
    """Lay effect dice."""
    to, value, name = compiler.selector(op.to), compiler.value(op.value), op.effect

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if unit.pos:
                changes.put_effect(game, unit, name, value(game, env), env.bearer.holder)

    return Op(ACT, act)


class FreeSteps(Frame):
    """Movement that an effect gives: up to `left` positions, no Dex (R2)."""

    unit: str
    left: int


def moving_unit(game: Any, frame: FreeSteps) -> Any:
    """The unit, while it is on the mat."""
    unit = game.world.units.get(frame.unit)
    return unit if unit is not None and unit.pos else None


@choice("move", seat=lambda game, frame: game.mode.seat_of(game, frame.unit), until="done")
def free_step(game: Any, frame: FreeSteps, me: Any) -> list[str] | None:
    """A free neighbouring position, or no more."""
    if not frame.left or not reach.may_move(game, me):
        return None
    return reach.free_next(game, me)


@free_step.taken
def free_stepped(game: Any, frame: FreeSteps, me: Any, pos: str) -> None:
    """It moves."""
    frame.left -= 1
    changes.move(game, me, pos)


FREE_STEPS = flow(FreeSteps, free_step, subject=moving_unit, cite="base rules, Player Actions; R2")


def make_step(compiler: Any, op: StepFree, at: str) -> Op:
    """Push free steps."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: game.push(FreeSteps(env.bearer.holder, n(game, env))), pushes=True)


def make_add_to_queue(compiler: Any, op: AddToQueue, at: str) -> Op:
    """Push a call for chips."""
    n, points, where = compiler.value(op.n), op.points, op.place
    return Op(ACT, lambda game, env: game.push(Calling(points, n(game, env), where)), pushes=True)


def make_put_def(compiler: Any, op: PutDef, at: str) -> Op:
    """A Def die with a fixed value."""
    value = compiler.value(op.value)

    def act(game: Any, env: Env) -> None:
        unit = game.thing(env.bearer.holder)
        if isinstance(unit, Gearloc) and len(unit.active) < game.rules.tables["gearlocs"][unit.kind].active:
            changes.place(game, unit, Shown("def", str(value(game, env))), "active")

    return Op(ACT, act)


def make_exhaust_def(compiler: Any, op: ExhaustDef, at: str) -> Op:
    """Corrosive: what is left in the Active slots is out; the Def stat is lower for this battle."""
    of = compiler.selector(op.of)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if isinstance(unit, Gearloc):
                for die in [d for d in unit.active if d.die == "def"]:
                    changes.exhaust_def(game, unit, die)

    return Op(ACT, act)


def make_lose_bones(compiler: Any, op: LoseBones, at: str) -> Op:
    """Bones from the left, or the effect."""
    of, n, effect = compiler.selector(op.of), compiler.value(op.n), op.else_effect

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if isinstance(unit, Gearloc):
                want = n(game, env)
                if not changes.lose_bones(game, unit, want) and effect:
                    changes.put_effect(game, unit, effect, want, env.bearer.holder)

    return Op(ACT, act)


def make_spend(compiler: Any, op: Spend, at: str) -> Op:
    """The die that bears this leaves its slot, exhausted."""

    def act(game: Any, env: Env) -> None:
        unit, die = game.thing(env.bearer.holder), env.bearer.id.partition("/")[2].partition(":")[0]
        for at_slot in ("active", "locked") if isinstance(unit, Gearloc) else ():
            for shown in [d for d in changes.slots(unit, at_slot) if d.die == die]:
                game.tell(events.DieUsed, unit.id, shown.die, shown.face)
                changes.remove(game, unit, shown, at_slot)

    return Op(ACT, act)


# -- conditions, values, selectors -------------------------------------------------------------------------------------


def when_in_reach(compiler: Any, arg: Any) -> Get:
    """The holder can attack it from where it stands."""
    select = compiler.selector(arg)
    return lambda game, env: (
        (t := one(game, env, select)) is not None and reach.in_reach(game, game.thing(env.bearer.holder), t)
    )


def when_adjacent(compiler: Any, arg: Any) -> Get:
    """It stands beside the holder."""
    select = compiler.selector(arg)
    return lambda game, env: (
        (t := one(game, env, select)) is not None and reach.adjacent(game, game.thing(env.bearer.holder), t)
    )


def when_bones_rolled(compiler: Any, arg: Any) -> Get:
    """This turn's dice show at least so many Bones."""
    n = compiler.value(arg)
    return lambda game, env: getattr(env.about, "bones", 0) >= n(game, env)


def when_hurt(compiler: Any, arg: Any) -> Get:
    """It has less HP than its stat."""
    select = compiler.selector(arg)
    return lambda game, env: any(u.hp < u.most for u in things(game, env, select))


def when_round(compiler: Any, arg: list[int]) -> Get:
    """The Round Counter shows one of these."""
    wanted = frozenset(arg)
    return lambda game, env: game.world.round in wanted


def when_points(compiler: Any, arg: list[int]) -> Get:
    """The target is a Baddie of one of these points."""
    wanted = frozenset(arg)
    return lambda game, env: (
        (u := game.world.units.get(env.role("target"))) is not None
        and type(u) is Baddie
        and game.rules.tables["chips"][u.kind].points in wanted
    )


def when_open_dice(compiler: Any, arg: bool) -> Get:
    """The turn has open dice (or, with false, none)."""
    return lambda game, env: bool(getattr(env.about, "open", ())) is arg


def value_stat(compiler: Any, arg: str) -> Get:
    """A stat of the holder as it is now: dex, atk or def."""
    field = {"dex": "dex", "atk": "atk", "def": "dfn"}[arg]
    return lambda game, env: number(
        game, arg, env.bearer.holder, getattr(game.thing(env.bearer.holder), field), env.about
    )


def value_hp(compiler: Any, arg: Any) -> Get:
    """The HP of a unit."""
    select = compiler.selector(arg)
    return lambda game, env: u.hp if (u := one(game, env, select)) is not None else 0


def select_adjacent(compiler: Any, arg: Any) -> Get:
    """All units beside one, friend and foe."""
    select = compiler.selector(arg)
    return lambda game, env: reach.neighbours(game, u) if (u := one(game, env, select)) is not None and u.pos else []


def targets(game: Any, env: Env) -> list[Any]:
    """All targets in reach of a Baddie's turn; for a Gearloc its one target."""
    names = getattr(env.about, "targets", None) or [env.role("target")]
    return [u for t in names if (u := game.world.units.get(t)) is not None and u.pos]


def gearlocs(game: Any, env: Env) -> list[Any]:
    """The Gearlocs on the mat."""
    return reach.gearlocs(game)


def foes(game: Any, env: Env) -> list[Any]:
    """The units opposing the holder."""
    unit = game.thing(env.bearer.holder)
    return reach.opposing(game, unit) if unit is not None else []


def friends(game: Any, env: Env) -> list[Any]:
    """The holder and the units on its side."""
    unit = game.thing(env.bearer.holder)
    return [u for u in reach.on_mat(game) if type(u) is type(unit)]


OPS: dict[str, tuple[Any, Any]] = {
    "hurt": (Hurt, make_hurt),
    "heal": (Heal, make_heal),
    "buff": (Buff, make_buff),
    "effect": (PutEffect, make_effect),
    "step": (StepFree, make_step),
    "add_to_bq": (AddToQueue, make_add_to_queue),
    "put_def": (PutDef, make_put_def),
    "exhaust_def": (ExhaustDef, make_exhaust_def),
    "lose_bones": (LoseBones, make_lose_bones),
    "spend": (Spend, make_spend),
}
CONDITIONS: dict[str, tuple[Any, Any]] = {
    "in_reach": (Selector, when_in_reach),
    "adjacent_to": (Selector, when_adjacent),
    "bones_rolled": (Value, when_bones_rolled),
    "hurt": (Selector, when_hurt),
    "rounds": (list[int], when_round),
    "target_points": (list[int], when_points),
    "open_dice": (bool, when_open_dice),
}
VALUES: dict[str, tuple[Any, Any]] = {"stat": (Literal["dex", "atk", "def"], value_stat), "hp": (Selector, value_hp)}
SELECTORS: dict[str, tuple[Any, Any]] = {"adjacent": (Selector, select_adjacent)}
THINGS: dict[str, Get] = {"targets": targets, "gearlocs": gearlocs, "foes": foes, "friends": friends}

__all__ = ["CONDITIONS", "FREE_STEPS", "OPS", "SELECTORS", "THINGS", "VALUES", "FreeSteps"]
