"""Scenes that are wrong are refused at the value at fault."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plugins.battles import RULES
from tests.plugins.test_looks import staged
from tmb.errors import InputError

GOOD = {"mat": ["bog-lurk at r2c1", "picket at r3c1"]}


def wrong(**scene: Any) -> InputError:
    """The error that a scene raises."""
    with pytest.raises(InputError) as raised:
        staged([], [], **(GOOD | scene))
    return raised.value


@pytest.mark.parametrize(
    ("where", "says", "scene"),
    [
        ("/mat/0", "bog-lurk", {"mat": ["bog-lrk at r2c1"]}),
        ("/mat/1", "r3c1", {"mat": ["bog-lurk at r2c1", "picket at r3c11"]}),
        ("/mat/0", "pairs", {"mat": ["bog-lurk at"]}),
        ("/mat/0", "whole number", {"mat": ["bog-lurk hp three"]}),
        ("/mat/0", "poison", {"mat": ["bog-lurk poisn 2"]}),
        ("/mat/0", "unknown word 'active'", {"mat": ["bog-lurk active 2"]}),
        ("/mat/0", "unknown word 'atk'", {"mat": ["bog-lurk atk 2"]}),
        ("/mat/0", "unknown face", {"mat": ["picket active 7"]}),
        ("/mat/0", "unknown face", {"mat": ["picket active shield-form:hold"]}),
        ("/mat/0", "unknown skill die", {"mat": ["picket exhausted sword"]}),
        ("/mat/0", "unknown die", {"mat": ["picket bones atkk"]}),
        ("/mat/0", "whole number", {"mat": ["picket bones atk:x"]}),
        ("/mat/0", "reusable", {"mat": ["picket bones atk:1:again"]}),
        ("/mat/0", "whole number", {"mat": ["bog-lurk dice 1,x"]}),
        ("/mat/0", "unknown answer", {"mat": ["picket plus 1"]}),
        ("/mat/0", "unknown unit", {"mat": [""]}),
        ("/mat/0", "Expected `str`", {"mat": [7]}),
        ("/turn", "kobold", {"turn": "kobold"}),
        ("/turn", "bog-lurk 2", {"turn": "bog-lurk 2"}),
        ("/turn", "unit on the mat", {"mat": ["picket", "bog-lurk at r2c1"], "turn": "picket"}),
        ("/damage/to", "kobold", {"damage": {"to": "kobold", "amount": 1}}),
        ("/damage", "amount", {"damage": {"to": "picket"}}),
        ("/damage/amount", ">= 1", {"damage": {"to": "picket", "amount": 0}}),
        ("/begin", "Invalid enum value", {"begin": "setup"}),
        ("/round", "Expected `int`", {"round": "two"}),
        ("/queue/1", "kobold", {"queue": ["troll", "kobld"]}),
        ("/queue/0", "trol", {"begin": "set-up", "queue": ["trol", "1"]}),
        ("/stacks/1/0", "kobld", {"stacks": {"1": ["kobld"]}}),
        ("/defeated/0", "kobld", {"defeated": ["kobld"]}),
        ("/tokens/0", "lies 'at' a position", {"tokens": ["wreckage r2c2"]}),
        ("/tokens/0", "unknown token", {"tokens": ["wreckage at r2c2"]}),
        ("", "unknown field `trun`", {"trun": "picket"}),
    ],
)
def test_it_says_where(where, says, scene):
    error = wrong(**scene)
    assert (error.code, error.where) == ("bad_scene", where)
    assert says in f"{error.message} {error.hint} {error.did_you_mean}"


def test_a_fact_that_is_none_is_refused_with_the_ones_there_are():
    game = staged([], [], **GOOD, turn="picket")
    for name in ("picket.hpp", "hp", "kobold.hp", "picket"):
        with pytest.raises(InputError, match="unknown"):
            game.mode.facts(game, name)
    assert game.mode.facts(game, "picket.hp") == 6
    assert RULES.modes["battle"].scene == (
        "mat",
        "turn",
        "goes_on",
        "damage",
        "begin",
        "round",
        "tokens",
        "queue",
        "stacks",
        "defeated",
        "marks",
    )
