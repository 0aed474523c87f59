"""The core's ops, each on its own: what it does, what it asks, what it leaves in the variables."""

from __future__ import annotations

import pytest

from tests.core.tiny import Main, Sub, ids, log, note, pick, play, tiny
from tmb.core import asking
from tmb.core.bearers import Sheet
from tmb.core.events import Said
from tmb.core.flow import flow, opens
from tmb.core.things import Mark
from tmb.effects.env import Env
from tmb.effects.program import Program
from tmb.effects.shapes import Acts, Forbids, Modify, Rule, Text, When, sheet


def text(do, *, window="bell", may=False, **more):
    """An entry of content that does this when the bell rings."""
    source = {"status": "standin", "where": "this test"}
    import msgspec

    return msgspec.convert(
        {"id": "s", "name": "S", "source": source, "when": {"window": window}, "do": do, "may": may, **more}, Text
    )


def words(register):
    for name in ("m", "k"):
        register.mark(Mark(name, hi=9))


def game_of(do, *, lines=(), events=None, n=0, cards=("s a s",), stages=(), flows=(), strict=False, **more):
    """A game in which the bell rings once, about a frame with this n; its entry does `do`."""
    rules = tiny(
        flow(Main, opens("bell"), *stages, note("after", lambda game, frame: game.world.log.append(f"n={frame.n}"))),
        *flows,
        sheets=lambda compiler: [sheet(compiler, "s", text(do, **more))],
        words=words,
        cards=cards,
        pegs="abc",
        first=lambda: Main(n=n),
    )
    return play(rules, lines=list(lines), events=events, strict=strict)


def marks(game, name="m"):
    """The mark on pegs a, b and c."""
    return [game.thing(p).marks.get(name, 0) for p in "abc"]


def say(word):
    return {"op": "call", "script": "log", "args": {"word": word}}


def test_mark_sets_and_adds_within_bounds() -> None:
    assert marks(game_of([{"op": "mark", "name": "m", "set": 3}])) == [3, 0, 0]
    assert marks(game_of([{"op": "mark", "name": "m", "set": 3, "add": 2}])) == [5, 0, 0]
    twice = [{"op": "mark", "name": "m", "add": 6}] * 2
    assert marks(game_of(twice)) == [9, 0, 0]
    assert marks(game_of([{"op": "mark", "name": "m", "add": 1, "to": "pegs"}])) == [1, 1, 1]
    assert marks(game_of([{"op": "mark", "name": "m", "add": 1, "to": "target"}])) == [0, 0, 0]


@pytest.mark.parametrize(("n", "after"), [(0, "no"), (2, "yes")])
def test_if_runs_one_body_or_the_other(n, after) -> None:
    do = [{"op": "if", "if": {"field": "n"}, "then": [say("yes")], "else": [say("no")]}]
    assert log(game_of(do, n=n)) == f"{after} after n={n}"


def test_if_without_else_does_nothing() -> None:
    assert log(game_of([{"op": "if", "if": {"field": "n"}, "then": [say("yes")]}])) == "after n=0"


def test_each_runs_its_body_for_every_thing_as_it() -> None:
    plain = [{"op": "each", "of": "pegs", "do": [{"op": "mark", "name": "m", "to": "it", "add": 2}]}]
    assert marks(game_of(plain)) == [2, 2, 2]
    framed = [{"op": "each", "of": "pegs", "do": [say("x"), {"op": "mark", "name": "m", "to": "it", "add": 2}]}]
    game = game_of(framed)
    assert (marks(game), log(game)) == ([2, 2, 2], "x x x after n=0")


def test_each_passes_over_what_has_left_meanwhile() -> None:
    def take_next(game, env, args):
        names = sorted(game.world.pegs)
        game.world.log.append(env.it)
        if env.it == "a":
            del game.world.pegs[names[1]]

    do = [{"op": "each", "of": "pegs", "do": [{"op": "call", "script": "take"}]}]
    rules = tiny(
        flow(Main, opens("bell")),
        sheets=lambda compiler: [sheet(compiler, "s", text(do))],
        effects=lambda r: r.script("take", dict, take_next),
        cards=["s a s"],
        pegs="abc",
    )
    assert log(play(rules)) == "a c"


