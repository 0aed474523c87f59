"""What a running effect looks at: who bears it, what it is about, and its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.bearers import Bearer

Get = Callable[[Any, "Env"], Any]
"""(game, env) -> value: a compiled value, condition, selector or op."""


class Env:
    """bearer: the sheet in play; about: the frame or question of its moment; it: the thing a loop or choice is at."""

    __slots__ = ("about", "bearer", "it", "vars")

    def __init__(self, bearer: Bearer, about: Any, it: str = "", vars: dict[str, int] | None = None) -> None:
        self.bearer, self.about, self.it = bearer, about, it
        self.vars = bearer.vars if vars is None else vars

    def role(self, name: str) -> str:
        """The id of the thing in this role: self (the holder), it, or a field of what this is about."""
        if name == "self":
            return self.bearer.holder
        if name == "it":
            return self.it
        return getattr(self.about, name, "") or ""
