"""`--rule NAME=VALUE`: rule options on the command line, and as words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tmb.ruleset import RuleSet


def rule_option(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the option `--rule`, which verbs that start a game take; its parameter is `rule`."""
    return click.option(
        "--rule", multiple=True, metavar="NAME=VALUE",
        help="A rule option, may be given again; `tmb rules options` lists them.",
    )(fn)  # fmt: skip


def chosen(rules: RuleSet, written: Sequence[str]) -> dict[str, Any]:
    """The rule options that were written. Raises InputError for a name or a value that nobody knows, UsageError for
    what is no NAME=VALUE or is said twice in different ways."""
    from tmb.cli.text import utf8
    from tmb.errors import unknown

    out: dict[str, Any] = {}
    known = rules.registry.rule_options
    for text in written:
        name, equals, value = utf8(text).partition("=")
        if not equals:
            raise click.UsageError(f"--rule wants NAME=VALUE, not {text!r}", click.get_current_context())
        if name not in known:
            raise unknown("rule option", name, known, "unknown_rule_option", f"/params/rules/{name}")
        setting = known[name].read(value, f"/params/rules/{name}")
        if out.setdefault(name, setting) != setting:
            raise click.UsageError(f"--rule {name} is written twice, with two values", click.get_current_context())
    return out


def unlike(rules: RuleSet, every: dict[str, Any]) -> str:
    """The rule options that are not as the packs have them, as they would be written; "" for none."""
    from tmb.core.ruleoptions import shown

    return " ".join(f"{name}={shown(v)}" for name, v in every.items() if v != rules.rule_defaults.get(name))
