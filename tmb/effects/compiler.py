"""The compiler of effects: data as packs write it becomes closures, once, when a rule set is built."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from tmb.core.plainly import misfit
from tmb.core.ruleoptions import RuleOption
from tmb.effects.env import Env, Get
from tmb.effects.program import Code, Op
from tmb.effects.words import ROLES
from tmb.errors import RulesError

Make = Callable[..., Any]


def always(game: Any, env: Env) -> bool:
    """The condition of an empty table."""
    return True


class Compiler:
    """Knows the words of one rule set. `programs` collects every body by its address.

    values, conditions, selectors: word -> (type of the argument, make(compiler, argument)); ops: word -> (Struct,
    make(compiler, op, address)); bare: plain selectors; scripts: name -> (Struct of the arguments, function);
    rule_options: the decisions that conditions may ask for; dice: kind -> faces; numbers: window -> what
    may be amended; window: the moment whose body is being compiled; sheet: the key of its sheet. asked and given: the
    variables that the entry being compiled reads and makes.

    looks: (sheet, window, field), what bodies ask of their moments; idle: (sheet, window), triggers without a program.
    """

    def __init__(
        self,
        values: dict[str, tuple[Any, Make]],
        conditions: dict[str, tuple[Any, Make]],
        selectors: dict[str, tuple[Any, Make]],
        ops: dict[str, tuple[Any, Make]],
        bare: dict[str, Get],
        scripts: dict[str, tuple[Any, Callable[..., None]]],
        rule_options: Mapping[str, RuleOption] | None = None,
    ) -> None:
        self.values, self.conditions, self.selectors, self.ops = values, conditions, selectors, ops
        self.bare, self.scripts, self.rule_options = bare, scripts, rule_options or {}
        self.programs: dict[str, Code] = {}
        self.dice: Mapping[str, Sequence[str]] = {}
        self.numbers: Mapping[str, Collection[str]] = {}
        self.window = ""
        self.asked: set[str] = set()
        self.given: set[str] = set()
        self.sheet = ""
        self.looks: list[tuple[str, str, str]] = []
        self.idle: list[tuple[str, str]] = []

    def value(self, v: Any) -> Get:
        """A number: 3, "$n", or a table of one word."""
        if isinstance(v, int):
            return lambda game, env: v
        if isinstance(v, str):
            name = v.removeprefix("$")
            self.asked.add(name)
            return lambda game, env: env.vars.get(name, 0)
        return self._word("value", self.values, v)

    def condition(self, table: dict[str, Any]) -> Get:
        """A yes or no: every word of the table holds."""
        parts = [self._word("condition", self.conditions, {k: v}) for k, v in table.items()]
        if len(parts) == 1:
            return parts[0]
        if len(parts) == 2:
            first, second = parts
            return lambda game, env: first(game, env) and second(game, env)
        return (lambda game, env: all(p(game, env) for p in parts)) if parts else always

    def selector(self, s: Any) -> Get:
        """Things: a role, a plain name of the mode, or a table of one word."""
        if isinstance(s, str):
            if s in self.bare:
                return self.bare[s]
            if s == "self":
                return lambda game, env: game.thing(env.bearer.holder)
            return lambda game, env: game.thing(env.role(s))
        return self._word("selector", self.selectors, s)

    def body(self, ops: list[dict[str, Any]], address: str) -> Code:
        """A list of ops, kept under its address."""
        try:
            code = Code(address, [self.op(op, f"{address}.{i}") for i, op in enumerate(ops)])
        except RulesError as e:
            raise e.about(address) from None
        self.programs[address] = code
        return code

    def when(self, table: dict[str, Any], key: str) -> Get | None:
        """The condition of a part of content, or None where it has none."""
        try:
            return self.condition(table) if table else None
        except RulesError as e:
            raise e.about(key) from None

    def alone(self, ops: list[dict[str, Any]], address: str) -> Code:
        """The same for a body that gets no variable from anybody. Raises RulesError for one that nothing gives."""
        self.asked.clear()
        self.given.clear()
        code = self.body(ops, address)
        if lost := sorted(self.asked - self.given):
            raise RulesError(f"nothing gives the variable ${lost[0]}", address)
        return code

    def later(self, ops: list[dict[str, Any]], address: str) -> Code:
        """A body that runs at another moment than the one that it is written for, and asks that one."""
        known = len(self.looks)
        code = self.body(ops, address)
        del self.looks[known:]
        return code

    def looked(self, field: str) -> None:
        """Note that a field of the moment is asked for, if there is one."""
        if self.window:
            self.looks.append((self.sheet, self.window, field))

    def op(self, table: dict[str, Any], address: str) -> Op:
        """One op."""
        kind, make = self._known("op", self.ops, str(table.get("op")))
        made: Op = make(self, msgspec.convert({k: v for k, v in table.items() if k != "op"}, kind), address)
        return made

    def script(self, name: str, args: dict[str, Any]) -> tuple[Callable[..., None], Any]:
        """A registered function and its arguments as their Struct."""
        kind, run = self._known("script", self.scripts, name)
        try:
            return run, msgspec.convert(args, kind)
        except msgspec.ValidationError as e:
            raise misfit(e, kind, args).error("bad_value", "argument of a script") from None

    def is_bare(self, word: str) -> bool:
        """Whether a plain string may stand for a selector."""
        return word in ROLES or word in self.bare

    def many(self, s: Any) -> bool:
        """Whether a selector may name several things: a table of a word, or a plain name of the mode."""
        return isinstance(s, dict) or s in self.bare

    def _word(self, what: str, words: dict[str, tuple[Any, Make]], table: dict[str, Any]) -> Get:
        if len(table) != 1:
            raise RulesError(f"a {what} is a table of one word, not of {len(table)}: {table}")
        ((name, arg),) = table.items()
        kind, make = self._known(what, words, name)
        made: Get = make(self, msgspec.convert(arg, kind))
        return made

    def _known(self, what: str, words: dict[str, tuple[Any, Any]], name: str) -> tuple[Any, Any]:
        if name not in words:
            raise RulesError(f"unknown {what} {name!r}")
        return words[name]
