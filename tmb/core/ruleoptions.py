"""Rule options: decisions that a rulebook leaves open, each with a default that a pack or a game may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tmb.errors import InputError, RulesError, nearest, unknown

Setting = str | int | bool
"""The value of a rule option."""

YES, NO = ("yes", "true", "on"), ("no", "false", "off")


class RuleOption(NamedTuple):
    """One decision. values: the words that may stand for it and what each means, `bool`, or a `range` of numbers."""

    name: str
    default: Setting
    values: Mapping[str, str] | range | type[bool]
    doc: str
    cite: str = ""

    def checked(self, value: object, where: str = "") -> Setting:
        """The value, if it may be. Raises InputError("bad_value") that says what may be."""
        if self.values is bool:
            if isinstance(value, bool):
                return value
        elif isinstance(self.values, range):
            if isinstance(value, int) and not isinstance(value, bool) and value in self.values:
                return value
        elif isinstance(value, str) and value in self.values:
            return value
        raise self._unfit(value, where)

    def read(self, text: str, where: str = "") -> Setting:
        """The value that somebody typed: a word, digits, or yes and no. Raises as `checked`."""
        low = text.casefold()
        if self.values is bool and low in YES + NO:
            return low in YES
        if isinstance(self.values, range) and text.lstrip("-").isdecimal() and len(text) < 10:
            return self.checked(int(text), where)
        return self.checked(text, where)

    def may_be(self) -> list[Setting]:
        """All values, as data; of numbers the least and the greatest."""
        if self.values is bool:
            return [True, False]
        if isinstance(self.values, range):
            return [self.values[0], self.values[-1]]
        return list(self.values)

    def said(self) -> str:
        """All values, in words: `yes or no`, `1 to 6`, `none, moves or all`."""
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        *some, last = (shown(v) for v in self.may_be())
        return f"{', '.join(some)} or {last}" if some else last

    def _unfit(self, value: object, where: str) -> InputError:
        close = nearest(value, self.values) if isinstance(value, str) and isinstance(self.values, Mapping) else ""
        end = f'; did you mean "{close}"?' if close else ""
        written = repr(value) if not isinstance(value, bool) else shown(value)
        return InputError(
            "bad_value",
            f"rule option {self.name} is {self.said()}, not {written[:80]}{end}",
            where=where,
            got=value,
            want=self.may_be(),
            did_you_mean=close,
            cite=self.cite,
        )


def shown(value: Setting) -> str:
    """A value as it is written on a command line."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def declared(option: RuleOption, by: str) -> RuleOption:
    """The option, if its declaration fits together. Raises RulesError."""
    if isinstance(option.values, Mapping | range) and not option.values:
        raise RulesError(f"{by}: rule option {option.name!r} has no values")
    try:
        option.checked(option.default)
    except InputError as e:
        raise RulesError(f"{by}: the default of {option.name!r} cannot be: {e.message}") from None
    return option


def settings(
    options: Mapping[str, RuleOption],
    given: Mapping[str, Any],
    defaults: Mapping[str, Setting],
    where: str = "/params/rules",
) -> dict[str, Setting]:
    """Every option with its value: what was given, else the default. Raises InputError: unknown_rule_option,
    bad_value."""
    out = dict(defaults)
    for name, value in given.items():
        if name not in options:
            raise unknown("rule option", name, options, "unknown_rule_option", f"{where}/{name}")
        out[name] = options[name].checked(value, f"{where}/{name}")
    return out
