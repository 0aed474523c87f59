"""What a pack author may get wrong in ways that only the rules can see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tmb_base.plugin as base
from tests.properties.play import below_of, finish, start
from tmb.errors import InputError, RulesError
from tmb.ruleset import build
from tmb.session import Session

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


def rules_with(tmp_path: Path, words: str, **files: str) -> Any:
    """Build the base game with a pack of one skill, and whatever else."""
    pack = tmp_path / "mine"
    (pack / "skills").mkdir(parents=True)
    (pack / "pack.toml").write_text(PACK)
    (pack / "skills" / "own.toml").write_text(SKILL.format(words))
    for folder, text in files.items():
        (pack / folder).mkdir()
        (pack / folder / "own.toml").write_text(text)
    return build([*base.tmb_packs(), pack], [("base", base)])


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


BADDIE = """
[[baddie]]
id = "oddling"
name = "Oddling"
type = "bog"
points = 1
hp = 3
ini = 3
form = "ranged"
atk = 1
def = 0
target = "weakest"
skills = ["own"]
source = { status = "standin", where = "mine" }
"""
ODD = """when = { window = "turn.start", who = "unit" }
do = [{ op = "spend" }, { op = "put_def", value = 1 }, { op = "buff", amount = 1 }, { op = "roll_def", n = 2 },
      { op = "reroll" }, { op = "lose_bones", n = 1, of = "self" }, { op = "exhaust_def", of = "self" }]"""


def test_what_only_a_gearloc_can_do_does_nothing_on_a_chip(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, ODD, baddies=BADDIE)
    game, below = start(rules, "battle", {"queue": ["oddling", "oddling"], "round_limit": 3}, "4"), below_of("4")
    finish(game, below)
    assert game.world.result


GEARLOC = """
[[gearloc]]
id = "loop"
name = "Loop"
hp = 9
dex = 3
atk = 1
def = 1
form = "melee"
ini = "d6"
innate = { text = "x", action = { at = ["turn"], do = [{ op = "say", text = "again" }] } }
innate_plus = { text = "x" }
plan = []
source = { status = "standin", where = "mine" }
"""


def test_a_menu_that_never_ends_is_stopped_where_nobody_answers_it(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, 'text = "x"', gearlocs=GEARLOC)
    auto = ["Setup.place_gearlocs", "Setup.build_meter", "GearlocTurn.before_roll"]
    with pytest.raises(InputError) as told:
        Session.new(rules, "battle", {"party": ["loop"], "queue": ["kobold"]}, seed="1", auto=auto)
    assert told.value.code == "internal"
