"""What a running effect looks at: who bears it, what it is about, and its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tmb.core.bearers import Bearer

Get = Callable[[Any, "Env"], Any]
"""(game, env) -> value: a compiled value, condition, selector or op."""


class Env(Struct, eq=False):
    """bearer: the sheet in play; about: the frame or question of its moment; it: the thing a loop or choice is at; own:
    the variables, if they are not those of the bearer."""

    bearer: Bearer
    about: Any
    it: str = ""
    own: dict[str, int] | None = None

    @property
    def vars(self) -> dict[str, int]:
        """The variables, by name."""
        return self.bearer.vars if self.own is None else self.own

    def role(self, name: str) -> str:
        """The id of the thing in this role: self (the holder), it, or a field of what this is about."""
        if name == "self":
            return self.bearer.holder
        if name == "it":
            return self.it
        return getattr(self.about, name, "") or ""
