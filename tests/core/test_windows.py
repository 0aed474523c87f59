"""Windows: triggers in the player's order, forced and optional, while their conditions hold."""

from __future__ import annotations

import pytest

from tests.core.tiny import Main, Sub, Tiny, card, ids, log, note, pick, play, tiny
from tmb.core.bearers import Action, Bearer, Sheet, Trigger
from tmb.core.flow import flow, opens
from tmb.core.windows import Window, heard
from tmb.errors import RulesError


def opened(*sheets, cards, before=None, strict=False, more=(), **how):
    """A game of a flow that opens `bell`; the flow's frame is about peg a."""
    made = flow(Main, note("before", before), opens("bell"), note("after"))
    return play(tiny(made, *more, sheets=sheets, cards=cards, **how), strict=strict)


def says(word):
    """A condition: the word stands in the log."""
    return lambda game, bearer, about: word in game.world.log


def test_one_forced_trigger_and_nothing_else_runs_unasked() -> None:
    game = opened(card("ring", "bell"), cards=["r a ring"])
    assert (log(game), game.decisions) == ("before r after", 0)


def test_three_triggers_come_in_the_order_the_player_likes() -> None:
    game = opened(card("ring", "bell"), cards=["r1 a ring", "r2 a ring", "r3 b ring"])
    assert (ids(game), game.ask.key) == (["r1", "r2", "r3"], "window.bell")
    assert ids(pick(game, "r2")) == ["r1", "r3"]
    assert log(pick(game, "r3")) == "before r2 r3 r1 after"


def test_done_is_listed_only_when_no_forced_trigger_is_left() -> None:
    game = opened(card("must", "bell"), card("may", "bell", may=True), cards=["m a must", "o a may", "p a may"])
    assert ids(game) == ["m", "o", "p"]
    assert ids(pick(game, "o")) == ["m", "p"]
    assert ids(pick(game, "m")) == ["p", "done"]
    assert log(pick(game, "done")) == "before o m after"


class Free(Main, kw_only=True):
    """A first frame that may be taken at will."""

    at_will: bool = True


@pytest.mark.parametrize(("at_will", "left"), [(True, ["m", "n", "done"]), (False, ["m", "n"])])
def test_in_a_frame_that_is_taken_at_will_what_the_mode_says_may_be_left(monkeypatch, at_will, left) -> None:
    monkeypatch.setattr(Tiny, "may_leave", lambda mode, game, about, bearer: bearer.holder == about.unit, raising=False)
    made, must = flow(Free, note("before"), opens("bell"), note("after")), card("must", "bell")

    def of(*cards):
        return play(tiny(made, sheets=[must], cards=cards, first=lambda: Free(at_will=at_will)))

    assert ids(of("m a must", "n a must")) == left
    assert ids(of("m a must", "n b must")) == ["m", "n"]
    assert (log(of("n b must")), of("n b must").ask) == ("before n after", None)
    alone = of("m a must")
    assert (log(alone), alone.ask is None) == (("before", False) if at_will else ("before m after", True))


def test_one_optional_trigger_is_asked() -> None:
    game = opened(card("may", "bell", may=True), cards=["o a may"])
    assert ids(game) == ["o", "done"]
    assert log(pick(game, "o")) == "before o after"


def test_first_and_last_keep_their_places() -> None:
    sheets = [
        card("f", "bell", order="first"),
        card("m", "bell"),
        card("o", "bell", may=True),
        card("l", "bell", order="last"),
    ]
    game = opened(*sheets, cards=["l1 a l", "m1 a m", "o1 a o", "f1 a f", "f2 a f"])
    assert ids(game) == ["f1", "f2"]
    assert ids(pick(game, "f2")) == ["m1", "o1"]
    pick(game, "o1")
    assert log(game) == "before f2 f1 o1 m1 l1 after"


def test_an_optional_trigger_in_front_of_a_forced_last_one_may_be_passed_over() -> None:
    sheets = [card("o", "bell", may=True), card("l", "bell", order="last")]
    game = opened(*sheets, cards=["o1 a o", "l1 a l"])
    assert ids(game) == ["o1", "l1"]
    assert log(pick(game.clone(), "o1")) == "before o1 l1 after"
    assert log(pick(game, "l1")) == "before l1 after"


def test_an_optional_trigger_that_comes_first_may_be_passed_over_but_not_the_forced_ones_behind_it() -> None:
    sheets = [card("f", "bell", may=True, order="first"), card("m", "bell"), card("o", "bell", may=True)]
    game = opened(*sheets, cards=["f1 a f", "m1 a m", "o1 a o"])
    assert ids(game) == ["f1", "m1", "o1"]
    assert ids(pick(game.clone(), "f1")) == ["m1", "o1"]
    assert ids(pick(game, "m1")) == ["o1", "done"]
    assert log(pick(game, "done")) == "before m1 after"


