"""Queries, permits and marks: numbers through named stages, a no with its source, counters within bounds."""

from __future__ import annotations

import itertools

import pytest

from tests.core.tiny import Main, note, play, tiny
from tmb.core.bearers import Forbid, Modifier, Sheet
from tmb.core.events import MarkChanged
from tmb.core.flow import flow
from tmb.core.permits import No, refusal
from tmb.core.queries import Step, Use, between, number, thing
from tmb.core.things import Mark
from tmb.errors import RulesError

STAGES = (("add", "plus"), ("less", "minus"), ("floor", "at_least"), ("cap", "at_most"), ("is", "becomes"))


def words(register):
    register.query("speed", *STAGES, doc="how fast")
    register.permit("enter", "source", "target", doc="who may enter", kinds=("blade", "stone"))
    register.moment("turn", "a turn")
    register.span("turn", "a turn")


def changes(key, stage, n, **more):
    """A sheet that changes speed by a fixed number."""
    return Sheet(key, modifiers=(Modifier("speed", stage, lambda game, bearer, about: n, **more),), label=key)


def table(sheets, cards, **how):
    """A finished game with these cards on the table."""
    return play(tiny(flow(Main, note("x")), sheets=sheets, cards=cards, words=how.pop("words", words), **how))


def test_a_number_that_nobody_changes_is_itself() -> None:
    assert number(table([], []), "speed", "a", 5) == 5


@pytest.mark.parametrize(
    ("stage", "n", "value", "answer"),
    [
        ("add", 2, 3, 5),
        ("add", -2, 1, -1),
        ("less", 2, 3, 1),
        ("less", 5, 3, 0),
        ("floor", 4, 3, 4),
        ("floor", 2, 3, 3),
        ("cap", 2, 3, 2),
        ("cap", 4, 3, 3),
        ("is", 9, 3, 9),
        ("is", 0, 3, 0),
    ],
)
def test_each_way_to_combine(stage, n, value, answer) -> None:
    assert number(table([changes("m", stage, n)], ["m a m"]), "speed", "a", value) == answer


def test_the_order_of_stages_wins_over_the_order_of_bearers_and_over_whom_they_speak_of() -> None:
    for everybody in itertools.product([False, True], repeat=3):
        sheets = [
            changes(key, stage, n, everybody=all_of_them)
            for (key, stage, n), all_of_them in zip(
                [("p", "add", 4), ("q", "less", 3), ("r", "cap", 5)], everybody, strict=True
            )
        ]
        for cards in itertools.permutations(["p a p", "q a q", "r a r"]):
            assert number(table(sheets, cards), "speed", "a", 6) == 5
            assert number(table(sheets, cards), "speed", "a", 1) == 2


def test_a_modifier_is_about_its_holder_or_about_everybody() -> None:
    game = table([changes("m", "add", 1), changes("all", "add", 10, everybody=True)], ["m a m", "z - all"])
    assert [number(game, "speed", who, 0) for who in ("a", "b", "")] == [11, 10, 10]


def test_a_condition_of_a_modifier_looks_at_what_the_number_is_about() -> None:
    fast = changes("m", "add", 1, when=lambda game, bearer, about: about == "race")
    game = table([fast], ["m a m"])
    assert (number(game, "speed", "a", 0, "race"), number(game, "speed", "a", 0, "walk")) == (1, 0)


def test_a_trail_names_every_bearer_that_changed_the_number() -> None:
    sheets = [changes("p", "add", 4), changes("q", "cap", 5), changes("r", "cap", 9)]
    trail: list[Step] = []
    assert number(table(sheets, ["r a r", "q a q", "p a p"]), "speed", "a", 3, trail=trail) == 5
    assert trail == [Step("add", "p", 3, 7), Step("cap", "q", 7, 5)]


def test_one_stage_may_be_asked_alone() -> None:
    game = table([changes("p", "add", 4), changes("q", "cap", 5)], ["q a q", "p a p"])
    assert number(game, "speed", "a", 3, only="add") == 7


def totals(game, value, stage):
    """Ask, tell what was used, and use it."""
    uses: list[Use] = []
    answer = number(game, "speed", "a", value, uses=uses)
    for use in uses:
        thing = game.thing(use.holder)
        game.mark(thing, use.mark, thing.marks.get(use.mark, 0) + use.n)
    return answer


@pytest.mark.parametrize(
    ("stage", "n", "asked", "answers"),
    [("less", 3, [2, 2, 2], [0, 1, 2]), ("cap", 3, [2, 2, 2], [2, 1, 0]), ("add", 3, [2, 2], [5, 2])],
)
def test_an_amount_that_is_a_total_is_used_up_and_a_pure_question_uses_nothing(stage, n, asked, answers) -> None:
    game = table([changes("m", stage, n, per="turn")], ["m a m"])
    assert number(game, "speed", "a", asked[0]) == number(game, "speed", "a", asked[0]) == answers[0]
    assert game.thing("a").marks == {}
    assert [totals(game, n, stage) for n in asked] == answers
    assert game.rules.clears["turn"] == frozenset(game.thing("a").marks) == {"m:turn"}
    assert not game.rules.marks["m:turn"].public


