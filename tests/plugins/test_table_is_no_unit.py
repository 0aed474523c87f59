"""The table carries marks and is no unit: a word about units refuses its name, and does nothing to it in a role."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest

from tests.plugins.battles import RULES
from tmb.content.entry import Selector
from tmb.core.bearers import Bearer
from tmb.core.chance import seeded
from tmb.effects.env import Env
from tmb.effects.program import ACT, CHOOSE
from tmb.errors import RulesError

C = RULES.compiler
WORDS = {"value": C.values, "condition": C.conditions, "selector": C.selectors}
CARRY_MARKS = {"mark", "query", "count", "exists", "same"}
"""Words that are about any thing."""
ANY_OF = {"either", "but"}
"""Words that take several selectors, of which one alone may name somebody; here no Gearloc stands yet."""
GO_THROUGH = {"each", "choose"}
"""Words that go through things by their ids, and so pass the table over."""
CARD, LASTING = next(iter(RULES.tables["lasting"])).removeprefix("lasting/").rsplit("/", 1)
NEEDS: dict[str, Any] = {
    "amount": 1,
    "n": 1,
    "hp": 1,
    "effect": "poison",
    "name": "poison",
    "do": [],
    "locks": ["1L"],
    "stat": "hp",
    "is": "melee",
}


def fields(kind: Any) -> dict[str, bool]:
    """The fields of a Struct by the name that is written, and whether they name things."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {
        f.encode_name: hints[f.name] == Selector or Selector in typing.get_args(hints[f.name])
        for f in msgspec.structs.fields(kind)
    }


def filled(name: str, kind: Any, at: str, who: str) -> dict[str, Any]:
    """A table of this kind with a selector in one place, and what it needs elsewhere."""
    needed = [f.encode_name for f in msgspec.structs.fields(kind) if f.required and f.encode_name != at]
    out = {field: NEEDS.get(field, "top") for field in needed} | {at: who}
    if name == "zone":
        out["is"] = "field"
    return out | {"name": LASTING} if name == "lasting" else out | {"of": "units", at: who} if "of" in needed else out


OPS = [(name, at) for name, (kind, _) in C.ops.items() for at, names in fields(kind).items() if names]
PLAIN = [
    (what, name)
    for what, words in WORDS.items()
    for name, (kind, _) in words.items()
    if "'vocabulary': 'selector'" in str(kind) or (hasattr(kind, "__struct_fields__") and True in fields(kind).values())
]


def op(name: str, at: str, who: str) -> Any:
    """The op, with that selector in that place."""
    address = f"{'battle' if name == 'lay' else 'choice'}/{CARD}/x.do.0"
    return C.op({"op": name} | filled(name, C.ops[name][0], at, who), address)


def word(what: str, name: str, who: str) -> Any:
    """The value, condition or selector about whom that selector names."""
    kind, make = WORDS[what][name]
    if hasattr(kind, "__struct_fields__"):
        at = next(f for f, names in fields(kind).items() if names)
        arg = filled(name, kind, at, who)
    else:
        others = "units" if name not in ANY_OF else "gearlocs"
        arg = [who, others] if "list[" in str(kind) else [who, who] if "tuple[" in str(kind) else who
    return make(C, msgspec.convert(arg, kind))


@pytest.fixture
def held() -> tuple[Any, Env]:
    """A battle, and what a card says in it that nobody holds."""
    game = RULES.start("battle", RULES.options("battle", {"party": ["picket"], "queue": ["1"]}), seeded("1"), [])
    return game, Env(Bearer("table/card:1", "table", "card"), game.stack[-1])


@pytest.mark.parametrize(("name", "at"), [o for o in OPS if o[0] not in CARRY_MARKS | GO_THROUGH])
def test_an_op_about_units_refuses_it(name: str, at: str) -> None:
    with pytest.raises(RulesError, match=r"the table is no unit|wants one unit"):
        op(name, at, "table")


@pytest.mark.parametrize(("what", "name"), [w for w in PLAIN if w[1] not in CARRY_MARKS])
def test_a_word_about_units_refuses_it(what: str, name: str) -> None:
    with pytest.raises(RulesError, match="the table is no unit"):
        word(what, name, "table")


@pytest.mark.parametrize(
    ("name", "at", "who"),
    [(*o, "self") for o in OPS if o[0] not in CARRY_MARKS] + [(*o, "table") for o in OPS if o[0] in GO_THROUGH],
)
def test_an_op_leaves_it_alone(held: tuple[Any, Env], name: str, at: str, who: str) -> None:
    game, env = held
    made, before = op(name, at, who), RULES.codec("battle").pack(game.state)
    if made.kind == ACT:
        made.act(game, env)
        del game.stack[1 + game.stack.index(env.about) :]
        assert RULES.codec("battle").pack(game.state) == before
    else:
        assert made.kind == CHOOSE
        assert made.lists(game, env) == []


@pytest.mark.parametrize(("what", "name"), PLAIN)
def test_a_word_about_a_role_that_it_plays_names_nobody(held: tuple[Any, Env], what: str, name: str) -> None:
    got = word(what, name, "self")(*held)
    assert name in CARRY_MARKS or not got
