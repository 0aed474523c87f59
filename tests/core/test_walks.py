"""The walks: what is written for a flow, that it is written once, and that it can be watched."""

from __future__ import annotations

from textwrap import indent

from tests.core.tiny import Main, Sub, log, note, play, tiny
from tmb.core import walks as module
from tmb.core.compile import compile_flow
from tmb.core.flow import choice, flow, opens, repeats, roll, shuffles
from tmb.core.walks import in_order, text, walks


def unit(game, frame):
    return game.world.pegs.get(frame.unit)


def draw_breath(game, frame, me):
    return None


def table(*stages, heard=True, **how):
    return compile_flow(flow(Main, *stages, **how), [], lambda window: heard)


def test_the_walk_of_the_module_s_own_words_is_what_is_written() -> None:
    made = table(draw_breath, opens("turn.end"), subject=unit, gone="turn.end")
    assert indent(text(made), "    ") in (module.__doc__ or "")


def test_of_a_stage_only_what_its_kind_needs_is_written() -> None:
    @repeats
    def again(game, frame):
        return "done"

    @choice("take")
    def take(game, frame):
        return []

    @roll("")
    def dice(game, frame):
        return []

    @shuffles("")
    def mix(game, frame):
        return None

    take.taken(lambda game, frame, ref: None)
    dice.taken(lambda game, frame, faces: None)
    whole = text(table(note("first"), again, take, dice, mix))
    assert "subject" not in whole
    assert "watch" not in whole
    assert [line.split("# ")[1] for line in whole.splitlines() if "if at <=" in line] == [
        "'first'",
        "'again'",
        "'take'",
        "'dice'",
        "'mix'",
    ]
    assert [line.strip() for line in whole.splitlines() if "(game," in line or "(node_" in line] == [
        "def walk(game, frame):",
        "went = run_0(game, frame)",
        "went = run_1(game, frame)",
        "refs = run_2(game, frame)",
        "return game.open_ask(node_2, frame, None, refs)",
        "game.take(node_2, frame, None, only)",
        "if not roll(game, node_3, frame, None):",
        "if not deal(game, node_4, frame, None):",
    ]


def test_stages_that_nobody_hears_are_in_no_walk() -> None:
    made = table(opens("hush"), note("one"), opens("late.hush"), heard=False)
    assert [node.name for node in in_order(made)] == ["one"]
    assert "hush" not in text(made)


def test_a_walk_is_written_when_a_frame_of_its_flow_runs_and_only_then() -> None:
    main = flow(Main, note("push", lambda game, frame: game.push(Sub()) if frame.unit == "b" else None))
    rules = tiny(main, flow(Sub, note("sub")))
    before = dict(rules.walks)
    play(rules)
    written = dict(rules.walks)
    assert [kind for kind in before if before[kind] is not written[kind]] == [Main]
    play(rules)
    assert rules.walks == written


def test_who_watches_is_called_before_every_stage() -> None:
    seen = []
    main = flow(Main, note("one", lambda game, frame: game.push(Sub())), note("two"))
    rules = tiny(main, flow(Sub, note("sub")))
    rules.walks = walks(rules.flows, lambda game: seen.append([f.at for f in game.stack]))
    assert log(play(rules)) == "one sub two"
    assert seen == [[""], ["two", ""], ["two"]]
