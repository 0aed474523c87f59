"""The demo, as it is looked at: every game plays to its end in words and boards."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.plugins.test_looks import staged
from tests.properties.play import act, below_of, drawn, shown, start
from tests.properties.variety import rules_of


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_demo_plays_to_its_end(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tmb", "demo", "--seed", seed], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "lane 1" in done.stdout
    assert "takes its turn" in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("after ")


@pytest.mark.parametrize("queue", [["5", "1", "1"], ["conductor", "snatcher", "mist", "boulder", "conductor"]])
def test_every_event_of_random_battles_can_be_told_and_every_option_labelled(queue: list[str]) -> None:
    """Those of the base pack, and those with units that come and go and take more turns."""
    rules = (
        rules_of("battle")[0] if "1" in queue else next(r for r in rules_of("battle") if "mist" in r.tables["chips"])
    )
    told = 0
    for seed in range(12):
        options = {"party": ["boomer", "picket", "boomer"][: 1 + seed % 3], "queue": queue, "round_limit": 12}
        game, below = start(rules, "battle", options, str(seed), events=[]), below_of(str(seed))
        while game.ask is not None:
            ask = shown(game)
            words = [game.mode.label(game, game.ask, o.id) for o in ask.options]
            assert all(words), (ask.key, words)
            assert len(set(words)) == len(words), (ask.key, words)
            assert "None" not in game.mode.board(game)
            told += len(game.mode.story(game, game.events))
            game.events.clear()
            act(game, drawn(ask, below))
    assert told > 300


def test_components_and_the_boom_counter_are_shown_and_told() -> None:
    game = staged(
        ["casing: 2"],
        ["action/g1/boom-counter", "done", "target/b1", "die/casing", "use/casing:2"],
        mat=["bog-lurk at r2c1", "boomer at r4c1 locked element:2,casing:1,fuse:1 exhausted duck"],
        turn="boomer",
    )
    assert game.mode.story(game, game.events) == [
        "Boomer (g1) takes its turn",
        "Boomer (g1) uses Boom Counter",
        "Boomer (g1): Element 1",
        "Boomer (g1): Casing 0",
        "Boomer (g1): Fuse 0",
        "Boomer (g1): Boom Counter 1",
        "Boomer (g1) targets Bog Lurk (b1)",
        "rolls Casing: 2",
        "Boomer (g1): Casing 2",
    ]
    board = game.mode.board(game)
    assert "locked: Element: 1, Casing: 2" in board
    assert "counters: Boom Counter 1" in board
    seen = game.mode.view(game, False)["units"]["g1"]
    assert seen["marks"] == {"boom-counter": 1}
    assert seen["locked"] == [{"die": "element", "face": "1"}, {"die": "casing", "face": "2"}]
    assert game.mode.label(game, game.ask, "clear/locked/element:1") == "take Element (1) out of the Locked slots"


def test_what_a_search_and_a_recovery_offer_is_in_words() -> None:
    scene = {"mat": ["bog-lurk at r2c1", "boomer at r4c1 exhausted duck,foxhole"], "turn": "boomer"}
    begin = ["done", "target/b1"]
    game = staged(["deep-pockets: find"], [*begin, "die/deep-pockets", "use/deep-pockets:find"], **scene)
    assert game.mode.label(game, game.ask, "search/fuse") == "search: Fuse"
    game = staged(["tinker: mend"], [*begin, "die/tinker", "use/tinker:mend"], **scene)
    assert game.mode.label(game, game.ask, "recover/duck") == "Duck can be rolled again"
