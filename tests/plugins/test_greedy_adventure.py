"""The bot `greedy` in adventures: legal, blind to what is hidden, and sensible from day to day."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.plugins.battles import RULES
from tmb.core import asking
from tmb.core.chance import Chance, Seeded, seeded
from tmb.core.decisions import Ask, Group, Option
from tmb.sim import bots
from tmb.sim.run import finish
from tmb_base.adventure.mode import AdventureMode, AdventureOptions
from tmb_base.bots import goods, greedy, journey, locks, strength
from tmb_base.bots.odds import Known
from tmb_base.bots.sheets import sheets_of

SHEETS = sheets_of(RULES)
TYRANTS = sorted(RULES.tables["tyrants"])
PARTY = ["picket", "boomer", "picket", "boomer"]


def started(seed: str, **options: Any) -> Any:
    made = {"party": PARTY[:2], "tyrant": "nom", "round_limit": 30, "same_gearloc": True} | options
    return RULES.start("adventure", RULES.options("adventure", made), seeded(seed))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("tyrant", TYRANTS)
def test_it_plays_whole_adventures(tyrant, size):
    """Every answer is checked against the ask like a client's."""
    game = started(f"{tyrant} {size}", party=PARTY[:size], tyrant=tyrant)
    finish(game, bots.make(RULES, "greedy", "1"))
    outcome = game.mode.outcome(game)
    assert outcome["result"] in ("won", "lost")
    assert outcome["knock_outs"] >= outcome["knocked_out"] or not outcome["hp"]
    assert outcome["progress"] > 0


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_it_plays_the_same_whatever_is_hidden(seed):
    """At each ask all hidden things are dealt again; view, ask and pick stay the same."""
    game, bot, dealt = started(seed, party=PARTY[: int(seed) + 1], difficulty="greenhorn"), greedy.make("2", RULES), 0
    while game.ask is not None:
        shown, view = asking.public(game.ask), game.mode.view(game, False)
        pick = greedy.think(shown, view, SHEETS)
        twin = game.clone()
        twin.mode.redeal(twin, Chance(*[Seeded(f"{seed}/{game.decisions}")] * 2))
        twin.run()
        dealt += hidden(twin) != hidden(game)
        assert bot(asking.public(twin.ask), twin.mode.view(twin, False)) == pick
        game.answer(asking.chosen(game.ask, shown, pick))
    assert dealt > 50


def hidden(game: Any) -> list[Any]:
    world = game.world
    piles = (world.queue, world.deck, world.loot, world.trove, *world.stacks.values())
    return [pile.all() for pile in piles]


def asks(games: int) -> Iterator[tuple[Ask, dict[str, Any]]]:
    """Every ask of some adventures that chance plays, so that the bot is asked what it would never come to."""
    for i in range(games):
        game, player = started(f"chance {i}", party=PARTY[: 1 + i % 4]), bots.RandomBot(f"{i}")
        while game.ask is not None:
            yield asking.public(game.ask), game.mode.view(game, False)
            game.answer(player.choose(game))


def test_every_ask_has_its_advice():
    """What is asked outside of battle is not left to the order of the list."""
    left_alone = {"BaddieTurn.walk", "Walk.step", "Push.where"}
    keys = {ask.key for ask, _ in asks(6) if not ask.key.startswith("window.")}
    assert keys - left_alone <= greedy.ADVICE.keys()


# -- what it is told, and what it does ---------------------------------------------------------------------------------


def gearloc(**more: Any) -> dict[str, Any]:
    mat = {"dex": 3, "atk": 2, "def": 2, "buff": 0, "active": [], "locked": [], "bones": [], "skills": []}
    mat |= {"exhausted": [], "consumables": [], "loot": [], "trained": {}}
    return {"side": "gearlocs", "kind": "picket", "hp": 6, "most": 6, "pos": "", "marks": {}} | mat | more


def answer(key: str, units: dict[str, Any], *ids: str, seat: str = "party", **view: Any) -> str:
    options = [Option(i, i.partition("/")[2]) for i in ids]
    seen = {"round": 0, "units": units, "day": 3, "days": 8, "progress": 2, "needed": 6, "tyrant": "nom"}
    return greedy.think(Ask(0, key, seat, options, 1, 1), seen | view, SHEETS)[0]


def test_of_several_encounters_the_better_one_is_met_whatever_their_order():
    units = {"g1": gearloc()}
    one = answer("Day.which_to_meet", units, "meet/special-001", "meet/special-002")
    assert one == answer("Day.which_to_meet", units, "meet/special-002", "meet/special-001")


def test_who_is_hurt_rests_and_who_is_not_scouts():
    units = {"g1": gearloc(hp=3), "g2": gearloc()}
    ask = ("rest/g1", "rest/g2", "scout/g1", "scout/g2", "done")
    assert answer("Recovery.recover", units, *ask, recovery={}) == "rest/g1"
    assert answer("Recovery.recover", units, *ask[1:], recovery={}).startswith("scout")
    assert answer("Recovery.recover", units, "rest/g2", "done", recovery={}) == "done"


