"""Words for asks, what a player may miss, and previews."""

from __future__ import annotations

import re
from typing import Any

from tests.plugins.battles import RULES, asks
from tmb.core import asking
from tmb.core.chance import Chance
from tmb.core.game import Game
from tmb.core.script import Script
from tmb.core.state import State


def staged(dice: list[str], picks: list[str], **scene: Any) -> Game:
    """A scene of the base game, played up to an ask."""
    mode = RULES.modes["battle"]
    world, frame = mode.start(RULES, RULES.options("battle", {}))
    script = Script(dice)
    game = Game(RULES, State("battle", world, [frame]), Chance(script, script), [])
    mode.stage(game, scene)
    game.run()
    for pick in picks:
        shown = asking.public(game.ask)
        game.answer(asking.chosen(game.ask, shown, pick.split(",")))
    return game


def attack(bog_lurk: str, picket: str) -> dict[str, Any]:
    """What two hits of 1 would do, as the preview tells it."""
    game = staged(
        ["atk: 1 1"],
        ["done", "target/b1", "die/atk,die/atk"],
        mat=[f"{bog_lurk} at r2c1", f"picket at r3c1 {picket}"],
        turn="picket",
    )
    return dict(game.mode.preview(game, game.ask, "hit/2"))


def test_a_preview_tells_the_hp_and_what_stops_the_rest():
    told = attack("stone-golem hp 5", "atk 2")
    assert (told["lost"], told["hp"]) == (1, 4)
    assert [(step["stage"], step["before"], step["after"]) for step in told["trail"]] == [("ignore", 2, 1)]


def test_a_preview_counts_def_dice():
    assert attack("bog-lurk hp 3 dice 1", "atk 2")["lost"] == 1


def test_a_preview_counts_what_weakens_the_attacker():
    assert attack("bog-lurk hp 3", "atk 2 weaken 1")["lost"] == 1


def test_a_preview_uses_nothing_up():
    game = staged(
        ["atk: 1 1"],
        ["done", "target/b1", "die/atk,die/atk"],
        mat=["golden-golem at r2c1", "picket at r3c1 atk 2 weaken 1"],
        turn="picket",
    )
    before = RULES.codec("battle").pack(game.state)
    assert game.mode.preview(game, game.ask, "hit/2") == game.mode.preview(game, game.ask, "hit/2")
    assert RULES.codec("battle").pack(game.state) == before


def test_every_option_has_words_and_nothing_that_is_offered_is_called_blocked():
    for game in asks(12):
        if game.ask is None:
            continue
        shown = asking.public(game.ask)
        for option in shown.options:
            words = game.mode.label(game, game.ask, option.id)
            assert words
            assert "/" not in words
            assert not re.search(r"[{}]|\b(None|Shown)\b", words), words
        blocked = game.mode.blocked(game, game.ask)
        assert all(why and cite for _, why, cite in blocked)
        assert not {id for id, _, _ in blocked} & {o.id for o in shown.options}
