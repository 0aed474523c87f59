"""Ops: units that slide over the raft (Beastly Rapids)."""

from typing import Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.effects.words import things
from tmb_base import changes, reach
from tmb_base.words.units import units_of


class Slide(Struct, forbid_unknown_fields=True):
    """`slide`: each of these units that stands on the field goes to the free position of its row that is farthest to
    that side, who is nearest to it first.
    """

    of: Selector
    to: Literal["left", "right"]


def make_slide(compiler: Any, op: Slide, at: str) -> Op:
    """Row by row; nobody goes the other way, or where it may not be displaced to."""
    of, way = units_of(compiler, op.of), 1 if op.to == "right" else -1

    def act(game: Any, env: Env) -> None:
        mat = reach.mat_of(game)
        on_field = [u for u in things(game, env, of) if u.pos and reach.zone(game, u) == "field"]
        for unit in sorted(on_field, key=lambda u: -way * mat.at[u.pos].column):
            here, free = mat.at[unit.pos], mat.all & ~reach.taken(game) & ~reach.kept_out(game, unit)
            row = [p for p in mat.entry.positions if p.zone == "field" and p.row == here.row and mat.bit[p.id] & free]
            best = max(row, key=lambda p: way * p.column, default=here)
            if way * best.column > way * here.column:
                changes.move(game, unit, best.id)

    return Op(ACT, act)


OPS: dict[str, tuple[Any, Any]] = {"slide": (Slide, make_slide)}
