"""Decisions: what makes an answer legal, the one legal answer, and a sampler that needs only the public fields."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace

import pytest

from tests.core.tiny import Main
from tests.properties.play import broken, drawn
from tmb.core import asking
from tmb.core.decisions import Ask, Group, Option, Pick, Several, check_answer
from tmb.errors import InputError, InternalError


def fair(rng: random.Random) -> Several:
    """A choice of several as a flow could make one, of any shape that passes the engine's own check."""
    while True:
        n, groups = rng.randint(0, 6), [f"g{i}" for i in range(rng.randint(0, 3))]
        budget = rng.choice([-1, -1, rng.randint(0, 6)])
        picks = [
            Pick(f"p{i}", rng.choice(["", *groups]), rng.randint(0, 3) if budget >= 0 else 0, rng.choice([1, 1, 2, 3]))
            for i in range(n)
        ]
        bounds = [(g, lo := 0 if budget >= 0 else rng.randint(0, 2), lo + rng.randint(0, 2)) for g in groups]
        lo = 0 if budget >= 0 else rng.randint(0, 3)
        made = Several(picks, lo, lo + rng.randint(0, 4), bounds, budget, rng.random() < 0.2)
        try:
            made.check()
        except InternalError:
            continue
        return made


def shown(several: Several, number: int = 0) -> Ask:
    """The public ask of a choice."""
    node = SimpleNamespace(word="", key="Main.x")
    ask = SimpleNamespace(node=node, id=number, key="Main.x", seat="a", several=several, refs=[], frame=Main())
    return asking.public(ask)


def legal(ask: Ask, answer: list[str]) -> bool:
    try:
        check_answer(ask, answer, "")
    except InputError:
        return False
    return True


def all_legal(ask: Ask, enough: int = 2) -> list[list[str]]:
    """The first legal answers by trying all; those in another order count where order counts."""
    bag = [o.id for o in ask.options for _ in range(o.times)]
    found: list[list[str]] = []
    for n in range(min(ask.hi, len(bag)) + 1):
        pool = itertools.permutations(bag, n) if ask.ordered else itertools.combinations(bag, n)
        for answer in map(list, pool):
            if answer not in found and legal(ask, answer):
                found.append(answer)
                if len(found) >= enough:
                    return found
    return found


def test_twenty_thousand_random_asks_are_answered_from_their_public_fields_and_none_is_refused() -> None:
    rng = random.Random(7)
    for i in range(20_000):
        ask = shown(fair(rng), i)
        check_answer(ask, drawn(ask, rng.randrange), "/pick")


def test_the_engine_s_own_sampler_draws_legal_answers_too_and_reaches_all_of_them() -> None:
    rng = random.Random(8)
    for i in range(2_000):
        several = fair(rng)
        check_answer(shown(several, i), several.sample(rng.randrange), "/pick")
    small = Several([Pick("x", "g", times=2), Pick("y", "g"), Pick("z")], 1, 2, [("g", 0, 2)])
    reached = {tuple(sorted(small.sample(rng.randrange))) for _ in range(500)}
    assert reached == {tuple(sorted(a)) for a in all_legal(shown(small), 99)}


def test_a_broken_clause_is_refused_with_its_code() -> None:
    rng = random.Random(9)
    seen: dict[str, int] = {}
    for i in range(6_000):
        ask = shown(fair(rng), i)
        for code, answer in broken(ask, rng.randrange):
            with pytest.raises(InputError) as caught:
                check_answer(ask, answer, "/pick")
            assert caught.value.code == code, (ask, answer)
            seen[code] = seen.get(code, 0) + 1
    assert set(seen) == {"unknown_option", "picked_twice", "too_few", "too_many", "group_limit", "over_budget"}
    assert min(seen.values()) > 100, seen


def test_only_is_the_one_legal_answer_exactly_where_there_is_one() -> None:
    rng = random.Random(10)
    one = 0
    for i in range(6_000):
        several = fair(rng)
        ask = shown(several, i)
        found, only = all_legal(ask), several.only()
        assert found, ask
        if len(found) == 1:
            one += 1
            assert only == sorted(found[0], key=[o.id for o in ask.options].index), ask
        else:
            assert only is None, ask
    assert one > 500


