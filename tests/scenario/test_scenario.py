"""The runner of scenarios: what passes, and how each failure is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.content.sample import forbid
from tests.demo.plugin import PACK
from tests.scenario.ring import PLUGIN
from tmb.content.files import SourceFile
from tmb.ruleset import build
from tmb.scenario import collect, read, read_all, run

HERE = Path(__file__).parent
RULES = build([PACK], [("demo", PLUGIN)])


@pytest.mark.parametrize(("name", "check"), [pytest.param(n, c, id=n) for n, c in collect(HERE / "good.toml", RULES)])
def test_the_helper_for_pytest(name, check):
    assert "good.toml::" in name
    check()


BASE = """\
[[scenario]]
name = "one"
mode = "demo"
pawns = ["fox1 at 0 hp 4", "owl1 at 1 hp 3"]
turn = "fox1"
"""


STRIKE = 'picks = ["", "strike/owl1"]'
OPEN = "open is Turn.gear_up (seat fox, picks 0 to 3): gear/shield, gear/spike, gear/charm"
MISSING = "the game rolls or draws for Strike.throw (2 of d6); add a line, or write until"


def outcome(more: str, base: str = BASE):
    found, problems = read(SourceFile("s.toml", (base + more).encode()))
    assert problems == []
    return run(found[0], RULES)


def problems(text: str) -> list[str]:
    return [str(p) for p in read(SourceFile("s.toml", text.encode()))[1]]


@pytest.mark.parametrize(
    ("more", "failure"),
    [
        ('see = { "owl1.hp" = 2 }', "line 6: see owl1.hp: expected 2, is 3"),
        ('see = { "owl1.gone" = 0 }', "line 6: see owl1.gone: expected 0, is false"),
        ('see = { "owl1.ph" = 2 }', "line 6: see owl1.ph: unknown fact 'owl1.ph'; did you mean \"owl1.hp\"?"),
        ('dice = ["d6: 1 1"]', f"line 6: dice are left over: d6: 1 1; {OPEN}"),
        (STRIKE, f"line 1: dice are missing: {MISSING}"),
        (STRIKE + '\ndice = ["d8: 1 1"]', "line 7: line 1 of the script is 'd8: 1 1'; the game wants 2 of d6"),
        (STRIKE + '\ndice = ["d6: 1 9"]', "line 7: die d6 has no face '9'; its faces are 1, 2, 3, 4, 5, 6"),
        ('dice = ["d6"]', "line 6: 'd6' is no line of a script; write for example 'atk: 1 2' or 'draw: NAME'"),
        (
            'picks = ["gear/spik"]',
            "line 6: the pick 'gear/spik' is refused (unknown_option): 'gear/spik' is not an option of ask 0; did you",
        ),
        (
            'picks = ["gear/charm,gear/spike"]',
            "line 6: the pick 'gear/charm,gear/spike' is refused (over_budget): the picks cost 4",
        ),
        ('until = "dice"', 'line 6: until = "dice", but no roll is open: open is Turn.gear_up'),
        (
            'options_are = ["gear/shield", "gear/spike", "gear/chrm"]',
            "line 6: options_are: missing gear/chrm; not expected gear/charm; open",
        ),
        ('options_have = ["gear/shild"]', "line 6: 'gear/shild' is no option; did you mean \"gear/shield\"?"),
        ('options_lack = ["gear/shield"]', "line 6: 'gear/shield' is an option, and should not be"),
        (
            'refused = [{ pick = "gear/shield", code = "too_many" }]',
            'line 6: "gear/shield" is accepted; expected too_many; open is ',
        ),
        (
            'refused = [{ pick = "gear/x", code = "too_many" }]',
            'line 6: "gear/x" is refused with unknown_option, not with too_many: ',
        ),
        ('events = ["dice.rolled"]', 'line 6: no event "dice.rolled"; there were: '),
        ('events = ["dice.roled"]', "line 6: there is no event 'dice.roled'; did you mean \"dice.rolled\"?"),
        (
            STRIKE + '\ndice = ["d6: 5 1"]\nevents = ["pawn.hurt", "dice.rolled"]',
            'line 8: no event "dice.rolled" after number 1; there were: {"kind',
        ),
        ('outcome = { winner = "fox" }', "line 6: an outcome is expected, but the game goes on: open is "),
    ],
)
def test_each_failure_names_its_line_what_was_expected_and_what_is(more, failure):
    failed = outcome(more)
    assert failed.code == ""
    assert failed.failures[0].startswith(failure)
    assert failed.text().startswith("s.toml:1: one\n  line ")


def test_a_refused_pick_shows_the_open_ask():
    assert outcome('picks = ["x"]').failures[1] == f"line 6: {OPEN}"


def test_picks_and_outcome_after_the_end_of_the_game():
    end = BASE + 'options = { foxes = ["kit"], owls = ["owlet"], rounds = 1 }\n'
    end = end.replace("owl1 at 1 hp 3", "owl1 at 1 hp 1")
    won = 'picks = ["", "strike/owl1"]\ndice = ["d6: 5 5"]\noutcome = { winner = "fox" }\n'
    assert outcome(won, end).failures == []
    more = outcome(won.replace('"strike/owl1"]', '"strike/owl1", "done"]'), end)
    assert more.failures == ["line 7: the pick 'done' is left over: the game is over"]
    wrong = outcome(won.replace("fox", "owl"), end)
    assert wrong.failures == ['line 9: outcome winner: expected "owl", is "fox"']
    asked = outcome(won + "options_have = ['x']\n", end)
    assert asked.failures == ["line 1: options are expected, but the game is over"]


def test_all_that_is_otherwise_is_told_at_once():
    failed = outcome('see = { "owl1.hp" = 2, "fox1.hp" = 9 }\noptions_lack = ["gear/charm"]')
    assert len(failed.failures) == 4
    assert failed.failures[3] == f"line 6: {OPEN}"


@pytest.mark.parametrize(
    ("more", "last"),
    [
        ("", OPEN),
        ('options_have = ["gear/shild"]', f"'gear/shild' is no option; did you mean \"gear/shield\"?; {OPEN}"),
        (STRIKE + '\nuntil = "dice"', "the game rolls or draws for "),
        (STRIKE + '\ndice = ["d6: 5 1"]', "open is "),
    ],
)
def test_a_fact_that_is_otherwise_tells_once_what_is_open(more, last):
    told = outcome(f'see = {{ "owl1.hp" = 9 }}\n{more}').failures
    assert told[0].startswith("line 6: see owl1.hp: expected 9")
    assert last in told[-1]
    assert sum("open is " in line or "rolls or draws for" in line for line in told) == 1


def test_a_fact_that_is_otherwise_when_all_is_over_tells_that():
    end = BASE + 'options = { foxes = ["kit"], owls = ["owlet"], rounds = 1 }\n'
    end = end.replace("owl1 at 1 hp 3", "owl1 at 1 hp 1")
    told = outcome('picks = ["", "strike/owl1"]\ndice = ["d6: 5 5"]\nsee = { "owl1.hp" = 9 }', end).failures
    assert told[-1] == "line 9: the game is over"


@pytest.mark.parametrize(
    ("more", "failure"),
    [
        ('pikcs = ["x"]', 'line 6: unknown key "pikcs"; did you mean "picks"?'),
        ("rond = 3", 'line 6: unknown key "rond"; did you mean "round"?'),
        ("options = { rouns = 3 }", "line 6: unknown option 'rouns'; did you mean \"rounds\"?"),
        ('options = { rounds = "x" }', "line 6: option rounds: a whole number is wanted, not a string"),
    ],
)
def test_wrong_keys_of_scenes_and_options_are_invalid(more, failure):
    failed = outcome(more)
    assert failed.code == "invalid"
    assert failed.failures == [failure]


def test_a_wrong_scene_is_invalid_at_the_line_that_the_mode_names():
    base = BASE.replace("owl1 at 1", "owl7 at 1").replace('pawns = ["fox1 at 0 hp 4", ', 'pawns = [\n"fox1 at 0",\n')
    failed = outcome("", base)
    assert failed.code == "invalid"
    assert failed.failures[0].startswith("line 6: unknown pawn 'owl7'; did you mean \"owl")
    assert outcome("", BASE.replace("fox1 at 0", "fox1 to 0")).failures == [
        "line 4: 'to' is nothing of a pawn (at, hp)"
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[scenarios]]\nname = 'x'\n", 's.toml:1:3: unknown key "scenarios"; did you mean "scenario"?'),
        ("", "s.toml:1:1: no [[scenario]] in this file"),
        ("[scenario]\nname = 'x'\n", "s.toml:1:1: scenario: expected a list, got a table"),
        ("mode = 'demo'\n", "s.toml:1:1: no [[scenario]] in this file"),
        ("[[scenario]]\nmode = 'demo'\n", 's.toml:1:1: missing key "name"'),
        ("[[scenario]]\nname = 'x'\ndice = 3\n", "s.toml:3:8: dice: expected a list"),
        (
            "[[scenario]]\nname = 'x'\nuntil = 'dize'\n",
            's.toml:3:9: until: expected "ask" or "dice", got "dize"; did you mean',
        ),
        ("[[scenario]]\nname = 'x'\nrefused = [{ pick = 'x', code = 'too_mny' }]\n", 'did you mean "too_many"?'),
        ("[[scenario]]\nname = 'x'\n\n[[scenario]]\nname = 'x'\n", 's.toml:5:8: the name "x" is taken in line 1'),
        ("[[scenario]\n", "s.toml:1:"),
    ],
)
def test_files_that_are_wrong_tell_all_with_the_place(text, problem):
    found = problems(text)
    assert any(problem in line for line in found), found


def test_the_helper_fails_on_files_that_are_wrong(tmp_path):
    (tmp_path / "bad.toml").write_text("[[scenario]]\nnam = 'x'\n")
    (tmp_path / "fails.toml").write_text(BASE + 'see = { "owl1.hp" = 9 }\n')
    checks = dict(collect(tmp_path, RULES))
    assert len(checks) >= 2
    for check in checks.values():
        with pytest.raises(AssertionError, match=r"toml:1"):
            check()


def test_rules_that_break_fail_the_scenario_and_not_the_run():
    failed = outcome("", BASE.replace("hp 3", "hp x"))
    assert failed.failures[0].startswith("line 1: ValueError: ")


def test_a_file_says_mode_and_packs_for_all_its_scenarios():
    text = "mode = 'a'\npacks = ['x']\n[[scenario]]\nname = '1'\n[[scenario]]\nname = '2'\nmode = 'b'\n"
    found, bad = read(SourceFile("s.toml", text.encode()))
    assert bad == []
    assert [(w.mode, w.packs) for w in found] == [("a", ["x"]), ("b", ["x"])]


def test_a_pack_holds_content_and_only_its_tests_are_scenarios(tmp_path):
    shutil.copytree(PACK, tmp_path / "mine")
    (tmp_path / "mine" / "tests").mkdir()
    for place in ("one.toml", "mine/tests/two.toml", ".three.toml"):
        (tmp_path / place).write_text(BASE)
    found, bad = read_all([tmp_path])
    assert bad == []
    assert [Path(w.file.name).name for w in found] == ["two.toml", "one.toml"]
    assert read_all([tmp_path / "mine"])[0][0].id.endswith("mine/tests/two.toml::one")


def test_links_that_lead_back_are_left_out(tmp_path):
    (tmp_path / "in").mkdir()
    for link, to in [("a", "."), ("b", "."), ("in/c", ".."), ("in/d", "../in"), ("loop.toml", "loop.toml")]:
        (tmp_path / link).symlink_to(to)
    text = "packs = [7]\n"
    (tmp_path / "in" / "x.toml").write_text(text)
    (tmp_path / "away").symlink_to("in")
    _, problems = read_all([tmp_path])
    seen = {problem.file.removeprefix(f"{tmp_path.as_posix()}/"): problem.message for problem in problems}
    assert seen.pop("loop.toml") == "the file cannot be read"
    assert set(seen) == {"away/x.toml", "in/x.toml"}


def test_a_folder_that_nobody_may_read_is_a_problem(tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    forbid(monkeypatch, tmp_path / "closed")
    _, problems = read_all([tmp_path])
    assert [str(problem) for problem in problems] == [f"{tmp_path.as_posix()}/closed:1:1: the file cannot be read"]


def test_an_empty_scenario_says_what_a_scene_is_made_of():
    failed = outcome("", '[[scenario]]\nname = "one"\nmode = "demo"\n')
    assert failed.failures[0].startswith(
        "line 1: no scene is written (keys of one: pawns, turn, round), so the game begins with its set-up: "
    )
    assert "no scene" not in outcome(STRIKE).failures[0]
