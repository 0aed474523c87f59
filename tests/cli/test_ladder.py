"""`tmb play --ladder FILE`: what wins and losses change of the next game."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli import inside
from tmb.cli.exits import Failure
from tmb.cli.ladder import Ladder
from tmb.plugins import rules_for
from tmb.session import Session
from tmb.session.answers import first

here = inside.here
FIRST = "1\n" * 600
"""Somebody who takes whatever is listed first, and so loses."""


@pytest.fixture
def twenty(tmb):
    """The command line with 20 Strong installed beside the demo."""
    tmb.install("twenty-strong", "tmb_twenty_strong.plugin")
    return tmb


def play(tmb, *more: str, stdin: str = FIRST):
    ran = tmb("play", "--mode", "twenty-strong", "--seed", "7", "--plain", *more, stdin=stdin)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def row(tmb) -> dict[str, object]:
    found = json.loads((tmb.folder / "l.json").read_text())["modes"]["twenty-strong"]
    return {name: found[name] for name in ("set-up", "games", "won")}


def test_a_loss_leads_one_rank_down_and_the_next_game_begins_there(twenty) -> None:
    told = play(twenty, "--ladder", "l.json", "--rank", "3")
    assert "rank 3" in told
    assert "l.json: 0 of 1 games won; next: rank 2" in told
    assert row(twenty) == {"set-up": {"rank": 2}, "games": 1, "won": 0}
    told = play(twenty, "--ladder", "l.json")
    assert "rank 2" in told
    assert row(twenty) == {"set-up": {"rank": 1}, "games": 2, "won": 0}
    assert play(twenty, "--ladder", "l.json").count("next: rank 1") == 1
    assert "rank 4" in play(twenty, "--ladder", "l.json", "--rank", "4")
    assert row(twenty)["set-up"] == {"rank": 3}


def test_without_a_ladder_nothing_is_remembered(twenty) -> None:
    play(twenty)
    assert list(twenty.folder.glob("*.json")) == []


def test_a_game_that_is_left_counts_when_it_ends_and_only_then(twenty) -> None:
    told = play(twenty, "--ladder", "l.json", "--save", "g.tmb", "--rank", "2", stdin="1\n1\n")
    assert "To go on:  tmb play --save g.tmb --ladder l.json" in told
    assert not (twenty.folder / "l.json").exists()
    for _ in range(2):
        ran = twenty("play", "--save", "g.tmb", "--ladder", "l.json", "--plain", stdin=FIRST)
        assert ran.returncode == 0, ran.stderr
    assert row(twenty) == {"set-up": {"rank": 1}, "games": 1, "won": 0}


@pytest.mark.parametrize("chance", [[], ["--dice", "hand", "--cards", "hand"]], ids=["seeded", "by hand"])
def test_a_game_that_is_undone_and_ends_again_counts_once(here, chance) -> None:
    """It counts as it ended first; another game, of the same seed or in another file, counts."""
    words = ("play", "--mode", "battle", "--queue", "1", "--round-limit", "1", "--ladder", "l.json", "--plain")
    new = (*words, *(chance or ["--seed", "7"]))

    def games() -> int:
        return json.loads((here.folder / "l.json").read_text())["modes"]["battle"]["games"]

    def ended(*args: str) -> str:
        typed = "kobold\n" + "1\n1 1\n1 1 1\n" * 60
        told = here(*args, stdin=typed)
        assert told.returncode == 0, told.stderr
        assert "The game is over" in told.stdout
        return told.stdout

    ended(*new, "--save", "g.tmb")
    assert here("undo", "g.tmb").returncode == 0
    told = ended("play", "--save", "g.tmb", "--ladder", "l.json", "--plain")
    assert "counted when it ended first" in told
    assert games() == 1
    ended(*new, "--save", "h.tmb")
    assert games() == 2


@pytest.mark.parametrize("text", ["no json", "[]", '{"schema": "other", "modes": {}}', '{"schema": "tmb.ladder/1"}'])
def test_a_file_that_is_no_ladder_is_refused_and_stays(twenty, text: str) -> None:
    (twenty.folder / "l.json").write_text(text)
    ran = twenty("play", "--mode", "twenty-strong", "--ladder", "l.json", stdin=FIRST)
    assert ran.returncode == 1
    assert "l.json is no ladder" in ran.stderr
    assert (twenty.folder / "l.json").read_text() == text


def test_a_win_leads_up_and_the_ends_of_the_ladder_hold(tmp_path) -> None:
    mode = rules_for(["twenty-strong"]).modes["twenty-strong"]
    for rank, won, after in ((1, True, 2), (4, True, 5), (5, True, 5), (2, False, 1), (1, False, 1)):
        assert mode.climb({}, {"rank": rank, "won": won}) == {"rank": after}
    assert mode.climb({"rank": 3}, {"won": True}) == {"rank": 4}
    session = Session.new(rules_for(["base"]), "battle", {}, seed="1")
    ladder = Ladder(tmp_path / "l.json")
    ladder.record(session)
    assert ladder.record(session).endswith("0 of 2 games won; next: as before")


def test_what_a_ladder_says_of_the_next_game_is_checked_and_named(twenty) -> None:
    for setup, told in (({"rank": 99}, "rank"), ({"rank": "x"}, "rank"), ({"foo": 1}, "foo")):
        rows = {"schema": "tmb.ladder/1", "modes": {"twenty-strong": {"set-up": setup}}}
        (twenty.folder / "l.json").write_text(json.dumps(rows))
        ran = twenty("play", "--mode", "twenty-strong", "--ladder", "l.json", stdin=FIRST)
        assert (ran.returncode, "l.json" in ran.stderr, told in ran.stderr) == (1, True, True), ran.stderr


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 200_000,
        b"[]",
        b'{"schema":"other/1","modes":{}}',
        b'{"schema":"tmb.ladder/1","modes":{"twenty-strong":{"games":"3"}}}',
        b'{"schema":"tmb.ladder/1","modes":{"twenty-strong":{"games":-1}}}',
        b'{"schema":"tmb.ladder/1","modes":{"twenty-strong":{"games":1e999,"won":NaN}}}',
        b'{"schema":"tmb.ladder/1","modes":{"twenty-strong":{"set-up":5}}}',
        b'{"schema":"tmb.ladder/1","modes":{"twenty-strong":{"set-up":{"rank":[1]}}}}',
        b'{"schema":"tmb.ladder/1"',
        b"\xff\xfe",
        b" " * (2 << 20),
    ],
)
def test_a_file_that_is_none_of_ours_is_told_before_the_game(tmp_path, text: bytes) -> None:
    (tmp_path / "l.json").write_bytes(text)
    with pytest.raises(Failure, match=r"l\.json is no ladder"):
        Ladder(tmp_path / "l.json")


def test_what_is_no_file_is_refused_and_left_alone(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/null"), Path("/dev/zero"), tmp_path / "pipe", tmp_path):
        with pytest.raises(Failure, match="is no ladder"):
            Ladder(path)


def test_a_ladder_that_could_not_be_kept_is_told_before_the_game(tmp_path) -> None:
    (tmp_path / "round").symlink_to("round")
    for path in (tmp_path / "nowhere" / "l.json", tmp_path / "round"):
        with pytest.raises(Failure, match=re.escape(str(path))):
            Ladder(path)


def finished() -> Session:
    session = Session.new(rules_for(["twenty-strong"]), "twenty-strong", {}, seed="7")
    while ask := session.ask():
        session.act(first(ask))
    return session


def test_a_ladder_that_grew_meanwhile_keeps_both_games(tmp_path) -> None:
    one, other, game = Ladder(tmp_path / "l.json"), Ladder(tmp_path / "l.json"), finished()
    one.record(game)
    assert "of 2 games" in other.record(game)


def test_a_link_stays_a_link_and_a_byte_order_mark_is_passed_over(tmp_path) -> None:
    (tmp_path / "real.json").write_bytes(b'\xef\xbb\xbf{"schema":"tmb.ladder/1","modes":{}}')
    (tmp_path / "l.json").symlink_to("real.json")
    Ladder(tmp_path / "l.json").record(finished())
    assert (tmp_path / "l.json").is_symlink()
    assert json.loads((tmp_path / "real.json").read_text())["modes"]["twenty-strong"]["games"] == 1
