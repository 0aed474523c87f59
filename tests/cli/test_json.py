"""What is JSON says what it is, whichever verb writes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import inside

here = inside.here
DOCS = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
SCENARIO = '[[scenario]]\nname = "one"\nmode = "demo"\nseed = "1"\n'
GAME = ("new", "--mode", "demo", "--save", "g.tmb", "--seed", "7", "--json")
VERBS = [
    ("sim", "--mode", "demo", "--games", "2", "--json"),
    ("ask", "g.tmb", "--json"),
    ("show", "g.tmb", "--json"),
    ("do", "g.tmb", "FIRST", "--json"),
    ("undo", "g.tmb", "--json"),
    ("redo", "g.tmb", "--json"),
    ("log", "g.tmb", "--json"),
    ("replay", "g.tmb", "--json"),
    ("scenario", "run", "s.toml", "--json"),
    ("packs", "--json"),
    ("pack", "check", "mine", "--json"),
    ("version", "--json"),
    ("rules", "flow", "--json"),
    ("rules", "windows", "--json"),
    ("rules", "options", "--json"),
]


@pytest.fixture
def table(tmb):
    """A folder with a game, a scenario and a pack."""
    (tmb.folder / "s.toml").write_text(SCENARIO)
    (tmb.folder / "mine").mkdir()
    (tmb.folder / "mine" / "pack.toml").write_text('id = "mine"\nversion = "1.0"\nname = "Mine"\n')
    made = tmb(*GAME)
    assert kind_of(json.loads(made.stdout)) == "tmb.new/1"
    return tmb


def kind_of(data: dict) -> str:
    """What a line says that it is."""
    return data.get("schema") or data["kind"]


def test_every_line_says_what_it_is(table):
    first = table("ask", "g.tmb", "--first").stdout.split()
    seen = []
    for verb in VERBS:
        args = [word for part in verb for word in (first if part == "FIRST" else [part])]
        lines = table(*args).stdout.splitlines()
        assert lines, verb
        seen += [kind_of(json.loads(line)) for line in lines]
    assert {"tmb.sim/1", "game", "summary", "tmb.do/1"} <= set(seen)
    assert [s for s in seen if s.startswith("tmb.") and f"`{s}`" not in DOCS] == []


def test_games_in_a_file_are_the_lines_of_games(tmb):
    args = ["sim", "--mode", "demo", "--games", "5", "--seed", "s"]
    told = tmb(*args, "--json", "--out", "games.jsonl").stdout.splitlines()
    assert (tmb.folder / "games.jsonl").read_text().splitlines() == told[1:-1]
    assert {json.loads(line)["kind"] for line in told[1:-1]} == {"game"}


def test_an_error_is_an_object_too_and_the_end_is_not_an_illegal_answer(table):
    """Whoever finds the fault: the command line, a verb, the engine. Standard error has the words all the same."""
    wrong = {
        ("ask", "g.tmb", "--jsn", "--json"): (2, "usage", "--json"),
        ("sim", "--mode", "dmeo", "--json"): (2, "unknown_mode", "demo"),
        ("sim", "--packs", "dmeo", "--json"): (3, "pack_missing", "demo"),
        ("do", "g.tmb", "no/such", "--json"): (4, "unknown_option", None),
        ("new", "--mode", "demo", "--save", "g.tmb", "--json"): (1, "failed", None),
    }
    for args, (code, word, meant) in wrong.items():
        done = table(*args)
        data = json.loads(done.stdout.splitlines()[-1])
        error = data["error"]
        assert (data["schema"], data["exit"], done.returncode) == ("tmb.error/1", code, code), args
        assert (error["code"], error.get("did_you_mean")) == (word, meant), args
        assert error["message"] in done.stderr
    assert "`tmb.error/1`" in DOCS


def test_the_end_of_a_game_is_told_by_a_field_as_the_loop_of_the_readme_wants(here):
    """The loop ends by the field `over`; an answer after it is `game_over`."""
    loop = (Path(__file__).parents[2] / "README.md").read_text().partition("until tmb ask")[2].partition("\n")[0]
    assert "jq -e .over" in loop
    here("new", "--mode", "battle", "--queue", "1", "--round-limit", "1", "--save", "b.tmb", "--seed", "7")
    for _ in range(100):
        if "over" in json.loads(here("ask", "b.tmb", "--json").stdout):
            break
        assert here("do", "b.tmb", *here("ask", "b.tmb", "--first").stdout.split()).returncode == 0
    done = here("do", "b.tmb", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (4, "game_over")
