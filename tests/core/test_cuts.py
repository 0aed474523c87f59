"""Cuts: checks after changes, and what ends at once."""

from __future__ import annotations

import pytest

from tests.core.tiny import Main, Sub, card, ids, log, note, pick, play, tiny
from tmb.core.cuts import Check, Cut
from tmb.core.flow import choice, flow, menu, opens
from tmb.core.state import Frame
from tmb.errors import InternalError


class Fall(Frame):
    """A peg falls."""

    unit: str = ""


class Deep(Frame):
    """A frame as deep as a test wants."""

    n: int = 0


def hurt(*pegs):
    """Take 3 HP of each of these pegs, and say so."""

    def doing(game, frame, *me):
        for id in pegs:
            game.world.pegs[id].hp -= 3
        game.touch()

    return doing


def fall(game):
    """The check that pushes: who has no HP falls."""
    for peg in game.world.pegs.values():
        if peg.hp <= 0:
            game.push(Fall(unit=peg.id))
            return


def gone(game, frame):
    game.world.log.append(f"gone-{frame.unit}")
    del game.world.pegs[frame.unit]
    game.touch()


FALL = flow(Fall, note("fall"), gone, holds=True)


def over(at="finish"):
    """The check that cuts: fewer than two pegs end it all."""

    def run(game):
        main = game.stack[0] if game.stack else None
        if len(game.world.pegs) > 1 or main is None or main.at in (at, "end"):
            return None
        return Cut(main, at)

    return Check("over", run, 20)


def checks(*made):
    return lambda register: [register.check(c) for c in made]


def test_checks_run_after_every_change_that_matters_in_the_order_of_their_rank() -> None:
    seen = []
    made = [Check(str(rank), lambda game, rank=rank: seen.append((rank, log(game))), rank) for rank in (20, 10)]
    play(tiny(flow(Main, note("one"), note("two", hurt("a")), note("three")), words=checks(*made)))
    assert seen == [(10, "one two"), (20, "one two")]


def test_what_a_check_pushes_runs_before_the_frame_goes_on_and_then_the_checks_look_again() -> None:
    main = flow(Main, note("one", hurt("a", "b")), note("two"))
    game = play(tiny(main, FALL, pegs="abc", words=checks(Check("fall", fall, 10))))
    assert log(game) == "one fall gone-a fall gone-b two"
    assert not game.state.dirty


def test_an_earlier_check_that_pushes_puts_the_later_ones_off() -> None:
    game = play(
        tiny(
            flow(Main, note("one", hurt("a")), note("never"), note("finish")),
            FALL,
            words=checks(over(), Check("fall", fall, 10)),
        )
    )
    assert log(game) == "one fall gone-a finish"


def test_the_later_checks_have_their_turn_also_where_what_was_pushed_says_nothing() -> None:
    def quietly(game, frame):
        del game.world.pegs[frame.unit]

    quiet = flow(Fall, note("fall"), quietly, holds=True)
    main = flow(Main, note("one", hurt("a")), note("never"), note("finish"))
    assert log(play(tiny(main, quiet, words=checks(over(), Check("fall", fall, 10))))) == "one fall finish"


def test_the_frame_that_just_ran_already_stands_at_its_next_stage_when_the_checks_look() -> None:
    seen = []
    play(
        tiny(
            flow(Main, note("one", hurt("a")), note("two")),
            words=checks(Check("c", lambda g: seen.append(g.stack[0].at))),
        )
    )
    assert seen == ["two"]


def deep(n, put_back=None):
    """A flow that pushes itself until n frames are open, and there does harm."""

    def go(game, frame):
        if frame.n < n:
            game.push(Deep(n=frame.n + 1))
        else:
            hurt("a")(game, frame)

    return flow(Deep, note("deep", go), note("never"), on_cut=put_back)


def test_a_cut_drops_all_frames_above_from_the_top_and_each_may_put_things_back() -> None:
    dropped = []
    main = flow(Main, note("one", lambda game, frame: game.push(Deep(n=1))), note("never"), note("finish"))
    rules = tiny(
        main,
        deep(8, lambda game, frame: dropped.append(frame.n)),
        pegs="ab",
        words=checks(
            Check(
                "end",
                lambda game: (
                    Cut(game.stack[0], "finish") if game.world.pegs["a"].hp <= 0 and len(game.stack) > 1 else None
                ),
            )
        ),
    )
    game = play(rules)
    assert dropped == [8, 7, 6, 5, 4, 3, 2, 1]
    assert log(game) == "one " + "deep " * 8 + "finish"