def test_what_has_no_total_uses_nothing_up() -> None:
    uses: list[Use] = []
    assert number(table([changes("m", "less", 2)], ["m a m"]), "speed", "a", 3, uses=uses) == 1
    assert uses == []


def test_a_total_that_has_become_smaller_than_what_is_used_is_nothing_and_not_less() -> None:
    game = table([changes("m", "less", 3, per="turn")], ["m a m"])
    game.mark(game.thing("a"), "m:turn", 5)
    assert number(game, "speed", "a", 2) == 2


def test_words_of_queries_that_do_not_fit_are_named() -> None:
    with pytest.raises(RulesError, match="query q: 'times' is no way to combine; known: plus, minus"):
        tiny(flow(Main, note("x")), words=lambda r: r.query("q", ("a", "times"), doc=""))
    with pytest.raises(RulesError, match="query speed has no stage 'ad'; known: add, less"):
        table([changes("m", "ad", 1)], [])


# -- permits -----------------------------------------------------------------------------------------------------------


def forbids(key, role="", when=None, text="", cite="", kind=""):
    return Sheet(key, forbids=(Forbid("enter", role, kind, when, text, cite),), label=f"label of {key}")


def test_one_no_wins_and_says_why_and_from_where() -> None:
    sheets = [Sheet("yes"), forbids("wall", "target", text="a wall is in the way", cite="the rules, page 2")]
    game = table(sheets, ["y a yes", "w b wall", "v b wall"])
    assert refusal(game, "enter", "a", "b") == No("w", "a wall is in the way", "the rules, page 2")
    assert refusal(game, "enter", "b", "a") is None


def test_a_no_without_words_of_its_own_has_the_label_of_its_sheet() -> None:
    assert refusal(table([forbids("wall")], ["w - wall"]), "enter", "a") == No("w", "label of wall", "")


def test_the_role_names_who_in_the_question_must_be_the_holder() -> None:
    game = table([forbids("lame", "source")], ["l a lame"])
    assert refusal(game, "enter", "a", "b").bearer == "l"
    assert refusal(game, "enter", "b", "a") is None


def test_the_condition_of_a_no_sees_the_question() -> None:
    dice = forbids("wet", when=lambda game, bearer, about: (about.kind, about.thing) == ("die", "d1"))
    game = table([dice], ["w a wet"])
    assert refusal(game, "enter", "b", kind="die", thing="d1").bearer == "w"
    assert refusal(game, "enter", "b", kind="die", thing="d2") is None


def test_a_no_may_be_to_one_kind_only() -> None:
    game = table([forbids("blunt", kind="blade")], ["b a blunt"])
    assert refusal(game, "enter", "a", kind="blade").bearer == "b"
    assert refusal(game, "enter", "a", kind="stone") is None
    with pytest.raises(RulesError, match=r"no kind of permit 'enter' called 'blad'; did you mean \"blade\"\?"):
        table([forbids("blunt", kind="blad")], ["b a blunt"])


def test_a_permit_that_nobody_forbids_is_a_yes() -> None:
    assert refusal(table([], []), "enter", "a", "b") is None


# -- marks -------------------------------------------------------------------------------------------------------------


def marked(**declared):
    """A game with the mark `m` on nothing yet, and its events."""
    events: list = []
    rules = tiny(flow(Main, note("x")), words=lambda r: r.mark(Mark("m", **declared)))
    return play(rules, events=events), events


@pytest.mark.parametrize(
    ("declared", "value", "kept"),
    [({}, 5, 5), ({"hi": 3}, 5, 3), ({"lo": 2}, 1, 2), ({"lo": -2}, -5, -2), ({}, -1, 0), ({}, 1000, 99)],
)
def test_a_mark_stays_within_its_bounds(declared, value, kept) -> None:
    game, events = marked(**declared)
    game.mark(game.thing("a"), "m", value)
    assert game.thing("a").marks == ({"m": kept} if kept else {})
    assert [(e.thing, e.mark, e.value) for e in events] == ([("a", "m", kept)] if kept else [])


def test_a_mark_of_nothing_is_not_stored_and_no_change_is_no_event() -> None:
    game, events = marked()
    peg = game.thing("a")
    for value in (2, 2, 0, 0):
        game.mark(peg, "m", value)
    assert peg.marks == {}
    assert [e.value for e in events if isinstance(e, MarkChanged)] == [2, 0]


def test_marks_are_found_by_the_moment_that_clears_them() -> None:
    marks = [Mark("one", clears="turn"), Mark("two", clears="turn"), Mark("three")]
    rules = tiny(flow(Main, note("x")), words=lambda r: [r.mark(m) for m in marks])
    assert rules.clears == {"turn": {"one", "two"}, "never": {"three"}}


