"""The bot `greedy` in adventures of Undertow: legal, blind to what is hidden, and with advice for all that is asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plugins.test_greedy_adventure import hidden
from tests.plugins.test_greedy_mats import RULES, SHEETS, answer, baddie, gearloc
from tmb.core import asking
from tmb.core.chance import Chance, Seeded, seeded
from tmb.sim import bots
from tmb.sim.run import finish
from tmb_base.bots import greedy

PARTY = ["duster", "stanza", "picket", "boomer"]
TYRANTS = sorted(name for name, tyrant in RULES.tables["tyrants"].items() if tyrant.set == "undertow")


def started(seed: str, **options: Any) -> Any:
    made = {"party": PARTY[:2], "tyrant": "barnacle", "difficulty": "heroic", "round_limit": 30} | options
    return RULES.start("adventure", RULES.options("adventure", made), seeded(seed))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("tyrant", TYRANTS)
def test_it_plays_whole_adventures(tyrant: str, size: int) -> None:
    game = started(f"{tyrant} {size}", party=PARTY[:size], tyrant=tyrant)
    finish(game, bots.make(RULES, "greedy", "1"))
    outcome = game.mode.outcome(game)
    assert outcome["result"] in ("won", "lost")
    assert outcome["progress"] > 0


@pytest.mark.parametrize("tyrant", TYRANTS)
def test_it_plays_the_same_whatever_is_hidden(tyrant: str) -> None:
    """At each ask all hidden things are dealt again, stacks of Krelln and Mech too; the pick stays the same."""
    game, bot, dealt = started("blind", tyrant=tyrant), greedy.make("2", RULES), 0
    while game.ask is not None:
        shown = asking.public(game.ask)
        pick = greedy.think(shown, game.mode.view(game, False), SHEETS)
        twin = game.clone()
        twin.mode.redeal(twin, Chance(*[Seeded(f"blind/{game.decisions}")] * 2))
        twin.run()
        dealt += hidden(twin) != hidden(game)
        assert bot(asking.public(twin.ask), twin.mode.view(twin, False)) == pick
        game.answer(asking.chosen(game.ask, shown, pick))
    assert dealt > 50


LEFT_ALONE = {"SetOut.choose_leader", "Down.who_first", "BaddieTurn.react", "Pushing.where_to", "Turning.which_face"}
"""Asks of which the first answer is as good as any, or that are too rare."""


def test_every_ask_has_its_advice() -> None:
    """Chance plays, so that the bot is asked what it would never come to."""
    keys: set[str] = set()
    for i in range(8):
        game, player = (
            started(f"chance {i}", party=PARTY[: 1 + i % 4], tyrant=TYRANTS[i % len(TYRANTS)]),
            bots.RandomBot(""),
        )
        while game.ask is not None:
            keys.add(game.ask.key)
            game.answer(player.choose(game))
    asked = {key for key in keys if not key.startswith("window.")}
    assert len(asked) > 25
    assert asked - LEFT_ALONE <= greedy.ADVICE.keys() | SHEETS.asks.keys()


def test_of_its_skill_dice_it_gives_away_the_least() -> None:
    """Nightshade, that stands on the mat, is called no more; a die that bites with her is kept."""
    wolf = baddie("r3c2", 3, kind="nightshade", side="gearlocs", owner="g1")
    me = gearloc("r3c1", kind="duster", skills=["nightshade", "bared-fangs"])
    units = {"g1": me, "b1": baddie("r2c2", 3), "b2": wolf}
    ask = ("exhaust/bared-fangs", "exhaust/nightshade")
    assert answer("Exhausting.which_die", "water", units, *ask) == "exhaust/nightshade"
    del units["b2"]
    assert answer("Exhausting.which_die", "water", units, *ask) == "exhaust/bared-fangs"


def test_a_low_ini_is_rolled_again() -> None:
    units = {"g1": gearloc("")}
    assert answer("window.ini.rolled", "water", units, "g1/l3", "done", ini={"g1": 2}) == "g1/l3"
    assert answer("window.ini.rolled", "water", units, "g1/l3", "done", ini={"g1": 6}) == "done"
