"""Ops: extra turns, turns that are taken for a Baddie, and entries of the Ini Meter that are no unit's."""

from typing import Any, Literal

from msgspec import Struct

from tmb.content.entry import Program, Selector
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb_base import meter
from tmb_base.battle.battle import going_on
from tmb_base.turns.extra import EXTRA_TURNS, take_turn_for, take_turns
from tmb_base.words.units import standing, units_of
from tmb_base.world import Baddie, Gearloc


class ExtraTurn(Struct, forbid_unknown_fields=True):
    """`extra_turn`: units take one more turn: at once, right after the turn under way, or as the last of the round."""

    of: Selector = "self"
    at: Literal["now", "next", "last"] = "now"


class TakeTurn(Struct, forbid_unknown_fields=True):
    """`take_turn`: the holder's player takes a turn for a Baddie at once, beside its own; it is an ally so long."""

    of: Selector = "it"


class IniEntry(Struct, forbid_unknown_fields=True):
    """`ini_entry`: this has an entry of its own on the Ini Meter; each time it is reached, the body runs."""

    do: Program
    place: Literal["top", "bottom"] = "bottom"


def make_extra_turn(compiler: Any, op: ExtraTurn, at: str) -> Op:
    """Only units on the mat."""
    of, when = units_of(compiler, op.of), op.at

    def act(game: Any, env: Env) -> None:
        take_turns(game, standing(game, env, of), when, at)

    return Op(ACT, act, pushes=True)


def make_take_turn(compiler: Any, op: TakeTurn, at: str) -> Op:
    """Only for one on the mat; the party takes it for a card that is no Gearloc's."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        found = [u for u in standing(game, env, of) if type(u) is Baddie]
        if found:
            holder = env.bearer.holder
            take_turn_for(game, found[0], holder if type(game.thing(holder)) is Gearloc else "", at)

    return Op(ACT, act, pushes=True)


def make_ini_entry(compiler: Any, op: IniEntry, at: str) -> Op:
    """The entry knows the address of its body. Outside of battles there is no Ini Meter."""
    code, top = compiler.later(op.do, f"{at}.do"), op.place == "top"

    def act(game: Any, env: Env) -> None:
        if going_on(game):
            meter.add_card(game, env.bearer, code.address, top)

    return Op(ACT, act)


OPS: dict[str, tuple[Any, Any]] = {
    "extra_turn": (ExtraTurn, make_extra_turn),
    "take_turn": (TakeTurn, make_take_turn),
    "ini_entry": (IniEntry, make_ini_entry),
}
FLOWS = (EXTRA_TURNS,)
