"""Flows: the kinds of stages, guards, loops, subjects and the way through."""

from __future__ import annotations

import pytest

from tests.core.tiny import Main, Sub, ids, log, note, pick, play, run, tiny
from tmb.core.chance import Asked, Chance
from tmb.core.decisions import Pick, Several
from tmb.core.flow import DONE, END, choice, draws, flow, opens, repeats, roll, shuffles, stage
from tmb.errors import InternalError, RulesError


def unit(game, frame):
    return game.world.pegs.get(frame.unit)


def leave(game, frame, *me):
    del game.world.pegs[frame.unit]
    game.touch()


def test_steps_run_in_order_and_a_plain_function_is_one() -> None:
    def plain(game, frame):
        game.world.log.append("plain")

    game = run(note("one"), plain, note("three"))
    assert log(game) == "one plain three"
    assert game.ask is None
    assert game.stack == []


def colours(*listed, seat="", **how):
    """A choice of these that writes down what was taken."""

    @choice("take", seat=seat, **how)
    def colour(game, frame):
        return list(listed)

    @colour.taken
    def taken(game, frame, ref):
        game.world.log.append(f"took-{ref}")

    return colour


def test_a_choice_lists_and_takes() -> None:
    game = run(colours("red", "blue", seat="b"), note("after"))
    assert (ids(game), game.ask.seat, game.ask.key) == (["take/red", "take/blue"], "b", "Main.colour")
    assert log(pick(game, "take/blue")) == "took-blue after"
    assert game.decisions == 1


def test_the_seat_of_a_choice_may_be_computed() -> None:
    assert run(colours(1, 2, seat=lambda game, frame: f"seat-of-{frame.unit}")).ask.seat == "seat-of-a"


def test_a_choice_of_one_is_taken_unasked_unless_strict() -> None:
    rules = tiny(flow(Main, colours("red")))
    game = play(rules)
    assert (log(game), game.decisions, game.state.asks) == ("took-red", 0, 0)
    assert ids(play(rules, strict=True)) == ["take/red"]


def test_a_choice_of_nothing_is_no_ask_even_when_strict() -> None:
    assert log(play(tiny(flow(Main, colours(), note("after"))), strict=True)) == "after"


def test_a_choice_of_several_hands_over_a_list_of_refs_in_the_order_of_the_options() -> None:
    @choice("buy", seat="a")
    def buy(game, frame):
        return Several([Pick("x"), Pick("y", times=2)], 0, 3)

    @buy.taken
    def bought(game, frame, refs):
        game.world.log += refs

    assert log(pick(run(buy), "buy/y", "buy/x", "buy/y")) == "x y y"


def test_an_ordered_choice_hands_over_the_order_of_the_answer() -> None:
    @choice("line")
    def line(game, frame):
        return Several([Pick("x"), Pick("y"), Pick("z")], 3, 3, ordered=True)

    @line.taken
    def lined(game, frame, refs):
        game.world.log += refs

    assert log(pick(run(line), "line/z", "line/x", "line/y")) == "z x y"


def dice(*kinds, **how):
    @roll("main", **how)
    def rolling(game, frame):
        return list(kinds)

    @rolling.taken
    def rolled(game, frame, faces):
        game.world.log += faces

    return rolling


def test_a_roll_hands_over_faces_sorted_within_each_kind() -> None:
    rules = tiny(flow(Main, dice("d6", "d6", "coin")))
    assert log(play(rules, lines=["d6: 5 2", "coin: tails"])) == "2 5 tails"


def test_a_roll_of_no_dice_is_none() -> None:
    game = run(dice(), note("after"))
    assert (log(game), game.state.chance) == ("after", {})


def test_a_draw_takes_the_top_card_and_none_is_no_draw() -> None:
    @draws("main", repeat=True)
    def drawing(game, frame):
        return ("pile", game.world.pile) if game.world.pile.size() else None

    @drawing.taken
    def drawn(game, frame, card):
        game.world.log.append(card)

    game = play(tiny(flow(Main, drawing, note("empty")), pile=["p", "q", "r"]))
    assert (log(game), game.state.chance) == ("p q r empty", {"main": 3})


def test_a_shuffle_keeps_the_cards_and_moves_the_counter_by_its_swaps() -> None:
    @shuffles("setup")
    def mixing(game, frame):
        return ("pile", game.world.pile)

    game = play(tiny(flow(Main, mixing), pile="abcdefgh"))
    assert sorted(game.world.pile.cards) == list("abcdefgh") != game.world.pile.cards
    assert game.state.chance == {"setup": 7}


