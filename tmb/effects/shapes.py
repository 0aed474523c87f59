"""The shapes in which content says what it does by itself: when, modify, forbid, action; and the sheet made of them."""

from collections.abc import Collection
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, field

from tmb.content.entry import Condition, Entry, Program, Selector, Value, name_of
from tmb.core.bearers import Action, Bearer, Check, Forbid, Modifier, Sheet, Trigger, unsaid
from tmb.effects.compiler import Compiler
from tmb.effects.env import Env, Get
from tmb.effects.words import one
from tmb.errors import RulesError

T = TypeVar("T")


class When(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment.

    who: the role of it that must be the holder ("" = whoever); if: what must hold; order: a fixed place.
    """

    window: Annotated[str, name_of("window")]
    who: str = ""
    when: Condition = field(name="if", default_factory=dict)
    order: str = ""


class Modify(Struct, frozen=True, forbid_unknown_fields=True):
    """A say in a query about the holder (or everybody): of a number by how much, of a thing which it becomes; of a flag
    the stage says it all. per: `amount` is the total until that moment.
    """

    query: Annotated[str, name_of("query")]
    stage: str
    amount: Value | None = None
    to: Selector | None = None
    when: Condition = field(name="if", default_factory=dict)
    per: str = ""
    everybody: bool = False


class Forbids(Struct, frozen=True, forbid_unknown_fields=True):
    """A *no* to a permit. of: the role of its question that must be the holder ("" = whoever); kind: what the question
    must be about: "def", "skill" … ("" = anything).
    """

    what: Annotated[str, name_of("permit")]
    of: str = ""
    kind: Annotated[str, name_of("kind")] = ""
    when: Condition = field(name="if", default_factory=dict)


class Acts(Struct, frozen=True, forbid_unknown_fields=True):
    """What the holder may do at these moments. cost: marks of the holder that it pays; limit: once until then."""

    at: list[Annotated[str, name_of("moment")]]
    do: Program
    when: Condition = field(name="if", default_factory=dict)
    cost: dict[Annotated[str, name_of("mark")], Annotated[int, Meta(ge=1)]] = {}
    limit: str = ""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One more thing that an entry does: a trigger with its body."""

    when: When
    do: Program
    may: bool = False


class Text(Entry, frozen=True, kw_only=True):
    """An entry with rules of its own.

    when + do (+ may = optional); also: further ones; takes: the name of its number.
    """

    when: When | None = None
    do: Program = []
    may: bool = False
    also: list[Rule] = []
    modify: Modify | list[Modify] = []
    forbid: Forbids | list[Forbids] = []
    action: Acts | list[Acts] = []
    takes: str = ""


def many(one_or_more: T | list[T]) -> list[T]:
    """An entry may write one table or a list of them."""
    return one_or_more if isinstance(one_or_more, list) else [one_or_more]


def sheet(compiler: Compiler, key: str, entry: Text, numbers: Collection[str] = ()) -> Sheet:
    """The sheet of an entry under `key`, which is also where its bodies are kept.

    numbers: variables that it gets beside the one that it `takes`. Raises RulesError for a variable that nothing gives.
    """
    try:
        return _checked(compiler, key, entry, numbers)
    except RulesError as e:
        raise e.about(key) from None


def _checked(compiler: Compiler, key: str, entry: Text, numbers: Collection[str]) -> Sheet:
    compiler.asked.clear()
    compiler.given.clear()
    compiler.sheet = key
    made = _sheet(compiler, key, entry)
    known = {*numbers, *compiler.given, *([entry.takes] if entry.takes else [])}
    if lost := sorted(compiler.asked - known):
        names = ", ".join(f"${name}" for name in sorted(known)) or "none; `takes` names the number of an entry"
        raise RulesError(f"nothing gives the variable ${lost[0]}; known: {names}")
    return made


def _sheet(compiler: Compiler, key: str, entry: Text) -> Sheet:
    rules = ([Rule(entry.when, entry.do, entry.may)] if entry.when else []) + entry.also
    words = entry.text or entry.name
    return Sheet(
        key,
        tuple(_trigger(compiler, r, f"{key}.do{i or ''}", str(i or ""), words) for i, r in enumerate(rules)),
        tuple(_modifier(compiler, m, str(i or ""), words) for i, m in enumerate(many(entry.modify))),
        tuple(
            Forbid(
                f.what, f.of, f.kind, _check(compiler.condition(f.when)) if f.when else None, words, entry.source.where
            )
            for f in many(entry.forbid)
        ),
        tuple(
            _action(compiler, a, f"{key}.action{i or ''}", str(i or ""), words)
            for i, a in enumerate(many(entry.action))
        ),
        entry.name or key,
    )


def _check(get: Get) -> Check:
    return lambda game, bearer, about: get(game, Env(bearer, about))


def _body(compiler: Compiler, ops: Any, address: str) -> Check:
    code = compiler.body(ops, address)

    def do(game: Any, bearer: Bearer, about: Any) -> None:
        code.run(game, Env(bearer, about))

    return do


def _trigger(compiler: Compiler, rule: Rule, address: str, key: str, words: str) -> Trigger:
    w = rule.when
    compiler.window = w.window
    when = _check(compiler.condition(w.when)) if w.when else None
    body = _body(compiler, rule.do, address)
    compiler.window = ""
    if not rule.do:
        compiler.idle.append((compiler.sheet, w.window))
    return Trigger(w.window, body, w.who, not rule.may, when, w.order, key, words)


def _modifier(compiler: Compiler, m: Modify, key: str, words: str) -> Modifier:
    when = _check(compiler.condition(m.when)) if m.when else None
    amount = unsaid if m.amount is None else _check(compiler.value(m.amount))
    to = unsaid if m.to is None else _first(compiler.selector(m.to))
    return Modifier(m.query, m.stage, amount, when, m.per, m.everybody, key, words, to)


def _first(select: Get) -> Check:
    """The first thing that a selector names, or None."""
    return lambda game, bearer, about: one(game, Env(bearer, about), select)


def _action(compiler: Compiler, a: Acts, address: str, key: str, words: str) -> Action:
    used = f"{address}:{a.limit}" if a.limit else ""
    when = _check(compiler.condition(a.when)) if a.when else None
    body = _body(compiler, a.do, address)
    if not used and not a.cost:
        return Action(tuple(a.at), body, when, key, words)
    cost = list(a.cost.items())

    def can(game: Any, bearer: Bearer, about: Any) -> bool:
        marks = game.mode.find(game, bearer.holder).marks
        if used and used in marks:
            return False
        for name, n in cost:
            if marks.get(name, 0) < n:
                return False
        return when is None or bool(when(game, bearer, about))

    def do(game: Any, bearer: Bearer, about: Any) -> None:
        holder = game.thing(bearer.holder)
        for name, n in cost:
            game.mark(holder, name, holder.marks.get(name, 0) - n)
        if used:
            game.mark(holder, used, 1)
        body(game, bearer, about)

    return Action(tuple(a.at), do, can, key, words, a.limit, used)
