"""Ops: dice in the slots and the backup plan of a Gearloc's mat."""

from typing import Annotated, Any

from msgspec import Struct

from tmb.content.entry import Selector, Value, ref
from tmb.core.queries import number
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.effects.words import things
from tmb_base import changes, events
from tmb_base.counters import at_hand
from tmb_base.laying import lay
from tmb_base.words.units import units_of
from tmb_base.world import Baddie, Gearloc, Shown


class PutDef(Struct, forbid_unknown_fields=True):
    """`put_def`: so many Def dice showing a value into Active slots of the holder, as far as they are free; onto a
    Baddie's chip up to its Def or Armor."""

    value: Value
    n: Value = 1


class ExhaustDef(Struct, forbid_unknown_fields=True):
    """`exhaust_def`: all Def dice in the Active slots of units are exhausted for this battle."""

    of: Selector = "target"


class RemoveDef(Struct, forbid_unknown_fields=True):
    """`remove_def`: all active Def dice of units go back to the pool."""

    of: Selector = "target"


class LoseBones(Struct, forbid_unknown_fields=True):
    """`lose_bones`: a unit loses Bones from the left; one that had none gets the effect `else_effect` with that value
    instead.
    """

    n: Value
    of: Selector = "target"
    else_effect: Annotated[str, ref("effect")] = ""


class Spend(Struct, forbid_unknown_fields=True):
    """`spend`: the die that says this, in a slot or in the Skills Area, is used up."""


def make_put_def(compiler: Any, op: PutDef, at: str) -> Op:
    """A Def die with a fixed value."""
    value, many = compiler.value(op.value), compiler.value(op.n)

    def act(game: Any, env: Env) -> None:
        unit, shows, n = game.thing(env.bearer.holder), value(game, env), many(game, env)
        if type(unit) is Baddie:
            chip = game.rules.tables["chips"][unit.kind]
            stat = chip.armor or number(game, "def", unit.id, chip.dfn, env.about)
            if (room := min(n, stat - len(unit.dice))) > 0:
                changes.set_dice(game, unit, unit.dice + [shows] * room)
            return
        while isinstance(unit, Gearloc) and n and len(unit.active) < game.rules.tables["gearlocs"][unit.kind].active:
            changes.place(game, unit, Shown("def", str(shows)), "active")
            n -= 1

    return Op(ACT, act)


def make_exhaust_def(compiler: Any, op: ExhaustDef, at: str) -> Op:
    """Corrosive: what is left in the Active slots is out; the Def stat is lower for this battle."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if isinstance(unit, Gearloc):
                for die in [d for d in unit.active if d.die == "def"]:
                    changes.exhaust_def(game, unit, die)

    return Op(ACT, act)


def make_remove_def(compiler: Any, op: RemoveDef, at: str) -> Op:
    """Off they go, not exhausted."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if isinstance(unit, Gearloc):
                for die in [d for d in unit.active if d.die == "def"]:
                    changes.remove(game, unit, die, "active")
            elif unit.dice:
                changes.set_dice(game, unit, [])

    return Op(ACT, act)


def make_lose_bones(compiler: Any, op: LoseBones, at: str) -> Op:
    """Bones from the left, or the effect."""
    of, n, effect = units_of(compiler, op.of), compiler.value(op.n), op.else_effect

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if isinstance(unit, Gearloc):
                want = n(game, env)
                if not changes.lose_bones(game, unit, want) and effect:
                    lay(game, unit, effect, want, env.bearer.holder)

    return Op(ACT, act)


def this_die(env: Env) -> str:
    """The die whose text or face bears this, by its sheet: `die/DIE` or `icon/DIE/FACE`; "" for any other."""
    kind, _, rest = env.bearer.sheet.partition("/")
    return rest.rpartition("/")[0] if kind == "icon" else rest if kind == "die" else ""


def make_spend(compiler: Any, op: Spend, at: str) -> Op:
    """The die that bears this leaves its slot, exhausted; where its own text says it, it need not lie in one."""

    def act(game: Any, env: Env) -> None:
        unit, die = game.thing(env.bearer.holder), this_die(env)
        if isinstance(unit, Gearloc) and env.bearer.sheet.startswith("die/") and at_hand(game, unit, die):
            changes.exhaust(game, unit, die)
        for at_slot in ("active", "locked") if isinstance(unit, Gearloc) else ():
            for shown in [d for d in changes.slots(unit, at_slot) if d.die == die]:
                game.tell(events.DieUsed, unit.id, shown.die, shown.face)
                changes.remove(game, unit, shown, at_slot)

    return Op(ACT, act)


OPS: dict[str, tuple[Any, Any]] = {
    "put_def": (PutDef, make_put_def),
    "exhaust_def": (ExhaustDef, make_exhaust_def),
    "remove_def": (RemoveDef, make_remove_def),
    "lose_bones": (LoseBones, make_lose_bones),
    "spend": (Spend, make_spend),
}
