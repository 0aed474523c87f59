"""One public thing, one docstring: what goes in and comes out, units, errors raised, source."""

import ast
from collections.abc import Iterable, Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef
SAID_ELSEWHERE = {"overload", "override", "setter", "deleter"}


class Classes:
    """All classes of some modules by name: their bases, and the methods that they document. Classes of one name in
    several modules count as one."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        found = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        self.bases: dict[str, list[str]] = {}
        self.documented: dict[str, set[str]] = {}
        for node in found:
            self.bases.setdefault(node.name, []).extend(_last_name(base) for base in node.bases)
            self.documented.setdefault(node.name, set()).update(_documented(node))

    def above(self, name: str) -> set[str]:
        """The names of all classes that `name` derives from, at first hand or further."""
        above: set[str] = set()
        new = set(self.bases.get(name, ()))
        while new:
            above |= new
            new = {base for one in new for base in self.bases.get(one, ())} - above
        return above

    def inherits_words(self, owner: str, method: str) -> bool:
        """Does a class above `owner` document a method of this name?"""
        return any(method in self.documented.get(base, ()) for base in self.above(owner))


def undocumented(where: str, tree: ast.Module, classes: Classes) -> Iterator[str]:
    """A problem for the module, and for each public class, function and method of it, that says nothing about itself.

    Not asked for: private names, dunder methods, what is said at another place (overloads, setters, a method that a
    class above documents), functions within functions, and one-line methods of Structs, which only give a stored
    thing another look.
    """
    if ast.get_docstring(tree) is None:
        yield f"{where}:1: the module has no docstring"
    yield from _in_body(where, tree.body, "", classes)


def _in_body(where: str, body: list[ast.stmt], owner: str, classes: Classes) -> Iterator[str]:
    for node in body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        if ast.get_docstring(node) is None and not (isinstance(node, Function) and _excepted(node, owner, classes)):
            kind = "class" if isinstance(node, ast.ClassDef) else "method" if owner else "function"
            yield f"{where}:{node.lineno}: {kind} {owner + '.' if owner else ''}{node.name} has no docstring"
        if isinstance(node, ast.ClassDef):
            yield from _in_body(where, node.body, node.name, classes)


def _excepted(node: Function, owner: str, classes: Classes) -> bool:
    if any(_last_name(decorator) in SAID_ELSEWHERE for decorator in node.decorator_list):
        return True
    one_line = len(node.body) == 1 and isinstance(node.body[0], ast.Return | ast.Expr)
    return (one_line and "Struct" in classes.above(owner)) or classes.inherits_words(owner, node.name)


def _documented(node: ast.ClassDef) -> Iterator[str]:
    for method in node.body:
        if isinstance(method, Function) and ast.get_docstring(method) is not None:
            yield method.name


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value) | ast.Call(func=value):
            return _last_name(value)
    return ""
