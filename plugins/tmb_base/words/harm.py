"""Ops: Dmg, healing, Buff HP, effect dice."""

from typing import Annotated, Any

from msgspec import Struct

from tmb.content.entry import Program, Selector, Value, ref
from tmb.core.flow import DONE, choice, flow, repeats
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.effects.words import one, things
from tmb.errors import RulesError
from tmb_base import changes, reach
from tmb_base.damage import Damage, hurt
from tmb_base.laying import LAYING, lay
from tmb_base.words.units import effects_on, standing, units_of
from tmb_base.world import Gearloc


class Hurt(Struct, forbid_unknown_fields=True):
    """`hurt`: Dmg (or True Dmg) to one unit, by the bearer's holder."""

    amount: Value
    to: Selector = "target"
    true: bool = False


class Heal(Struct, forbid_unknown_fields=True):
    """`heal`: HP up to the unit's stat; of who is knocked out only outside of battle."""

    amount: Value
    to: Selector = "self"


class Buff(Struct, forbid_unknown_fields=True):
    """`buff`: Buff HP for Gearlocs."""

    amount: Value
    to: Selector = "self"


class ShareBuff(Struct, forbid_unknown_fields=True):
    """`share_buff`: the party shares out so many Buff HP."""

    n: Value


class ShareDmg(Struct, forbid_unknown_fields=True):
    """`share_dmg`: the party shares out so much Dmg among the Gearlocs on the mat; each takes its part as one."""

    n: Value


class SharingDmg(Frame):
    """Dmg is shared out. left: how much; source, by: who deals it; parts: Gearloc -> what it takes."""

    left: int
    source: str
    by: str
    parts: dict[str, int] = {}


@choice("takes", seat="party", repeat=True)
def who_takes_it(game: Any, frame: SharingDmg) -> list[str] | None:
    """One after the other, for any Gearloc on the mat."""
    return [u.id for u in reach.gearlocs(game)] or None if frame.left > 0 else None


@who_takes_it.taken
def part_grown(game: Any, frame: SharingDmg, unit: str) -> None:
    """One more is for it."""
    frame.left -= 1
    frame.parts[unit] = frame.parts.get(unit, 0) + 1


@repeats
def parts_dealt(game: Any, frame: SharingDmg) -> Any:
    """One Gearloc after the other."""
    if not frame.parts:
        return DONE
    unit = next(iter(frame.parts))
    n = frame.parts.pop(unit)
    if game.world.units[unit].pos:
        hurt(game, frame.source, unit, n, frame.by)
    return None


SHARING_DMG = flow(SharingDmg, who_takes_it, parts_dealt)


class Sharing(Frame):
    """Buff HP are shared out. left: how many."""

    left: int


@choice("buff", seat="party", repeat=True)
def for_whom(game: Any, frame: Sharing) -> list[str] | None:
    """One after the other, for any Gearloc."""
    return list(game.world.party) if frame.left > 0 else None


@for_whom.taken
def shared_out(game: Any, frame: Sharing, unit: str) -> None:
    """It has it."""
    frame.left -= 1
    me = game.world.units[unit]
    changes.set_buff(game, me, me.buff + 1)


SHARING = flow(Sharing, for_whom, cite="Undertow rulebook, Buff HP")


class PutEffect(Struct, forbid_unknown_fields=True):
    """`effect`: lay an effect die with a value on units; 0 takes it off. An immune unit takes none."""

    effect: Annotated[str, ref("effect")]
    to: Selector = "target"
    value: Value = 1


class RemoveEffect(Struct, forbid_unknown_fields=True):
    """`remove_effect`: the holder chooses one effect die that lies on one of these units; it goes."""

    of: Selector = "self"


class AtOnce(Struct, forbid_unknown_fields=True):
    """`at_once`: what happens in it is one moment: whoever loses the last HP by it goes after it. What it sets is its
    own.
    """

    do: Program


class Moment(Frame):
    """Something that is one moment happens; nobody goes before it is over."""


def over(game: Any, frame: Moment) -> None:
    """It is over: now it is looked who goes."""


MOMENT = flow(Moment, over, holds=True, cite="Undertow rulebook, FAQ, Multiple steps in a single phase")


