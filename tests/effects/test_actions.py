"""Actions that cost marks or can be done once, and entries that write one table where they need no list."""

from __future__ import annotations

import pytest

from tests.core.tiny import Main, ids, pick, play, tiny
from tmb.core.flow import flow, menu
from tmb.core.things import Mark
from tmb.effects.shapes import Acts, Forbids, Modify, Text, sheet
from tmb.errors import RulesError


def entry(**parts) -> Text:
    from tmb.content.entry import Source

    return Text(id="s", name="S", source=Source("standin", "this test"), **parts)


def game_of(act: Acts):
    """A menu at the moment `turn` of peg a, who carries an entry with this action and 3 of the mark `m`."""
    turn = menu("turn", moment="turn", seat="table")

    def words(register):
        register.moment("turn", "a turn")
        register.span("turn", "a turn")
        register.mark(Mark("m", hi=9))
        register.mark(Mark("sand", clears="turn"))

    rules = tiny(
        flow(Main, begin, turn, subject=lambda game, frame: game.thing("a")),
        sheets=lambda compiler: [sheet(compiler, "s", entry(action=act))],
        words=words,
        cards=["s a s"],
    )
    return play(rules)


def begin(game, frame, me):
    game.mark(me, "m", 3)


SPEND = [{"op": "say", "text": "x"}]


def test_a_cost_is_paid_and_what_cannot_be_paid_is_not_offered() -> None:
    game = game_of(Acts(["turn"], SPEND, cost={"m": 2}))
    assert ids(game) == ["action/s", "done"]
    pick(game, "action/s")
    assert game.ask is None
    assert game.thing("a").marks == {"m": 1}


def test_a_limit_is_once_until_its_moment() -> None:
    game = game_of(Acts(["turn"], SPEND, limit="turn"))
    pick(game, "action/s")
    assert game.ask is None
    (used,) = [name for name in game.thing("a").marks if name != "m"]
    assert not game.rules.marks[used].public
    assert game.rules.marks[used].clears == "turn"


def test_a_limit_that_nothing_ends_is_told() -> None:
    with pytest.raises(RulesError, match="limit = 'winter' is no moment; known: turn"):
        game_of(Acts(["turn"], SPEND, limit="winter"))


def test_one_table_is_as_good_as_a_list_of_one() -> None:
    made = []
    change, no, act = Modify("q", "add", 1), Forbids("p"), Acts(["turn"], SPEND)

    def words(register):
        register.moment("turn", "a turn")
        register.span("turn", "a turn")
        register.query("q", ("add", "plus"), doc="")
        register.permit("p", doc="")

    def both(compiler):
        one = sheet(compiler, "one", entry(modify=change, forbid=no, action=act))
        lists = sheet(compiler, "many", entry(modify=[change], forbid=[no], action=[act]))
        made.extend([one, lists])
        return made

    tiny(flow(Main, lambda game, frame: None), sheets=both, words=words)
    one, lists = made
    assert [len(s.modifiers) for s in (one, lists)] == [1, 1]
    assert [len(s.forbids) for s in (one, lists)] == [1, 1]
    assert [a.moments for a in one.actions] == [a.moments for a in lists.actions] == [("turn",)]


def test_a_variable_that_nothing_gives_is_told() -> None:
    def speaks(words):
        tiny(flow(Main, begin, subject=lambda game, frame: None), sheets=lambda c: [sheet(c, "s", words)])

    roll = [{"op": "roll", "die": "d6", "into": "k"}, {"op": "set", "name": "j", "to": "$k"}]
    use = [{"op": "set", "name": "x", "to": {"sum": ["$n", "$k", "$j"]}}]
    always = {"window": "bell"}
    words = {"when": always, "do": [*roll, *use], "takes": "n"}
    with pytest.raises(RulesError, match=r"nothing gives the variable \$m; known: \$j, \$k, \$n, \$x"):
        speaks(convert(words | {"do": [*roll, *use, {"op": "set", "name": "x", "to": "$m"}]}))


def convert(words) -> Text:
    import msgspec

    return msgspec.convert(words | {"id": "s", "source": SOURCE}, Text)


SOURCE = {"status": "standin", "where": "this test"}
