"""What skill dice ask of a Gearloc's mat and its party, and what they do to them."""

from typing import Annotated, Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, Value, ref
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.effects.words import one, things
from tmb_base import changes, counters, reach
from tmb_base.damage import Damage, hurt
from tmb_base.words.mat import this_die
from tmb_base.words.units import units_of
from tmb_base.world import Gearloc, Unit

SkillDie = Annotated[str, ref("skill-die")]


# -- conditions and values ---------------------------------------------------------------------------------------------


def when_foe(compiler: Any, arg: Any) -> Get:
    """It opposes the holder."""
    select = units_of(compiler, arg)
    return lambda game, env: (
        (u := one(game, env, select)) is not None and reach.opposes(game, game.thing(env.bearer.holder), u)
    )


def when_ally(compiler: Any, arg: Any) -> Get:
    """It is another unit on the side of the holder."""
    select = units_of(compiler, arg)

    def holds(game: Any, env: Env) -> bool:
        me, unit = game.thing(env.bearer.holder), one(game, env, select)
        return unit is not None and unit is not me and not reach.opposes(game, me, unit)

    return holds


def when_slot(compiler: Any, arg: Literal["active", "locked"]) -> Get:
    """The holder has a free slot of this kind."""

    def holds(game: Any, env: Env) -> bool:
        unit = game.thing(env.bearer.holder)
        return isinstance(unit, Gearloc) and counters.room(game, unit, arg)

    return holds


def value_held(compiler: Any, arg: str) -> Get:
    """How many a counter die in a slot of the holder holds."""

    def get(game: Any, env: Env) -> int:
        unit = game.thing(env.bearer.holder)
        return counters.held(unit, arg) if isinstance(unit, Gearloc) else 0

    return get


# -- dice that count ---------------------------------------------------------------------------------------------------


class Gain(Struct, forbid_unknown_fields=True):
    """`gain`: a counter die of the holder (this die, or another) holds n more, in its slot or from now on in a Locked
    one."""

    n: Value = 1
    die: SkillDie | None = None


class Search(Struct, forbid_unknown_fields=True):
    """`search`: the holder chooses one of several counter dice that can hold more; that one gains n."""

    dice: list[SkillDie]
    n: Value = 1


class TurnDown(Struct, forbid_unknown_fields=True):
    """`turn_down`: a counter die in a slot of the holder holds n less; at 0 it goes back to the Skills Area, or is
    exhausted.
    """

    die: SkillDie
    n: Value = 1
    exhaust: bool = False


class Recover(Struct, forbid_unknown_fields=True):
    """`recover`: the holder chooses one of its exhausted skill dice, not this one, that it can roll again."""


def make_gain(compiler: Any, op: Gain, at: str) -> Op:
    """Turn it up."""
    n = compiler.value(op.n)

    def act(game: Any, env: Env) -> None:
        unit = game.thing(env.bearer.holder)
        if isinstance(unit, Gearloc):
            counters.gain(game, unit, op.die or this_die(env), n(game, env))

    return Op(ACT, act)


def make_search(compiler: Any, op: Search, at: str) -> Op:
    """Ask which one, then turn it up."""
    n, dice = compiler.value(op.n), op.dice

    def lists(game: Any, env: Env) -> list[Any]:
        unit = game.thing(env.bearer.holder)
        return [("search", d) for d in dice if isinstance(unit, Gearloc) and counters.may_gain(game, unit, d)]

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        counters.gain(game, game.thing(env.bearer.holder), picked[1], n(game, env))

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="search")


def make_turn_down(compiler: Any, op: TurnDown, at: str) -> Op:
    """Turn it down."""
    n, die = compiler.value(op.n), op.die

    def act(game: Any, env: Env) -> None:
        unit = game.thing(env.bearer.holder)
        if isinstance(unit, Gearloc):
            counters.use(game, unit, die, n(game, env), op.exhaust)

    return Op(ACT, act)


def make_recover(compiler: Any, op: Recover, at: str) -> Op:
    """Ask which one, then take it back."""

    def lists(game: Any, env: Env) -> list[Any]:
        unit = game.thing(env.bearer.holder)
        out = unit.exhausted if isinstance(unit, Gearloc) else []
        return [("recover", die) for die in out if die != this_die(env)]

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        changes.unexhaust(game, game.thing(env.bearer.holder), picked[1])

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="recover")


# -- protecting --------------------------------------------------------------------------------------------------------


class Redirect(Struct, forbid_unknown_fields=True):
    """`redirect`: so much of the Dmg that is about to reach a unit reaches the holder instead."""

    amount: Value


class Survive(Struct, forbid_unknown_fields=True):
    """`survive`: a unit that has lost its last HP stays on the mat with so many."""

    hp: Value = 1
    to: Selector = "self"


def make_redirect(compiler: Any, op: Redirect, at: str) -> Op:
    """Less for the one, a Dmg of its own for the other. It comes from the same source, but it is no attack on it."""
    amount = compiler.value(op.amount)

    def act(game: Any, env: Env) -> None:
        dmg = env.about
        if isinstance(dmg, Damage) and (n := min(amount(game, env), dmg.amount)) > 0:
            dmg.amount -= n
            hurt(game, dmg.source, env.bearer.holder, n, env.bearer.id, true=dmg.true)

    return Op(ACT, act, pushes=True)


def make_survive(compiler: Any, op: Survive, at: str) -> Op:
    """HP for who has none."""
    to, hp = units_of(compiler, op.to), compiler.value(op.hp)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if isinstance(unit, Unit) and unit.pos and unit.hp <= 0:
                changes.heal(game, unit, hp(game, env), env.bearer.id)

    return Op(ACT, act)


CONDITIONS: dict[str, tuple[Any, Any]] = {
    "foe": (Selector, when_foe),
    "ally": (Selector, when_ally),
    "free_slot": (Literal["active", "locked"], when_slot),
}
VALUES: dict[str, tuple[Any, Any]] = {"held": (SkillDie, value_held)}
OPS: dict[str, tuple[Any, Any]] = {
    "gain": (Gain, make_gain),
    "search": (Search, make_search),
    "turn_down": (TurnDown, make_turn_down),
    "recover": (Recover, make_recover),
    "redirect": (Redirect, make_redirect),
    "survive": (Survive, make_survive),
}
