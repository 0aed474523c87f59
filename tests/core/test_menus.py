"""Menus: entries in any order until `done`, and the actions of content at their moment."""

from __future__ import annotations

import pytest

from tests.core.tiny import Extra, Main, ids, log, note, pick, play, tiny
from tmb.core.bearers import Action, Sheet
from tmb.core.flow import choice, flow, menu
from tmb.errors import RulesError


def entry(word, *listed, when=None):
    """An entry that offers what of this list is not in the log yet."""

    @choice(word, when=when)
    def listing(game, frame, *me):
        return [x for x in listed if x not in game.world.log]

    @listing.taken
    def taken(game, frame, *args):
        game.world.log.append(args[-1])

    return listing


def of(*entries, **how):
    """The flow of one menu."""
    return flow(Main, menu("act", *entries, **how), note("after"))


def test_entries_are_offered_together_again_and_again_until_done() -> None:
    game = play(tiny(of(entry("go", "x"), entry("buy", "y", "z"), seat="a")))
    assert (ids(game), game.ask.seat, game.ask.key) == (["go/x", "buy/y", "buy/z", "done"], "a", "Main.act")
    assert ids(pick(game, "buy/z")) == ["go/x", "buy/y", "done"]
    assert log(pick(game, "done")) == "z after"


def test_a_menu_with_only_done_is_not_asked() -> None:
    rules = tiny(of(entry("go", "x")))
    assert log(pick(play(rules), "go/x")) == "x after"
    assert log(play(tiny(of(entry("go"), entry("buy"))), strict=True)) == "after"


def test_a_menu_that_cannot_be_closed_yet_does_not_list_done() -> None:
    def closes(game, frame):
        return None if "y" in game.world.log else "y comes first"

    game = play(tiny(of(entry("go", "x", "y"), entry("z", "z"), closes=closes)))
    assert ids(game) == ["go/x", "go/y", "z/z"]
    assert ids(pick(game, "go/y")) == ["go/x", "z/z", "done"]


def test_a_guard_of_an_entry_leaves_it_out() -> None:
    def late(game, frame):
        return None if "x" in game.world.log else "x comes first"

    game = play(tiny(of(entry("go", "x", "w"), entry("late", "y", when=late))))
    assert ids(game) == ["go/x", "go/w", "done"]
    assert ids(pick(game, "go/x")) == ["go/w", "late/y", "done"]


def doing(word):
    return lambda game, bearer, about: game.world.log.append(f"{word}-{bearer.id}-{type(about).__name__}")


def unused(game, bearer, about):
    return not any(bearer.id in line for line in game.world.log)


FLASK = Sheet(
    "flask", actions=(Action(("turn",), doing("drink"), unused), Action(("night", "turn"), doing("throw"), unused, "1"))
)
CARDS = ["fa a flask", "fb b flask", "ft - flask"]


def unit(game, frame):
    return game.world.pegs.get(frame.unit)


def test_actions_of_the_holder_and_of_the_table_are_offered_at_their_moment_and_nowhere_else() -> None:
    made = flow(
        Main, menu("act", entry("go", "x"), moment="turn"), menu("sleep", moment="night"), note("after"), subject=unit
    )
    game = play(
        tiny(made, sheets=[FLASK], cards=CARDS, words=lambda r: (r.moment("turn", "t"), r.moment("night", "n")))
    )
    assert ids(game) == ["go/x", "action/fa", "action/fa/1", "action/ft", "action/ft/1", "done"]
    assert ids(pick(game, "action/ft/1")) == ["go/x", "action/fa", "action/fa/1", "done"]
    assert ids(pick(game, "done")) == ["action/fa/1", "done"]
    assert log(pick(game, "action/fa/1")) == "throw-ft-Main throw-fa-Main after"


def test_an_action_alone_is_enough_for_a_menu_to_be_asked() -> None:
    rules = tiny(
        of(moment="turn"),
        sheets=[FLASK],
        cards=["ft - flask"],
        words=lambda r: (r.moment("turn", "t"), r.moment("night", "n")),
    )
    assert ids(play(rules)) == ["action/ft", "action/ft/1", "done"]


def test_entries_of_other_plugins_come_behind_and_a_word_that_is_taken_is_an_error() -> None:
    def adds(word):
        return [("more", Extra((), extend=lambda r: r.entry("Main", "act", entry(word, "m"))))]

    game = play(tiny(of(entry("go", "x")), extra=adds("more")))
    assert ids(game) == ["go/x", "more/m", "done"]
    assert log(pick(pick(game, "more/m"), "done")) == "m after"
    with pytest.raises(RulesError, match="menu act: two entries use the word 'go'"):
        tiny(of(entry("go", "x")), extra=adds("go"))


def test_menus_of_two_rule_sets_do_not_know_each_other_s_entries() -> None:
    declared = of(entry("go", "x"))
    more = [("more", Extra((), extend=lambda r: r.entry("Main", "act", entry("more", "m"))))]
    big, small = tiny(declared, extra=more), tiny(declared)
    assert (ids(play(big)), ids(play(small))) == (["go/x", "more/m", "done"], ["go/x", "done"])


def test_a_menu_whose_guard_has_a_reason_is_not_asked() -> None:
    shut = menu("act", entry("go", "x", "y"), seat="a")
    shut.when = lambda game, frame: "shut"
    assert log(play(tiny(flow(Main, shut, note("after"))))) == "after"
