"""Files and functions that have grown too big for somebody new to find their way."""

import ast
from collections.abc import Iterator

MAX_FILE = 400
MAX_FUNCTION = 59


def big_file(where: str, text: str) -> Iterator[str]:
    """A problem if the text has more than 400 lines."""
    lines = len(text.splitlines())
    if lines > MAX_FILE:
        yield f"{where}: {lines} lines; split it, {MAX_FILE} are the most (about 120 the aim)"


def big_functions(where: str, tree: ast.Module) -> Iterator[str]:
    """A problem for each function of 60 lines or more, from its `def` to its last line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MAX_FUNCTION:
                most = f"{MAX_FUNCTION} are the most (about 7 the aim)"
                yield f"{where}:{node.lineno}: {node.name} has {lines} lines; {most}"
