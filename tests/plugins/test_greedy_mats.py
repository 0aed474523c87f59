"""The bot `greedy` on any mat: what it knows of positions is what the mat's entry says."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.plugins.test_greedy import RULES as BASE
from tests.plugins.test_greedy import baddie, gearloc
from tmb.core.decisions import Ask, Option
from tmb.plugins import rules_for
from tmb_base.bots import greedy, journey, strength, targets, ways
from tmb_base.bots.ground import FAR, Ground
from tmb_base.bots.library import danger
from tmb_base.bots.look import Look
from tmb_base.bots.sheets import Sheets, sheets_of
from tmb_base.tables import short

RULES = rules_for(["base", "undertow"])
SHEETS = sheets_of(RULES)


def answer(key: str, mat: str, units: dict[str, Any], *ids: str, seat: str = "g1", **view: Any) -> str:
    ask = Ask(0, key, seat, [Option(i, i.partition("/")[2]) for i in ids], 1, 1)
    turn = {"unit": seat, "target": "", "open": []} | view.pop("turn", {})
    return greedy.think(ask, {"round": 1, "mat": mat, "units": units, "turn": turn} | view, SHEETS)[0]


@pytest.mark.parametrize("mat", sorted(BASE.tables["mats"]))
def test_it_counts_the_steps_of_the_printed_mat(mat: str) -> None:
    """Each step goes to a neighbour, and as many as there are lead to the goal."""
    entry = BASE.tables["mats"][mat].entry
    ground, printed = Ground(entry), BASE.tables["mats"][mat].near
    for a in printed:
        for b in printed:
            nearest = min(ground.steps(n, b) for n in printed[a]) if a != b else -1
            assert ground.steps(a, b) == nearest + 1
    assert ground.steps("r9c9", "r1c1") == FAR


def test_the_names_of_positions_do_not_matter() -> None:
    """A mat whose positions are called something else is walked in the same way."""
    entry = BASE.tables["mats"]["base"].entry
    named = {p.id: f"{p.row}-{p.column}" for p in entry.positions}
    other = Ground(
        replace(
            entry,
            positions=[replace(p, id=named[p.id]) for p in entry.positions],
            adjacent=[(named[a], named[b]) for a, b in entry.adjacent],
        )
    )
    plain = Ground(entry)
    assert all(other.steps(named[a], named[b]) == plain.steps(a, b) for a in named for b in named)


@pytest.mark.parametrize(("mat", "letter"), [("water", "k"), ("land", "m")])
def test_the_way_does_not_lead_through_the_sides(mat: str, letter: str) -> None:
    ground = SHEETS.cards.ground(mat)
    assert ground.steps("r1c1", "r4c1") == 3
    assert ground.steps(f"{letter}1", f"{letter}5") == 3
    assert ground.steps(f"{letter}3", "r2c1") == ground.steps("r3c1", f"{letter}3") == 1
    assert ground.steps("r4c1", f"{letter}1") == 3


def test_it_walks_to_who_is_in_the_water() -> None:
    units = {"g1": gearloc("r3c2"), "b1": baddie("k4", 2)}
    ways = ("move/r3c1", "move/r2c2", "move/r3c3", "done")
    assert answer("GearlocTurn.before_roll", "water", units, *ways, turn={"dex": 3}) == "move/r3c3"
    assert Look({"mat": "water", "units": units}, "g1", SHEETS).beside("r2c4").keys() == {"b1"}


# -- stacks with a name ------------------------------------------------------------------------------------------------


def test_a_stack_with_a_name_is_scouted_by_what_its_chips_count() -> None:
    ask = ("stack/1", "stack/krelln", "stack/5")
    assert answer("Scout.which_stack", "base", {"g1": gearloc("")}, *ask) == "stack/5"
    assert answer("Scout.which_stack", "base", {"g1": gearloc("")}, *ask[:2]) == "stack/krelln"


def test_a_chip_that_is_more_dangerous_than_its_stack_goes_to_the_bottom() -> None:
    cards, ask = SHEETS.cards, ("scouted/leave", "scouted/bottom")
    for chip in (c for c in cards.chips if cards.chips[c].pile == "mech"):
        found = {"points": "mech", "chip": chip}
        bad = cards.danger(chip) > cards.usual("mech")
        picked = answer("Scout.leave_or_cycle", "base", {"g1": gearloc("")}, *ask, scouted=found)
        assert picked == ("scouted/bottom" if bad else "scouted/leave")
    assert len({cards.danger(c) > cards.usual("mech") for c in cards.chips if cards.chips[c].pile == "mech"}) == 2


# -- the raft ----------------------------------------------------------------------------------------------------------


def krelln(pos: str, hp: int = 4, **more: Any) -> dict[str, Any]:
    return baddie(pos, hp, "shock", kind="krelln-lurer", atk=2, **more)


def wreckage(*spots: str) -> dict[str, Any]:
    return {"tokens": [{"id": f"t{i}", "kind": "wreckage", "pos": p} for i, p in enumerate(spots)]}


WRECKS = ("r1c1", "r1c2", "r1c3", "r2c2")


def test_the_more_wreckage_the_sooner_a_krelln_has_to_go() -> None:
    units = {"g1": gearloc("r3c4"), "b1": baddie("r2c4", 4, atk=2), "b2": krelln("k4")}
    ask = ("target/b1", "target/b2", "target/nobody")
    rated = [
        targets.worth(Look({"mat": "water", "units": units, **wreckage(*WRECKS[:n])}, "g1", SHEETS), units["b2"])
        for n in range(5)
    ]
    assert rated == sorted(rated)
    assert rated[0] < rated[4]
    assert answer("GearlocTurn.choose_target", "water", units, *ask, **wreckage(*WRECKS)) == "target/b2"
    units["b1"]["marks"]["taunt"] = 1
    assert answer("GearlocTurn.choose_target", "water", units, *ask, **wreckage(*WRECKS)) == "target/b1"


@pytest.mark.parametrize("kind", ["picket", "boomer"])
def test_somebody_stands_where_a_krelln_has_nobody_before_the_raft_is_lost(kind: str) -> None:
    """k1 reaches r1c1 and r2c1, and where it swims next r1c4 and r2c4; who stands near those goes there, whatever its
    Attack Form, and stays."""
    units = {"g1": gearloc("r3c4", kind=kind), "b1": krelln("k1"), "b2": baddie("r4c3", 3, form="ranged")}
    ways = ("move/r2c4", "move/r3c3", "move/r4c4", "done")
    assert answer("GearlocTurn.before_roll", "water", units, *ways, turn={"dex": 3}, **wreckage(*WRECKS)) == "move/r2c4"
    units["g1"]["pos"] = "r2c4"
    stays = ("move/r3c4", "move/r2c3", "done")
    assert answer("GearlocTurn.before_roll", "water", units, *stays, turn={"dex": 2}, **wreckage(*WRECKS)) == "done"
    units["g2"] = gearloc("r2c1")
    units["g1"]["pos"] = "r3c4"
    assert answer("GearlocTurn.before_roll", "water", units, *ways, turn={"dex": 3}, **wreckage(*WRECKS)) != "move/r2c4"


def test_who_is_in_the_water_comes_aboard_first_and_not_over_wreckage() -> None:
    """There Dex buys nothing else, though a Krelln is beside it."""
    units = {"g1": gearloc("k3"), "b1": krelln("k1"), "b2": baddie("r2c2", 2)}
    ways = ("move/r2c1", "move/r3c1", "done")
    assert answer("GearlocTurn.before_roll", "water", units, *ways, turn={"dex": 3}) == "move/r2c1"
    over = wreckage("r2c1")
    units["b2"]["pos"] = "r3c2"
    assert answer("GearlocTurn.before_roll", "water", units, *ways, turn={"dex": 3}, **over) == "move/r3c1"
    on_land = {"g1": gearloc("m3"), "b1": baddie("m1", 3)}
    assert answer("GearlocTurn.before_roll", "land", on_land, *ways, turn={"dex": 3}) == "done"


def test_the_raft_is_wrecked_where_nobody_has_to_go() -> None:
    units = {"g1": gearloc("r3c1"), "b1": krelln("k3"), "b2": baddie("r2c2", 2)}
    ask = ("raft/r2c1", "raft/r3c1")
    assert answer("BaddieTurn.attack_the_raft", "water", units, *ask, seat="party") == "raft/r3c1"
    assert answer("LayingTokens.where_it_lies", "water", units, "lay/r2c3", "lay/r4c4", seat="party") == "lay/r4c4"


def test_who_is_thrown_overboard_lands_where_it_comes_back() -> None:
    """Not beside a Krelln, nor where both ways back are taken."""
    units = {"g1": gearloc("r3c2"), "b1": krelln("k2"), "b2": baddie("r3c1", 2), "b3": baddie("r4c1", 2)}
    ask = ("to/k4", "to/k5", "to/k6")
    assert answer("Displacing.where_displaced", "water", units, *ask, seat="party") == "to/k6"
    assert answer("Displacing.where_displaced", "water", units, *ask[:2], seat="party") == "to/k4"


def test_a_tyrant_that_dives_is_left_alone_while_somebody_waits() -> None:
    units = {"g1": gearloc("r3c1"), "b1": baddie("r2c1", 9, "to-the-deep", kind="barnacle"), "b2": baddie("r3c2", 4)}
    ask = ("target/b1", "target/b2", "target/nobody")
    seen = {"tyrant": "barnacle", "queue": {"size": 1}}
    assert answer("GearlocTurn.choose_target", "water", units, *ask, **seen) == "target/b2"
    assert answer("GearlocTurn.choose_target", "water", units, *ask, **(seen | {"queue": {"size": 0}})) == "target/b1"
    units["b1"]["hp"] = 1
    assert answer("GearlocTurn.choose_target", "water", units, *ask, **seen) == "target/b1"


def test_what_is_no_unit_is_attacked_only_where_it_must_fall() -> None:
    thing = baddie("r2c2", 2, kind="obstacle-chip", side="")
    units = {"g1": gearloc("r3c2"), "b1": thing, "b2": baddie("r3c3", 4)}
    assert answer("GearlocTurn.choose_target", "land", units, "target/b1", "target/b2", "target/nobody") == "target/b2"
    assert answer("GearlocTurn.choose_target", "land", units, "target/b1", "target/nobody") == "target/nobody"
    printed = SHEETS.cards.printed["obstacle-chip"]
    must = Sheets(RULES)
    must.cards.printed = SHEETS.cards.printed | {"obstacle-chip": replace(printed, must_fall=True)}
    look = Look({"mat": "land", "units": units}, "g1", must)
    assert targets.wanted(look, thing)
    assert not targets.wanted(Look({"mat": "land", "units": units}, "g1", SHEETS), thing)


def test_a_card_that_speaks_of_a_thing_wants_it() -> None:
    orb = SHEETS.cards.printed["orb"]
    cards = [name for name, card in SHEETS.cards.encounters.items() if SHEETS.cards.speaks_of(name, orb)]
    assert cards
    assert "eat-or-retreat" not in cards


# -- what comes next ---------------------------------------------------------------------------------------------------


def test_the_better_encounter_is_laid_on_top() -> None:
    view = {"units": {"g1": gearloc("")}, "day": 3, "days": 8, "progress": 2, "needed": 6}
    ask = ("next/ebonite-doorway", "next/dont-forget-to-smile")
    picks = {
        answer(
            "Looking.which_comes_next",
            "base",
            view["units"],
            *o,
            seat="party",
            **{k: v for k, v in view.items() if k != "units"},
        )
        for o in (ask, ask[::-1])
    }
    assert len(picks) == 1


def test_what_is_shared_out_goes_to_the_weakest() -> None:
    units = {"g1": gearloc("", hp=5), "g2": gearloc("", hp=2)}
    assert answer("Sharing.for_whom", "base", units, "buff/g1", "buff/g2", seat="party") == "buff/g2"


def test_dmg_that_is_shared_out_goes_to_the_strongest() -> None:
    units = {"g1": gearloc("", hp=2), "g2": gearloc("", hp=5)}
    assert answer("SharingDmg.who_takes_it", "base", units, "takes/g1", "takes/g2", seat="party") == "takes/g2"


# -- loot and turns that are taken for others --------------------------------------------------------------------------


def test_a_loot_die_in_reach_is_picked_up_with_the_first_dex_or_the_last() -> None:
    units = {"g1": gearloc("r3c1"), "b1": baddie("r2c1", 3)}
    ask = ("move/r4c1", "pick-up/r3c2", "done")
    assert answer("GearlocTurn.before_roll", "land", units, *ask, turn={"dex": 3}) == "pick-up/r3c2"
    late = ("done", "pick-up/r3c2")
    assert answer("GearlocTurn.resolve", "land", units, *late, turn={"target": "b1"}) == "pick-up/r3c2"
    assert answer("GearlocTurn.resolve", "land", units, "hit/2", *late, turn={"target": "b1"}) == "hit/2"


def test_wreckage_is_cleared_where_we_have_to_go() -> None:
    units = {"g1": gearloc("r3c1"), "b1": baddie("r2c2", 3)}
    ask = ("take/nothing", "take/r4c1", "take/r2c1")
    over = wreckage("r4c1", "r2c1")
    assert answer("Program.decide", "water", units, *ask, **over) == "take/r2c1"
    assert answer("Program.decide", "water", units, *ask[:2], **over) == "take/r4c1"


def test_a_baddie_whose_turn_we_take_goes_for_the_others() -> None:
    units = {"g1": gearloc("r4c4"), "b1": baddie("r2c1", 1, atk=4), "b2": baddie("r2c4", 4)}
    turn = {"unit": "b1", "side": "gearlocs"}
    ways = ("move/r1c1", "move/r2c2", "move/r3c1", "done")
    assert answer("BaddieTurn.walk", "land", units, *ways, turn=turn) == "move/r2c2"
    assert answer("BaddieTurn.further_targets", "land", units, "also/nobody", "also/b2", turn=turn) == "also/b2"
    dice = ("roll/atk+def", "roll/atk", "roll/def", "roll/nothing")
    assert answer("BaddieTurn.what_is_rolled", "land", units, *dice, turn=turn) == "roll/atk+def"


def test_a_consumable_is_the_one_that_helps_most() -> None:
    """Whatever the order in which they are listed."""
    units = {"g1": gearloc("r3c1", hp=2), "b1": baddie("r2c1", 3)}
    look = Look({"round": 1, "mat": "land", "units": units, "turn": {}}, "g1", SHEETS)
    kinds = short(RULES.content, "skill-die")
    dice = sorted((d for d in kinds if kinds[d].sort == "consumable"), key=lambda d: -SHEETS.die_worth(look, d))
    assert len(dice) > 1
    for order in (dice, dice[::-1]):
        ask = [f"consumable/{d}" for d in order]
        picked = answer("LootDie.which_consumable", "land", units, *ask)
        assert SHEETS.die_worth(look, picked.partition("/")[2]) == SHEETS.die_worth(look, dice[0])


# -- how hard a battle of a card is ------------------------------------------------------------------------------------


def prospect() -> strength.Prospect:
    units = {"g1": gearloc(""), "g2": gearloc("")}
    return strength.Prospect(Look({"units": units, "day": 4, "days": 8}, "party", SHEETS))


def points(**words: Any) -> int:
    """The points of a battle of these words, in thousandths."""
    return prospect().deed({}).read([{"op": "battle", **words}]).fights[0].points


def test_chips_that_are_included_are_part_of_the_points_and_others_are_not() -> None:
    plain, two = points(), [{"stack": "krelln", "n": 2}]
    assert plain == 8000
    assert points(include=two, mat="water") == points(include=[{"chip": "krelln-lurer"}]) == plain
    assert points(add=two, mat="water") == plain + 6000
    assert points(prefer="beast", out_of_play=True) == plain
    assert points(half=True, add=[{"stack": "mech", "n": {"count": "party"}}]) == 4000 + 6000


def test_a_chip_of_a_tyrant_counts_as_much_as_one_that_is_as_dangerous() -> None:
    some = points(points=False, add=[{"followers": ["tentacle-1", "tentacle-2"], "n": 3}])
    assert 3 * 1000 <= some <= 3 * 5000
    cards = SHEETS.cards
    by_danger = sorted((f"tentacle-{n}" for n in range(1, 9)), key=lambda c: danger(cards.printed[c]))
    assert [cards.weight(c) for c in by_danger] == sorted(cards.weight(c) for c in by_danger)
    assert points(points=False, tyrant="bottom", add=[{"followers": ["tentacle-1"], "n": 2}]) < points(
        points=False, add=[{"followers": ["tentacle-1"], "n": 2}]
    )


def test_who_stands_beside_the_tyrant_from_the_start_makes_its_battle_harder() -> None:
    at, barnacle = prospect(), SHEETS.cards.tyrants["barnacle"]
    assert at.hardness(barnacle.battle) > 4 * 10 // 2
    assert at.hardness(replace(barnacle.battle, do=barnacle.battle.do[:1])) < at.hardness(barnacle.battle)


def test_buff_hp_are_as_good_as_hp() -> None:
    feast = prospect().deed({}).read([{"op": "buff", "amount": 4, "to": "party"}])
    assert feast.hp == -4000
    assert prospect().deed({}).read([{"op": "share_buff", "n": 2}]).hp == -1000


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_card_of_the_box_is_understood(size: int) -> None:
    """Each choice has a worth, and each Tyrant a chance, whatever words they use."""
    units = {f"g{i}": gearloc("") for i in range(size)}
    for card in SHEETS.cards.encounters.values():
        at = strength.Prospect(Look({"units": units, "day": 3, "days": 8}, "party", SHEETS))
        choices = {c.id: c for c in card.choices}
        assert all(isinstance(journey.worth(at, card, choices, name), int) for name in choices)
    for tyrant in SHEETS.cards.tyrants:
        seen = {"units": units, "day": 3, "days": 8, "tyrant": tyrant}
        assert 0 < journey.against_tyrant(strength.Prospect(Look(seen, "party", SHEETS))) <= 1000


# -- ways around others ------------------------------------------------------------------------------------------------


def test_it_goes_around_who_stands_in_the_way() -> None:
    """Beside m1 only r1c1 is free, and the way there leads around the friend at r2c1; it wants Dex for it."""
    units = {"g1": gearloc("r3c1"), "g2": gearloc("r2c1"), "b1": baddie("m1", 2)}
    steps = ("move/r3c2", "move/r4c1", "done")
    assert answer("GearlocTurn.before_roll", "land", units, *steps, turn={"dex": 6}) == "move/r3c2"
    assert answer("GearlocTurn.before_roll", "land", units, *steps, turn={"dex": 2}) == "done"
    units["g3"] = gearloc("r1c1")
    assert answer("GearlocTurn.before_roll", "land", units, *steps, turn={"dex": 6}) == "done"


def test_a_way_over_wreckage_is_longer() -> None:
    units = {"g1": gearloc("r3c1"), "b1": baddie("r1c2", 2)}
    steps = ("move/r2c1", "move/r3c2", "done")
    assert answer("GearlocTurn.before_roll", "water", units, *steps, turn={"dex": 4}, **wreckage("r2c1")) == steps[1]
    assert answer("GearlocTurn.before_roll", "water", units, *steps, turn={"dex": 4}, **wreckage("r3c2")) == steps[0]


@pytest.mark.parametrize("mat", ["land", "water"])
def test_the_costs_of_ways_are_those_of_the_steps_on_an_empty_mat(mat: str) -> None:
    look = Look({"mat": mat, "units": {}}, "g1", SHEETS)
    for start in look.ground.near:
        if start not in look.ground.sides:
            found = ways.costs(look, start)
            assert found == {p: look.steps(start, p) for p in look.ground.near if p not in look.ground.sides}


def test_a_companion_walks_to_a_foe_in_two_steps_and_stays_beside_it() -> None:
    wolf = baddie("r3c2", 3, kind="nightshade", side="gearlocs", owner="g1")
    units = {"g1": gearloc("r3c1"), "b1": baddie("r1c3", 3), "b2": wolf}
    turn = {"unit": "b2", "side": "gearlocs", "steps": 2}
    assert answer("BaddieTurn.walk", "water", units, "move/r4c2", "move/r2c2", "done", turn=turn) == "move/r2c2"
    units["b1"]["pos"] = "r2c2"
    assert answer("BaddieTurn.walk", "water", units, "move/r4c2", "move/r3c3", "done", turn=turn) == "done"
