"""Words about positions: what lies on them, and to which part of the mat they belong."""

from typing import Annotated, Any, Literal

from msgspec import Struct, field

from tmb.content.entry import Id, Selector, Value, ref
from tmb.core.flow import choice, flow
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.effects.words import one, things
from tmb.errors import RulesError
from tmb_base import changes, reach, terrain
from tmb_base.battle.battle import going_on
from tmb_base.entries import Zone
from tmb_base.turns.gearloc import Step
from tmb_base.words.units import units_of


class Lay(Struct, forbid_unknown_fields=True):
    """`lay`: tokens are laid on these positions; without any the party chooses so many, in that part of the mat and of
    those lanes, on which none like it lies; near: only beside this unit; under: where this unit stands; starts: only
    on starting positions of these.
    """

    token: Annotated[str, ref("token")]
    at: list[Id] = []
    n: Value = 1
    zone: Zone = "field"
    lanes: list[int] = []
    near: Selector | None = None
    under: Selector | None = None
    starts: Literal["", "baddies", "gearlocs"] = ""


class TakeToken(Struct, forbid_unknown_fields=True):
    """`take_token`: the holder's player takes one such token off a position adjacent to a unit (or any), if there is
    one.
    """

    token: Annotated[str, ref("token")]
    near: Selector | None = None
    optional: bool = False


class LayingTokens(Frame):
    """Tokens for which the party chooses the positions. near: beside which it must be, "" = anywhere."""

    token: str
    left: int
    zone: str
    lanes: list[int] = []
    near: str = ""
    starts: str = ""


def room(game: Any, token: str) -> list[str]:
    """The positions on which such a token can be laid: none like it lies there, and nobody stands where it would
    block.
    """
    away = {*terrain.lying(game, token)}
    if game.rules.tables["tokens"][token].blocks:
        away.update(reach.full(game))
    return [p for p in reach.mat_of(game).names if p not in away]


@choice("lay", seat="party", repeat=True)
def where_it_lies(game: Any, frame: LayingTokens) -> list[str] | None:
    """One position after the other."""
    if frame.left <= 0:
        return None
    at = reach.mat_of(game).at
    found = [p for p in room(game, frame.token) if at[p].zone == frame.zone and frame.starts in ("", at[p].side)]
    if frame.near:
        found = [p for p in found if p in reach.beside(game)[frame.near]]
    return [p for p in found if not frame.lanes or at[p].lane in frame.lanes] or None


@where_it_lies.taken
def laid(game: Any, frame: LayingTokens, pos: str) -> None:
    """There it lies."""
    frame.left -= 1
    terrain.lay(game, frame.token, pos)


LAYING_TOKENS = flow(LayingTokens, where_it_lies)


def make_lay(compiler: Any, op: Lay, at: str) -> Op:
    """On named positions, and under a unit, at once. Outside of battles there is no mat to lay them on."""
    if at.startswith(("choice/", "tyrant/")):
        way = 'let its `battle` do it: `battle = { when = { window = "battle.before" }, do = [...] }`'
        raise RulesError(f"`lay` is for a battle that goes on, and here it has not begun; {way}")
    n, near = compiler.value(op.n), units_of(compiler, op.near) if op.near is not None else None
    under = units_of(compiler, op.under) if op.under is not None else None

    def act(game: Any, env: Env) -> None:
        if not going_on(game):
            return
        spots = op.at
        if under is not None:
            spots = [u.pos for u in things(game, env, under) if u.pos]
        elif not spots:
            unit = one(game, env, near) if near is not None else None
            if near is None or (unit is not None and unit.pos):
                spot = unit.pos if unit is not None else ""
                game.push(LayingTokens(op.token, n(game, env), op.zone, op.lanes[:], spot, op.starts))
            return
        for pos in spots:
            if pos in room(game, op.token):
                terrain.lay(game, op.token, pos)

    return Op(ACT, act, pushes=not op.at and under is None)


def make_take_token(compiler: Any, op: TakeToken, at: str) -> Op:
    """Ask which, if there are several."""
    near = units_of(compiler, op.near) if op.near is not None else None

    def lists(game: Any, env: Env) -> list[tuple[str, str]]:
        unit = one(game, env, near) if near is not None else None
        spots = reach.beside(game)[unit.pos] if unit is not None and unit.pos else ()
        found = [p for p in terrain.lying(game, op.token) if near is None or p in spots]
        return [*[("take", p) for p in found], *([("take", "nothing")] if op.optional and found else [])]

    def takes(game: Any, env: Env, ref: tuple[str, str]) -> None:
        token = next((t for t in game.world.tokens if (t.kind, t.at) == (op.token, ref[1])), None)
        if token is not None:
            terrain.take(game, token)

    return Op(CHOOSE, lists=lists, takes=takes, word="take")


class Where(Struct, forbid_unknown_fields=True):
    """`zone`: a unit stands on that part of the mat; beside: or on a position beside it."""

    is_: Zone = field(name="is")
    of: Selector = "self"
    beside: bool = False


def when_zone(compiler: Any, arg: Where) -> Get:
    """Of a unit on the mat."""
    of = units_of(compiler, arg.of)

    def holds(game: Any, env: Env) -> bool:
        unit = one(game, env, of)
        return unit is not None and (reach.zone(game, unit) == arg.is_ or (arg.beside and near(game, unit)))

    def near(game: Any, unit: Any) -> bool:
        at = reach.mat_of(game).at
        return bool(unit.pos) and any([at[p].zone == arg.is_ for p in reach.beside(game)[unit.pos]])

    return holds


