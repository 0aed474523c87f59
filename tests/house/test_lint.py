"""Rules are fair: nothing in them differs between two runs with the same seed and the same answers."""

import ast

import pytest

from tests.house.files import name, parsed, python_below, report, text_of
from tests.house.lint import unfair


def test_rules_have_no_other_chance_no_clock_no_float_and_no_set_order() -> None:
    files = python_below("tmb/core", "tmb/effects", "plugins")
    assert files
    report(problem for path in files for problem in unfair(name(path), parsed(path)))


@pytest.mark.parametrize(
    "bad",
    [
        "import random",
        "import os, time",
        "import datetime as d",
        "from random import choice",
        "from secrets import token_hex",
        "def f():\n    import uuid",
        "from os import urandom",
        "os.urandom(4)",
        "__import__('random')",
        "hash(x)",
        "id(x)",
        "sorted(xs, key=lambda x: hash(x))",
        "x = 0.5",
        "x = 1e3",
        "float(n)",
        "for x in {1, 2}: pass",
        "for x in {y for y in ys}: pass",
        "for x in set(ys): pass",
        "[x for x in frozenset(ys)]",
        "{x: 1 for x in {1, 2}}",
        "[*{1, 2}]",
        "f(*{1, 2})",
        "list({1, 2})",
        "tuple(set(xs))",
        "next(iter({1}))",
        "', '.join({'a', 'b'})",
        "xs.extend(set(ys))",
        "for x in set(a) | b: pass",
        "for x in d.keys() - e: pass",
        "for x in set(a).union(b): pass",
        "for i, x in enumerate(set(a)): pass",
        "for x in ({1} if y else ()): pass",
        "def f():\n    s = {1, 2}\n    for x in s: pass",
        "def f():\n    s = set()\n    s.add(1)\n    return tuple(s)",
        "def f(s: set[int]):\n    return [x for x in s]",
        "def f(s: frozenset[int] | None):\n    yield from s",
        "S = {1, 2}\ndef f():\n    return [x for x in S]",
    ],
)
def test_an_unfair_line_is_found(bad: str) -> None:
    problems = list(unfair("rules.py", ast.parse("x = 1\n" + bad)))
    assert len(problems) == 1, problems
    assert problems[0].split(": ")[0] in {f"rules.py:{line}" for line in range(2, 2 + len(bad.splitlines()))}


@pytest.mark.parametrize(
    "good",
    [
        "from . import random",
        "from .time import turn",
        "import timeit_of_ours",
        "def f(id: int): return id",
        "Option(id=id)",
        "thing.id",
        "x = 1\ny = 7 // 2",
        "isinstance(x, float)",
        "x in {1, 2}",
        "sorted({1, 2})",
        "for x in sorted(set(ys)): pass",
        "for x in d.keys(): pass",
        "for x in a - b: pass",
        "len(set(xs))",
        "S = {1, 2}\ndef f(S: list[int]):\n    return [x for x in S]",
        "({1} - xs).pop()",
    ],
)
def test_a_fair_line_is_let_through(good: str) -> None:
    assert not list(unfair("rules.py", ast.parse(good)))


def test_annotations_are_asked_for_not_read() -> None:
    """From Python 3.14 on a class makes them when they are asked for, and may have none in its dict until then."""
    report(
        f"{name(path)}: __annotations__; use inspect.get_annotations or typing.get_type_hints"
        for path in python_below("tmb", "plugins")
        if "__annotations__" in text_of(path)
    )
