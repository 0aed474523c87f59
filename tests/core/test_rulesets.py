"""Rule sets: the product of plugins and packs; two of them live side by side, and what does not fit is named."""

from __future__ import annotations

import msgspec
import pytest

from tests.core.tiny import Extra, Main, Plugin, Tiny, card, note, pick, tiny
from tests.demo.plugin import BASE, MORE, MORE_PLUGIN, PACK
from tests.properties.play import below_of, finish, packed, shown, start
from tmb.core.bearers import Action, Forbid, Modifier, Sheet, Trigger
from tmb.core.compile import describe
from tmb.core.cuts import Check
from tmb.core.events import Said
from tmb.core.flow import flow, opens
from tmb.core.mode import Mode
from tmb.core.things import Mark
from tmb.errors import InputError, RulesError
from tmb.hookspecs import hookimpl
from tmb.ruleset import build


@pytest.fixture(scope="module")
def plain():
    return build([PACK], [("demo", BASE)])


@pytest.fixture(scope="module")
def more():
    return build([PACK, MORE], [("demo", BASE), ("demo-more", MORE_PLUGIN)])


STAGES = {
    "Match": ["shuffle_deck", "deal", "next_round", "finish"],
    "Round": ["line_up", "round.start", "next_turn"],
    "Turn": ["get_ready", "gear_up", "turn.start", "act", "turn.end", "end_of_turn"],
    "Strike": ["throw", "struck"],
    "Harm": ["harm.before", "lose_hp", "harm.after"],
    "Storm": ["all_lose", "storm.after"],
    "Fall": ["who_falls"],
    "Down": ["fall", "leave"],
    "Window": ["offered"],
    "Program": ["go", "decide", "throw", "back"],
    "Each": ["next_one"],
    "Rolled": ["roll.after", "take_up"],
}


def test_the_stages_of_every_flow_are_pinned(plain) -> None:
    unheard = {"Round": "round.start", "Turn": "turn.end", "Rolled": "roll.after"}
    kept = {name: [s for s in stages if s != unheard.get(name)] for name, stages in STAGES.items()}
    assert {name: [s.name for s in stages] for name, stages in describe(plain.flows).items()} == kept
    assert {f.name: [s.name for s in f.stages] for f in plain.registry.flows.values()} == STAGES


def test_a_second_plugin_adds_a_stage_a_mark_a_token_and_a_menu_entry(more) -> None:
    turn = [s.name for s in describe(more.flows)["Turn"]]
    assert turn == ["get_ready", "gear_up", "turn.start", "sleepy", "act", "turn.end", "end_of_turn"]
    assert "round.start" in [s.name for s in describe(more.flows)["Round"]]
    game = start(more, "demo", {}, "5")
    pick(game)
    while game.ask.key != "Turn.act":
        pick(game, *([] if shown(game).lo == 0 else [shown(game).options[0].id]))
    unit = game.ask.me
    assert unit.marks["sleep"] == 1
    assert f"bomb/{unit.at}" in [o.id for o in shown(game).options]
    pick(game, f"bomb/{unit.at}")
    token = next(iter(game.world.tokens.values()))
    assert (token.kind, token.at, game.index.bearers[token.id].sheet) == ("bomb", str(unit.at), "bomb")


def test_two_rule_sets_in_one_process_do_not_disturb_each_other(plain, more) -> None:
    def bytes_of(rules, seed):
        game = start(rules, "demo", {}, seed)
        return finish(game, below_of(seed)), packed(game)

    alone = {(rules, seed): bytes_of(rules, seed) for rules in (plain, more) for seed in "12"}
    games = {key: start(key[0], "demo", {}, key[1]) for key in alone}
    answers = {key: list(picks) for key, (picks, _) in alone.items()}
    while any(answers.values()):
        for key, game in games.items():
            if answers[key]:
                pick(game, *answers[key].pop(0))
    assert {key: packed(game) for key, game in games.items()} == {key: end for key, (_, end) in alone.items()}
    assert build([PACK], [("demo", BASE)]).flows.keys() == plain.flows.keys()
    assert len({end for _, end in alone.values()}) == 4


