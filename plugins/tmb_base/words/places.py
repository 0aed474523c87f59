"""Ops: units that are pushed, change places, or leave the mat while they still have HP."""

from typing import Any, Literal

from msgspec import Struct, field

from tmb.content.entry import Selector
from tmb.core.flow import choice, flow
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, Op
from tmb.effects.words import things
from tmb_base import changes, places, reach
from tmb_base.battle.arriving import Arriving
from tmb_base.battle.queue import add_to_queue
from tmb_base.words.units import standing, units_of
from tmb_base.world import START, Aside, Baddie


class Push(Struct, forbid_unknown_fields=True):
    """`push`: units are pushed as far away from the holder as there is room."""

    of: Selector = "target"


class Swap(Struct, forbid_unknown_fields=True):
    """`swap`: the holder and a unit exchange their positions."""

    other: Selector = field(name="with", default="target")


class ToQueue(Struct, forbid_unknown_fields=True):
    """`to_bq`: a Baddie leaves the mat for the Battle Queue and comes back as a new one. rests: not before the end of
    the next round.
    """

    of: Selector = "self"
    place: Literal["top", "bottom", "by-points"] = "top"
    rests: bool = False


class Leave(Struct, forbid_unknown_fields=True):
    """`leave`: a Baddie leaves the battle undefeated."""

    of: Selector = "self"


class PutAside(Struct, forbid_unknown_fields=True):
    """`put_aside`: units are taken off the mat, with their HP and what lies on them, until they are brought back."""

    of: Selector = "target"


class BringBack(Struct, forbid_unknown_fields=True):
    """`bring_back`: units that were put aside come onto the mat again, at once or at the start or end of a round. to:
    the position on which this unit stands now, if that is free then; else a starting position.
    """

    of: Selector = "aside"
    at: Literal["now", "round.start", "round.end"] = "round.end"
    to: Selector | None = None


class Pushing(Frame):
    """Units that are pushed away from a position, one after the other, as the party likes (R23)."""

    units: list[str]
    away: str


@choice("push", seat="party", repeat=True, cite="R23")
def where_to(game: Any, frame: Pushing) -> list[tuple[str, str, str]]:
    """Each that still has to go, with each free position that is farthest away; its own is free for it too."""
    units = [u for id in frame.units if (u := game.world.units.get(id)) is not None and u.pos]
    return [("push", u.id, p) for u in units for p in farthest(game, u, frame.away)]


def farthest(game: Any, unit: Any, away: str) -> list[str]:
    """The positions farthest away on which a unit can be put, its own among them."""
    mat = reach.mat_of(game)
    free = mat.all & ~reach.taken(game) & ~reach.kept_out(game, unit)
    return mat.farthest(away, free | mat.bit[unit.pos])


@where_to.taken
def pushed(game: Any, frame: Pushing, ref: tuple[str, str, str]) -> None:
    """That one stands there now."""
    _, id, pos = ref
    frame.units.remove(id)
    unit = game.world.units[id]
    if unit.pos != pos:
        changes.move(game, unit, pos)


PUSHING = flow(Pushing, where_to, cite="R23")


def make_push(compiler: Any, op: Push, at: str) -> Op:
    """Push the frame."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        holder = game.thing(env.bearer.holder)
        units = [u.id for u in standing(game, env, of) if u is not holder and u.side]
        if units and (away := getattr(holder, "pos", "")):
            game.push(Pushing(units, away))

    return Op(ACT, act, pushes=True)


def make_swap(compiler: Any, op: Swap, at: str) -> Op:
    """Both are on the mat, and nobody else is in their way: where one does not block, a third may be."""
    other = units_of(compiler, op.other)

    def act(game: Any, env: Env) -> None:
        me, found = game.thing(env.bearer.holder), standing(game, env, other)
        if found and found[0] is not me and getattr(me, "pos", None) and reach.may_swap(game, me, found[0]):
            changes.swap(game, me, found[0])

    return Op(ACT, act)


def make_to_queue(compiler: Any, op: ToQueue, at: str) -> Op:
    """Baddies alone have a queue to go to."""
    of, where = units_of(compiler, op.of), op.place

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if type(unit) is Baddie:
                places.back_to_queue(game, unit, where)
                add_to_queue(game, unit.kind, where)
                if op.rests:
                    places.rest(game, unit.kind)

    return Op(ACT, act)


def make_leave(compiler: Any, op: Leave, at: str) -> Op:
    """Baddies alone run away."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if type(unit) is Baddie:
                places.run_away(game, unit)

    return Op(ACT, act)


def make_put_aside(compiler: Any, op: PutAside, at: str) -> Op:
    """Off the mat and off the Ini Meter."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        for unit in standing(game, env, of):
            places.put_aside(game, unit, env.bearer.holder)

    return Op(ACT, act)


def make_bring_back(compiler: Any, op: BringBack, at: str) -> Op:
    """They wait for the moment, if it has not come."""
    of, when, to = units_of(compiler, op.of), op.at, None if op.to is None else units_of(compiler, op.to)

    def act(game: Any, env: Env) -> None:
        spots = [u.pos for u in standing(game, env, to)] if to is not None else []
        back = [u for u in things(game, env, of) if type(getattr(u, "off", None)) is Aside]
        for unit in back:
            places.wait(game, unit, when, spots[0] if spots else START)
        if back and when == places.NOW:
            game.push(Arriving(places.NOW))

    return Op(ACT, act, pushes=True)


def put_aside(game: Any, env: Env) -> list[Any]:
    """The units that the holder has put aside."""
    units = game.world.units.values()
    return [u for u in units if type(u.off) is Aside and u.off.by == env.bearer.holder]


OPS: dict[str, tuple[Any, Any]] = {
    "push": (Push, make_push),
    "swap": (Swap, make_swap),
    "to_bq": (ToQueue, make_to_queue),
    "leave": (Leave, make_leave),
    "put_aside": (PutAside, make_put_aside),
    "bring_back": (BringBack, make_bring_back),
}
THINGS: dict[str, Get] = {"aside": put_aside}
FLOWS = (PUSHING,)
