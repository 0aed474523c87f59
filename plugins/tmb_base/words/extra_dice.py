"""Ops: dice of a Gearloc's turn beyond those that its Dex pays for, and what cards do with dice (R1, R9, R16)."""

from typing import Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, Value
from tmb.core.flow import flow, menu, roll
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb.core.rolls import seat as dice_seat
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op, place
from tmb.effects.words import one, things
from tmb_base import changes
from tmb_base.adventure.changes import restore
from tmb_base.damage import hurt
from tmb_base.turns.common import unit_on_mat
from tmb_base.turns.gearloc import GearlocTurn, atk_dice, may_aim, ready_dice, taunters
from tmb_base.turns.resolve import back, icons_of, keep_bones, target_here
from tmb_base.words.rolls import to_the_turn
from tmb_base.words.units import units_of
from tmb_base.world import Baddie, Gearloc, Shown, shown


def turn_of(env: Env) -> GearlocTurn | None:
    """The holder's own turn, if that is what this is about."""
    about = env.about
    return about if type(about) is GearlocTurn and about.unit == env.bearer.holder else None


# -- which dice --------------------------------------------------------------------------------------------------------


def may_roll(game: Any, turn: GearlocTurn, me: Gearloc, die: str) -> bool:
    """Whether nothing forbids a Gearloc to roll a die now: Atk dice need a target, and cannot go past a taunter."""
    kind = die if die in changes.POOL else "skill"
    if kind == "atk" and (not target_here(game, turn) or ((loud := taunters(game, me)) and turn.target not in loud)):
        return False
    return "die.roll" not in game.index.forbids or refusal(game, "die.roll", me.id, turn.target, kind, die) is None


def dice_left(game: Any, turn: GearlocTurn, me: Gearloc) -> list[str]:
    """The dice that a Gearloc could have rolled this turn, and did not."""
    rolled, busy = turn.rolled, len([d for d in (*me.active, *turn.open) if d.die == "def"])
    atk = atk_dice(game, turn, me) if may_aim(game, turn, me) else 0
    dfn = number(game, "def", me.id, me.dfn, turn) - me.marks.get("def-out", 0)
    out = ["atk"] if atk > rolled.count("atk") else []
    out += ["def"] if dfn > max(busy, rolled.count("def")) else []
    out += [d for d in ready_dice(game, turn, me) if d not in rolled]
    return [d for d in out if may_roll(game, turn, me, d)]


def exhausted_dice(unit: Any) -> list[str]:
    """The dice of a Gearloc that are out for this battle: skill dice, Atk and Def dice."""
    if type(unit) is not Gearloc:
        return []
    return [*unit.exhausted, *[d for d in changes.POOL if unit.marks.get(f"{d}-out")]]


# -- rolling more ------------------------------------------------------------------------------------------------------


class RollMore(Frame):
    """More dice of a turn are rolled. turn: its place on the stack; dice: those."""

    unit: str
    turn: int
    dice: list[str]


@roll("", what="more")
def roll_more(game: Any, frame: RollMore, me: Gearloc) -> list[str]:
    """They cost no Dex."""
    return frame.dice


@roll_more.taken
def rolled_more(game: Any, frame: RollMore, me: Gearloc, faces: list[str]) -> None:
    """They lie open with the others of the turn; Atk dice are part of its attack."""
    turn = game.stack[frame.turn]
    turn.open += [shown(d, f) for d, f in zip(frame.dice, faces, strict=True)]
    turn.rolled = [*turn.rolled, *frame.dice]
    if "atk" in frame.dice:
        turn.attacked = turn.target


ROLL_MORE = flow(RollMore, roll_more, subject=unit_on_mat, on_cut=to_the_turn, cite="R9")


class RollMoreOp(Struct, forbid_unknown_fields=True):
    """`roll_more`: the holder rolls so many more Atk or Def dice on its turn, beyond its stat and without Dex."""

    die: Literal["atk", "def"]
    n: Value = 1


class RollOne(Struct, forbid_unknown_fields=True):
    """`roll_one`: the holder rolls a die that it did not roll this turn, without Dex."""