def test_a_guard_that_gives_a_reason_leaves_the_stage_out() -> None:
    def never(game, frame):
        return "is not its time"

    game = run(
        note("one", when=never), colours(1, 2, when=never), dice("d6", when=never), note("two", when=lambda g, f: None)
    )
    assert log(game) == "two"


def test_a_guard_of_a_flow_with_a_subject_gets_it() -> None:
    seen = []

    def guard(game, frame, me):
        seen.append(me.id)
        return "no"

    run(note("one", when=guard), subject=unit)
    assert seen == ["a"]


def test_a_repeated_step_comes_again_after_what_it_pushed_until_done() -> None:
    @repeats
    def thrice(game, frame):
        if frame.n == 3:
            return DONE
        frame.n += 1
        game.push(Sub())
        return None

    game = play(tiny(flow(Main, thrice, note("after")), flow(Sub, note("sub"))))
    assert log(game) == "sub sub sub after"


def test_a_repeated_choice_comes_until_it_lists_nothing() -> None:
    @choice("", repeat=True)
    def left(game, frame):
        return [c for c in "xyz" if c not in game.world.log]

    @left.taken
    def took(game, frame, ref):
        game.world.log.append(ref)

    game = pick(run(left, note("after")), "y")
    assert ids(game) == ["x", "z"]
    assert log(pick(game, "z")) == "y z x after"


def test_a_choice_until_offers_the_closing_ref_with_the_others() -> None:
    game = run(colours("red", until="stop"), note("after"))
    assert ids(game) == ["take/red", "take/stop"]
    assert ids(pick(game, "take/red")) == ["take/red", "take/stop"]
    assert log(pick(game, "take/stop")) == "took-red after"


def test_a_repeated_roll_comes_again_until_it_names_no_dice() -> None:
    @roll("main", repeat=True)
    def again(game, frame):
        return ["d6"] if len(game.world.log) < 3 else None

    @again.taken
    def face(game, frame, faces):
        game.world.log += faces

    assert log(play(tiny(flow(Main, again)), lines=["d6: 1", "d6: 2", "d6: 3"])) == "1 2 3"


def test_done_ends_a_repeated_choice_or_roll_from_its_taker() -> None:
    @roll("main", repeat=True)
    def again(game, frame):
        return ["d6"]

    @again.taken
    def face(game, frame, faces):
        game.world.log += faces
        return DONE if faces == ["6"] else None

    assert log(play(tiny(flow(Main, again, note("after"))), lines=["d6: 1", "d6: 6"])) == "1 6 after"


@pytest.mark.parametrize("kind", ["step", "choice", "roll"])
def test_end_finishes_the_frame_from_any_kind_of_stage(kind) -> None:
    def end(game, frame, *what):
        return END

    ask, throw = choice("")(lambda game, frame: ["x"]), roll("main")(lambda game, frame: ["d6"])
    ask.take = throw.take = end
    made = {"step": note("x", end), "choice": ask, "roll": throw}[kind]
    assert log(run(made, note("never"))) in ("x", "")


def test_the_subject_is_handed_to_every_stage() -> None:
    @choice("")
    def pair(game, frame, me):
        return [me, game.world.pegs["b"]]

    @pair.taken
    def paired(game, frame, me, ref):
        game.world.log.append(f"{me.id}{ref.id}")

    game = run(note("one", lambda game, frame, me: game.world.log.append(me.id)), pair, subject=unit)
    assert log(pick(game, "b")) == "one a ab"


def test_where_the_subject_is_gone_the_frame_goes_on_at_gone_without_it() -> None:
    def clean(game, frame, me):
        game.world.log.append(str(me))

    game = run(note("one", leave), note("never"), note("late", clean), note("later"), subject=unit, gone="late")
    assert log(game) == "one late None later"


def test_stages_from_gone_on_run_without_the_subject_also_while_it_is_there() -> None:
    def see(game, frame, me):
        game.world.log.append(str(me))

    assert log(run(note("one"), note("late", see), subject=unit, gone="late")) == "one late None"


def test_where_the_subject_is_gone_and_nothing_runs_without_it_the_frame_ends() -> None:
    assert log(run(note("one", leave), note("never"), colours(1, 2), subject=unit)) == "one"


def test_a_subject_that_leaves_while_a_child_runs_is_missed_at_once() -> None:
    main = flow(
        Main,
        note("push", lambda game, frame, me: game.push(Sub())),
        note("never"),
        note("late"),
        subject=unit,
        gone="late",
    )
    assert log(play(tiny(main, flow(Sub, note("sub", leave))))) == "push sub late"


