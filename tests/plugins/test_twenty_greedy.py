"""The bot `greedy` of 20 Strong: legal for any ask, blind to what is hidden, and good at the game, but not too good."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plugins.twenty import MODE, RULES, SETUPS, begun
from tmb.core import asking
from tmb.core.chance import Chance, Seeded, seeded
from tmb.core.decisions import Ask, Option, check_answer
from tmb.sim import bots
from tmb.sim.run import finish
from tmb_twenty_strong.bots import days, fights, greedy, plans
from tmb_twenty_strong.bots.look import THOUSAND, Book, Look

BOOK = Book(RULES)


@pytest.mark.parametrize("seed", range(6))
def test_it_plays_the_same_whatever_is_hidden(seed: int) -> None:
    """At each ask all hidden things are dealt again, twice; view, ask and pick stay the same."""
    game = begun(str(seed), **SETUPS[seed % len(SETUPS)])
    bot, other, dealt = bots.make(RULES, "greedy", "1"), greedy.make("2", RULES), 0
    while game.ask is not None:
        shown = asking.public(game.ask)
        pick = greedy.think(shown, MODE.view(game, False), BOOK)
        check_answer(shown, pick, "/pick")
        for again in "ab":
            twin = game.clone()
            MODE.redeal(twin, Chance(*[Seeded(f"{again}{seed}")] * 2))
            twin.run()
            dealt += [s.all() for s in twin.world.stacks.values()] != [s.all() for s in game.world.stacks.values()]
            assert other(asking.public(twin.ask), MODE.view(twin, False)) == pick
        refs = bot.choose(game)
        assert refs == asking.chosen(game.ask, shown, pick)
        game.answer(refs)
    assert dealt


def won(games: int, **options: Any) -> int:
    made, total = RULES.options("twenty-strong", options), 0
    for i in range(games):
        game = RULES.start("twenty-strong", made, seeded(f"greedy {i}"))
        finish(game, bots.make(RULES, "greedy", ""))
        total += MODE.outcome(game)["won"]
    return total


def test_it_wins_about_half_at_the_first_rank_and_few_at_the_last() -> None:
    """Bounds that hold for these seeds; the shares of many games stand in the notes of the change that sets them."""
    assert 30 <= won(100) <= 70
    assert won(100, rank=5) <= 20


def test_it_advises_for_every_ask_that_it_meets() -> None:
    for key in greedy.ADVICE:
        flow, _, stage = key.partition(".")
        found = [s for f in RULES.registry.flows.values() if f.name == flow for s in f.stages if s.name == stage]
        assert found, key


# -- what it is told, and what it does ---------------------------------------------------------------------------------


def view(**more: Any) -> dict[str, Any]:
    hero = {"card": "duster", "plus": False, "backup": "", "health": 5, "strategy": 2, "recovery": 3, "guard": 0}
    hero |= {"slots": [{"colour": c, "filled": False} for c in ("yellow", "green", "blue", "purple")]}
    stacks = {p: {"top": "", "under": 9, "scouted": [], "discards": []} for p in ("1", "5", "encounter")}
    pool = {"yellow": 4, "green": 4, "blue": 4, "purple": 4, "red": 1}
    out = {"tyrant": "goremaw", "rank": 1, "day": 3, "hero": hero, "pool": pool, "exhausted": {}, "banished": {}}
    out |= {"ready": {}, "open": {}, "foes": [], "items": [], "stacks": stacks, "encounters_left": 4, "shift": 0}
    return out | {"engagement": {"number": 1, "passes": 0, "strategy": 2}} | more


def foe(id: str, damage: int = 1, card: str = "mud-pup", **lacks: int) -> dict[str, Any]:
    return {"id": id, "card": card, "dice": {}, "extra": 0, "lacks": lacks, "damage": damage, "defeated": False} | {
        "struck": False
    }


def look(**more: Any) -> Look:
    return Look(view(**more), BOOK)


def ask(key: str, *ids: str, lo: int = 1, hi: int = 1) -> Ask:
    options = [Option(i.partition("*")[0], i.partition("*")[0].rpartition("/")[2], times=int(i[-1]) if "*" in i else 1)
               for i in ids]  # fmt: skip
    return Ask(0, key, "player", options, lo, hi)


COMMIT = ("commit/yellow*4", "commit/green*4", "commit/blue*4", "commit/purple*4", "commit/red")


def test_odds_are_those_of_the_dice() -> None:
    at_once = {c: look().hits(c, 1) for c in ("yellow", "green", "blue", "purple", "red")}
    assert {c: round(n, -1) for c, n in at_once.items()} == {
        "yellow": 500,
        "green": 670,
        "blue": 830,
        "purple": 1000,
        "red": 1170,
    }
    assert look().hits("yellow", 2) > at_once["yellow"]
    assert look().hits("red", 0) == 0
    assert look().power({"red": 1, "purple": 2}, 1) == at_once["red"] + 2 * at_once["purple"]


def test_it_commits_what_is_needed_the_strongest_first_and_the_colour_that_is_asked_for() -> None:
    some = fights.commit(ask("Engagement.commit", *COMMIT, lo=0, hi=17), look(foes=[foe("b1", any=2)]))
    assert some[0] == "commit/red"
    assert len(some) <= 3
    blue = fights.commit(ask("Engagement.commit", *COMMIT, lo=0, hi=17), look(foes=[foe("b1", blue=2)]))
    assert set(blue) == {"commit/blue"}
    assert fights.commit(ask("Engagement.commit", *COMMIT, lo=0, hi=17), look(foes=[])) == []
    no_red = fights.commit(ask("Engagement.commit", *COMMIT[:4], lo=0, hi=16), look(foes=[foe("b1", any=1)]))
    assert set(no_red) == {"commit/purple"}


def test_it_aims_at_what_deals_most_for_its_hits_and_at_nothing_that_cannot_be_had() -> None:
    foes = [foe("b1", 1, any=3), foe("b2", 2, any=3), foe("b3", 1, yellow=1)]
    assert [f["id"] for f in fights.aims(look(foes=foes))] == ["b3", "b2", "b1"]
    poor = look(foes=foes, pool={"red": 1, "purple": 1})
    assert [f["id"] for f in fights.aims(poor)] == []
    assert fights.aims(look(foes=[foe("b1", any=40)])) == []


def test_it_wastes_no_crit_and_keeps_misses_for_the_last_pass() -> None:
    foes = [foe("b1", any=1), foe("b2", any=2)]
    table = look(foes=foes, open={"blue:crit": 1, "red:hit": 1, "yellow:miss": 1})
    ids = (
        "apply/blue:crit/b1",
        "apply/red:hit/b1",
        "apply/blue:crit/b2",
        "apply/red:hit/b2",
        "slot/yellow:miss",
        "done",
    )
    advice = fights.apply(ask("Engagement.apply_dice", *ids), table)
    assert advice.index("apply/blue:crit/b2") < advice.index("apply/blue:crit/b1")
    assert "slot/yellow:miss" not in advice
    late = look(foes=foes, open={"yellow:miss": 1}, engagement={"number": 1, "passes": 2, "strategy": 2})
    assert fights.apply(ask("Engagement.apply_dice", "slot/yellow:miss", "done"), late) == ["slot/yellow:miss", "done"]


def test_it_recovers_the_strongest_and_loses_the_weakest() -> None:
    ids = ("dice/yellow*2", "dice/red", "dice/blue")
    assert fights.strongest(ask("x", *ids), look())[0] == "dice/red"
    assert fights.weakest(ask("x", *ids), look())[:2] == ["dice/yellow", "dice/yellow"]
    gained = look(exhausted={"yellow": 2, "red": 1, "blue": 1}, pool={"green": 1})
    assert greedy.move_dice(ask("MoveDice.which_dice", *ids), gained)[0] == "dice/red"
    assert greedy.move_dice(ask("MoveDice.which_dice", *ids), look())[0] == "dice/yellow"


def test_it_rests_when_hurt_takes_locks_and_faces_the_tyrant_when_strong() -> None:
    assert days.camp(ask("Battle.camp", "rest/health", "done"), look())[0] == "rest/health"
    well = look()
    well.hero["health"] = 6
    assert days.camp(ask("Battle.camp", "rest/health", "done"), well)[0] == "done"
    ids = ("day/battle", "encounter/iron-coffer")
    assert days.plan_day(ask("Day.plan_day", *ids), look())[0] == "encounter/iron-coffer"
    ready = days.plan_day(
        ask("Day.plan_day", "day/battle", "day/tyrant"), look(day=7, encounters_left=0, tyrant="web-matron")
    )
    assert ready[0] == "day/tyrant"


def test_it_saves_its_plan_for_the_flip_and_uses_it_in_danger() -> None:
    filled = [{"colour": c, "filled": True} for c in ("yellow", "green")] + [{"colour": "blue", "filled": False}] * 2
    safe = look(foes=[foe("b1", any=1)], exhausted={"red": 1, "blue": 4})
    safe.hero["slots"] = filled
    menu = ask("Engagement.before_recover", "plan/second-wind/yellow", "plan/second-wind/green", "done")
    assert plans.used(menu, safe) == ["plan/flip"]
    danger = look(foes=[foe("b1", any=1)], exhausted={"red": 1, "blue": 4})
    danger.hero |= {"slots": filled, "health": 1}
    assert plans.used(menu, danger)[:2] == ["plan/flip", "plan/second-wind/yellow"]
    assert THOUSAND == 1000
