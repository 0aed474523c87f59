"""No file over 400 lines, no function of 60 or more."""

import ast
from collections.abc import Iterator

from tests.house.files import below, is_python, name, parsed, report, text_of
from tests.house.sizes import big_file, big_functions

CODE = {"", ".py", ".sh", ".js", ".mjs"}


def test_no_file_and_no_function_is_big() -> None:
    def problems() -> Iterator[str]:
        for path in below("tmb", "plugins", "scripts", "benchmarks"):
            if path.suffix in CODE:
                yield from big_file(name(path), text_of(path))
            if path.suffix in CODE and is_python(path):
                yield from big_functions(name(path), parsed(path))

    report(problems())


def function(lines: int) -> ast.Module:
    return ast.parse("class A:\n    @property\n    def f(self):\n" + "        x = 1\n" * (lines - 1))


def test_the_bounds_are_exact() -> None:
    assert not list(big_file("a.py", "x\n" * 400))
    assert list(big_file("a.py", "x\n" * 401)) == ["a.py: 401 lines; split it, 400 are the most (about 120 the aim)"]
    assert not list(big_functions("a.py", function(59)))
    assert list(big_functions("a.py", function(60))) == ["a.py:3: f has 60 lines; 59 are the most (about 7 the aim)"]
