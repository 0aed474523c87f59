"""What rules may not do, because the same seed and the same answers must give the same game on any machine:
no other chance than the engine's, no clock, no hash or address of an object, no set order, no float."""

import ast
from collections.abc import Iterator

BANNED_MODULES = {"random", "time", "datetime", "secrets", "uuid"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
ORDER_TAKERS = {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "reversed"}
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def unfair(where: str, tree: ast.Module) -> Iterator[str]:
    """A problem, `where:line: ...`, for each place of the tree that could make two runs of one game differ."""
    found = _Finder()
    found.look_into(tree)
    for line, problem in sorted(found.problems):
        yield f"{where}:{line}: {problem}"


class _Finder(ast.NodeVisitor):
    """Collects (line, problem); `set_names` holds the local names that are known to be sets, innermost scope last."""

    def __init__(self) -> None:
        self.problems: list[tuple[int, str]] = []
        self.set_names: list[dict[str, bool]] = []

    def look_into(self, scope: ast.AST) -> None:
        self.set_names.append(_names_of_sets(scope, self.set_names))
        self.generic_visit(scope)
        self.set_names.pop()

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, SCOPES):
            self.look_into(node)
        else:
            super().visit(node)

    def say(self, node: ast.expr | ast.stmt, problem: str) -> None:
        self.problems.append((node.lineno, problem))

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0 and node.module:
            self.module(node, node.module)
        if node.level == 0 and node.module == "os" and any(alias.name == "urandom" for alias in node.names):
            self.say(node, "os.urandom; chance comes from the engine's streams only")

    def module(self, node: ast.stmt, module: str) -> None:
        if module.split(".")[0] in BANNED_MODULES:
            self.say(node, f"import of {module}; rules have no clock, and chance comes from the engine's streams only")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr == "urandom":
            self.say(node, "os.urandom; chance comes from the engine's streams only")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float | complex):
            self.say(node, f"float {node.value!r}; rules count in whole numbers")

    def visit_Call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Name(id="hash" | "id" as function):
                self.say(node, f"{function}() differs from process to process; use a name or a counter of the state")
            case ast.Name(id="float"):
                self.say(node, "float(); rules count in whole numbers")
            case ast.Name(id="__import__"):
                self.say(node, "__import__(); say the import, so that it can be checked")
            case ast.Name(id=function) if function in ORDER_TAKERS:
                self.over_sets(node.args)
            case ast.Attribute(attr="join" | "extend"):
                self.over_sets(node.args)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.over_sets([node.iter])
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.over_sets([node.iter])
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        self.over_sets([node.value])
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.over_sets([node.value])
        self.generic_visit(node)

    def over_sets(self, iterated: list[ast.expr]) -> None:
        for node in iterated:
            if self.is_set(node):
                self.say(node, "iteration over a set has no order of its own; use a list, a dict or sorted()")

    def is_set(self, node: ast.expr) -> bool:
        return _is_set(node, self.set_names)


def _is_set(node: ast.expr, scopes: list[dict[str, bool]]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Attribute(attr=method, value=value)) if method in SET_METHODS:
            return _is_set(value, scopes)
        case ast.BinOp(op=op) if isinstance(op, SET_OPERATORS):
            return any(_is_set(side, scopes) or _is_keys(side) for side in (node.left, node.right))
        case ast.IfExp():
            return _is_set(node.body, scopes) or _is_set(node.orelse, scopes)
        case ast.Name(id=name):
            return next((scope[name] for scope in reversed(scopes) if name in scope), False)
    return False


def _is_keys(node: ast.expr) -> bool:
    """`d.keys() - others` is a set, although `d.keys()` alone has the dict's order."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"keys", "items"}


def _names_of_sets(scope: ast.AST, outer: list[dict[str, bool]]) -> dict[str, bool]:
    """Each name that the scope binds by a plain assignment, annotation or argument: is it a set?"""
    names: dict[str, bool] = {}
    for node in _own_nodes(scope):
        match node:
            case ast.arg(arg=name):
                names[name] = _says_set(node.annotation)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names[name] = _says_set(node.annotation)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.NamedExpr(target=ast.Name(id=name)):
                names[name] = names.get(name, False) or _is_set(node.value, [*outer, names])
    return names


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of the scope in the order of the text, without those of scopes within."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, SCOPES):
            yield from _own_nodes(child)


def _says_set(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Subscript(value=value):
            return _says_set(value)
        case ast.Name(id="set" | "frozenset" | "Set" | "AbstractSet" | "MutableSet"):
            return True
        case ast.BinOp(left=left, right=right):
            return _says_set(left) or _says_set(right)
    return False
