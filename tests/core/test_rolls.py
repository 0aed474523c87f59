"""One roll: dice lie in a frame of their own where somebody hears that they were rolled, and only there."""

from __future__ import annotations

import msgspec
import pytest

from tests.core.tiny import Main, Sub, note, play, tiny
from tmb.core import rolls
from tmb.core.bearers import Modifier, Sheet, Trigger
from tmb.core.chance import Asked, Chance
from tmb.core.flow import flow, roll
from tmb.core.rolls import AFTER, Rolled
from tmb.effects.shapes import Text, When, sheet
from tmb.errors import RulesError


def log(game):
    """What was written down, line by line."""
    return list(game.world.log)


def rolling(*dice, **how):
    """A stage that rolls these dice and writes down their faces."""

    @roll("", **how)
    def thrown(game, frame):
        return list(dice)

    @thrown.taken
    def taken(game, frame, faces):
        game.world.log += faces

    return thrown


def hears(do=lambda game, bearer, about: None, key="h", **more):
    """A sheet that does something after every roll."""
    return Sheet(key, (Trigger(AFTER, do, **more),), label=key)


def writes(game, bearer, lying):
    """Write down what lies there."""
    game.world.log.append(f"{lying.unit}/{lying.what}: {' '.join(lying.faces)}")


def turns(die, before, after):
    """Turn a die to another face."""

    def do(game, bearer, lying):
        lying.lift(die, before)
        lying.lay(die, after)

    return do


def depths(game):
    return [type(frame).__name__ for frame in game.stack]


def test_a_roll_that_nobody_hears_has_no_frame_of_its_own(monkeypatch) -> None:
    monkeypatch.setattr(rolls, "Rolled", None)
    assert log(play(tiny(flow(Main, rolling("d6"))), lines=["d6: 3"])) == ["3"]
    elsewhere = tiny(flow(Main, rolling("d6")), sheets=[hears(who="unit")], cards=["h b h"])
    assert elsewhere.flows[Main]["thrown"].heard is not False
    monkeypatch.undo()
    seen = []
    monkeypatch.setattr(rolls, "take_up", lambda *a: seen.append(a))
    assert log(play(elsewhere, lines=["d6: 3"])) == ["3"]
    assert not seen


def test_what_lies_there_says_who_rolled_what_and_what_for() -> None:
    rules = tiny(flow(Main, rolling("d6", "d6", what="luck")), sheets=[hears(writes)], cards=["h - h"])
    assert log(play(rules, lines=["d6: 5 2"])) == ["a/luck: 2 5", "2", "5"]
    rules = tiny(
        flow(Main, rolling("coin", by=lambda game, f: "b")), sheets=[hears(writes, who="unit")], cards=["h b h"]
    )
    assert log(play(rules, lines=["coin: tails"])) == ["b/card: tails", "tails"]


def test_faces_are_taken_up_as_they_lie_then_like_dice_in_the_order_of_their_faces() -> None:
    def both(game, bearer, lying):
        turns("d6", "2", "6")(game, bearer, lying)
        turns("coin", "tails", "heads")(game, bearer, lying)

    rules = tiny(flow(Main, rolling("d6", "d6", "coin")), sheets=[hears(both)], cards=["h - h"])
    game = play(rules, lines=["d6: 2 4", "coin: tails"])
    assert (log(game), depths(game)) == (["4", "6", "heads"], [])


def test_the_window_is_open_while_nothing_is_taken_up_and_a_save_keeps_it() -> None:
    rules = tiny(flow(Main, rolling("d6"), note("then")), sheets=[hears(forced=False)], cards=["h - h"])
    game = play(rules, lines=["d6: 3"])
    assert (game.ask.key, depths(game), log(game)) == ("window.roll.after", ["Main", "Rolled", "Window"], [])
    codec = rules.codec("tiny")
    assert codec.unpack(codec.pack(game.state)) == game.state
    assert game.stack[1].lying == [("d6", "3")]
    twin = game.clone()
    game.answer(game.ask.refs[-1])
    twin.answer(twin.ask.refs[0])
    assert log(game) == log(twin) == ["3", "then"]


