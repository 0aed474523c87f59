"""Ops: units that slide over the raft (Beastly Rapids), a stone that rolls over the mat (Indiana Bones)."""

from typing import Annotated, Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, ref
from tmb.effects.env import Env
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.effects.words import things
from tmb_base import changes, reach, terrain
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


class RollToken(Struct, forbid_unknown_fields=True):
    """`roll_token`: a token goes to the next position on a shortest way to the nearest of these units, whoever is in
    the way; the party chooses among equals. Units on that position lose all their HP.
    """

    token: Annotated[str, ref("token")]
    to: Selector = "gearlocs"


def make_roll_token(compiler: Any, op: RollToken, at: str) -> Op:
    """Ask where, if there are several ways."""
    to = units_of(compiler, op.to)

    def lists(game: Any, env: Env) -> list[tuple[str, str]]:
        mat, token = reach.mat_of(game), next((t for t in game.world.tokens if t.kind == op.token), None)
        goal = mat.mask([u.pos for u in things(game, env, to) if u.pos])
        if token is None or not goal:
            return []
        far = {p: n for p in mat.near[token.at] if (n := steps(mat, mat.bit[p], goal)) is not None}
        return [("roll", p) for p, n in far.items() if n == min(far.values())]

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        terrain.take(game, next(t for t in game.world.tokens if t.kind == op.token))
        terrain.lay(game, op.token, picked[1])
        for unit in [u for u in reach.on_mat(game) if u.pos == picked[1]]:
            changes.lose_hp(game, unit, unit.hp, env.bearer.id)

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="to")


def steps(mat: Any, start: int, goal: int) -> int | None:
    """How many steps it is from one mask of positions to another, whoever is in the way; None without a way."""
    n, seen = 0, start
    while not seen & goal:
        wider = mat.spread(seen, False)
        if wider == seen:
            return None
        n, seen = n + 1, wider
    return n


OPS: dict[str, tuple[Any, Any]] = {"slide": (Slide, make_slide), "roll_token": (RollToken, make_roll_token)}