def test_optional_triggers_in_their_places_may_all_be_refused() -> None:
    sheets = [card("f", "bell", may=True, order="first"), card("l", "bell", may=True, order="last")]
    game = opened(*sheets, cards=["l1 a l", "f1 a f"])
    assert ids(game) == ["f1", "l1", "done"]
    assert log(pick(game.clone(), "l1")) == "before l1 after"
    assert log(pick(game, "done")) == "before after"


def test_a_condition_that_becomes_true_while_the_window_is_open_is_offered_then() -> None:
    late = card("late", "bell", when=says("r"))
    game = opened(card("ring", "bell"), late, card("may", "bell", may=True), cards=["r a ring", "x a late", "o a may"])
    assert ids(game) == ["r", "o"]
    assert ids(pick(game, "r")) == ["x", "o"]


def test_a_condition_that_becomes_false_is_offered_no_more() -> None:
    early = card("early", "bell", when=lambda game, bearer, about: "r" not in game.world.log)
    game = opened(card("ring", "bell"), early, cards=["r a ring", "x a early"])
    assert ids(game) == ["r", "x"]
    assert log(pick(game, "r")) == "before r after"


def test_a_window_whose_conditions_all_fail_pushes_no_frame() -> None:
    deep = []
    never = card("never", "bell", when=lambda game, bearer, about: deep.append(len(game.stack)))
    game = opened(never, cards=["x a never"])
    assert (log(game), deep) == ("before after", [1])


def test_a_window_that_nobody_hears_has_no_stage_and_asks_no_index() -> None:
    rules = tiny(flow(Main, note("one"), opens("bell"), opens("gong"), note("two")), sheets=[card("ring", "gong")])
    assert [n.name for k, n in rules.flows[Main].items() if k == n.name] == ["one", "gong", "two"]
    game = play(rules)
    assert (log(game), game.index.windows) == ("one two", {})


@pytest.mark.parametrize(("cards", "seat"), [(["r a ring", "s a ring"], "a"), (["r a ring", "s b ring"], "all")])
def test_the_seat_is_that_of_the_one_holder_or_else_everybody_s(cards, seat) -> None:
    assert opened(card("ring", "bell"), cards=cards).ask.seat == seat


def test_the_seat_changes_when_only_one_holder_is_left() -> None:
    game = opened(card("ring", "bell"), cards=["r a ring", "s b ring", "t b ring"])
    assert game.ask.seat == "all"
    assert pick(game, "r").ask.seat == "b"


def test_who_names_the_field_that_must_be_the_holder() -> None:
    game = opened(card("mine", "bell", who="unit"), cards=["x a mine", "y b mine", "z - mine"])
    assert log(game) == "before x after"
    with pytest.raises(RulesError, match="no role of window 'bell' called 'nobody'; known: unit"):
        opened(card("any", "bell", who="nobody"), cards=["x a any"])


def remove(game, id):
    game.world.cards = [c for c in game.world.cards if c.id != id]
    game.bearers_changed()


def test_a_trigger_whose_bearer_has_left_is_offered_no_more() -> None:
    thief = card("thief", "bell", lambda game, bearer, about: remove(game, "x"))
    game = opened(thief, card("ring", "bell"), cards=["t a thief", "x a ring", "y a ring"])
    assert log(pick(game, "t")) == "before t y after"


def test_a_bearer_that_has_turned_into_something_else_is_offered_no_more() -> None:
    def turn(game, bearer, about):
        remove(game, "x")
        game.world.cards.append(Bearer("x", "a", "stone"))

    game = opened(card("turn", "bell", turn), card("ring", "bell"), Sheet("stone"), cards=["t a turn", "x a ring"])
    assert log(pick(game, "t")) == "before t after"


def test_a_bearer_that_goes_over_to_another_holder_is_found_there_in_whatever_order_it_is_told() -> None:
    for told in (["a", "b"], ["b", "a"], [""]):
        game = play(
            tiny(flow(Main, note("x")), sheets=[card("ring", "bell")], cards=["r a ring", "s b ring"], words=bell)
        )
        assert sorted(game.index.bearers) == ["r", "s"]
        game.world.cards[0] = Bearer("r", "b", "ring")
        for holder in told:
            game.bearers_changed(holder)
        assert {b.id: b.holder for b in game.index.bearers.values()} == {"r": "b", "s": "b"}
        assert [b.id for b, _ in heard(game, "bell", None)] == ["r", "s"]


def bell(register):
    register.window("bell", "the moment of the tests")


def test_triggers_are_collected_in_one_order_whenever_their_bearers_came() -> None:
    sheets = [card("mine", "bell", who="unit"), card("any", "bell"), card("ring", "bell", who="unit")]
    game = play(tiny(flow(Main, note("x")), sheets=sheets, words=bell))
    assert list(game.index.bearers) == []
    for line in ("z a any", "y a mine", "x b any", "w a ring"):
        game.world.cards.append(Bearer(*line.split()))
        game.bearers_changed(line.split()[1])
    late = [b.id for b, _ in heard(game, "bell", Main())]
    game.world.cards.reverse()
    game.world.cards.sort(key=lambda b: b.id)
    game.bearers_changed("b")
    game.bearers_changed("a")
    once = [b.id for b, _ in heard(game, "bell", Main())]
    game.bearers_changed()
    assert [b.id for b, _ in heard(game, "bell", Main())] == once
    assert sorted(late) == sorted(once) == ["w", "x", "y", "z"]


