"""Runs and summaries."""

from __future__ import annotations

import pytest

from tests.demo.plugin import PACK
from tests.scenario.ring import PLUGIN
from tmb.ruleset import build
from tmb.sim import run
from tmb.sim.run import Fault, Plan, Player, Result, seed_of
from tmb.sim.summary import Summary, wilson


@pytest.fixture
def player(monkeypatch):
    rules = build([PACK], [("demo", PLUGIN)])
    monkeypatch.setattr(run, "rules_for", lambda packs, extra: rules)
    return lambda **more: Player(Plan(mode="demo", packs=("demo",), seed="7", **more))


def test_seeds_come_from_the_master_seed_and_the_number():
    assert len({seed_of("a", i) for i in range(1000)} | {seed_of("b", i) for i in range(1000)}) == 2000
    assert seed_of("a", 11) != seed_of("a1", 1)
    assert seed_of("7", 0) == "cb1f28672f9b3c7a"


def test_any_game_of_a_run_can_be_played_alone(player):
    whole = list(player().all(12))
    assert whole[7] == player().play(7)
    assert [r.game for r in whole] == list(range(12))
    assert len({r.decisions for r in whole}) > 3


def test_faults_are_results_and_say_what_happened(player, monkeypatch):
    result = player(bot="cheat").play(3)
    assert (result.game, result.fault.code, result.outcome) == (3, "unknown_option", {})
    monkeypatch.setattr(run, "MOST_DECISIONS", 5)
    result = player().play(0)
    assert (result.fault.code, result.fault.message) == ("internal", "5 decisions and no end")
    monkeypatch.setenv("TMB_DEBUG", "1")
    assert "Traceback" in player(bot="cheat").play(0).fault.trace


def test_a_summary_counts_words_and_spreads_numbers():
    summary = Summary()
    for i in range(4):
        summary.add(Result(i, "s", 10 * i, {"won": i > 0, "winner": "ab"[i % 2], "rounds": i, "path": [i], "x": None}))
    summary.add(Result(4, "s", 999, fault=Fault("internal", "oh")))
    data = summary.data()
    assert (data["games"], data["faults"]) == (5, 1)
    assert data["decisions"] == {"min": 0, "mean": 15.0, "max": 30}
    assert data["won"] == {"games": 3, "share": 0.75, "interval95": [0.3006, 0.9544]}
    assert data["outcome"].pop("rounds") == {"min": 0, "mean": 1.5, "max": 3}
    assert data["outcome"] == {"winner": {"a": 2, "b": 2}, "x": {"none": 4}}


def test_the_interval_after_wilson():
    assert wilson(0, 0) == (0.0, 1.0)
    lo, hi = wilson(50, 100)
    assert (round(lo, 4), round(hi, 4)) == (0.4038, 0.5962)
    lo, hi = wilson(0, 10)
    assert lo == 0.0
    assert round(hi, 4) == 0.2775
