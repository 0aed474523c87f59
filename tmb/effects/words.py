"""The core's own words: values, conditions and selectors that know no game."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from tmb.content.entry import Condition, Selector, Value, name_of
from tmb.core import queries
from tmb.core.rolls import Rolled
from tmb.effects.env import Env, Get
from tmb.errors import RulesError

MarkName = Annotated[str, name_of("mark")]
ROLES = ("self", "it", "source", "target", "unit")


class MarkOf(Struct, forbid_unknown_fields=True):
    """`{ mark = "NAME", of = SELECTOR }`: the value of a mark."""

    name: MarkName
    of: Selector = "self"


class Number(Struct, forbid_unknown_fields=True):
    """`{ query = { name, of, from } }`: a number asked through its modifiers."""

    name: Annotated[str, name_of("query that answers with a number")]
    of: Selector = "self"
    begin: Value = 0


Purpose = Annotated[str, name_of("purpose of a roll")]
FactName = Annotated[str, name_of("fact of a moment")]
RuleName = Annotated[str, name_of("rule option")]


class RuleIs(Struct, forbid_unknown_fields=True):
    """`{ rule = { name, is } }`: a rule option has this value."""

    name: RuleName
    value: Annotated[str, name_of("value of a rule option")] = field(name="is")


def things(game: Any, env: Env, select: Get) -> list[Any]:
    """The things that a compiled selector names, those that exist."""
    found = select(game, env)
    return found if isinstance(found, list) else [] if found is None else [found]


def named(game: Any, env: Env, select: Get) -> list[Any]:
    """Those of them that can be told by an id; a thing without one carries marks and nothing else."""
    found = select(game, env)
    return found if isinstance(found, list) else [found] if hasattr(found, "id") else []


def one(game: Any, env: Env, select: Get) -> Any:
    """The first thing that a selector names, or None."""
    found = select(game, env)
    return (found[0] if found else None) if type(found) is list else found


# -- values ------------------------------------------------------------------------------------------------------------


def value_mark(compiler: Any, arg: str | MarkOf) -> Get:
    """The value of a mark of the holder, or of whom `of` says."""
    spec = arg if isinstance(arg, MarkOf) else MarkOf(arg)
    of, name = compiler.selector(spec.of), spec.name
    if spec.of == "self":
        return lambda game, env: 0 if (t := game.thing(env.bearer.holder)) is None else t.marks.get(name, 0)
    return lambda game, env: 0 if (t := one(game, env, of)) is None else t.marks.get(name, 0)


def value_count(compiler: Any, arg: Any) -> Get:
    """How many things a selector names."""
    select = compiler.selector(arg)
    return lambda game, env: len(things(game, env, select))


def value_sum(compiler: Any, arg: list[Any]) -> Get:
    """The sum of values."""
    parts = [compiler.value(v) for v in arg]
    return lambda game, env: sum(p(game, env) for p in parts)


def value_least(compiler: Any, arg: list[Any]) -> Get:
    """The least of values."""
    parts = [compiler.value(v) for v in arg]
    return lambda game, env: min(p(game, env) for p in parts)


def value_times(compiler: Any, arg: tuple[Any, Any]) -> Get:
    """The product of two values."""
    a, b = (compiler.value(v) for v in arg)
    return lambda game, env: a(game, env) * b(game, env)


def value_field(compiler: Any, arg: str) -> Get:
    """A field of what this is about: the amount of a damage, say."""
    compiler.looked(arg)
    return lambda game, env: getattr(env.about, arg, 0)


def value_query(compiler: Any, arg: Number) -> Get:
    """The answer to a query about a thing."""
    of, begin, name = compiler.selector(arg.of), compiler.value(arg.begin), arg.name
    return lambda game, env: queries.number(
        game, name, getattr(one(game, env, of), "id", ""), begin(game, env), env.about
    )


# -- conditions --------------------------------------------------------------------------------------------------------


def when_all(compiler: Any, arg: list[Any]) -> Get:
    """Every one of these holds."""
    parts = [compiler.condition(c) for c in arg]
    return lambda game, env: all(p(game, env) for p in parts)


def when_any(compiler: Any, arg: list[Any]) -> Get:
    """One of these holds."""
    parts = [compiler.condition(c) for c in arg]
    return lambda game, env: any(p(game, env) for p in parts)


def when_not(compiler: Any, arg: Any) -> Get:
    """This does not hold."""
    inner = compiler.condition(arg)
    return lambda game, env: not inner(game, env)


def when_at_least(compiler: Any, arg: tuple[Any, Any]) -> Get:
    """The first value is at least the second."""
    a, b = (compiler.value(v) for v in arg)
    if isinstance(n := arg[1], int):
        return lambda game, env: a(game, env) >= n
    return lambda game, env: a(game, env) >= b(game, env)


def when_mark(compiler: Any, arg: str | MarkOf) -> Get:
    """The thing carries the mark."""
    get = value_mark(compiler, arg)
    return lambda game, env: get(game, env) > 0


def when_exists(compiler: Any, arg: Any) -> Get:
    """The selector names at least one thing."""
    select = compiler.selector(arg)
    return lambda game, env: one(game, env, select) is not None


def when_same(compiler: Any, arg: tuple[Any, Any]) -> Get:
    """Two selectors name the same thing."""
    a, b = (compiler.selector(s) for s in arg)
    return lambda game, env: (x := one(game, env, a)) is not None and x is one(game, env, b)


def when_field(compiler: Any, arg: str) -> Get:
    """A field of what this is about is set."""
    compiler.looked(arg)
    return lambda game, env: bool(getattr(env.about, arg, False))


def when_rolled_for(compiler: Any, arg: str | list[str]) -> Get:
    """What was rolled is a roll for this, or for one of these."""
    wanted = frozenset([arg] if isinstance(arg, str) else arg)
    return lambda game, env: type(env.about) is Rolled and env.about.what in wanted


def when_rule(compiler: Any, arg: str | RuleIs) -> Get:
    """A rule option is yes, or has the value that `is` says."""
    name, wanted = (arg.name, arg.value) if isinstance(arg, RuleIs) else (arg, True)
    if wanted not in compiler.rule_options[name].may_be():
        raise RulesError(f"rule option {name} is {compiler.rule_options[name].said()}; `rule` asks for {wanted!r}")
    return lambda game, env: bool(game.option(name) == wanted)


VALUES: dict[str, tuple[Any, Any]] = {
    "mark": (MarkName | MarkOf, value_mark),
    "count": (Selector, value_count),
    "sum": (list[Value], value_sum),
    "least": (Annotated[list[Value], Meta(min_length=1)], value_least),
    "times": (tuple[Value, Value], value_times),
    "field": (FactName, value_field),
    "query": (Number, value_query),
}
CONDITIONS: dict[str, tuple[Any, Any]] = {
    "all": (list[Condition], when_all),
    "any": (list[Condition], when_any),
    "not": (Condition, when_not),
    "at_least": (tuple[Value, Value], when_at_least),
    "mark": (MarkName | MarkOf, when_mark),
    "exists": (Selector, when_exists),
    "same": (tuple[Selector, Selector], when_same),
    "field": (FactName, when_field),
    "rolled_for": (Purpose | list[Purpose], when_rolled_for),
    "rule": (RuleName | RuleIs, when_rule),
}
