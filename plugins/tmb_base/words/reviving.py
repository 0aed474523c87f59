"""Reviving who was knocked out (Undertow rulebook, Reviving a Gearloc)."""

from typing import Any

from msgspec import Struct

from tmb.content.entry import Selector, Value
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, Op
from tmb.effects.words import things
from tmb_base import places
from tmb_base.words.units import units_of
from tmb_base.world import Gearloc, KnockedOut


class Revive(Struct, forbid_unknown_fields=True):
    """`revive`: a Gearloc that is knocked out has so many HP, and enters at the end of the round."""

    hp: Value = 1
    of: Selector = "it"


def make_revive(compiler: Any, op: Revive, at: str) -> Op:
    """Only in a battle, and only who is knocked out."""
    of, hp = units_of(compiler, op.of), compiler.value(op.hp)

    def act(game: Any, env: Env) -> None:
        down = knocked_out(game, env)
        for unit in [u for u in things(game, env, of) if u in down]:
            places.revive(game, unit, hp(game, env), env.bearer.id)

    return Op(ACT, act)


def knocked_out(game: Any, env: Env) -> list[Gearloc]:
    """The Gearlocs that are knocked out in this battle."""
    world = game.world
    return [u for g in world.party if type((u := world.units[g]).off) is KnockedOut] if world.round else []


OPS: dict[str, tuple[Any, Any]] = {"revive": (Revive, make_revive)}
THINGS: dict[str, Get] = {"knocked_out": knocked_out}
