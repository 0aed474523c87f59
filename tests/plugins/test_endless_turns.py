"""Turns that give turns: a battle ends all the same, and what gives them is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.plugins.test_authors import rules_with
from tmb.core.chance import seeded
from tmb.core.game import Game
from tmb.errors import InternalError
from tmb.sim.bots import RandomBot
from tmb_base import meter
from tmb_base.events import RoundBegan, TurnBegan, UnitEntered

KEEN = """
[[baddie]]
id = "keen"
name = "Keen"
type = "bog"
points = 1
copies = 9
hp = 30
ini = 6
form = "ranged"
atk = 0
def = 0
target = "weakest"
skills = ["own"]
source = { status = "standin", where = "a test" }
"""
SAYS = 'text = "x"\nwhen = {{ window = "{window}"{who} }}\ndo = [{{ op = "extra_turn", of = "{of}", at = "{at}" }}]'
OWN = ', who = "unit"'


def battle(tmp_path: Path, skill: str, **options: Any) -> Game:
    """A battle of one Gearloc against two chips with this skill."""
    rules = rules_with(tmp_path, skill, baddies=KEEN)
    setup = rules.options("battle", {"party": ["picket"], "queue": ["keen", "keen"], **options})
    game: Game = rules.start("battle", setup, seeded("1"), [])
    return game


def finish(game: Game) -> None:
    """Play until it is over, which it is in the end, and sound at every step: at random, but what a skill may do is
    done."""
    bot = RandomBot("1")
    for _ in range(4000):
        if game.ask is None:
            return
        game.answer(game.ask.refs[0] if game.ask.key.startswith("window.") else bot.choose(game))
        assert game.mode.invariants(game) == []
    raise AssertionError("the battle does not end")


def turns(game: Game, unit: str) -> dict[int, int]:
    """How many turns a unit began in each round, of a battle that is over."""
    out: dict[int, int] = {}
    number = 0
    for event in game.events or []:
        if type(event) is RoundBegan:
            number = event.round
        elif type(event) is TurnBegan and event.unit == unit:
            out[number] = out.get(number, 0) + 1
    return out


@pytest.mark.parametrize("at", ["now", "next", "last"])
@pytest.mark.parametrize("of", ["self", "foes"])
def test_a_turn_that_gives_a_turn_goes_round_so_often_and_the_battle_ends(tmp_path: Path, of: str, at: str) -> None:
    game = battle(tmp_path, SAYS.format(window="turn.end", who=OWN if of == "self" else "", of=of, at=at))
    finish(game)
    assert game.ask is None
    assert game.world.extra == {}
    given = turns(game, "b1" if of == "self" else "g1")
    assert given[1] == 1 + meter.MOST_EXTRA
    assert max(given.values()) <= 1 + meter.MOST_EXTRA


@pytest.mark.parametrize(
    ("op", "why"),
    [
        ('op = "extra_turn", at = "next"', "20000 steps without a decision"),
        ('op = "take_turn", of = "self"', "200 frames are open"),
    ],
)
def test_who_gives_turns_for_ever_is_named(tmp_path: Path, op: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "MOST_EXTRA", 10**9)
    skill = f'text = "x"\nwhen = {{ window = "turn.start"{OWN} }}\ndo = [{{ {op} }}]'
    with pytest.raises(
        InternalError, match=rf"^{why}, in skill/own.do.0 \(mine/skills/own\.toml:\d+:\d+\); open frames: "
    ):
        finish(battle(tmp_path, skill))


def test_turns_that_are_taken_for_a_baddie_in_its_own_go_round_so_often(tmp_path: Path) -> None:
    game = battle(
        tmp_path, f'text = "x"\nwhen = {{ window = "turn.start"{OWN} }}\ndo = [{{ op = "take_turn", of = "self" }}]'
    )
    finish(game)
    assert turns(game, "b1")[1] == 1 + meter.MOST_EXTRA


@pytest.mark.parametrize("window", ["unit.enters", "battle.start"])
@pytest.mark.parametrize("at", ["next", "last"])
def test_an_extra_turn_that_was_given_before_round_1_comes_in_it(tmp_path: Path, window: str, at: str) -> None:
    who = OWN if window == "unit.enters" else ""
    game = battle(tmp_path, SAYS.format(window=window, who=who, of="self", at=at), round_limit=1)
    finish(game)
    first, second = (e.unit for e in game.events or [] if type(e) is UnitEntered and e.chip == "keen")
    assert turns(game, first) == turns(game, second) == {1: 2}
