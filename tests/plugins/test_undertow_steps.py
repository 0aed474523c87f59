"""What a step costs on the raft and out of the water is said before it is taken, and why one is missing."""

from __future__ import annotations

from typing import Any

from tmb.core import asking
from tmb.core.chance import Chance
from tmb.core.game import Game
from tmb.core.script import Script
from tmb.plugins import rules_for
from tmb_base.board import gearloc_lines

RULES = rules_for(["base", "undertow"])


def turn_of(mat: str, dex: int, pos: str, *tokens: str, unit: str = "duster", more: str = "") -> Game:
    """The turn of a Gearloc on a mat with these tokens, at its first ask."""
    options = RULES.options("battle", {"party": [unit], "mat": mat})
    script = Script([])
    game = Game(RULES, RULES.begun("battle", options), Chance(script, script), [])
    units = [f"{unit} at {pos} dex {dex} {more}".strip(), "kobold at r1c4"]
    game.mode.stage(game, {"mat": units, "tokens": [*tokens], "turn": unit})
    game.run()
    return game


def blocked(game: Game) -> dict[str, tuple[str, str]]:
    return {option: (why, cite) for option, why, cite in game.mode.blocked(game, game.ask)}


def told(game: Game, option: str) -> tuple[str, Any]:
    """An option in words, and the Dex that its preview leaves."""
    return game.mode.label(game, game.ask, option), game.mode.preview(game, game.ask, option).get("left")


def test_a_step_onto_wreckage_says_its_price() -> None:
    game = turn_of("water", 3, "r3c2", "wreckage at r2c2")
    assert told(game, "move/r2c2") == ("move to lane 3 (Baddie melee) (2 Dex)", 1)
    assert told(game, "move/r3c1") == ("move to lane 1 (Gearloc melee)", 2)


def test_a_step_that_is_too_dear_is_told_as_such() -> None:
    game = turn_of("water", 1, "r3c2", "wreckage at r2c2")
    why, cite = blocked(game)["move/r2c2"]
    assert why == "the step costs 2 Dex; 1 is left"
    assert cite


def test_who_may_not_go_into_the_water_is_told_why() -> None:
    why, cite = blocked(turn_of("water", 3, "r2c1"))["move/k1"]
    assert "water" in why
    assert cite
    assert set(blocked(turn_of("land", 3, "r2c1"))) == {"move/m1", "move/m3"}
    assert blocked(turn_of("base", 3, "r2c1")) == {}


def test_in_the_water_it_is_told_that_dex_is_for_boarding_only() -> None:
    game = turn_of("water", 3, "k1", "wreckage at r1c1")
    assert told(game, "move/r1c1") == ("move to lane 1 (Baddie ranged) (3 Dex)", 0)
    assert told(game, "move/r2c1") == ("move to lane 1 (Baddie melee) (2 Dex)", 1)
    why, _ = blocked(game)["die/atk"]
    assert why.startswith("Dex is only for steps here")


def test_while_songs_are_chosen_the_dex_to_come_is_shown_and_what_they_cost() -> None:
    game = turn_of("water", 3, "r3c2", unit="stanza", more="skills under-the-old-zelfey,dissonant-dissidence")
    assert game.ask.key == "window.turn.start"
    assert "(3 left)" in gearloc_lines(game, game.world.units["g1"])[0]
    labels = [game.mode.label(game, game.ask, o) for o in ("g1/under-the-old-zelfey", "g1/dissonant-dissidence")]
    assert "1 Dex" in labels[0]
    assert "2 Dex" in labels[1]
    game.answer(asking.chosen(game.ask, asking.public(game.ask), ["g1/under-the-old-zelfey"]))
    assert "(2 left)" in gearloc_lines(game, game.world.units["g1"])[0]
