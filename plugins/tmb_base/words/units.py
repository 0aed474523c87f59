"""Selectors: the units that content names."""

from __future__ import annotations

from typing import Any

from tmb.content.entry import Selector
from tmb.effects.env import Env, Get
from tmb.effects.words import one
from tmb_base import reach


def select_adjacent(compiler: Any, arg: Any) -> Get:
    """All units beside one, friend and foe."""
    select = compiler.selector(arg)
    return lambda game, env: reach.neighbours(game, u) if (u := one(game, env, select)) is not None and u.pos else []


def targets(game: Any, env: Env) -> list[Any]:
    """All targets in reach of a Baddie's turn; for a Gearloc its one target."""
    names = getattr(env.about, "targets", None) or [env.role("target")]
    return [u for t in names if (u := game.world.units.get(t)) is not None and u.pos]


def gearlocs(game: Any, env: Env) -> list[Any]:
    """The Gearlocs on the mat."""
    return reach.gearlocs(game)


def foes(game: Any, env: Env) -> list[Any]:
    """The units opposing the holder."""
    unit = game.thing(env.bearer.holder)
    return reach.opposing(game, unit) if unit is not None else []


def friends(game: Any, env: Env) -> list[Any]:
    """The holder and the units on its side."""
    unit = game.thing(env.bearer.holder)
    return [u for u in reach.on_mat(game) if type(u) is type(unit)]


SELECTORS: dict[str, tuple[Any, Any]] = {"adjacent": (Selector, select_adjacent)}
THINGS: dict[str, Get] = {"targets": targets, "gearlocs": gearlocs, "foes": foes, "friends": friends}
