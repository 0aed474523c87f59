"""`tmb play --ladder FILE`: what wins and losses change of the next game."""

from __future__ import annotations

import json

import pytest

from tmb.cli.exits import Failure
from tmb.cli.ladder import Ladder
from tmb.plugins import rules_for
from tmb.session import Session

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
    return json.loads((tmb.folder / "l.json").read_text())["modes"]["twenty-strong"]


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
    ladder.rows["battle"] = {"set-up": {}, "games": 4, "won": 1}
    assert ladder.record(session).endswith("1 of 5 games won; next: as before")
    with pytest.raises(Failure, match="nowhere"):
        Ladder(tmp_path / "nowhere" / "l.json").record(session)
