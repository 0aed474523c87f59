"""Clones of the state, by code that is generated once from the Structs' own fields.

Three shapes need work: lists, dicts and Structs that are not frozen; what cannot change is shared; all else, sets above
all, has no place in a state and is told when the copier is made. The proof of a copier is the msgpack round trip: a
test compares the two.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tmb.core.state import hints_of

Copy = Callable[[Any], Any]


def copier(root: type[Struct], parts: dict[Any, Any] | None = None) -> Copy:
    """A function that copies a `root` Struct deeply. `parts`: what type variables of generic Structs stand for.

    Raises TypeError for a field of a type that cannot be copied.
    """
    maker = _Maker(parts or {})
    maker.struct(root)
    return maker.table[root]


class _Maker:
    def __init__(self, parts: dict[Any, Any]) -> None:
        self.parts = parts
        self.table: dict[type, Copy] = {}
        self.where = ""

    def struct(self, kind: type[Struct]) -> None:
        """Generate the copier of one Struct class and of all that it holds."""
        if kind in self.table:
            return
        self.table[kind] = _shallow
        lines = []
        for name, hint in hints_of(kind).items():
            self.where = f"{kind.__name__}.{name}"
            if name in kind.__struct_fields__ and (code := self.code(hint, f"o.{name}")):
                lines.append(f"    n.{name} = {code}\n")
        if lines:
            source = "def copy_struct(o):\n    n = o.__copy__()\n" + "".join(lines) + "    return n\n"
            space: dict[str, Any] = {"table": self.table}
            exec(source, space)
            self.table[kind] = space["copy_struct"]

    def code(self, hint: Any, value: str) -> str:
        """The expression that copies `value` of this type; "" where sharing it is right."""
        hint = self.parts.get(hint, hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return self.code(args[0], value)
        if origin is list:
            inner = self.code(args[0], "x")
            return f"[{inner} for x in {value}]" if inner else f"{value}[:]"
        if origin is dict:
            inner = self.code(args[1], "x")
            return f"{{k: {inner} for k, x in {value}.items()}}" if inner else f"{value}.copy()"
        if origin in (typing.Union, types.UnionType):
            return self.union([a for a in args if a is not type(None)], value, len(args))
        base = origin or hint
        if isinstance(base, type) and issubclass(base, Struct) and not base.__struct_config__.frozen:
            return self.one(base, value)
        if not _fixed(base) or (origin is tuple and any(self.code(a, value) for a in args if a is not ...)):
            raise self.no(hint)
        return ""

    def no(self, hint: Any) -> TypeError:
        return TypeError(f"{self.where}: {hint} cannot be copied; a state holds lists, dicts, Structs and plain values")

    def union(self, kinds: list[Any], value: str, size: int) -> str:
        where = self.where
        codes = {self.code(k, value) for k in kinds}
        self.where = where
        if len(codes) > 1:
            raise self.no(" | ".join(str(k) for k in kinds))
        code = codes.pop()
        return code if not code or len(kinds) == size else f"{value} and {code}"

    def one(self, kind: type[Struct], value: str) -> str:
        self.struct(kind)
        return f"table[{value}.__class__]({value})"


def _fixed(kind: Any) -> bool:
    """Whether values of this type cannot change."""
    if kind is typing.Literal:
        return True
    return isinstance(kind, type) and issubclass(
        kind, (int, str, float, bytes, tuple, enum.Enum, Struct, types.NoneType)
    )


def _shallow(thing: Any) -> Any:
    return thing.__copy__()