def test_choose_asks_for_one_thing_as_it() -> None:
    do = [
        {"op": "choose", "of": "pegs", "word": "touch", "do": [{"op": "mark", "name": "m", "to": "it", "add": 1}]},
        say("x"),
    ]
    game = game_of(do)
    assert (ids(game), game.ask.seat, game.ask.key) == (["touch/a", "touch/b", "touch/c"], "a", "Program.decide")
    assert asking.public(game.ask).options[1].ref == "b"
    assert (marks(pick(game, "touch/b")), log(game)) == ([0, 1, 0], "x after n=0")


def test_choose_may_be_optional_and_nothing_to_choose_is_no_ask() -> None:
    do = [{"op": "choose", "of": "pegs", "optional": True, "do": [{"op": "mark", "name": "m", "to": "it", "add": 1}]}]
    game = game_of(do)
    assert ids(game) == ["choose/a", "choose/b", "choose/c", "done"]
    assert marks(pick(game, "done")) == [0, 0, 0]
    for optional in (False, True):
        none = [{"op": "choose", "of": "target", "optional": optional, "do": [say("never")]}, say("x")]
        assert log(game_of(none)) == "x after n=0"
        assert log(pick(game_of(none, strict=True), "s")) == "x after n=0"


def test_either_asks_for_one_body_by_name() -> None:
    do = [{"op": "either", "options": {"left": [say("l")], "right": [say("r"), say("r2")]}}, say("x")]
    game = game_of(do)
    assert ids(game) == ["left", "right"]
    assert log(pick(game, "right")) == "r r2 x after n=0"
    game = game_of([{"op": "either", "optional": True, "options": {"left": [say("l")]}}])
    assert ids(game) == ["left", "done"]
    assert log(pick(game, "done")) == "after n=0"


def test_roll_puts_a_number_into_a_variable() -> None:
    do = [{"op": "roll", "die": "d6", "into": "k"}, {"op": "mark", "name": "m", "set": "$k"}]
    assert marks(game_of(do, lines=["d6: 5"])) == [5, 0, 0]


def test_two_rolls_one_after_the_other() -> None:
    do = [{"op": "roll", "die": "d6", "into": x} for x in "kn"] + [
        {"op": "mark", "name": "m", "set": {"sum": ["$k", "$n"]}}
    ]
    assert marks(game_of(do, lines=["d6: 5", "d6: 3"])) == [8, 0, 0]


def test_set_gives_a_variable_a_value() -> None:
    do = [
        {"op": "set", "name": "k", "to": 3},
        {"op": "set", "name": "k", "to": {"sum": ["$k", 1]}},
        {"op": "mark", "name": "m", "set": "$k"},
    ]
    assert marks(game_of(do)) == [4, 0, 0]


def test_a_variable_that_is_set_last_is_forgotten_with_the_program() -> None:
    do = [{"op": "mark", "name": "m", "add": {"sum": ["$k", 1]}}, {"op": "set", "name": "k", "to": 5}]
    again = note("again", lambda game, frame: game.push(Sub()))
    game = game_of(do, stages=[again], flows=[flow(Sub, opens("bell"))])
    assert marks(game) == [2, 0, 0]
    assert game.index.bearers["s"].vars == {}


@pytest.mark.parametrize("more", [[], [say("x")]])
@pytest.mark.parametrize("word", ["if", "each", "choose", "either"])
def test_a_variable_that_is_set_in_an_inner_body_is_the_program_s_own(word, more) -> None:
    body = [{"op": "set", "name": "k", "to": {"sum": ["$k", 1]}}, *more]
    inner = {
        "if": {"op": "if", "if": {}, "then": body},
        "each": {"op": "each", "of": "pegs", "do": body},
        "choose": {"op": "choose", "of": "self", "do": body},
        "either": {"op": "either", "options": {"one": body}},
    }[word]
    assert marks(game_of([inner, {"op": "mark", "name": "m", "set": "$k"}])) == [3 if word == "each" else 1, 0, 0]


def test_what_is_rolled_in_an_inner_body_is_known_outside_of_it_at_any_depth() -> None:
    rolls = [{"op": "roll", "die": "d6", "into": "k"}]
    deep = [
        {"op": "if", "if": {}, "then": [{"op": "each", "of": "self", "do": rolls}]},
        {"op": "mark", "name": "m", "set": "$k"},
    ]
    assert marks(game_of(deep, lines=["d6: 4"])) == [4, 0, 0]


