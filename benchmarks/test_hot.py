"""The hot parts one by one, in absolute time: `pytest benchmarks --benchmark-only`. To compare, use scripts/bench."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.games import Subject
from tmb.core import asking
from tmb.core.game import Game
from tmb.sim.bots import RandomBot

SEED = "hot"


@pytest.fixture
def middle(subject: Subject) -> Game:
    """A game with half of its decisions made."""
    return subject.middle(SEED)


def test_clone(benchmark: BenchmarkFixture, subject: Subject, middle: Game) -> None:
    """A copy of the state."""
    codec = subject.rules.codec(subject.mode)
    twin = benchmark(codec.copy, middle.state)
    assert twin == middle.state


def test_one_decision(benchmark: BenchmarkFixture, middle: Game) -> None:
    """A random pick and all that follows from it, up to the next ask; each time in a fresh copy of the same game."""

    def fresh() -> tuple[tuple[Any, ...], dict[str, Any]]:
        game = middle.clone()
        return (game, RandomBot(SEED).choose(game)), {}

    benchmark.pedantic(lambda game, pick: game.answer(pick), setup=fresh, rounds=500, warmup_rounds=50)
    assert middle.ask is not None


def test_whole_game(benchmark: BenchmarkFixture, subject: Subject) -> None:
    """A whole game with random picks, events off."""
    decisions = benchmark(subject.play, SEED)
    assert decisions == subject.play(SEED)


def test_load(benchmark: BenchmarkFixture, subject: Subject) -> None:
    """All packs from their files to a rule set; the plugins are imported already."""
    rules = benchmark.pedantic(subject.build, rounds=10, warmup_rounds=1)
    assert rules.sheets.keys() == subject.rules.sheets.keys()


def test_encode(benchmark: BenchmarkFixture, subject: Subject, middle: Game) -> None:
    """The state and its ask as JSON: what a save and a reply cost."""
    codec = subject.rules.codec(subject.mode)

    def encode() -> tuple[bytes, bytes]:
        return codec.to_json(middle.state), codec.to_json(asking.public(middle.ask))

    state, _ = benchmark(encode)
    assert codec.from_json(state) == middle.state