@pytest.mark.parametrize(
    ("picks", "lo", "hi", "groups", "budget"),
    [
        ([Pick("x")], 2, 2, (), -1),  # fewer options than wanted
        ([Pick("x"), Pick("y")], 2, 2, [("", 0, 1)], -1),  # fewer than wanted fit into the groups
        ([Pick("x", "g")], 0, 2, [("g", 2, 2)], -1),  # fewer in the group than wanted
        ([Pick("x", "g"), Pick("y", "h")], 0, 1, [("g", 1, 1), ("h", 1, 1)], -1),  # more wanted by groups than allowed
        ([Pick("x", "", 1)], 1, 1, (), 5),  # a budget and something that must be bought
        ([Pick("x", "g", times=3)], 0, 3, [("g", 2, 1)], -1),  # bounds the wrong way round
        ([Pick("x")], 1, 0, (), -1),
    ],
)
def test_a_choice_that_could_lead_into_a_dead_end_is_a_bug_that_is_told(picks, lo, hi, groups, budget) -> None:
    with pytest.raises(InternalError, match="cannot always be filled"):
        Several(picks, lo, hi, groups, budget).check()


def test_the_door_checks_every_choice_of_several_for_dead_ends() -> None:
    with pytest.raises(InternalError, match="cannot always be filled"):
        shown(Several([Pick("x")], 2, 2))


ASK = Ask(
    4,
    "k",
    "a",
    [Option("sword", group="arms", cost=2), Option("rope", cost=1, times=2)],
    1,
    3,
    [Group("arms", 0, 1)],
    3,
)


@pytest.mark.parametrize(
    ("answer", "code", "where", "message"),
    [
        (["swrod"], "unknown_option", "/pick/0", "'swrod' is not an option of ask 4; did you mean \"sword\"?"),
        (["rope", 7], "unknown_option", "/pick/1", "7 is not an option of ask 4; options: sword, rope"),
        (["rope", ["rope"]], "unknown_option", "/pick/1", "['rope'] is not an option of ask 4; options: sword, rope"),
        (["sword", "sword"], "picked_twice", "/pick/1", "'sword' may be picked once"),
        (["rope", "rope", "rope"], "picked_twice", "/pick/2", "'rope' may be picked 2 times"),
        ([], "too_few", "/pick", "0 picked; 1 to 3 wanted"),
        (["sword", "rope", "rope"], "over_budget", "/pick", "the picks cost 4; 3 is left"),
    ],
)
def test_the_words_of_a_refusal(answer, code, where, message) -> None:
    with pytest.raises(InputError) as caught:
        check_answer(ASK, answer, "/pick")
    assert (caught.value.code, caught.value.where, caught.value.message) == (code, where, message)


def test_ids_are_readable_and_a_ref_names_the_thing() -> None:
    thing = SimpleNamespace(id="fox1")
    assert asking.ref_id("strike", thing) == "strike/fox1"
    assert asking.ref_id("", ("strike", thing)) == "strike/fox1"
    assert asking.ref_id("word", "done") == "done"
    assert asking.ref_id("", ("action", "fox1/howl", "")) == "action/fox1/howl"
    assert asking.ref_id("", ("lay", ("left", thing))) == "lay/left/fox1"
    assert asking.ref_thing(("lay", ("left", thing))) == "fox1"
    assert (asking.ref_thing(("strike", thing)), asking.ref_thing(("action", "fox1/howl", ""))) == ("fox1", "fox1/howl")
    assert (asking.ref_thing("done"), asking.ref_thing(3)) == ("", "3")


def test_a_drawn_answer_has_the_order_of_the_list_where_its_own_does_not_matter() -> None:
    rng = random.Random(3)
    picks = [Pick("def", times=2), Pick("duck"), Pick("atk", times=3)]
    order = ["def", "duck", "atk"]
    for _ in range(200):
        drawn = Several(picks, 0, 6).sample(rng.randrange)
        assert drawn == sorted(drawn, key=order.index)
    assert any(
        (drawn := Several(picks, 6, 6, ordered=True).sample(rng.randrange)) != sorted(drawn, key=order.index)
        for _ in range(50)
    )