# -- what does not fit -------------------------------------------------------------------------------------------------


def other(extend):
    """A second plugin that registers this."""
    return [("other", Extra((), extend=extend))]


@pytest.mark.parametrize(
    ("what", "again"),
    [
        ("flow 'Main'", lambda r: r.flow(flow(Main, note("x")))),
        ("window 'bell'", lambda r: r.window("bell", "again")),
        ("moment 'noon'", lambda r: r.moment("noon", "again")),
        ("query 'speed'", lambda r: r.query("speed", doc="again")),
        ("permit 'enter'", lambda r: r.permit("enter", doc="again")),
        ("mark 'm'", lambda r: r.mark(Mark("m"))),
        ("script 'log'", lambda r: r.script("log", None, None)),
        ("plain selector 'pegs'", lambda r: r.things("pegs", None)),
        ("bot 'greedy'", lambda r: r.bot("greedy", None)),
        ("table 't'", lambda r: r.table("t", None)),
        ("check 'c'", lambda r: r.check(Check("c", lambda game: None))),
    ],
)
def test_a_name_that_is_registered_twice_is_an_error_that_names_both(what, again) -> None:
    def words(register):
        for made in (register.window, register.moment):
            made({"window": "bell", "moment": "noon"}[made.__name__], "first")
        register.query("speed", doc="first")
        register.permit("enter", doc="first")
        register.mark(Mark("m"))
        register.check(Check("c", lambda game: None))
        register.bot("greedy", lambda seed, rules: None)
        register.table("t", lambda rules: 1)

    with pytest.raises(RulesError, match=rf"^other: {what} is registered already, by tiny$"):
        tiny(flow(Main, note("x")), words=words, extra=other(again))


def test_a_mode_that_is_registered_twice_is_an_error_that_names_both() -> None:
    with pytest.raises(RulesError, match=r"^tiny: mode 'tiny' is registered already, by other$"):
        tiny(flow(Main, note("x")), extra=other(lambda r: r.mode(Tiny(Main, None))))


@pytest.mark.parametrize(
    ("what", "again"),
    [
        ("op 'mark'", lambda r: r.op("mark", None, None)),
        ("value 'sum'", lambda r: r.value("sum", None, None)),
        ("condition 'all'", lambda r: r.condition("all", None, None)),
        ("event 'Said'", lambda r: r.event(Said)),
    ],
)
def test_the_core_s_own_words_cannot_be_taken(what, again) -> None:
    with pytest.raises(RulesError, match=rf"^other: {what} is registered already, by tmb$"):
        tiny(flow(Main, note("x")), extra=other(again))


def test_a_die_that_two_plugins_bring_is_an_error() -> None:
    with pytest.raises(RulesError, match="die 'd6' is registered twice"):
        tiny(flow(Main, note("x")), extra=other(lambda r: r.dice(lambda content: {"d6": ("1", "2")})))


def test_marks_of_content_stay_where_a_later_plugin_brings_sheets() -> None:
    def with_marks(name):
        def extend(register):
            register.content_marks(lambda content: [Mark(name)])
            register.sheets(lambda compiler, content: ())

        return extend

    plugins = [("first", Extra((), extend=with_marks("one"))), ("second", Extra((), extend=with_marks("two")))]
    assert {"one", "two"} <= set(tiny(flow(Main, note("x")), extra=plugins).marks)


def test_a_misspelt_hook_is_named_with_the_nearest_one() -> None:
    class Misspelt:
        @hookimpl
        def tmb_flow(self, register):
            """It should be tmb_flows."""

    with pytest.raises(RulesError, match=r"plugin bad: unknown hook 'tmb_flow'; did you mean \"tmb_flows\"\?"):
        build([], [("bad", Misspelt())])