def test_every_roll_of_a_stage_that_comes_again_is_a_roll() -> None:
    @roll("", repeat=True)
    def until_six(game, frame):
        return ["d6"]

    @until_six.taken
    def taken(game, frame, faces):
        game.world.log += faces
        return "done" if faces == ["6"] else None

    rules = tiny(flow(Main, until_six), sheets=[hears(writes)], cards=["h - h"])
    assert log(play(rules, lines=["d6: 1", "d6: 6"])) == ["a/card: 1", "1", "a/card: 6", "6"]


def test_what_takes_dice_up_may_begin_something() -> None:
    stage = rolling("d6")
    stage.take = lambda game, frame, faces: game.push(Sub())
    rules = tiny(flow(Main, stage, note("then")), flow(Sub, note("sub")), sheets=[hears()], cards=["h - h"])
    assert log(play(rules, lines=["d6: 1"])) == ["sub", "then"]


def test_nobody_takes_dice_up_where_the_one_that_they_are_about_is_gone() -> None:
    @roll("")
    def thrown(game, frame, me):
        return ["d6"]

    @thrown.taken
    def taken(game, frame, me, faces):
        game.world.log += faces

    def takes_away(game, bearer, lying):
        del game.world.pegs["a"]
        game.touch()

    late = note("late")
    late.run = lambda game, frame, me: game.world.log.append(f"late {me}")
    about = flow(Main, thrown, late, subject=lambda game, frame: game.world.pegs.get("a"), gone="late")
    rules = tiny(about, sheets=[hears(takes_away)], cards=["h - h"])
    assert log(play(rules, lines=["d6: 1"])) == ["late None"]


def test_a_roll_that_is_part_of_another_is_no_roll_of_its_own() -> None:
    quiet = rolling("d6", quiet=lambda game, frame: True)
    rules = tiny(flow(Main, quiet), sheets=[hears(writes)], cards=["h - h"])
    assert log(play(rules, lines=["d6: 4"])) == ["4"]


def test_dice_that_a_person_rolls_lie_there_too() -> None:
    rules = tiny(flow(Main, rolling("d6")), sheets=[hears(writes)], cards=["h - h"])
    by_hand = Asked()
    game = play(rules, Chance(by_hand, by_hand))
    game.answer([("d6", "4")])
    assert log(game) == ["a/card: 4", "4"]


def test_who_answers_for_dice_is_the_roller_s_seat_or_whose_content_says() -> None:
    lying = Rolled("a", "card", "", ["d6"], ["1"])
    assert rolls.seat(play(tiny(flow(Main, note("x")))), lying) == "a"
    to_b = Modifier(rolls.SEAT, "owner", to=lambda game, b, about: game.thing("b") if about is lying else None)
    rules = tiny(flow(Main, note("x")), sheets=[Sheet("s", modifiers=(to_b,))], cards=["s a s"])
    assert rolls.seat(play(rules), lying) == "b"


def test_a_die_that_does_not_lie_there_cannot_be_taken_up() -> None:
    lying = Rolled("a", "card", "", ["d6", "d6"], ["1", "5"])
    lying.lift("d6", "5")
    assert lying.lying == [("d6", "1")]
    with pytest.raises(ValueError, match="is not in list"):
        lying.lift("d6", "5")


def test_what_was_rolled_cannot_be_called_off() -> None:
    source = {"status": "standin", "where": "a test"}
    text = msgspec.convert({"id": "x", "source": source}, Text)
    text = msgspec.structs.replace(text, when=When(AFTER), do=[{"op": "cancel"}])
    with pytest.raises(RulesError, match="what was rolled cannot be called off"):
        tiny(flow(Main, rolling("d6")), sheets=lambda compiler: [sheet(compiler, "x", text)])
