"""Ops: units that move, chips that come."""

from typing import Annotated, Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, Value, ref
from tmb.core.flow import choice, flow
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.effects.words import one, things
from tmb_base import changes, meter, reach
from tmb_base.battle.queue import Calling
from tmb_base.battle.searching import Searching
from tmb_base.seats import mine
from tmb_base.words.units import units_of
from tmb_base.world import Entry, Unit


class StepFree(Struct, forbid_unknown_fields=True):
    """`step`: a unit may move so many positions without Dex."""

    n: Value = 1
    of: Selector = "self"


class AddToQueue(Struct, forbid_unknown_fields=True):
    """`add_to_bq`: so many chips of these points, or of that stack, into the Battle Queue; with a type or a tag only
    such, for which the stack is searched, then the defeated chips; such a chip is looked for in the box, too."""

    points: Literal[1, 5, 20] = 1
    stack: Annotated[str, ref("stack")] | None = None
    n: Value = 1
    place: Literal["top", "bottom", "by-points"] = "by-points"
    type: str = ""
    tag: str = ""
    chip: Annotated[str, ref("baddie")] | None = None


class ShiftIni(Struct, forbid_unknown_fields=True):
    """`ini`: units go to the top or bottom of the Ini Meter, or so many spots up or down; the round goes on in its
    order. below: whom none that goes up passes."""

    to: Literal["top", "bottom", "up", "down"]
    of: Selector = "self"
    n: Value = 1
    below: Selector | None = None


class FreeSteps(Frame):
    """Movement that an effect gives: up to `left` positions, no Dex (R2)."""

    unit: str
    left: int


def moving_unit(game: Any, frame: FreeSteps) -> Any:
    """The unit, while it is on the mat."""
    unit = game.world.units.get(frame.unit)
    return unit if unit is not None and unit.pos else None


@choice("move", seat=mine, until="done")
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
    n, of = compiler.value(op.n), units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        if isinstance(unit := one(game, env, of), Unit):
            game.push(FreeSteps(unit.id, n(game, env)))

    return Op(ACT, act, pushes=True)


def make_add_to_queue(compiler: Any, op: AddToQueue, at: str) -> Op:
    """Push a call for chips."""
    n, where, stack = compiler.value(op.n), op.place, op.stack or str(op.points)
    if op.type or op.tag or op.chip:
        points, chip = 0 if op.stack or op.chip else op.points, op.chip or ""

        def search(game: Any, env: Env) -> None:
            find = Searching(points, n(game, env), where, op.type, op.tag, chip, of=op.stack or "", box=bool(chip))
            game.push(find)

        return Op(ACT, search, pushes=True)
    return Op(ACT, lambda game, env: game.push(Calling(stack, n(game, env), where)), pushes=True)


def make_shift_ini(compiler: Any, op: ShiftIni, at: str) -> Op:
    """A new order of the meter; the turns of this round are settled already."""
    of, n, to = units_of(compiler, op.of), compiler.value(op.n), op.to
    below = units_of(compiler, op.below) if op.below is not None else None

    def act(game: Any, env: Env) -> None:
        units, over = [u.id for u in things(game, env, of)], one(game, env, below) if below else None
        if units:
            meter.set_order(game, shifted(game.world.meter, units, to, n(game, env), over.id if over else ""))

    return Op(ACT, act)


def shifted(order: list[Entry], units: list[str], to: str, n: int, over: str = "") -> list[Entry]:
    """The meter after the Ini dice of these units went up or down; among themselves they keep their order. over: none
    that goes up passes the die of this one.
    """
    moved = [e for e in order if e.id in units]
    if to in ("top", "bottom"):
        rest = [e for e in order if e not in moved]
        return moved + rest if to == "top" else rest + moved
    out = order[:]
    for entry in moved if to == "up" else reversed(moved):
        at = out.index(entry)
        limit = next((i + 1 for i, e in enumerate(out[:at]) if e.id == over), 0)
        out.insert(max(limit, at - n) if to == "up" else at + n, out.pop(at))
    return out


OPS: dict[str, tuple[Any, Any]] = {
    "step": (StepFree, make_step),
    "add_to_bq": (AddToQueue, make_add_to_queue),
    "ini": (ShiftIni, make_shift_ini),
}
FLOWS = (FREE_STEPS,)
