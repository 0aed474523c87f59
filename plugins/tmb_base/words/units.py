"""Selectors: the units that content names."""

from typing import Annotated, Any

from msgspec import Meta

from tmb.content.entry import Selector
from tmb.effects.env import Env, Get
from tmb.effects.words import one, things
from tmb_base import reach


def select_adjacent(compiler: Any, arg: Any) -> Get:
    """All units beside one, friend and foe."""
    select = compiler.selector(arg)
    return lambda game, env: reach.neighbours(game, u) if (u := one(game, env, select)) is not None and u.pos else []


def select_extreme(strongest: bool) -> Any:
    """Those of most (or least) HP among what a selector names; several where they are equal."""

    def make(compiler: Any, arg: Any) -> Get:
        select = compiler.selector(arg)
        return lambda game, env: reach.extreme([u for u in things(game, env, select) if u.pos], strongest)

    return make


def select_both(compiler: Any, arg: list[Any]) -> Get:
    """The units that all of several selectors name."""
    first, *others = [compiler.selector(s) for s in arg]

    def named(game: Any, env: Env) -> list[Any]:
        known = [{u.id for u in things(game, env, s)} for s in others]
        return [u for u in things(game, env, first) if all(u.id in ids for ids in known)]

    return named


def select_type(compiler: Any, arg: str) -> Get:
    """The Baddies of a type on the mat."""
    return lambda game, env: [u for u in reach.baddies(game) if game.rules.tables["chips"][u.kind].type == arg]


def targets(game: Any, env: Env) -> list[Any]:
    """All targets in reach of a Baddie's turn; for a Gearloc its one target."""
    names = getattr(env.about, "targets", None) or [env.role("target")]
    return [u for t in names if (u := game.world.units.get(t)) is not None and u.pos]


def gearlocs(game: Any, env: Env) -> list[Any]:
    """The Gearlocs on the mat."""
    return reach.gearlocs(game)


def units(game: Any, env: Env) -> list[Any]:
    """All units on the mat."""
    return reach.on_mat(game)


def foes(game: Any, env: Env) -> list[Any]:
    """The units opposing the holder."""
    unit = game.thing(env.bearer.holder)
    return reach.opposing(game, unit) if unit is not None else []


def friends(game: Any, env: Env) -> list[Any]:
    """The holder and the units on its side."""
    unit = game.thing(env.bearer.holder)
    return [u for u in reach.on_mat(game) if type(u) is type(unit)]


SELECTORS: dict[str, tuple[Any, Any]] = {
    "adjacent": (Selector, select_adjacent),
    "strongest": (Selector, select_extreme(True)),
    "weakest": (Selector, select_extreme(False)),
    "both": (Annotated[list[Selector], Meta(min_length=1)], select_both),
    "of_type": (str, select_type),
}
THINGS: dict[str, Get] = {"targets": targets, "units": units, "gearlocs": gearlocs, "foes": foes, "friends": friends}
