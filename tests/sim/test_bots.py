"""Bots: always legal, never in the way of the game's own dice."""

from __future__ import annotations

import pytest

from tests.demo.plugin import BASE, PACK
from tests.scenario.ring import PLUGIN
from tmb.core import asking
from tmb.core.chance import seeded
from tmb.core.decisions import check_answer
from tmb.errors import InputError
from tmb.ruleset import build
from tmb.sim import bots

RULES = build([PACK], [("demo", BASE)])


@pytest.mark.parametrize("seed", [str(i) for i in range(15)])
def test_the_random_bot_is_legal_in_process_and_from_public_fields(seed):
    game = RULES.start("demo", RULES.options("demo", {}), seeded(seed))
    bot, other = bots.RandomBot(seed), bots.RandomBot(seed + "'")
    while game.ask is not None:
        shown = asking.public(game.ask)
        for _ in range(3):
            check_answer(shown, other.choose_public(shown), "/pick")
        refs = bot.choose(game)
        if game.ask.several is None:
            assert refs in game.ask.refs
        else:
            ids = [shown.options[[p.ref for p in game.ask.several.picks].index(r)].id for r in refs]
            check_answer(shown, ids, "/pick")
        game.answer(refs)
    assert game.decisions > 0


def test_the_public_choice_reaches_every_option():
    game = RULES.start("demo", RULES.options("demo", {}), seeded("1"))
    bot, seen = bots.RandomBot("x"), set()
    shown = asking.public(game.ask)
    for _ in range(300):
        seen |= set(bot.choose_public(shown))
    assert seen == {o.id for o in shown.options}


def test_bots_are_found_by_name_those_of_plugins_too():
    rules = build([PACK], [("demo", PLUGIN)])
    assert bots.names(rules) == ["random", "last", "dies", "cheat"]
    assert isinstance(bots.make(rules, "random", "1"), bots.RandomBot)
    with pytest.raises(InputError, match='did you mean "last"') as e:
        bots.make(rules, "lst", "1")
    assert e.value.code == "unknown_bot"
    game = rules.start("demo", rules.options("demo", {}), seeded("1"))
    bots.make(rules, "last", "1").choose(game)
    with pytest.raises(InputError) as e:
        bots.make(rules, "cheat", "1").choose(game)
    assert e.value.code == "unknown_option"