def test_locks_come_first_in_a_recovery():
    locked = {"id": "l1", "card": "", "locked": True, "locks": ["2L", "3T", "3F"], "solved": 1}
    nearer = locked | {"id": "l2", "solved": 2}
    units = {"g1": gearloc(hp=3, loot=[locked, nearer])}
    ask = ("pick/g1/l1", "pick/g1/l2", "rest/g1", "done")
    assert answer("Recovery.recover", units, *ask, recovery={}) == "pick/g1/l2"


def lock(dice: list[tuple[str, int, str]], left: list[str], hint: str) -> dict[str, Any]:
    shown = [{"die": f"lock-{d}", "value": n, "type": t, "saved": False} for d, n, t in dice]
    return {"unit": "g1", "locks": left, "dice": [], "open": shown, "intuition": hint, "solved": 0}


def test_a_lock_is_picked_with_the_dice_that_the_next_one_can_spare():
    """Both dice open the first lock; the brown die has the higher Levers, which the second one wants."""
    view = lock([("grey", 2, "L"), ("brown", 2, "L"), ("yellow", 1, "T")], ["2L", "3L"], "")
    ask = ("open/lock-grey:2L", "open/lock-brown:2L", "done")
    assert answer("Lockpicking.pick", {"g1": gearloc()}, *ask, seat="g1", lockpicking=view) == "open/lock-grey:2L"


def test_intuition_comes_before_a_lock_that_stays_shut():
    view = lock([("grey", 1, "F"), ("brown", 2, "L"), ("yellow", 1, "T")], ["3L"], "save")
    ask = ("intuition/lock-grey:2F+", "intuition/lock-brown:3L+", "intuition/lock-yellow:2T+", "done")
    assert answer("Lockpicking.pick", {"g1": gearloc()}, *ask, seat="g1", lockpicking=view) == ask[1]


def test_a_card_is_tried_on_a_lock_that_no_die_is_left_for():
    view = lock([], ["3L"], "")
    units = {"g1": gearloc()}
    assert answer("Lockpicking.pick", units, "action/g1/l1", "done", seat="g1", lockpicking=view) == "action/g1/l1"
    assert answer("Lockpicking.pick", units, "done", seat="g1", lockpicking=view) == "done"


def test_the_expectation_of_a_lock_is_exact():
    """One die, one lock: the chance of its faces, without intuition and with a die that turns its type."""
    faces = (
        ("die", ((1, "L", False), (2, "L", False), (3, "L", False), (1, "T", False), (3, "T", False), (2, "F", False))),
    )
    sure = locks.LOCK + locks.WHOLE
    assert locks.expected(((2, "L"),), faces, ("none",)) == sure * 2 // 6
    assert locks.expected(((2, "L"),), faces, ("convert",)) == sure * 4 // 6
    assert locks.expected(((2, "L"),), faces, ("save",)) == sure * 3 // 6
    assert sure * 35 // 100 < locks.expected(((2, "L"),), faces, ("reroll", "none")) < sure * 50 // 100


def test_a_condition_on_a_roll_is_as_likely_as_it_is():
    known = Known({"party": 2, "day": 4}, {"d6": list("123456")})
    known.roll("d6", "n")
    assert known.chance({"at_least": ["$n", 3]}) in (664, 666, 667)
    assert known.chance({"not": {"at_least": ["$n", 3]}}) in (333, 334, 336)
    assert known.chance({"party_of": [1, 2]}) == 1000
    assert known.chance({"exists": "foes"}) == 500
    assert known.number({"sum": [1, {"by_party": [2, 4]}]}) == 3000


def test_a_strong_party_fights_and_a_hurt_one_talks():
    ask = ("choice/talk", "choice/fight")
    well, hurt = {"g1": gearloc(), "g2": gearloc(atk=4)}, {"g1": gearloc(hp=1, atk=1), "g2": gearloc(hp=0)}
    assert answer("Encounter.choose", well, *ask, encounter="general-05") == "choice/fight"
    assert answer("Encounter.choose", hurt, *ask, encounter="general-05", day=6) == "choice/talk"


def test_the_tyrant_waits_until_the_party_is_strong_or_time_runs_out():
    units, ask = {"g1": gearloc(hp=2), "g2": gearloc()}, ("day/encounter", "day/tyrant")
    assert answer("Day.encounter_or_tyrant", units, *ask, day=4, progress=6) == "day/encounter"
    assert answer("Day.encounter_or_tyrant", units, *ask, day=8, progress=6) == "day/tyrant"
    giants = {g: gearloc(hp=30, most=30, atk=9, dex=12, **{"def": 9}) for g in ("g1", "g2")}
    assert answer("Day.encounter_or_tyrant", giants, *ask, day=4, progress=6) == "day/tyrant"