def test_a_mark_that_bears_brings_and_takes_a_sheet() -> None:
    class Marked(type(tiny().modes["tiny"])):
        def bearers(self, game):
            return [b for b in game.world.cards if game.world.pegs["a"].marks.get("m")]

    for bears, heard in ((True, {"speed"}), (False, set())):
        rules = tiny(
            flow(Main, note("x")),
            sheets=[changes("fast", "add", 1)],
            cards=["f a fast"],
            words=lambda r, bears=bears: (words(r), r.mark(Mark("m", bears=bears))),
        )
        rules.modes["tiny"].__class__ = Marked
        game = play(rules)
        assert set(game.index.modifiers) == set()
        game.mark(game.thing("a"), "m", 1)
        assert set(game.index.modifiers) == heard


# -- flags and things --------------------------------------------------------------------------------------------------


def answers(register):
    register.query("feud", ("turn", "turns"), ("never", "no"), ("always", "yes"), doc="a feud", answers="flag")
    register.query("voice", ("owner", "becomes"), ("card", "becomes"), doc="who speaks", answers="thing")


def says(key, stage, query="feud", **more):
    """A sheet with a say in a flag, or (with `to`) in a thing."""
    return Sheet(key, modifiers=(Modifier(query, stage, **more),), label=key)


def asked_of(sheets, cards):
    return table(sheets, cards, words=answers)


@pytest.mark.parametrize(
    "cards", [[], ["t a t"], ["t b t"], ["t a t", "u b t"], ["t a t", "n b n"], ["n a n", "y b y"]]
)
@pytest.mark.parametrize("value", [False, True])
def test_a_flag_turns_then_is_denied_then_granted_whoever_of_the_two_says_it(cards, value) -> None:
    game = asked_of([says("t", "turn"), says("n", "never"), says("y", "always")], cards)
    kinds = [card.split()[2] for card in cards]
    wanted = True if "y" in kinds else False if "n" in kinds else value != bool(kinds.count("t") % 2)
    assert between(game, "feud", "a", "b", value) is between(game, "feud", "b", "a", value) is wanted


def test_a_flag_looks_at_the_two_from_the_side_of_who_carries_it() -> None:
    here = says("t", "turn", when=lambda game, bearer, about: (about.source, about.target) == ("a", "b"))
    for cards in (["t a t"], ["t b t"]):
        assert between(asked_of([here], cards), "feud", "b", "a", False) is (cards == ["t a t"])


def test_what_speaks_of_everybody_speaks_once_of_two() -> None:
    game = asked_of([says("t", "turn", everybody=True)], ["t c t"])
    assert between(game, "feud", "a", "b", False)
    assert between(game, "feud", "c", "b", False)


def test_the_trail_of_a_flag_and_of_a_thing_names_who_changed_it() -> None:
    trail: list[Step] = []
    game = asked_of([says("t", "turn"), says("n", "never"), says("y", "always")], ["n a n", "t b t"])
    assert not between(game, "feud", "a", "b", False, trail)
    assert trail == [Step("turn", "t", False, True), Step("never", "n", True, False)]
    trail = []
    game = asked_of([says("o", "owner", "voice", to=lambda game, b, about: game.thing("b"))], ["o a o"])
    assert (thing(game, "voice", "a", "a", trail=trail), thing(game, "voice", "c", "c")) == ("b", "c")
    assert trail == [Step("owner", "o", "a", "b")]


def to(peg):
    return lambda game, bearer, about: game.thing(peg)


def test_the_last_stage_in_which_a_thing_is_named_has_it_and_in_one_stage_its_own_comes_first() -> None:
    sheets = [
        says("own", "owner", "voice", to=to("b")),
        says("all", "owner", "voice", to=to("a"), everybody=True),
        says("card", "card", "voice", to=to("a")),
        says("nobody", "card", "voice", to=to("nobody")),
    ]
    assert thing(asked_of(sheets, ["x a all", "y a own"]), "voice", "a", "a") == "b"
    assert thing(asked_of(sheets, ["x a all", "y a own"]), "voice", "b", "b") == "a"
    assert thing(asked_of(sheets, ["x b card", "y b own"]), "voice", "b", "") == "a"
    assert thing(asked_of(sheets, ["x a nobody", "y a own"]), "voice", "a", "a") == "b"


def test_what_answers_with_something_else_than_is_asked_is_named() -> None:
    with pytest.raises(RulesError, match="query q: 'plus' is no way to combine; known: yes, no, turns"):
        tiny(flow(Main, note("x")), words=lambda r: r.query("q", ("a", "plus"), doc="", answers="flag"))
    with pytest.raises(RulesError, match="query q: 'word' is no answer; known: number, flag, thing"):
        tiny(flow(Main, note("x")), words=lambda r: r.query("q", ("a", "plus"), doc="", answers="word"))
    with pytest.raises(RulesError, match="query feud answers with a flag; it has no use for `amount`"):
        asked_of([says("m", "turn", amount=lambda game, b, about: 1)], [])
    with pytest.raises(RulesError, match="query voice answers with a thing; it wants `to`"):
        asked_of([says("m", "owner", "voice")], [])
    with pytest.raises(RulesError, match="query speed answers with a number; it wants `amount`"):
        table([says("m", "add", "speed")], [])
    with pytest.raises(RulesError, match="query feud answers with a flag; it has no use for `per`"):
        asked_of([says("m", "turn", per="turn")], [])
