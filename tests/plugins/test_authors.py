"""What a pack author may get wrong in ways that only the rules can see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tmb_base.plugin as base
from tests.properties.play import below_of, finish, start
from tmb.content.problem import ContentError
from tmb.errors import InputError
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
            'when = { window = "baddie.skills", who = "attacked" }\ndo = [{ op = "heal", amount = 1 }]',
            "there is no role of window 'baddie.skills' called 'attacked'; known: target, unit",
        ),
        (
            'when = { window = "battle.start", who = "unit" }\ndo = [{ op = "heal", amount = 1 }]',
            "there is no role of window 'battle.start' called 'unit'; known: none",
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
def test_what_only_the_rules_can_see_is_told_at_its_entry(tmp_path: Path, words: str, message: str) -> None:
    with pytest.raises(ContentError) as e:
        rules_with(tmp_path, words)
    (problem,) = e.value.problems
    assert (problem.file, problem.line, problem.code) == ("mine/skills/own.toml", 2, "rules")
    assert problem.message.startswith(message)


WHEN = 'when = { window = "damage.before", who = "target" }\n'


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            WHEN + 'do = [{ op = "lose_bones", n = 1, else_effect = "pison" }]',
            'unknown effect "pison"; did you mean "poison"?',
        ),
        (
            WHEN + 'do = [{ op = "call", script = "shield-bsh" }]',
            'unknown script "shield-bsh"; did you mean "shield-bash"?',
        ),
        (
            WHEN + 'do = [{ op = "amend", field = "amuont", add = 1 }]',
            'unknown number of a moment "amuont"; did you mean "amount"?',
        ),
        (
            WHEN + 'do = [{ op = "if", if = { field = "atack" }, then = [] }]',
            'unknown fact of a moment "atack"; did you mean "attack"?',
        ),
        ('forbid = { what = "effect", of = "target", kind = "pison" }', 'unknown kind "pison"; did you mean "poison"?'),
    ],
)
def test_names_that_are_not_there_are_told_at_their_place(tmp_path: Path, words: str, message: str) -> None:
    with pytest.raises(ContentError) as e:
        rules_with(tmp_path, words)
    (problem,) = e.value.problems
    word = re.findall('"([^"]*)"', message)[0]
    line, column = problem.line - 1, problem.column - 1
    text = (tmp_path / "mine/skills/own.toml").read_text().splitlines()
    assert text[line][column:].startswith(f'"{word}"')
    assert problem.message == message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (WHEN + 'do = [{ op = "roll", die = "dd6" }]', "there is no die 'dd6'; did you mean \"d6\"?"),
        (WHEN + 'do = [{ op = "draw_loot", n = 2, keep = 1 }]', "`draw_loot` with `keep` needs `to`"),
        (WHEN + 'do = [{ op = "roll", die = "atk" }]', "the die 'atk' shows 'bones', which is no number"),
        (
            'when = { window = "turn.end" }\ndo = [{ op = "if", then = [{ op = "amend", field = "stopped", add = 1 }], '
            "if = { rounds = [1] } }]",
            "window 'turn.end' has no number 'stopped'",
        ),
        (WHEN + 'do = [{ op = "place", lane = 2 }]', "`place` without a `prop` places the Tyrant"),
        (
            WHEN + 'do = [{ op = "call", script = "shield-bash", args = { stunn = true } }]',
            "script 'shield-bash': ",
        ),
        (
            'forbid = { what = "move", of = "source", kind = "poison" }',
            "there is no kind of permit 'move' called 'poison'",
        ),
        (
            'forbid = { what = "effect", of = "target", kind = "atk" }',
            "there is no kind of permit 'effect' called 'atk'",
        ),
    ],
)
def test_what_does_not_fit_its_place_is_told_at_its_entry(tmp_path: Path, words: str, message: str) -> None:
    test_what_only_the_rules_can_see_is_told_at_its_entry(tmp_path, words, message)


OWN_POISON = """
[[effect]]
id = "poison"
name = "Poison of mine"
source = { status = "standin", where = "mine" }
"""


def test_immunity_to_an_effect_means_that_of_its_own_pack(tmp_path: Path) -> None:
    words = 'forbid = {{ what = "effect", of = "target", kind = "{}" }}'
    for i, (kind, meant) in enumerate((("poison", "mine:effect/poison"), ("base:effect/poison", "base:effect/poison"))):
        rules = rules_with(tmp_path / str(i), words.format(kind), effects=OWN_POISON)
        (no,) = rules.sheets["skill/own"].forbids
        assert no.kind == meant
        assert meant in rules.marks


TWO_SHEETS = """
from tmb.core.bearers import Sheet
from tmb.hookspecs import hookimpl

@hookimpl
def tmb_content(register):
    register.sheets(lambda compiler, content: [Sheet("skill/own")])
"""


def test_two_sheets_of_one_entry_are_a_fault_of_content(tmp_path: Path) -> None:
    import types

    again = types.ModuleType("again")
    exec(TWO_SHEETS, again.__dict__)
    rules_with(tmp_path / "alone", 'text = "x"')
    with pytest.raises(ContentError) as e:
        build([*base.tmb_packs(), tmp_path / "alone" / "mine"], [("base", base), ("again", again)])
    assert str(e.value.problems[0]) == "mine/skills/own.toml:2:1: there are two of this key"


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

STEPLESS = """when = { window = "turn.start", who = "unit", if = { not = { crosses = ["side", "field"] } } }
do = [{ op = "if", if = { stepped_on = true }, then = [{ op = "leave" }] },
      { op = "each", of = "here", do = [{ op = "leave", of = "it" }] }]
forbid = { what = "move", of = "source", if = { stepped_on = false } }"""


@pytest.mark.parametrize("words", [ODD, STEPLESS])
def test_what_fits_no_chip_does_nothing_there(tmp_path: Path, words: str) -> None:
    rules = rules_with(tmp_path, words, baddies=BADDIE)
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


TYRANT = """
[[tyrant]]
id = "oaf"
name = "Oaf"
days = 8
progress = 5
types = ["troll", "orc", "scale"]
hp = 12
ini = 6
form = "ranged"
atk = 1
def = 0
target = "strongest"
source = {{ status = "standin", where = "a test" }}
setup = [{}]
faces = ["blank", "blank", "blank", "blank", "blank", "blank"]
"""


@pytest.mark.parametrize("setup", ["", '{ op = "battle" }', '{ op = "say", text = "tyrant" }'])
def test_a_tyrant_is_fought(tmp_path: Path, setup: str) -> None:
    with pytest.raises(ContentError) as e:
        rules_with(tmp_path, "", tyrants=TYRANT.format(setup))
    assert [p.message.partition(":")[0] for p in e.value.problems] == ["the set-up has no battle against the Tyrant"]
    rules_with(tmp_path / "other", "", tyrants=TYRANT.format('{ op = "battle", tyrant = "top" }'))