def test_a_hook_with_an_argument_that_nobody_gives_is_named() -> None:
    class Wrong:
        @hookimpl
        def tmb_flows(self, registry):
            """It should be register."""

    with pytest.raises(RulesError, match=r"plugin bad: (?s:.*)tmb_flows\(registry\)"):
        build([], [("bad", Wrong())])


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ({"triggers": (Trigger("bel", print),)}, "sheet s: there is no window 'bel'; did you mean \"bell\"?"),
        (
            {"modifiers": (Modifier("sped", "add", print),)},
            "sheet s: there is no query 'sped'; did you mean \"speed\"?",
        ),
        ({"forbids": (Forbid("entr"),)}, "sheet s: there is no permit 'entr'; did you mean \"enter\"?"),
        ({"actions": (Action(("nooon",), print),)}, "sheet s: there is no moment 'nooon'; did you mean \"noon\"?"),
        (
            {"triggers": (Trigger("bell", print), Trigger("bell", print))},
            "sheet s: two triggers of window 'bell' have the key ''",
        ),
        (
            {"actions": (Action(("noon",), print), Action(("noon",), print))},
            "sheet s: two actions have the key ''",
        ),
    ],
)
def test_a_sheet_that_speaks_of_what_is_not_there_is_named(sheet, message) -> None:
    def words(register):
        register.moment("noon", "a moment")
        register.query("speed", ("add", "plus"), doc="a number")
        register.permit("enter", doc="a permit")

    with pytest.raises(RulesError) as caught:
        tiny(flow(Main, opens("bell")), sheets=[Sheet("s", **sheet)], words=words)
    assert str(caught.value) == message


def test_an_action_may_be_offered_in_a_window() -> None:
    tiny(flow(Main, opens("bell")), sheets=[Sheet("s", actions=(Action(("bell",), print),))])


def test_a_flow_that_opens_a_window_that_nobody_declared_is_named() -> None:
    class Undeclared(Plugin):
        @hookimpl
        def tmb_words(self, register):
            register.window("bell", "a window")

    with pytest.raises(RulesError, match=r"flow Main opens 'bel', which is no window; did you mean \"bell\"\?"):
        build([], [("tiny", Undeclared([flow(Main, opens("bel"))]))])


def test_two_sheets_of_one_key_are_an_error() -> None:
    with pytest.raises(RulesError, match="sheet ring: there are two of this key"):
        tiny(flow(Main, opens("bell")), sheets=[card("ring", "bell"), card("ring", "bell")])


def test_unknown_modes_and_options_are_named_with_the_nearest(plain) -> None:
    with pytest.raises(InputError, match="unknown mode 'dmo'; did you mean \"demo\"") as caught:
        plain.get_mode("dmo")
    assert caught.value.code == "unknown_mode"
    with pytest.raises(InputError, match="unknown option 'foxe'; did you mean \"foxes\"") as caught:
        plain.options("demo", {"foxe": []})
    assert (caught.value.code, caught.value.where) == ("unknown_option_name", "/params/foxe")
    with pytest.raises(InputError, match=r"option foxes\.1: a string is wanted, not a whole number") as caught:
        plain.options("demo", {"foxes": ["kit", 3]})
    assert (caught.value.code, caught.value.where) == ("bad_value", "/params/foxes/1")


def test_a_rule_set_s_codec_reads_what_it_writes_and_nothing_else(plain) -> None:
    game = start(plain, "demo", {}, "1")
    codec = plain.codec("demo")
    assert codec is plain.codec("demo")
    assert codec.from_json(codec.to_json(game.state)) == codec.unpack(codec.pack(game.state)) == game.state
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'sub'"):
        codec.from_json(codec.to_json(game.state).replace(b'"frame":"match"', b'"frame":"sub"'))
    assert codec.copy(game.state) == game.state


def test_what_belongs_to_nobody_alone_is_answered_by_the_common_seat(plain) -> None:
    mode = plain.get_mode("demo")
    game = start(plain, "demo", {}, "1")
    assert [mode.seat_of(game, holder) for holder in ("fox1", "owl2", "")] == ["fox", "owl", "table"]
    assert Mode.seat_of(mode, game, "fox1") == mode.common_seat == "table"
