"""The demo, as it is looked at: every game plays to its end in words and boards."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.properties.play import act, below_of, drawn, shown, start
from tmb.plugins import rules_for


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_demo_plays_to_its_end(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tmb", "demo", "--seed", seed], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "lane 1" in done.stdout
    assert "takes its turn" in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("after ")


def test_every_event_of_random_battles_can_be_told_and_every_option_labelled() -> None:
    rules = rules_for(["base"])
    told = 0
    for seed in range(12):
        options = {"party": ["picket"] * (1 + seed % 3), "queue": ["5", "1", "1"], "round_limit": 12}
        game, below = start(rules, "battle", options, str(seed), events=[]), below_of(str(seed))
        while game.ask is not None:
            ask = shown(game)
            words = [game.mode.label(game, game.ask, o.id) for o in ask.options]
            assert all(words), (ask.key, words)
            assert len(set(words)) == len(words), (ask.key, words)
            told += len(game.mode.story(game, game.events))
            game.events.clear()
            act(game, drawn(ask, below))
    assert told > 300
