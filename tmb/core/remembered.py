"""What is worked out once a rule set: it is kept with the rule set, and goes with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 256
"""So many answers of one function are kept; with the next one they begin anew, since options may ask for anything."""


def remembered(fn: Callable[..., T]) -> Callable[..., T]:
    """Decorator of a function (rules, *about), with `about` of values that can be hashed: it runs once for each. Nobody
    may change what it returns."""

    @wraps(fn)
    def answer(rules: Any, *about: Any) -> T:
        known: dict[Any, T] = rules.remembered.setdefault(fn, {})
        if about not in known:
            found = fn(rules, *about)
            if len(known) >= MOST:
                known.clear()
            known[about] = found
        return known[about]

    return answer