def when_crosses(compiler: Any, arg: tuple[Zone, Zone]) -> Get:
    """A step goes from one part of the mat to another; nothing else does."""
    start, end = arg

    def holds(game: Any, env: Env) -> bool:
        at, step = reach.mat_of(game).at, env.about
        return type(step) is Step and at[step.start].zone == start and at[step.end].zone == end

    return holds


def when_stepped_on(compiler: Any, arg: bool) -> Get:
    """A step goes onto the position on which the holder, a token, lies; nothing else does."""
    return lambda game, env: (type(env.about) is Step and here_lies(game, env) == env.about.end) is arg


def when_mat(compiler: Any, arg: Annotated[str, ref("mat")]) -> Get:
    """That mat is lying there: in a battle the one that it is fought on."""
    return lambda game, env: reach.mat_of(game).id == arg


class Tokens(Struct, forbid_unknown_fields=True):
    """`tokens`: how many of them lie on the mat, or beside a unit."""

    token: Annotated[str, ref("token")]
    near: Selector | None = None


def value_tokens(compiler: Any, arg: Tokens) -> Get:
    """Those that `take_token` could take."""
    near = units_of(compiler, arg.near) if arg.near is not None else None

    def get(game: Any, env: Env) -> int:
        found = terrain.lying(game, arg.token)
        if near is None:
            return len(found)
        unit = one(game, env, near)
        spots = reach.beside(game)[unit.pos] if unit is not None and unit.pos else ()
        return sum([p in spots for p in found])

    return get


class Put(Struct, forbid_unknown_fields=True):
    """`put`: a unit is put onto a free position beside another, of the choice of the holder's player."""

    of: Selector = "it"
    beside: Selector = "self"


def make_put(compiler: Any, op: Put, at: str) -> Op:
    """Ask where; where it may not be displaced to it is not put."""
    of, beside = units_of(compiler, op.of), units_of(compiler, op.beside)

    def lists(game: Any, env: Env) -> list[tuple[str, str]]:
        unit, other = one(game, env, of), one(game, env, beside)
        if unit is None or other is None or not unit.pos or not other.pos:
            return []
        mat = reach.mat_of(game)
        free = mat.all & ~reach.taken(game) & ~reach.kept_out(game, unit)
        return [("put", p) for p in reach.beside(game)[other.pos] if mat.bit[p] & free]

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        changes.move(game, one(game, env, of), picked[1])

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="put")


class At(Struct, forbid_unknown_fields=True):
    """`at`: the units on a position at the side of the mat, by its number, or in a lane; around: beside it, too."""

    number: Value = 0
    lane: Value = 0
    around: bool = False


def select_at(compiler: Any, arg: At) -> Get:
    """Of a mat without such a position nobody."""
    number, lane = compiler.value(arg.number), compiler.value(arg.lane)

    def named(game: Any, env: Env) -> list[Any]:
        mat, n, row = reach.mat_of(game), number(game, env), lane(game, env)
        spots = [p for p in mat.names if (n and mat.at[p].number == n) or (row and mat.at[p].lane == row)]
        if arg.around:
            spots += [q for p in spots for q in reach.beside(game)[p]]
        return [u for u in reach.on_mat(game) if u.pos in spots]

    return named


class ToSide(Struct, forbid_unknown_fields=True):
    """`to_side`: a unit is displaced to a free position at the side of the mat, of the party's choice. nearest: to the
    nearest one.
    """

    of: Selector = "target"
    nearest: bool = False


class Displacing(Frame):
    """A unit is displaced to the side of the mat. nearest: to the nearest free position there."""

    unit: str
    nearest: bool = False


@choice("to", seat="party")
def where_displaced(game: Any, frame: Displacing) -> list[str] | None:
    """Each free position there at which it can be."""
    unit = game.world.units.get(frame.unit)
    if unit is None or not unit.pos:
        return None
    mat, free = reach.mat_of(game), reach.mat_of(game).all & ~reach.taken(game) & ~reach.kept_out(game, unit)
    free &= mat.mask(mat.sides)
    if frame.nearest:
        free &= mat.grown(mat.bit[unit.pos], free, mat.all, False)
    return [p for p in mat.sides if mat.bit[p] & free] or None


@where_displaced.taken
def displaced(game: Any, frame: Displacing, pos: str) -> None:
    """It is there now."""
    changes.move(game, game.world.units[frame.unit], pos)


DISPLACING = flow(Displacing, where_displaced)


def make_to_side(compiler: Any, op: ToSide, at: str) -> Op:
    """Push the choice."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        if (unit := one(game, env, of)) is not None and unit.pos:
            game.push(Displacing(unit.id, op.nearest))

    return Op(ACT, act, pushes=True)


def here(game: Any, env: Env) -> list[Any]:
    """The units on the position of the holder, a token."""
    pos = here_lies(game, env)
    return [u for u in reach.on_mat(game) if u.pos == pos]


def here_lies(game: Any, env: Env) -> str:
    """The position of the holder, a token; of another one none."""
    return str(getattr(game.thing(env.bearer.holder), "at", ""))


OPS: dict[str, tuple[Any, Any]] = {
    "lay": (Lay, make_lay),
    "take_token": (TakeToken, make_take_token),
    "to_side": (ToSide, make_to_side),
    "put": (Put, make_put),
}
VALUES: dict[str, tuple[Any, Any]] = {"tokens": (Tokens, value_tokens)}
SELECTORS: dict[str, tuple[Any, Any]] = {"at": (At, select_at)}
CONDITIONS: dict[str, tuple[Any, Any]] = {
    "zone": (Where, when_zone),
    "crosses": (tuple[Zone, Zone], when_crosses),
    "mat": (Annotated[str, ref("mat")], when_mat),
    "stepped_on": (bool, when_stepped_on),
}
THINGS: dict[str, Get] = {"here": here}
FLOWS = (LAYING_TOKENS, DISPLACING)
