"""Every sign that a board draws stands in its mode's legend, and means one thing."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import pytest

from tests.docs.test_views import EXPANDED, played
from tests.plugins import battles, undertow
from tmb.cli.play import explaining
from tmb.session import Session

SIGNS = re.compile(
    r"\[[^\]]*\]"  # what stands in brackets
    r"|(?<![\w-])[A-Z][a-z]*\d+(?!\w)"  # letters with a number: R2, Sl1, b3
    r"|(?<![\w-])[a-z]\d+(?!\w)"
    r"|[^\x00-\x7f’]\d*(?:/\d+)?(?:\+\d+)?"  # what is no letter of a keyboard, with its number
    r"|(?<=\s)\+\d+(?!\w)|(?<=\w)\+(?=\s)|\bBQ\b"
)
"""Signs, as against words."""


@pytest.mark.parametrize("mode", ["battle", "adventure", "twenty-strong"])
def test_a_board_draws_no_sign_that_the_legend_leaves_out(mode: str) -> None:
    """With an expansion its signs stand there too, and without it they do not."""
    seen: dict[Any, set[str]] = defaultdict(set)
    for game in played(mode):
        seen[game.rules] |= {sign.strip() for sign in SIGNS.findall(game.mode.board(game))}
    assert len(seen) == (2 if mode in EXPANDED else 1)
    for rules, signs in seen.items():
        legend = rules.modes[mode].legend(rules)
        assert len(signs) > 20
        assert {sign for sign in signs if not any(row.like(sign) for row in legend)} == set()
        assert [row.sign for row in legend if not row.like(row.sign)] == []


def test_what_may_lie_on_a_position_stands_in_the_legend_and_no_two_signs_are_the_same() -> None:
    rows = undertow.RULES.modes["battle"].legend(undertow.RULES)
    tokens = {t.sign: t.name for t in undertow.RULES.tables["tokens"].values()}
    assert tokens.items() <= {row.sign: row.doc for row in rows}.items()
    assert len({row.sign for row in rows}) == len(rows)
    assert [row.sign for row in rows if row.sign not in tokens and any(row.like(sign) for sign in tokens)] == []
    assert {row.sign for row in rows} - {row.sign for row in battles.RULES.modes["battle"].legend(battles.RULES)} > {
        "║",
        *tokens,
    }


def test_no_two_effects_have_the_same_sign() -> None:
    rows = battles.RULES.modes["battle"].legend(battles.RULES)
    effects = [row.sign for row in rows if "with its value" in row.doc]
    assert len(effects) == len(battles.RULES.tables["effects"]) == len(set(effects))


def test_a_sign_is_explained_where_it_is_asked_for() -> None:
    session = Session.new(battles.RULES, "battle", {"queue": ["kobold"]}, seed="7")
    ask = session.ask()
    assert ask is not None
    assert explaining.told(session, ask, "Sl1") == " Sl1: Slowed, with its value"
    assert "active Def dice" in explaining.told(session, ask, "▣1")
    assert "Battle Queue" in explaining.told(session, ask, "BQ")
    assert "Sl1" in explaining.legend(session)


@pytest.mark.parametrize("sign", ["≈", "~"])
def test_the_sign_of_a_token_tells_what_the_token_does_also_as_it_is_written_without_signs(sign: str) -> None:
    session = Session.new(undertow.RULES, "battle", {"mat": "water"}, seed="7")
    ask = session.ask()
    assert ask is not None
    told = explaining.told(session, ask, sign).splitlines()
    assert told[0] == " ≈: Wreckage"
    assert any("1 Dex more" in line for line in told)