def test_programs_of_two_bearers_do_not_share_variables() -> None:
    do = [{"op": "set", "name": "k", "to": {"sum": ["$k", 1]}}, {"op": "mark", "name": "m", "add": "$k"}]
    game = game_of(do, cards=["s a s", "t b s"])
    assert marks(pick(game, "t")) == [1, 1, 0]


def test_amend_changes_a_number_of_what_it_is_about_not_below_0() -> None:
    assert "n=5" in log(game_of([{"op": "amend", "field": "n", "add": 2}], n=3))
    assert "n=1" in log(game_of([{"op": "amend", "field": "n", "set": 1}], n=3))
    assert "n=3" in log(game_of([{"op": "amend", "field": "n", "set": 1, "add": 2}], n=9))
    assert "n=0" in log(game_of([{"op": "amend", "field": "n", "add": -7}], n=3))


def test_cancel_ends_what_it_is_about() -> None:
    assert log(game_of([{"op": "cancel"}])) == ""


def test_cancel_and_amend_reach_their_frame_from_deep_within_a_program() -> None:
    do = [{"op": "choose", "of": "pegs", "do": [say("x"), {"op": "amend", "field": "n", "add": 2}, say("y")]}]
    assert log(pick(game_of(do), "choose/b")) == "x y after n=2"
    do = [{"op": "choose", "of": "pegs", "do": [say("x"), {"op": "cancel"}]}]
    assert log(pick(game_of(do), "choose/b")) == "x"


def test_say_tells_the_table() -> None:
    events: list = []
    game_of([{"op": "say", "text": "hello"}], events=events)
    assert [(e.text, e.by) for e in events if isinstance(e, Said)] == [("hello", "s")]


def test_call_hands_the_arguments_to_the_script() -> None:
    assert log(game_of([say("one"), say("two")])) == "one two after n=0"


# -- programs ----------------------------------------------------------------------------------------------------------


def pushes(game, env, args):
    game.world.log.append("push")
    game.push(Sub())


def test_a_program_waits_for_what_it_pushes_in_its_middle() -> None:
    do = [say("one"), {"op": "call", "script": "push"}, say("two"), {"op": "call", "script": "push"}, say("three")]
    rules = tiny(
        flow(Main, opens("bell"), note("after")),
        flow(Sub, note("sub")),
        sheets=lambda compiler: [sheet(compiler, "s", text(do))],
        effects=lambda r: r.script("push", dict, pushes),
        cards=["s a s"],
    )
    assert log(play(rules)) == "one push sub two push sub three after"


def test_a_body_that_neither_asks_nor_pushes_in_its_middle_runs_without_a_frame() -> None:
    seen = []
    rules = tiny(
        flow(Main, opens("bell")),
        sheets=lambda c: [
            sheet(c, "s", text([{"op": "mark", "name": "m", "add": 1}, {"op": "call", "script": "look"}]))
        ],
        effects=lambda r: r.script(
            "look", dict, lambda game, env, args: seen.append([type(f).__name__ for f in game.stack])
        ),
        words=words,
        cards=["s a s"],
    )
    play(rules)
    assert seen == [["Main"]]  # nor does a lone forced trigger need a window


LONG = [
    say("a"),
    {"op": "roll", "die": "d6", "into": "k"},
    {"op": "either", "options": {"x": [say("x"), {"op": "roll", "die": "coin6", "into": "k"}], "y": [say("y")]}},
    {
        "op": "each",
        "of": "pegs",
        "do": [{"op": "choose", "of": "pegs", "do": [{"op": "mark", "name": "m", "to": "it", "add": "$k"}, say("m")]}],
    },
    {
        "op": "if",
        "if": {"mark": "m"},
        "then": [{"op": "choose", "of": "pegs", "optional": True, "do": [say("z")]}, say("w")],
    },
    say("end-of-it"),
]


def test_programs_are_saved_and_loaded_in_their_middle_at_every_stage() -> None:
    from tests.properties.checks import check_between_stages, check_every_step, check_replay

    rules = tiny(
        flow(Main, opens("bell"), note("after")),
        sheets=lambda compiler: [sheet(compiler, "s", text(LONG, may=True))],
        effects=lambda r: r.dice(lambda content: {"coin6": ("1", "2")}),
        words=words,
        cards=["s a s", "t b s"],
        pegs="abc",
    )
    for seed in "12345678":
        for strict in (False, True):
            assert check_every_step(rules, "tiny", {}, seed, strict=strict) > 0
            assert check_between_stages(rules, "tiny", {}, seed, strict=strict) > 0
        check_replay(rules, "tiny", {}, seed)
    game = play(rules)
    pick(game, "s")
    assert isinstance(game.stack[-1], Program)


