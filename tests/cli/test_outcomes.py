"""How a game ended, in words for people: no names of fields, and nothing twice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tmb.cli import telling
from tmb.core.chance import seeded
from tmb.plugins import rules_for
from tmb.sim.bots import RandomBot

MODES = {"battle": "base", "adventure": "base", "twenty-strong": "twenty-strong"}


@pytest.mark.parametrize("mode", MODES)
def test_every_part_of_an_outcome_has_a_name_of_its_own(mode):
    rules = rules_for([MODES[mode]])
    game, bot = rules.start(mode, rules.options(mode, {}), seeded("7")), RandomBot("7")
    while game.ask is not None:
        game.answer(bot.choose(game))
    outcome, names = game.mode.outcome(game), game.mode.outcome_words
    assert names.keys() == outcome.keys()
    shown = [name for name in names.values() if name]
    assert len(set(shown)) == len(shown)
    told = telling.outcome(game.mode, outcome)
    assert (told.count("won"), told.count("lost"), told.count("_"), told.count("result")) == (0, 1, 0, 0)


@pytest.mark.parametrize("mode", MODES)
def test_a_table_says_once_how_many_were_won(tmb, mode):
    table = tmb("sim", "--mode", mode, "--games", "3").stdout.partition("result\n")[2]
    assert "won " in table
    assert ": lost" not in table
    assert "_" not in table


def test_the_end_of_a_demo_is_told_in_words(tmb):
    last = tmb("demo").stdout.splitlines()[-1]
    assert "decisions: won, Tyrant nom, days played" in last
    assert "_" not in last


def test_what_happens_several_times_in_a_row_is_told_once() -> None:
    assert telling.merged(["a", "b", "b", "b", "a"]) == ["a", "b (3 times)", "a"]
    assert telling.merged([]) == []


def test_no_line_of_a_demo_follows_itself(tmb):
    told = [line for line in tmb("demo").stdout.splitlines() if line.startswith("          ")]
    assert any(line.endswith(" times)") for line in told)
    assert not [line for line, after in pairwise(told) if line == after]
