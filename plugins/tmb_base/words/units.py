"""Selectors: the units that content names."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tmb.content.entry import Selector, Value
from tmb.effects.env import Env, Get
from tmb.effects.words import MarkName, things
from tmb.errors import RulesError
from tmb_base import changes, reach


def units_of(compiler: Any, selector: Any) -> Get:
    """A selector where units are meant. The table is none: its name is refused, and a role that it plays, such as that
    of the holder, names nobody. Raises RulesError.
    """
    if selector == changes.TABLE:
        raise RulesError("the table is no unit: it carries marks, and nothing else can be done to it")
    if not isinstance(selector, str) or selector in compiler.bare:
        made: Get = compiler.selector(selector)
        return made
    if selector == "self":
        return lambda game, env: game.world.units.get(env.bearer.holder)
    return lambda game, env: game.world.units.get(env.role(selector))


def standing(game: Any, env: Env, select: Get) -> list[Any]:
    """The units on the mat among those that a selector names: it may name one that has left."""
    return [u for u in things(game, env, select) if u.pos]


def select_adjacent(compiler: Any, arg: Any) -> Get:
    """All units beside one, friend and foe; of several those that stand beside any of them."""
    select = units_of(compiler, arg)

    def named(game: Any, env: Env) -> list[Any]:
        found = standing(game, env, select)
        if len(found) < 2:
            return reach.neighbours(game, found[0]) if found else []
        ids = {u.id for one in found for u in reach.neighbours(game, one)}
        return [u for u in reach.on_mat(game) if u.id in ids]

    return named


def select_extreme(strongest: bool) -> Any:
    """Those of most (or least) HP among what a selector names; several where they are equal."""

    def make(compiler: Any, arg: Any) -> Get:
        select = units_of(compiler, arg)
        return lambda game, env: reach.extreme(standing(game, env, select), strongest)

    return make


def select_both(compiler: Any, arg: list[Any]) -> Get:
    """The units that all of several selectors name."""
    first, *others = [units_of(compiler, s) for s in arg]

    def named(game: Any, env: Env) -> list[Any]:
        known = [{u.id for u in things(game, env, s)} for s in others]
        return [u for u in things(game, env, first) if all(u.id in ids for ids in known)]

    return named


def select_either(compiler: Any, arg: list[Any]) -> Get:
    """The units that any of several selectors names, each once."""
    selects = [units_of(compiler, s) for s in arg]

    def named(game: Any, env: Env) -> list[Any]:
        found = {u.id: u for s in selects for u in things(game, env, s)}
        return list(found.values())

    return named


def select_affected(compiler: Any, arg: Any) -> Get:
    """Those of these units on which an effect die lies."""
    select = units_of(compiler, arg)
    return lambda game, env: [u for u in standing(game, env, select) if effects_on(game, u)]


def effects_on(game: Any, unit: Any) -> list[str]:
    """The effect dice that lie on a unit."""
    known = game.rules.tables["effects"]
    return [name for name, value in unit.marks.items() if value and name in known]


def select_but(compiler: Any, arg: tuple[Selector, Selector]) -> Get:
    """The units that the first selector names and the second does not."""
    these, others = [units_of(compiler, s) for s in arg]

    def named(game: Any, env: Env) -> list[Any]:
        left_out = {u.id for u in things(game, env, others)}
        return [u for u in things(game, env, these) if u.id not in left_out]

    return named


def select_marked(compiler: Any, arg: MarkName) -> Get:
    """The units on the mat that carry a mark."""
    return lambda game, env: [u for u in reach.on_mat(game) if u.marks.get(arg)]


def select_first(compiler: Any, arg: Any) -> Get:
    """The one of these units that is highest on the Ini Meter."""
    select = units_of(compiler, arg)

    def named(game: Any, env: Env) -> list[Any]:
        found = {u.id: u for u in standing(game, env, select)}
        return [found[e.unit] for e in game.world.meter if e.unit in found][:1]

    return named


def select_type(compiler: Any, arg: str) -> Get:
    """The Baddies of a type on the mat, or those with such a tag."""

    def named(game: Any, env: Env) -> list[Any]:
        chips = game.rules.tables["chips"]
        return [u for u in reach.baddies(game) if (chip := chips[u.kind]).type == arg or arg in chip.tags]

    return named


def select_form(compiler: Any, arg: Literal["melee", "ranged"]) -> Get:
    """The Baddies of a form on the mat."""
    melee = arg == "melee"
    return lambda game, env: [u for u in reach.baddies(game) if reach.melee(game, u) is melee]


class Nearest(Struct, forbid_unknown_fields=True):
    """`nearest`: those whose HP are nearest to a value."""

    hp: Value
    of: Selector = "party"


def select_nearest(compiler: Any, arg: Nearest) -> Get:
    """Several where they are equally near."""
    of, hp = units_of(compiler, arg.of), compiler.value(arg.hp)

    def named(game: Any, env: Env) -> list[Any]:
        found, wanted = things(game, env, of), hp(game, env)
        best = min((abs(u.hp - wanted) for u in found), default=0)
        return [u for u in found if abs(u.hp - wanted) == best]

    return named


def targets(game: Any, env: Env) -> list[Any]:
    """All targets in reach of a Baddie's turn; for a Gearloc its one target. What is no unit suffers no skills."""
    names = getattr(env.about, "targets", None) or [env.role("target")]
    out = []
    for name in names:
        unit = game.world.units.get(name)
        if unit is not None and unit.pos and unit.side:
            out.append(unit)
    return out


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
    return [] if unit is None else reach.friends(game, unit)


def allies(game: Any, env: Env) -> list[Any]:
    """The other units on the holder's side."""
    return [u for u in friends(game, env) if u.id != env.bearer.holder]


def temporary(game: Any, env: Env) -> list[Any]:
    """The temporary allies on the mat; companions are allies of another sort (Undertow rulebook, Units Explained)."""
    return [u for u in reach.allies(game) if not u.owner]


def table(game: Any, env: Env) -> Any:
    """The whole table, which carries marks of its own."""
    return game.world


SELECTORS: dict[str, tuple[Any, Any]] = {
    "adjacent": (Selector, select_adjacent),
    "strongest": (Selector, select_extreme(True)),
    "weakest": (Selector, select_extreme(False)),
    "both": (Annotated[list[Selector], Meta(min_length=1)], select_both),
    "either": (Annotated[list[Selector], Meta(min_length=1)], select_either),
    "affected": (Selector, select_affected),
    "but": (tuple[Selector, Selector], select_but),
    "with_mark": (MarkName, select_marked),
    "first": (Selector, select_first),
    "of_type": (str, select_type),
    "of_form": (Literal["melee", "ranged"], select_form),
    "nearest": (Nearest, select_nearest),
}
THINGS: dict[str, Get] = {
    "targets": targets,
    "units": units,
    "gearlocs": gearlocs,
    "foes": foes,
    "friends": friends,
    "allies": allies,
    "temporary": temporary,
    "table": table,
}