def test_a_cut_may_stop_half_way_down() -> None:
    def half(game):
        if game.world.pegs["a"].hp > 0 or len(game.stack) < 6:
            return None
        return Cut(game.stack[4], "after")

    made = flow(Deep, note("deep", lambda g, f: g.push(Deep(n=f.n + 1)) if f.n < 8 else hurt("a")(g, f)), note("after"))
    main = flow(Main, lambda_push, note("end.main"))
    game = play(tiny(main, made, words=checks(Check("half", half))))
    assert log(game) == "push " + "deep " * 8 + "after " * 4 + "end.main"


lambda_push = note("push", lambda game, frame: game.push(Deep(n=1)))


def test_what_puts_things_back_may_need_the_checks_again_before_anything_else_runs() -> None:
    order = []

    def look(game):
        order.append("check")
        return Cut(game.stack[0], "finish") if len(game.stack) > 1 else None

    main = flow(Main, lambda_push, note("finish", lambda game, frame: order.append("finish")))
    play(tiny(main, deep(2, lambda game, frame: game.touch()), words=checks(Check("look", look))))
    assert order == ["check", "check", "finish"]


def test_checks_that_never_come_to_rest_are_stopped_and_named() -> None:
    def restless(game):
        game.touch()
        return Cut(game.stack[-1], game.stack[-1].at)

    with pytest.raises(InternalError, match=r"the checks do not come to rest.*Main\.two"):
        play(tiny(flow(Main, note("one", hurt("a")), note("two")), words=checks(Check("restless", restless))))


def test_a_cut_to_a_frame_that_is_not_open_is_a_bug_that_is_told() -> None:
    with pytest.raises(InternalError, match=r"a cut to Sub, which is not open; open frames: Main\.two"):
        play(
            tiny(
                flow(Main, note("one", hurt("a")), note("two")),
                words=checks(Check("bad", lambda game: Cut(Sub(), "x"))),
            )
        )


def test_checks_wait_while_simultaneous_things_are_open_and_all_losses_come_first() -> None:
    def both(game, frame):
        for id in ("a", "b"):
            game.world.log.append(f"loss-{id}")
            hurt(id)(game, frame)

    batch = flow(Sub, note("batch", both), opens("bell"), holds=True)
    main = flow(Main, note("one", lambda game, frame: game.push(Sub())), note("two"))
    game = play(
        tiny(
            main,
            batch,
            FALL,
            pegs="abc",
            sheets=[card("ring", "bell")],
            cards=["r c ring", "s c ring"],
            words=checks(Check("fall", fall, 10)),
        )
    )
    assert (log(game), ids(game), game.state.dirty) == ("one batch loss-a loss-b", ["r", "s"], True)
    assert log(pick(game, "s")) == "one batch loss-a loss-b s r fall gone-a fall gone-b two"


def test_a_cut_out_of_an_open_menu_leaves_nothing_of_it() -> None:
    @choice("hit")
    def hits(game, frame):
        return ["x"]

    @hits.taken
    def hit(game, frame, ref):
        hurt("a")(game, frame)

    sub = flow(Sub, menu("act", hits, seat="a"), note("never"))
    main = flow(Main, note("one", lambda game, frame: game.push(Sub())), note("never2"), note("finish"))
    game = play(tiny(main, sub, FALL, words=checks(Check("fall", fall, 10), over())))
    assert log(pick(game, "hit/x")) == "one fall gone-a finish"


def test_the_checks_look_right_after_a_trigger_that_runs_by_itself() -> None:
    strike = card("strike", "bell", lambda game, bearer, about: hurt("a")(game, about))
    main = flow(Main, note("one"), opens("bell"), note("two"))
    rules = tiny(main, FALL, sheets=[strike], cards=["s b strike"], words=checks(Check("fall", fall, 10)))
    assert log(play(rules)) == "one s fall gone-a two"
    strict = play(rules, strict=True)
    assert ids(strict) == ["s"]
    assert log(pick(strict, "s")) == "one s fall gone-a two"