def test_a_stage_is_whole_a_frame_stands_at_the_next_stage_before_anything_else_runs() -> None:
    seen = []
    main = flow(Main, note("push", lambda game, frame: game.push(Sub())), note("next"))
    play(tiny(main, flow(Sub, note("sub", lambda game, frame: seen.append(game.stack[0].at)))))
    assert seen == ["next"]


def test_stage_that_is_renamed_keeps_its_old_name_for_saves() -> None:
    new = note("new")
    new.aliases = ("old",)
    assert log(play(tiny(flow(Main, note("one"), new, note("two")), first=lambda: Main(at="old")))) == "new two"


def test_an_alias_that_is_the_name_of_another_stage_is_an_error() -> None:
    new = note("new")
    new.aliases = ("one",)
    with pytest.raises(RulesError, match=r"Main: .*'one'"):
        tiny(flow(Main, note("one"), new))


def test_a_flow_of_windows_that_nobody_hears_ends_by_itself() -> None:
    assert run(opens("hush")).stack == []


def test_declarations_that_do_not_fit_are_named() -> None:
    with pytest.raises(RulesError, match="Main: two stages are named one"):
        flow(Main, note("one"), note("one"))
    with pytest.raises(RulesError, match=r"Main: gone='two' is none of its stages \(one\)"):
        flow(Main, note("one"), gone="two")
    with pytest.raises(RulesError, match=r"Main\.untaken asks, but nothing takes the answer"):
        flow(Main, choice("")(untaken))


def untaken(game, frame):
    """A listing that nothing takes."""
    return [1]


def test_the_words_of_a_stage_are_the_first_line_of_its_docstring_and_its_citation() -> None:
    made = stage(cite="the rules, page 1")(untaken)
    assert (made.doc, made.cite, repr(made)) == ("A listing that nothing takes.", "the rules, page 1", "<step untaken>")


def test_a_loop_that_never_asks_is_stopped_and_its_frames_are_named() -> None:
    @repeats
    def forever(game, frame):
        return None

    with pytest.raises(InternalError, match=r"20000 steps without a decision; open frames: Main\.last > Sub\.first"):
        play(tiny(flow(Main, note("push", lambda g, f: g.push(Sub())), note("last")), flow(Sub, forever)))


def test_a_stack_that_never_ends_is_stopped_and_its_frames_are_named() -> None:
    with pytest.raises(InternalError, match=r"200 frames are open; open frames: .*Sub\.end > Sub\.end$"):
        play(tiny(flow(Main, note("x", lambda g, f: g.push(Sub()))), flow(Sub, note("x", lambda g, f: g.push(Sub())))))


def test_a_frame_that_stands_at_a_window_that_nobody_hears_goes_on_behind_it() -> None:
    stages = (note("one"), opens("hush"), note("two"), opens("end.hush"))
    assert log(play(tiny(flow(Main, *stages), first=lambda: Main(at="hush")))) == "two"
    assert log(play(tiny(flow(Main, *stages), first=lambda: Main(at="end.hush")))) == ""
    assert log(run(note("one", leave), opens("hush"), note("two"), subject=unit, gone="hush")) == "one two"


@pytest.mark.parametrize("name", ["end", ""])
def test_a_stage_may_not_have_the_name_of_no_stage(name) -> None:
    with pytest.raises(RulesError, match=f"Main: no stage may be named {name!r}"):
        tiny(flow(Main, note(name)))
    old = note("new")
    old.aliases = (name,)
    with pytest.raises(RulesError, match=f"Main: no stage may be named {name!r}"):
        tiny(flow(Main, old))


def test_a_shuffle_may_have_a_taker_and_comes_again_where_it_says_so() -> None:
    @shuffles("setup", repeat=True)
    def mixing(game, frame):
        return ("pile", game.world.pile) if len(game.world.log) < 2 else None

    mixing.taken(lambda game, frame, name: game.world.log.append(name))
    game = play(tiny(flow(Main, mixing, note("after")), pile="pqr"))
    assert (log(game), game.state.chance) == ("pile pile after", {"setup": 4})


def test_a_guard_is_asked_once_also_where_a_hand_answers() -> None:
    @roll("", when=lambda game, frame: "asked already" if game.state.asks else None)
    def dice(game, frame):
        return ["d6"]

    @dice.taken
    def fell(game, frame, faces):
        game.world.log.append("".join(faces))

    game = play(tiny(flow(Main, dice, note("after"))), Chance(Asked(), Asked()))
    assert log(pick(game, "d6/3")) == "3 after"


def test_a_window_has_no_guard() -> None:
    hush = opens("hush")
    hush.when = lambda game, frame: "shut"
    with pytest.raises(RulesError, match=r"Main\.hush opens a window, which has no guard"):
        tiny(flow(Main, hush))