def test_a_program_goes_on_after_its_bearer_has_left() -> None:
    def leave(game, env, args):
        game.world.cards = []
        game.bearers_changed()

    do = [
        {"op": "call", "script": "leave"},
        {"op": "choose", "of": "pegs", "do": [{"op": "mark", "name": "m", "to": "it", "add": 1}]},
    ]
    rules = tiny(
        flow(Main, opens("bell")),
        sheets=lambda compiler: [sheet(compiler, "s", text(do))],
        effects=lambda r: r.script("leave", dict, leave),
        words=words,
        cards=["s a s"],
        pegs="abc",
    )
    game = play(rules)
    assert game.ask.seat == "a"
    assert marks(pick(game, "choose/c")) == [0, 0, 1]


def test_a_program_may_be_about_no_frame() -> None:
    def other(game, env, args):
        game.rules.programs["t.do"].run(game, Env(env.bearer, None))

    rules = tiny(
        flow(Main, opens("bell"), opens("gong")),
        sheets=lambda c: [
            sheet(c, "s", text([{"op": "call", "script": "other"}])),
            sheet(
                c,
                "t",
                text([say("x"), {"op": "mark", "name": "m", "add": {"sum": [2, {"field": "n"}]}}], window="gong"),
            ),
        ],
        effects=lambda r: r.script("other", dict, other),
        words=words,
        cards=["s a s"],
        pegs="abc",
        first=lambda: Main(n=5),
    )
    assert marks(play(rules)) == [2, 0, 0]


# -- sheets ------------------------------------------------------------------------------------------------------------


def made(**parts) -> Sheet:
    """The sheet of an entry with these parts."""
    entry = text([], **parts)
    out: list[Sheet] = []
    tiny(
        flow(Main, opens("bell"), opens("gong")),
        sheets=lambda compiler: out.append(sheet(compiler, "key", entry)) or out,
        words=lambda r: (
            words(r),
            r.query("speed", ("add", "plus"), doc=""),
            r.permit("enter", "source", doc=""),
            r.moment("noon", ""),
            r.moment("turn", ""),
            r.span("turn", ""),
        ),
    )
    return out[0]


def test_an_entry_becomes_a_sheet() -> None:
    s = made(
        may=True,
        text="In words.",
        also=[{"when": {"window": "gong", "who": "unit", "order": "last", "if": {"mark": "m"}}, "do": []}],
        modify=[
            {"query": "speed", "stage": "add", "amount": 2, "per": "turn"},
            {"query": "speed", "stage": "add", "amount": 1, "everybody": True},
        ],
        forbid=[{"what": "enter", "of": "source", "if": {"mark": "m"}}],
        action=[{"at": ["noon", "bell"], "do": []}],
    )
    assert [(t.window, t.who, t.forced, t.when is None, t.order, t.key) for t in s.triggers] == [
        ("bell", "", False, True, "", ""),
        ("gong", "unit", True, False, "last", "1"),
    ]
    assert [(m.query, m.stage, m.per, m.everybody, m.key) for m in s.modifiers] == [
        ("speed", "add", "turn", False, ""),
        ("speed", "add", "", True, "1"),
    ]
    assert [(f.permit, f.role, f.text, f.cite) for f in s.forbids] == [("enter", "source", "In words.", "this test")]
    assert [(a.moments, a.key) for a in s.actions] == [(("noon", "bell"), "")]
    assert s.label == "S"


def test_parts_of_an_entry_refuse_what_they_do_not_know() -> None:
    import msgspec

    for kind, data in (
        (When, {"window": "bell", "if": {}, "unless": {}}),
        (Rule, {"when": {"window": "bell"}, "do": [], "maybe": True}),
        (Modify, {"query": "q", "stage": "s", "amount": 1, "each": True}),
        (Forbids, {"what": "p", "who": "x"}),
        (Acts, {"at": [], "do": [], "price": 1}),
    ):
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.convert(data, kind)