def test_more_danger_makes_a_victory_less_likely():
    units = {"g1": gearloc(), "g2": gearloc()}
    view = {"units": units, "day": 3, "days": 8}
    at = strength.Prospect(greedy.Look(view, "party", SHEETS))
    plain = at.deed({}).read([{"op": "battle"}]).fights[0]
    more = at.deed({}).read([{"op": "battle", "plus": 6}]).fights[0]
    assert at.chance(more) < at.chance(plain)
    assert at.chance(plain, 2000) < at.chance(plain)


def test_dex_is_trained_where_dice_cannot_be_rolled():
    units = {"g1": gearloc(dex=2, atk=4)}
    ask = ("train/hp", "train/dex", "train/def")
    assert answer("Training.choose_training", units, *ask, seat="g1") == "train/dex"
    assert answer("Training.choose_training", units, "train/hp", "train/no-such-die", seat="g1") == "train/hp"


def test_who_has_few_hp_trains_hp_before_more_dex():
    ask = ("train/hp", "train/dex")
    few, many = (gearloc(hp=n, most=n, dex=6, atk=4, kind="boomer") for n in (3, 9))
    assert answer("Training.choose_training", {"g1": few}, *ask, seat="g1") == "train/hp"
    assert answer("Training.choose_training", {"g1": many}, *ask, seat="g1") == "train/dex"


def test_too_much_loot_is_given_to_who_has_room_and_the_poorest_goes():
    cards = [{"id": f"l{i}", "card": "zelfey-seeds", "locked": False, "uses": 1, "heavy": False} for i in range(3)]
    locked = {"id": "l9", "card": "", "locked": True, "locks": ["2L"], "solved": 0}
    units = {"g1": gearloc(loot=[*cards, locked]), "g2": gearloc()}
    assert answer("DrawLoot.for_whom", units, "for/g1", "for/g2") == "for/g2"
    assert answer("Overfull.too_much", units, "discard/l9", "discard/l1", seat="g1") == "discard/l1"


def test_food_is_eaten_by_the_hurt():
    seeds = {"id": "l1", "card": "zelfey-seeds", "locked": False, "uses": 1, "heavy": False}
    foe = {"side": "baddies", "kind": "kobold", "hp": 1, "most": 1, "pos": "r2c1", "marks": {}, "def_dice": []}
    foe |= {"atk": 1, "skills": [], "points": 1, "form": "melee"}
    ask = ("action/g1/l1", "done")
    for hp, wanted in ((6, "done"), (3, "action/g1/l1")):
        units = {"g1": gearloc(hp=hp, pos="r3c1", loot=[seeds]), "b1": foe}
        turn = {"unit": "g1", "target": "", "open": []}
        assert answer("GearlocTurn.before_roll", units, *ask, seat="g1", round=1, turn=turn) == wanted


def test_darts_are_three_dice_and_bones_win():
    kinds = ("atk", "def", "darts-status")
    options = [Option(f"dart/{k}", k, group=k, times=2) for k in kinds]
    picked = greedy.think(
        Ask(0, "Darts.choose_darts", "g1", options, 3, 3, [Group(k, 0, 2) for k in kinds]), {}, SHEETS
    )
    assert len(picked) == 3
    assert answer("Darts.use_bones", {}, "bones/stun", "bones/win", "bones/mine-poison", "done") == "bones/win"


def test_every_card_of_the_box_is_understood():
    """Nothing that is printed makes the bot stumble, and each choice has a worth."""
    at = strength.Prospect(
        greedy.Look({"units": {"g1": gearloc(), "g2": gearloc()}, "day": 3, "days": 8}, "party", SHEETS)
    )
    for card in SHEETS.cards.encounters.values():
        choices = {c.id: c for c in card.choices}
        for name in choices:
            assert isinstance(journey.worth(at, card, choices, name), int)
    for name, good in SHEETS.cards.goods.items():
        assert isinstance(good, goods.Good), name
        assert good.worth > 0, name


def won(bot: str, games: int, **options: Any) -> int:
    """How many of so many adventures a bot wins."""
    total = 0
    for i in range(games):
        game = started(f"balance {i}", round_limit=40, **options)
        finish(game, bots.make(RULES, bot, f"{i}"))
        total += game.mode.outcome(game)["won"]
    return total


def test_adventures_are_won_by_play_not_by_chance():
    """The Tyrants' stand-in numbers are set so that about every other casual adventure against the first is won."""
    assert 7 <= won("greedy", 24) <= 22
    assert won("random", 24) <= 1


def test_who_says_nothing_plays_with_the_party_of_the_demo() -> None:
    """`new` and `sim` begin what `play` and `demo` begin: a party, not the Solo rules."""
    assert AdventureOptions().party == AdventureMode.demo["party"]
