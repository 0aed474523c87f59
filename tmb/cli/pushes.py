"""Which procedures a function begins, read from its source: the flow of the rules prints itself.

A function begins a frame that it names, or that a function of the rules which it names begins. Frames that are only
looked for (`type(f) is X`, isinstance, annotations) do not count. What the engine's own functions push is left out.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import sys
import textwrap
from collections.abc import Callable, Collection
from types import FunctionType, MethodType, ModuleType
from typing import Any

ENGINE = "tmb"


def pushed_by(function: Any, frames: Collection[type]) -> list[type]:
    """The frame types, of those given, that a function begins, in the order in which its source names them."""
    reader = _Reader(frames)
    reader.read(function)
    return list(reader.found)


class _Reader:
    """Follows functions through the modules of the rules; each is read once."""

    def __init__(self, frames: Collection[type]) -> None:
        self.frames = frames
        self.found: dict[type, None] = {}
        self.seen: list[Callable[..., Any]] = []

    def read(self, function: Any) -> None:
        owner = getattr(function, "__self__", None)
        function = inspect.unwrap(getattr(function, "__func__", function))
        if not isinstance(function, FunctionType) or function in self.seen:
            return
        self.seen.append(function)
        scope = dict(function.__globals__) | _closed_over(function)
        if owner is not None:
            scope[function.__code__.co_varnames[0]] = owner
        with contextlib.suppress(OSError, SyntaxError):
            _Body(self, scope, owner).visit(ast.parse(textwrap.dedent(inspect.getsource(function))))

    def meet(self, value: Any) -> None:
        """Look at a value that a function names."""
        if isinstance(value, type):
            if value in self.frames:
                self.found[value] = None
        elif isinstance(value, tuple | list):
            for item in value:
                self.meet(item)
        elif isinstance(value, dict):
            self.meet(list(value.values()))
        elif isinstance(value, FunctionType | MethodType) and value.__module__.partition(".")[0] != ENGINE:
            self.read(value)


def _closed_over(function: FunctionType) -> dict[str, Any]:
    names, cells = function.__code__.co_freevars, function.__closure__ or ()
    return {name: cell.cell_contents for name, cell in zip(names, cells, strict=True)}


class _Body(ast.NodeVisitor):
    """Meets every name of a function's body that means something in `scope`."""

    def __init__(self, reader: _Reader, scope: dict[str, Any], owner: Any) -> None:
        self.reader, self.scope, self.owner = reader, scope, owner

    def value(self, node: ast.AST) -> Any:
        """What a name, a name in a module or a method of the own object means; None if only the run would tell."""
        if isinstance(node, ast.Name):
            return super if node.id == "super" else self.scope.get(node.id)
        if not isinstance(node, ast.Attribute):
            return None
        if isinstance(node.value, ast.Call) and self.value(node.value.func) is super:
            return getattr(super(self.scope["__class__"], self.owner), node.attr, None)
        holder = self.value(node.value)
        if isinstance(holder, ModuleType):
            return getattr(holder, node.attr, None)
        if holder is not None and holder is self.owner:
            method = getattr(type(holder), node.attr, None)
            return MethodType(method, holder) if isinstance(method, FunctionType) else None
        return None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for child in node.body:
            self.visit(child)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = sys.modules.get(node.module or "")
        for alias in node.names:
            self.scope[alias.asname or alias.name] = getattr(module, alias.name, None)

    def visit_Compare(self, node: ast.Compare) -> None:
        for side in (node.left, *node.comparators):
            if not self._only_types(side):
                self.visit(side)

    def _only_types(self, node: ast.AST) -> bool:
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        return all(isinstance(self.value(part), type) for part in parts)

    def visit_Call(self, node: ast.Call) -> None:
        checks = isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass")
        for part in node.args[:1] if checks else (node.func, *node.args, *node.keywords):
            self.visit(part)

    def visit_Name(self, node: ast.Name) -> None:
        self.reader.meet(self.value(node))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        found = self.value(node)
        if found is None:
            self.visit(node.value)
        else:
            self.reader.meet(found)
