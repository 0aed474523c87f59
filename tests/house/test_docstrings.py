"""Every public module, class, function and method of the engine and the plugins says what it is for."""

import ast

import pytest

from tests.house.docstrings import Classes, undocumented
from tests.house.files import name, parsed, python_below, report


def test_public_things_have_docstrings() -> None:
    trees = {path: parsed(path) for path in python_below("tmb", "plugins")}
    classes = Classes(trees.values())
    public = [path for path in trees if not path.stem.startswith("_") or path.stem in {"__init__", "__main__"}]
    assert public
    report(problem for path in public for problem in undocumented(name(path), trees[path], classes))


def problems(source: str) -> list[str]:
    tree = ast.parse(source)
    return list(undocumented("m.py", tree, Classes([tree])))


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("", "m.py:1: the module has no docstring"),
        ("'''M.'''\nclass A: pass", "m.py:2: class A has no docstring"),
        ("'''M.'''\ndef f(): pass", "m.py:2: function f has no docstring"),
        ("'''M.'''\n\nasync def f(): return 1", "m.py:3: function f has no docstring"),
        ("'''M.'''\nclass A:\n    '''A.'''\n    def f(self): return 1", "m.py:4: method A.f has no docstring"),
        ("'''M.'''\nclass A(Struct):\n    x: int", "m.py:2: class A has no docstring"),
        (
            "'''M.'''\nclass A(Struct):\n    '''A.'''\n    def f(self):\n        x = 1\n        return x",
            "m.py:4: method A.f has no docstring",
        ),
        ("'''M.'''\nclass A:\n    '''A.'''\n    class B: pass", "m.py:4: class A.B has no docstring"),
        (
            "'''M.'''\nclass A:\n    'A.'\n    def f(self): 'F.'\nclass B:\n    'B.'\n    def f(self): pass",
            "m.py:7: method B.f has no docstring",
        ),
    ],
)
def test_a_silent_thing_is_found(bad: str, problem: str) -> None:
    assert problems(bad) == [problem]


@pytest.mark.parametrize(
    "good",
    [
        "def _f(): pass",
        "class _A:\n    def f(self): pass",
        "class A:\n    'A.'\n    def __init__(self): self.x = 1",
        "class A(msgspec.Struct, frozen=True):\n    'A.'\n    def f(self): return self.x",
        "class A(Struct):\n    'A.'\nclass B(A):\n    'B.'\n    @property\n    def f(self): return self.x",
        "@overload\ndef f(x: int) -> int: ...",
        "class A:\n    'A.'\n    @x.setter\n    def x(self, value): self.y = value",
        "def f():\n    'F.'\n    def g(): pass",
        "class A:\n    'A.'\n    def f(self): 'F.'\nclass B(A): 'B.'\nclass C(B):\n    'C.'\n    def f(self): x = 1",
    ],
)
def test_what_needs_no_words_is_let_through(good: str) -> None:
    assert not problems("'''M.'''\n" + good)