def make_roll_more(compiler: Any, op: RollMoreOp, at: str) -> Op:
    """Push the roll."""
    n, die = compiler.value(op.n), op.die

    def act(game: Any, env: Env) -> None:
        if (turn := turn_of(env)) is not None and (dice := n(game, env)) > 0:
            game.push(RollMore(turn.unit, place(game, turn), [die] * dice))

    return Op(ACT, act, pushes=True)


def make_roll_one(compiler: Any, op: RollOne, at: str) -> Op:
    """Ask which, and push the roll."""

    def lists(game: Any, env: Env) -> list[Any]:
        turn = turn_of(env)
        return [("roll", d) for d in dice_left(game, turn, game.world.units[turn.unit])] if turn is not None else []

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        game.push(RollMore(env.bearer.holder, place(game, env.about), [picked[1]]))

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="roll")


# -- throwing ----------------------------------------------------------------------------------------------------------


class Throw(Frame):
    """Atk dice rolled by a card, whose hits are Dmg to one unit. keep: their Bones may be kept; open: what lies there;
    by: the bearer.
    """

    unit: str
    to: str
    n: int
    keep: bool
    by: str
    hits: int = 0
    open: list[Shown] = []


@roll("", what="throw")
def throw_dice(game: Any, frame: Throw, me: Gearloc) -> list[str]:
    """So many Atk dice."""
    return ["atk"] * frame.n


@throw_dice.taken
def dice_thrown(game: Any, frame: Throw, me: Gearloc, faces: list[str]) -> None:
    """Hits, and Bones."""
    frame.hits = sum(int(f) for f in faces if f != "bones")
    frame.open = [shown("atk", f) for f in faces if f == "bones" and frame.keep]


def deal_hits(game: Any, frame: Throw, me: Gearloc) -> None:
    """The Dmg; it is no attack, since the turn's target need not be hit."""
    unit = game.world.units.get(frame.to)
    if frame.hits and unit is not None and unit.pos:
        hurt(game, me.id, unit.id, frame.hits, frame.by)


lay_bones = menu("lay_bones", keep_bones, seat=dice_seat, doc="Bones to the backup plan. Falls: open dice.")


def gone(game: Any, frame: Throw, me: Gearloc) -> None:
    """What was not kept goes back."""
    back(game, frame, me)


THROW = flow(Throw, throw_dice, deal_hits, lay_bones, gone, subject=unit_on_mat, cite="R16")


class ThrowOp(Struct, forbid_unknown_fields=True):
    """`throw`: the holder rolls so many Atk dice; their hits are Dmg to a unit. keep: Bones may be kept."""

    n: Value = 1
    to: Selector = "it"
    keep: bool = True


def make_throw(compiler: Any, op: ThrowOp, at: str) -> Op:
    """Push the roll."""
    n, to, keep = compiler.value(op.n), units_of(compiler, op.to), op.keep

    def act(game: Any, env: Env) -> None:
        unit, holder = one(game, env, to), game.thing(env.bearer.holder)
        if unit is not None and unit.pos and type(holder) is Gearloc and holder.pos:
            game.push(Throw(holder.id, unit.id, n(game, env), keep, env.bearer.id))

    return Op(ACT, act, pushes=True)


# -- Dex, exhausted dice, shields, hits --------------------------------------------------------------------------------


class MoreDex(Struct, forbid_unknown_fields=True):
    """`dex`: the holder has so much more Dex this turn."""

    n: Value


class Restore(Struct, forbid_unknown_fields=True):
    """`restore`: one exhausted die of these units, an Atk or Def die too, can be rolled again."""

    of: Selector = "self"


class TakeDef(Struct, forbid_unknown_fields=True):
    """`take_def`: the active Def dice of a Baddie go to free Active slots of the holder, the highest first."""

    of: Selector = "target"


class PickHit(Struct, forbid_unknown_fields=True):
    """`pick_hit`: the holder chooses an open Atk die that hits; its Dmg goes into a variable, the die stays open."""

    into: str = "n"


def make_dex(compiler: Any, op: MoreDex, at: str) -> Op:
    """More Dex left."""
    n = compiler.value(op.n)

    def act(game: Any, env: Env) -> None:
        if (turn := turn_of(env)) is not None:
            turn.left += n(game, env)

    return Op(ACT, act)


