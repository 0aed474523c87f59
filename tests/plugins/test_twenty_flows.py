"""The stages of every procedure of 20 Strong, in the rulebook's order: a missing one gives a plausible game and no
error, so they are pinned here. And its set-up: who is hunted, by whom, and what a rank takes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plugins.twenty import MODE, RULES, begun
from tmb.core import asking
from tmb.core.game import Game
from tmb.errors import InputError
from tmb_twenty_strong import registration
from tmb_twenty_strong.invariants import dice_everywhere

STAGES = {
    "Hunt": "set_up next_day",
    "SetUp": "draw_tyrant choose_tyrant draw_hero choose_hero choose_side lay_out shuffle_stacks turn_up pay_rank "
    "exhaust_three next_rank",
    "Restock": "find_bare shuffle_stack turn_up which_tyrant_encounter lies_open",
    "Day": "new_day day.start dawn plan_day war_or_peace make_peace card_away go_to_battle day_over",
    "Battle": "follow_card before_queue count_points queue.counted activate_queue any_baddie battle.start "
    "next_engagement encounter_defeated camp battle_over",
    "Activate": "one_card which_top foe.active again",
    "Engagement": "begin engagement.start before_commit commit keep_or_roll take_up roll_dice rolled apply_dice "
    "once_more judge rewards_at_once before_damage who_strikes damage.before suffer damage.dealt next_strike after "
    "exhaust before_recover recover recovered rewards_with_items gain_items open_locks clean_up",
    "Resting": "gain rested",
    "Scouting": "move_up consequence",
    "DropItem": "which_item next_item",
    "UsePlan": "which_plan",
    "MoveDice": "which_dice",
    "TurnDie": "which_turned",
    "RollAgain": "which_again roll_them",
    "ChooseStack": "which_stack",
}
MENUS = {
    "dawn": "day", "before_queue": "queue", "before_commit": "commit", "apply_dice": "apply", "before_damage": "damage",
    "before_recover": "recover", "camp": "camp",
}  # fmt: skip


def test_every_flow_has_its_stages_in_order() -> None:
    assert {f.name: " ".join(s.name for s in f.stages) for f in registration.FLOWS} == STAGES


def test_every_moment_has_a_menu_and_every_menu_offers_the_backup_plan() -> None:
    menus = {s.name: s for f in registration.FLOWS for s in f.stages if hasattr(s, "entries")}
    assert {name: menu.moment for name, menu in menus.items()} == MENUS
    assert set(MENUS.values()) == set(registration.MOMENTS)
    assert all("plan" in [e.word for e in menu.entries] for menu in menus.values())


# -- the set-up --------------------------------------------------------------------------------------------------------


def answer(game: Game, *pick: str) -> None:
    assert game.ask is not None
    game.answer(asking.chosen(game.ask, asking.public(game.ask), list(pick)))


def options(game: Game) -> list[str]:
    return [o.id for o in asking.public(game.ask).options]


def test_tyrant_and_gearloc_are_drawn_named_or_chosen() -> None:
    drawn = {(g.world.tyrant, g.world.hero.kind) for g in (begun(str(i)) for i in range(60))}
    assert {t for t, _ in drawn} == set(RULES.tables["tyrants"])
    assert {h for _, h in drawn} == set(RULES.tables["gearlocs"])
    game = begun("1", tyrant="web-matron", gearloc="tinker")
    assert (game.world.tyrant, game.world.hero.kind) == ("web-matron", "tinker")
    game = begun("1", tyrant="?", gearloc="?")
    assert options(game) == [f"tyrant/{name}" for name in RULES.tables["tyrants"]]
    answer(game, "tyrant/rust-king")
    assert options(game) == [f"hero/{name}" for name in RULES.tables["heroes"]]
    answer(game, "hero/wayfarer")
    assert options(game) == ["side/steady", "side/ready"]
    answer(game, "side/ready")
    world = game.world
    assert (world.tyrant, world.hero.kind, world.hero.side) == ("rust-king", "wayfarer", "ready")


def test_all_lies_where_the_set_up_says() -> None:
    game = begun("1", gearloc="duster", tyrant="goremaw")
    world = game.world
    assert sum(world.pool.values()) == 17
    assert {p: world.stacks[p].size() + 1 for p in world.stacks} == {"1": 29, "5": 14, "encounter": 12}
    assert all(world.tops.values())
    assert world.day == 1
    card = RULES.tables["gearlocs"]["duster"]
    hero = world.hero
    assert (hero.health, hero.strategy, hero.recovery) == (card.health, card.strategy, card.recovery)


@pytest.mark.parametrize("rank", range(1, 6))
def test_each_rank_brings_a_tyrant_encounter_and_takes_dice(rank: int) -> None:
    game = begun("1", gearloc="duster", rank=rank)
    for i in range(rank - 1):
        assert game.ask is not None
        assert game.ask.key == "SetUp.pay_rank"
        if i % 2:
            answer(game, "banish/red" if i == 1 else "banish/blue")
        else:
            answer(game, "rank/exhaust")
            answer(game, "exhaust/yellow", "exhaust/green", "exhaust/purple")
    world, n = game.world, rank - 1
    assert sum(world.banished.values()) == n // 2
    assert sum(world.exhausted.values()) == 3 * (n - n // 2)
    assert MODE.view(game, False)["encounters_left"] == 3 + rank
    assert world.stacks["encounter"].size() + 1 == 11 + rank
    assert dict(dice_everywhere(game)) == RULES.tables["supply"]


@pytest.mark.parametrize(
    ("given", "where", "message"),
    [
        ({"tyrant": "gorema"}, "/params/tyrant", 'did you mean "goremaw"'),
        ({"gearloc": "dust"}, "/params/gearloc", "duster"),
        ({"gearloc": "wayfarer", "backup": "stead"}, "/params/backup", "steady"),
        ({"gearloc": "duster", "backup": "steady"}, "/params/backup", "has a backup plan of its own"),
    ],
)
def test_a_set_up_that_cannot_be_names_the_option(given: dict[str, Any], where: str, message: str) -> None:
    with pytest.raises(InputError) as e:
        begun("1", **given)
    assert e.value.where == where
    assert message in e.value.message
    assert e.value.code == "bad_value"


@pytest.mark.parametrize("rank", [0, 6])
def test_there_are_five_ranks(rank: int) -> None:
    with pytest.raises(InputError) as e:
        RULES.options("twenty-strong", {"rank": rank})
    assert e.value.code == "bad_value"