def test_a_bearer_that_comes_while_the_window_is_open_is_too_late() -> None:
    def bring(game, bearer, about):
        game.world.cards.append(Bearer("new", "a", "ring"))
        game.bearers_changed()

    game = opened(card("bring", "bell", bring), card("ring", "bell"), cards=["b a bring", "x a ring"])
    assert log(pick(game, "b")) == "before b x after"


def test_what_a_trigger_does_may_open_the_same_window_again_deeper() -> None:
    def back(game, bearer, about):
        if len(game.stack) < 7:
            game.push(Sub())

    sub = flow(Sub, note("sub"), opens("bell"))
    game = opened(card("counter", "bell", back, may=True), cards=["x a counter"], more=[sub])
    for _ in range(4):
        assert ids(game) == ["x", "done"]
        pick(game, "x")
    assert log(game) == "before x sub x sub x sub x after"


@pytest.mark.parametrize("strict", [False, True])
def test_each_opening_is_about_its_own_frame(strict) -> None:
    seen = []
    see = card("see", "bell", lambda game, bearer, about: seen.append((type(about).__name__, about.n)))
    push = note("push", lambda game, frame: game.push(Sub(n=7)))
    flows = flow(Main, push, opens("bell")), flow(Sub, note("sub"), opens("bell"))
    game = play(tiny(*flows, sheets=[see], cards=["s a see"]), strict=strict)
    while game.ask is not None:
        pick(game, "s")
    assert seen == [("Sub", 7), ("Main", 0)]


def test_free_actions_of_the_moment_are_offered_beside_the_triggers_of_their_holder() -> None:
    act = Sheet("act", actions=(Action(("bell",), lambda g, b, about: g.world.log.append("acted"), says("before")),))
    game = opened(card("ring", "bell", may=True), act, cards=["r a ring", "p a act", "q b act"])
    assert ids(game) == ["r", "action/p", "done"]
    assert ids(pick(game, "action/p")) == ["r", "action/p", "done"]
    assert log(pick(game, "r")) == "before acted r after"


def test_what_is_nobody_s_action_is_offered_once_whoever_answers() -> None:
    act = Sheet("act", actions=(Action(("bell",), lambda g, b, about: g.world.log.append("acted")),))
    game = opened(card("ring", "bell"), act, cards=["r a ring", "s b ring", "p - act"])
    assert ids(game) == ["r", "s", "action/p"]
    assert ids(pick(game, "r")) == ["s", "action/p"]
    assert log(pick(pick(game, "action/p"), "s")) == "before r acted s after"


def test_a_lone_forced_trigger_is_asked_where_a_free_action_may_come_before_it() -> None:
    act = Sheet("act", actions=(Action(("bell",), lambda g, b, about: g.world.log.append("acted"), says("before")),))
    game = opened(card("ring", "bell"), act, cards=["r a ring", "p a act"])
    assert ids(game) == ["r", "action/p"]
    assert log(pick(pick(game, "action/p"), "r")) == "before acted r after"


def test_triggers_of_whoever_come_in_the_mode_s_order_of_holders_whenever_they_came_into_the_index() -> None:
    game = play(tiny(flow(Main, note("x")), sheets=[card("any", "bell")], cards=["r a any", "s b any"], words=bell))
    assert [b.id for b, _ in heard(game, "bell", Main())] == ["r", "s"]
    game.bearers_changed("a")
    assert [b.id for b, _ in heard(game, "bell", Main())] == ["r", "s"]


def test_two_triggers_of_one_sheet_are_told_apart_by_their_keys() -> None:
    def doing(word):
        return lambda game, bearer, about: game.world.log.append(word)

    both = Sheet("both", (Trigger("bell", doing("one")), Trigger("bell", doing("two"), key="1")))
    game = opened(both, cards=["b a both"])
    assert ids(game) == ["b", "b/1"]
    assert log(pick(game, "b/1")) == "before two one after"


def test_an_open_window_survives_the_way_through_bytes() -> None:
    game = opened(card("ring", "bell"), cards=["r1 a ring", "r2 b ring", "r3 b ring"])
    codec = game.rules.codec("tiny")
    again = codec.from_json(codec.to_json(game.state))
    assert type(again.stack[-1]) is Window
    assert again.stack[-1].left == [("r1", ""), ("r2", ""), ("r3", "")]
    assert codec.pack(again) == codec.pack(game.state)


def test_a_bearer_whose_entry_has_no_rules_of_its_own_is_no_bearer() -> None:
    game = play(tiny(flow(Main, note("x")), sheets=[Sheet("plain")], cards=["p a plain", "q a nothing"]))
    assert list(game.index.bearers) == ["p"]


def test_a_game_has_no_attribute_that_it_does_not_have() -> None:
    game = play(tiny(flow(Main, note("x"))))
    with pytest.raises(AttributeError, match="indx"):
        _ = game.indx
