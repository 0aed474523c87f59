"""What is JSON says what it is, whichever verb writes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
