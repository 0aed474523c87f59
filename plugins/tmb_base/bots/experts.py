"""What an expansion tells the bot of its own rules. It hands it over as a table `advice/NAME`: a function without
arguments, called when somebody plays, that gives an `Expert`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tmb.core.decisions import Ask
from tmb_base.bots.look import Look, Unit

Advice = Callable[[Ask, Look], Sequence[str]]
"""Options by preference, the best first; those that are not listed do not matter."""


class Expert(NamedTuple):
    """asks: advice for the asks of an expansion; pays: words of options in a turn that are worth their Dex; worth: how
    much more a foe is worth for its sake; guard: the positions on one of which somebody of ours has to stand soon, ()
    if none is wanted.
    """

    asks: Mapping[str, Advice]
    pays: Sequence[str]
    worth: Callable[[Look, Unit], int]
    guard: Callable[[Look], Sequence[str]]


def of(rules: Any) -> tuple[Expert, ...]:
    """Those of a rule set, in the order of their names."""
    tables = getattr(rules, "tables", {})
    return tuple(tables[name]() for name in sorted(tables) if name.startswith("advice/"))