def make_restore(compiler: Any, op: Restore, at: str) -> Op:
    """Ask which."""
    of = units_of(compiler, op.of)

    def lists(game: Any, env: Env) -> list[Any]:
        return [("restore", u.id, d) for u in things(game, env, of) for d in exhausted_dice(u)]

    def takes(game: Any, env: Env, picked: tuple[str, str, str]) -> None:
        restore(game, game.world.units[picked[1]], picked[2])

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="restore")


def make_take_def(compiler: Any, op: TakeDef, at: str) -> Op:
    """As many as there is room for."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        unit, me = one(game, env, of), game.thing(env.bearer.holder)
        if type(unit) is not Baddie or type(me) is not Gearloc:
            return
        room = game.rules.tables["gearlocs"][me.kind].active - len(me.active)
        dice = sorted(unit.dice, reverse=True)
        if room and dice:
            changes.set_dice(game, unit, dice[room:])
        for value in dice[:room]:
            changes.place(game, me, Shown("def", str(value)), "active")

    return Op(ACT, act)


def hits_of(game: Any, env: Env) -> list[int]:
    """The Dmg of each open Atk die of the turn, each number once."""
    turn = turn_of(env)
    if turn is None or not turn.open:
        return []
    icons = icons_of(game, game.world.units[turn.unit])
    return list(dict.fromkeys(n for d in turn.open if (n := icons[d].hits)))


def make_pick_hit(compiler: Any, op: PickHit, at: str) -> Op:
    """Ask which, where there are several."""
    into = op.into
    compiler.given.add(into)

    def takes(game: Any, env: Env, picked: tuple[str, int]) -> None:
        env.vars[into] = picked[1]

    return Op(CHOOSE, lists=lambda game, env: [("atk", n) for n in hits_of(game, env)], takes=takes, word="atk")


# -- conditions --------------------------------------------------------------------------------------------------------


def when_rolled(compiler: Any, arg: bool | Literal["atk", "def"]) -> Get:
    """The holder has rolled the dice of its turn and resolves them (or, with false, it has not); with a kind of die, it
    has rolled one of these this turn.
    """
    if isinstance(arg, str):
        return lambda game, env: (turn := turn_of(env)) is not None and arg in turn.rolled
    stages = ("resolve",) if arg else ("gain_dex", "before_roll")
    return lambda game, env: (turn := turn_of(env)) is not None and turn.at in stages


def when_may_roll(compiler: Any, arg: Literal["atk", "def"]) -> Get:
    """Nothing forbids the holder to roll such a die now."""
    return lambda game, env: (
        (turn := turn_of(env)) is not None and may_roll(game, turn, game.world.units[turn.unit], arg)
    )


def when_dice_left(compiler: Any, arg: bool) -> Get:
    """The holder has a die that it could have rolled this turn and did not."""
    return lambda game, env: (
        bool((turn := turn_of(env)) is not None and dice_left(game, turn, game.world.units[turn.unit])) is arg
    )


def when_exhausted(compiler: Any, arg: Selector) -> Get:
    """One of these units has an exhausted die."""
    select = units_of(compiler, arg)
    return lambda game, env: any(exhausted_dice(u) for u in things(game, env, select))


def when_open_hits(compiler: Any, arg: bool) -> Get:
    """An Atk die that hits lies open."""
    return lambda game, env: bool(hits_of(game, env)) is arg


def when_def_dice(compiler: Any, arg: Selector) -> Get:
    """It is a Baddie with active Def dice."""
    select = units_of(compiler, arg)
    return lambda game, env: type(unit := one(game, env, select)) is Baddie and bool(unit.dice)


CONDITIONS: dict[str, tuple[Any, Any]] = {
    "rolled": (bool | Literal["atk", "def"], when_rolled),
    "may_roll": (Literal["atk", "def"], when_may_roll),
    "dice_left": (bool, when_dice_left),
    "exhausted": (Selector, when_exhausted),
    "open_hits": (bool, when_open_hits),
    "def_dice": (Selector, when_def_dice),
}
OPS: dict[str, tuple[Any, Any]] = {
    "roll_more": (RollMoreOp, make_roll_more),
    "roll_one": (RollOne, make_roll_one),
    "throw": (ThrowOp, make_throw),
    "dex": (MoreDex, make_dex),
    "restore": (Restore, make_restore),
    "take_def": (TakeDef, make_take_def),
    "pick_hit": (PickHit, make_pick_hit),
}
FLOWS = (ROLL_MORE, THROW)