def when_dealt_by(compiler: Any, arg: str) -> Get:
    """The Dmg comes from a skill, an effect die or a face of a Tyrant Die of this name: a bearer's id says which."""
    return lambda game, env: getattr(env.about, "by", "").partition("/")[2].partition(":")[0] == arg


def when_beside(compiler: Any, arg: bool) -> Get:
    """The Dmg is that of an attack on another unit."""
    return lambda game, env: (
        type(env.about) is Damage and (not env.about.attack and not env.about.by and not env.about.true) is arg
    )


def make_hurt(compiler: Any, op: Hurt, at: str) -> Op:
    """Push a damage. Dmg to several units is a damage for each: write `each`."""
    if compiler.many(op.to):
        raise RulesError(f"hurt wants one unit, not {op.to!r}; wrap it: each = {{ of = {op.to!r}, do = [...] }}")
    to, amount, true = units_of(compiler, op.to), compiler.value(op.amount), op.true

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, to)
        if unit is not None and unit.pos and (n := amount(game, env)) > 0:
            hurt(game, env.bearer.holder, unit.id, n, env.bearer.id, true=true)

    return Op(ACT, act, pushes=True)


def make_heal(compiler: Any, op: Heal, at: str) -> Op:
    """Heal units."""
    to, amount = units_of(compiler, op.to), compiler.value(op.amount)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if unit.hp > 0 or not game.world.round:
                changes.heal(game, unit, amount(game, env), env.bearer.id)

    return Op(ACT, act)


def make_buff(compiler: Any, op: Buff, at: str) -> Op:
    """More Buff HP."""
    to, amount = units_of(compiler, op.to), compiler.value(op.amount)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if isinstance(unit, Gearloc):
                changes.set_buff(game, unit, unit.buff + amount(game, env))

    return Op(ACT, act)


def make_share_buff(compiler: Any, op: ShareBuff, at: str) -> Op:
    """Push it."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: game.push(Sharing(n(game, env))), pushes=True)


def make_share_dmg(compiler: Any, op: ShareDmg, at: str) -> Op:
    """Push it."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: game.push(SharingDmg(n(game, env), env.bearer.holder, env.bearer.id)), pushes=True)


def make_effect(compiler: Any, op: PutEffect, at: str) -> Op:
    """Lay effect dice."""
    to, value, name = units_of(compiler, op.to), compiler.value(op.value), op.effect

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if unit.pos:
                lay(game, unit, name, value(game, env), env.bearer.holder)

    return Op(ACT, act)


def make_remove_effect(compiler: Any, op: RemoveEffect, at: str) -> Op:
    """Ask which, where there are several."""
    of = units_of(compiler, op.of)

    def lists(game: Any, env: Env) -> list[tuple[str, str, str]]:
        return [("effect", u.id, name) for u in standing(game, env, of) for name in effects_on(game, u)]

    def takes(game: Any, env: Env, picked: tuple[str, str, str]) -> None:
        changes.put_effect(game, game.world.units[picked[1]], picked[2], 0, env.bearer.holder)

    return Op(CHOOSE, lists=lists, takes=takes, word="effect")


def make_at_once(compiler: Any, op: AtOnce, at: str) -> Op:
    """Run the body above a frame that holds the checks."""
    body = compiler.body(op.do, f"{at}.do")

    def act(game: Any, env: Env) -> None:
        game.push(Moment())
        body.run(game, env)

    return Op(ACT, act, pushes=True)


OPS: dict[str, tuple[Any, Any]] = {
    "at_once": (AtOnce, make_at_once),
    "hurt": (Hurt, make_hurt),
    "heal": (Heal, make_heal),
    "buff": (Buff, make_buff),
    "share_buff": (ShareBuff, make_share_buff),
    "share_dmg": (ShareDmg, make_share_dmg),
    "effect": (PutEffect, make_effect),
    "remove_effect": (RemoveEffect, make_remove_effect),
}
CONDITIONS: dict[str, tuple[Any, Any]] = {
    "dealt_by": (str, when_dealt_by),
    "beside": (bool, when_beside),
}
FLOWS = (LAYING, MOMENT, SHARING, SHARING_DMG)
