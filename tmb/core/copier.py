"""Clones of the state, by code that is generated once from the Structs' own fields.

Three shapes need work: lists, dicts and Structs that are not frozen; all else is shared. The proof of a copier is the
msgpack round trip: a test compares the two.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from typing import Any

from msgspec import Struct

Copy = Callable[[Any], Any]


def copier(root: type[Struct], parts: dict[Any, Any] | None = None) -> Copy:
    """A function that copies a `root` Struct deeply. `parts`: what type variables of generic Structs stand for."""
    maker = _Maker(parts or {})
    maker.struct(root)
    return maker.table[root]


class _Maker:
    def __init__(self, parts: dict[Any, Any]) -> None:
        self.parts = parts
        self.table: dict[type, Copy] = {}

    def struct(self, kind: type[Struct]) -> None:
        """Generate the copier of one Struct class and of all that it holds."""
        if kind in self.table:
            return
        self.table[kind] = _shallow
        lines = []
        for name, hint in typing.get_type_hints(kind).items():
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
        return ""

    def union(self, kinds: list[Any], value: str, size: int) -> str:
        codes = {self.code(k, value) for k in kinds} - {""}
        if not codes:
            return ""
        if len(codes) > 1:
            raise TypeError(f"a union of differently shaped containers cannot be copied: {kinds}")
        return codes.pop() if len(kinds) == size else f"{value} and {codes.pop()}"

    def one(self, kind: type[Struct], value: str) -> str:
        self.struct(kind)
        return f"table[{value}.__class__]({value})"


def _shallow(thing: Any) -> Any:
    return thing.__copy__()
