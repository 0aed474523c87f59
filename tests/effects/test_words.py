"""Values, conditions and selectors of content: each word once, on a small table."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.core.tiny import Main, Peg, note, play, tiny
from tmb.core.bearers import Bearer, Modifier, Sheet
from tmb.core.flow import flow
from tmb.core.things import Mark
from tmb.effects.env import Env
from tmb.errors import RulesError


@pytest.fixture(scope="module")
def game():
    def words(register):
        register.mark(Mark("m"))
        register.query("speed", ("add", "plus"), doc="a number")

    def effects(register):
        register.things("nobody", lambda game, env: None)
        register.things("a", lambda game, env: game.world.pegs["a"])
        register.selector("named", str, lambda compiler, arg: lambda game, env: game.world.pegs[arg])

    fast = Sheet("fast", modifiers=(Modifier("speed", "add", lambda game, bearer, about: 3),))
    rules = tiny(flow(Main, note("x")), words=words, effects=effects, sheets=[fast], cards=["f b fast"], pegs="abc")
    made = play(rules)
    made.mark(made.thing("b"), "m", 2)
    return made


def env(**about):
    """Peg a bears it, it is about these fields, and n is 4."""
    return Env(Bearer("x", "a", "s", {"n": 4}), SimpleNamespace(**about), "c")


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (3, 3),
        ("$n", 4),
        ("$k", 0),
        ({"mark": "m"}, 0),
        ({"mark": {"name": "m", "of": "target"}}, 2),
        ({"mark": {"name": "m", "of": "nobody"}}, 0),
        ({"count": "pegs"}, 3),
        ({"count": "nobody"}, 0),
        ({"count": "target"}, 1),
        ({"sum": [1, "$n", {"count": "pegs"}]}, 8),
        ({"least": [3, "$n"]}, 3),
        ({"times": ["$n", 3]}, 12),
        ({"field": "amount"}, 7),
        ({"field": "nothing"}, 0),
        ({"query": {"name": "speed", "of": "target"}}, 3),
        ({"query": {"name": "speed", "of": "target", "begin": "$n"}}, 7),
        ({"query": {"name": "speed"}}, 0),
    ],
)
def test_values(game, value, answer) -> None:
    assert game.rules.compiler.value(value)(game, env(target="b", amount=7)) == answer


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        ({}, True),
        ({"mark": {"name": "m", "of": "target"}}, True),
        ({"mark": "m"}, False),
        ({"not": {"mark": "m"}}, True),
        ({"at_least": ["$n", 4]}, True),
        ({"at_least": ["$n", 5]}, False),
        ({"all": [{"at_least": [1, 1]}, {"field": "amount"}]}, True),
        ({"all": [{"at_least": [1, 2]}, {"field": "amount"}]}, False),
        ({"any": [{"at_least": [1, 2]}, {"field": "amount"}]}, True),
        ({"any": []}, False),
        ({"exists": "nobody"}, False),
        ({"exists": "target"}, True),
        ({"same": ["self", "a"]}, True),
        ({"same": ["self", "target"]}, False),
        ({"same": ["nobody", "nobody"]}, False),
        ({"field": "amount"}, True),
        ({"field": "nothing"}, False),
        ({"field": "amount", "mark": "m"}, False),
        ({"field": "amount", "exists": "pegs"}, True),
    ],
)
def test_conditions(game, condition, answer) -> None:
    assert bool(game.rules.compiler.condition(condition)(game, env(target="b", amount=7))) is answer


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ("self", "a"),
        ("it", "c"),
        ("target", "b"),
        ("source", ""),
        ("pegs", "abc"),
        ("nobody", ""),
        ({"named": "b"}, "b"),
    ],
)
def test_selectors(game, selector, ids) -> None:
    from tmb.effects.words import things

    found = things(game, env(target="b"), game.rules.compiler.selector(selector))
    assert [t.id for t in found] == list(ids)
    assert all(isinstance(t, Peg) for t in found)


def test_a_role_that_is_empty_or_names_what_has_left_is_nothing(game) -> None:
    compiled = game.rules.compiler.selector("target")
    assert [compiled(game, env(target=name)) for name in ("", None, "zz")] == [None, None, None]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda c: c.value({"sums": []}), "unknown value 'sums'"),
        (lambda c: c.condition({"nott": {}}), "unknown condition 'nott'"),
        (lambda c: c.selector({"near": "b"}), "unknown selector 'near'"),
        (lambda c: c.op({"op": "harmm"}, "x"), "unknown op 'harmm'"),
        (lambda c: c.op({"op": "call", "script": "lgo"}, "x"), "unknown script 'lgo'"),
        (lambda c: c.value({"sum": [], "least": []}), "a value is a table of one word, not of 2"),
        (lambda c: c.value({}), "a value is a table of one word, not of 0"),
    ],
)
def test_unknown_words_are_named(game, call, message) -> None:
    with pytest.raises(RulesError, match=message):
        call(game.rules.compiler)


def test_plain_words_are_roles_and_registered_names(game) -> None:
    known = ("self", "it", "source", "target", "unit", "pegs", "nobody")
    assert [w for w in (*known, "peg", "Self", "") if game.rules.compiler.is_bare(w)] == list(known)
