"""What a pack author may get wrong in ways that only the rules can see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tmb_base.plugin as base
from tmb.errors import RulesError
from tmb.ruleset import build

PACK = """
id = "mine"
version = "1.0.0"
name = "Mine"
plugin = "base"
requires = { base = ">=0.1" }
licence = "MIT"
authors = ["me"]
origin = "fan"
"""
SKILL = """
[[skill]]
id = "own"
name = "Own"
{}
source = {{ status = "standin", where = "mine" }}
"""


def rules_with(tmp_path: Path, words: str) -> None:
    """Build the base game with a pack of one skill."""
    pack = tmp_path / "mine"
    (pack / "skills").mkdir(parents=True)
    (pack / "pack.toml").write_text(PACK)
    (pack / "skills" / "own.toml").write_text(SKILL.format(words))
    build([*base.tmb_packs(), pack], [("base", base)])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            'when = { window = "unit.down", who = "fallen" }\ndo = [{ op = "heal", amount = 1 }]',
            "there is no role of window 'unit.down' called 'fallen'; known: unit",
        ),
        (
            'takes = "n"\nwhen = { window = "turn.end" }\ndo = [{ op = "heal", amount = "$m" }]',
            "nothing gives the variable $m; known: $n",
        ),
        (
            'when = { window = "turn.end" }\ndo = [{ op = "hurt", amount = 1, to = { adjacent = "unit" } }]',
            "hurt wants one unit, not {'adjacent': 'unit'}; wrap it",
        ),
        ('forbid = { what = "target", of = "aimed" }', "there is no role of permit 'target' called 'aimed'"),
        (
            'modify = { query = "damage", stage = "ignore", amount = 1, per = "week" }',
            "per = 'week' is no moment; known: battle,",
        ),
    ],
)
def test_it_is_told_when_the_rules_are_built(tmp_path: Path, words: str, message: str) -> None:
    with pytest.raises(RulesError, match=re.escape(message)):
        rules_with(tmp_path, words)


def test_the_same_said_right_is_built(tmp_path: Path) -> None:
    rules_with(tmp_path, 'takes = "n"\nwhen = { window = "turn.end" }\ndo = [{ op = "heal", amount = "$n" }]')
