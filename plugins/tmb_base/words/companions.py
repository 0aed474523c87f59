"""Companions: units of the party that come with a Gearloc (Undertow rulebook, Units Explained; R90, R91)."""

from typing import Annotated, Any

from msgspec import Struct

from tmb.content.entry import Value, ref
from tmb.effects.env import Env, Get
from tmb.effects.program import CHOOSE, Op
from tmb_base import meter, places, reach
from tmb_base.battle.queue import Entering
from tmb_base.turns.gearloc import GearlocTurn
from tmb_base.world import PARTY, Baddie, Gearloc


class Companion(Struct, forbid_unknown_fields=True):
    """`companion`: a chip comes onto the mat as a companion of the holder, beside it or as near as there is room. hp:
    what it has instead of what its chip prints.
    """

    ally: Annotated[str, ref("ally")]
    hp: Value | None = None


def room_near(game: Any, pos: str) -> list[str]:
    """The free positions nearest to one, units ignored, among those on which somebody may start."""
    mat = reach.mat_of(game)
    free = mat.mask([p for row in mat.starts.values() for p in row]) & ~reach.taken(game)
    seen = mat.bit[pos]
    while not seen & free and (wider := mat.spread(seen, False)) != seen:
        seen = wider
    return [p for p in mat.names if mat.bit[p] & seen & free]


def make_companion(compiler: Any, op: Companion, at: str) -> Op:
    """Its player chooses where. It acts right behind its Gearloc; in a turn of that one for the first time after it."""
    hp = compiler.value(op.hp) if op.hp is not None else None

    def lists(game: Any, env: Env) -> list[tuple[str, str]]:
        me = game.thing(env.bearer.holder)
        if type(me) is not Gearloc or not me.pos or any(u.kind == op.ally for u in reach.companions(game, me.id)):
            return []
        return [("place", p) for p in room_near(game, me.pos)]

    def takes(game: Any, env: Env, ref: tuple[str, str]) -> None:
        owner, chip = env.bearer.holder, game.rules.tables["chips"][op.ally]
        most = hp(game, env) if hp else chip.hp
        unit = Baddie(game.new_id("a"), {}, op.ally, most, most, dice=[1] * chip.armor, side=PARTY)
        unit.seat = unit.owner = owner
        places.enter(game, unit, ref[1])
        if not reach.lacks(game, "ini_die", unit):
            own_turn = any(type(f) is GearlocTurn and f.unit == owner and not f.over for f in game.stack)
            meter.join_behind(game, unit.id, owner, own_turn)
        game.push(Entering(unit.id))

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="place")


def companions(game: Any, env: Env) -> list[Any]:
    """The companions of the holder on the mat."""
    return reach.companions(game, env.bearer.holder)


OPS: dict[str, tuple[Any, Any]] = {"companion": (Companion, make_companion)}
THINGS: dict[str, Get] = {"companions": companions}
