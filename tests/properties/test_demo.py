"""The properties of whole games, on the demo: its own rules, and those of the plugin that extends it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.demo.plugin import BASE, MORE, MORE_PLUGIN, PACK
from tests.house.files import ROOT
from tests.properties import checks
from tests.properties.play import below_of, finish, start
from tmb.ruleset import build

SEEDS = [str(n) for n in range(1, 21)]
SETUPS = {
    "pairs": {},
    "crowd": {"foxes": ["kit", "vixen", "kit"], "owls": ["owlet", "elder", "owlet"], "rounds": 6},
    "alone": {"foxes": ["vixen"], "owls": ["elder"]},
}


@pytest.fixture(scope="module", params=["plain", "extended"])
def rules(request):
    if request.param == "plain":
        return build([PACK], [("demo", BASE)])
    return build([PACK, MORE], [("demo", BASE), ("demo-more", MORE_PLUGIN)])


@pytest.fixture(params=SETUPS)
def options(request):
    return SETUPS[request.param]


def some(options):
    """Twenty games of the usual set-up, some of the others."""
    return SEEDS if not options else SEEDS[:5]


def test_every_step_is_sound_and_every_copy_goes_the_same_way(rules, options) -> None:
    steps = [checks.check_every_step(rules, "demo", options, seed) for seed in some(options)]
    assert min(steps) > 5


def test_games_that_also_ask_what_is_forced_come_to_the_same_end(rules, options) -> None:
    assert sum(checks.check_forced(rules, "demo", options, seed) for seed in some(options)) > 10
    assert checks.check_every_step(rules, "demo", options, "1", strict=True) > 5
    assert checks.check_between_stages(rules, "demo", options, "1", strict=True) > 50


def test_a_game_saved_between_any_two_stages_goes_on_to_the_same_ask(rules, options) -> None:
    assert sum(checks.check_between_stages(rules, "demo", options, seed) for seed in some(options)) > 900


def test_broken_answers_are_refused_with_their_code(rules) -> None:
    codes: dict[str, int] = {}
    for seed in SEEDS[:10]:
        for code, n in checks.check_refusals(rules, "demo", {}, seed).items():
            codes[code] = codes.get(code, 0) + n
    assert set(codes) == {"unknown_option", "picked_twice", "too_few", "too_many", "group_limit", "over_budget"}


def test_the_same_answers_give_the_same_game(rules, options) -> None:
    for seed in some(options):
        checks.check_replay(rules, "demo", options, seed)


def test_dice_rolled_by_hand_give_the_same_game(rules, options) -> None:
    assert sum(checks.check_by_hand(rules, "demo", options, seed) for seed in some(options)) > 10


def test_what_is_dealt_again_is_what_the_table_does_not_see(rules) -> None:
    for seed in SEEDS[:5]:
        checks.check_redeal(rules, "demo", {}, seed)


def test_games_differ_by_seed_and_reach_every_end(rules) -> None:
    games = [start(rules, "demo", SETUPS["alone"], seed) for seed in SEEDS]
    for game, seed in zip(games, SEEDS, strict=True):
        finish(game, below_of(seed))
    assert {game.mode.outcome(game)["winner"] for game in games} == {"fox", "owl", "nobody"}


PRINT = """
from tests.demo.plugin import BASE, MORE, MORE_PLUGIN, PACK
from tests.properties.checks import digest
from tmb.ruleset import build
rules = build([PACK, MORE], [("demo", BASE), ("demo-more", MORE_PLUGIN)])
print(digest(rules, "demo", {}, [str(n) for n in range(1, 11)]))
"""


def test_two_processes_with_different_hash_seeds_play_the_same_games() -> None:
    out = []
    for n in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": n, "PYTHONPATH": str(ROOT)}
        out.append(
            subprocess.run([sys.executable, "-c", PRINT], cwd=ROOT, env=env, capture_output=True, check=True).stdout
        )
    assert len(set(out)) == 1
    assert len(out[0].strip()) == 64
