"""Events: what happened, with its number and cause; the same game whether or not somebody listens."""

from __future__ import annotations

from tests.core.tiny import Main, Sub, card, note, play, tiny
from tmb.core.events import CORE, CardDrawn, Event, MarkChanged, Said, TriggerUsed, as_data, dotted
from tmb.core.flow import flow, opens
from tmb.core.things import Mark


class Shown(Event):
    """An event of a test."""

    secret = ("what", "many", "n_of")
    who: str
    what: str = ""
    many: list[str] = []
    n_of: int = 0


def test_the_kind_of_an_event_is_its_name_in_words() -> None:
    assert [dotted(name) for name in ("DiceRolled", "Said", "PileShuffled")] == ["dice.rolled", "said", "pile.shuffled"]
    assert as_data(Said("hello", n=3, by="x")) == {"kind": "said", "text": "hello", "n": 3, "by": "x"}
    for kind in CORE:
        assert kind.__struct_config__.tag == dotted(kind.__name__)


def test_the_table_sees_an_event_without_its_secret_fields_and_the_event_itself_is_untouched() -> None:
    event = Shown("a", "x", ["y"], 4, n=7)
    assert event.for_table() == Shown("a", n=7)
    assert (event.what, event.many, event.n_of) == ("x", ["y"], 4)
    said = Said("x")
    assert said.for_table() is said
    assert CardDrawn("deck", "ace").for_table() == CardDrawn("deck", "")


def tell(text):
    return note(text, lambda game, frame: game.tell(Said, text))


def test_events_are_numbered_and_name_the_event_that_brought_their_frame_about() -> None:
    events: list[Event] = []
    push = note("push", lambda game, frame: (game.tell(Said, "before"), game.push(Sub()))[1])
    play(tiny(flow(Main, tell("first"), push, tell("last")), flow(Sub, tell("inner"))), events=events)
    assert [(e.text, e.n, e.cause) for e in events] == [
        ("first", 1, 0),
        ("before", 2, 0),
        ("inner", 3, 2),
        ("last", 4, 0),
    ]


def test_a_trigger_is_told_and_is_the_cause_of_what_it_pushes() -> None:
    events: list[Event] = []
    ring = card("ring", "bell", lambda game, bearer, about: game.push(Sub()))
    play(tiny(flow(Main, opens("bell")), flow(Sub, tell("rung")), sheets=[ring], cards=["r a ring"]), events=events)
    used, said = events
    assert (type(used), used.window, used.bearer, used.by) == (TriggerUsed, "bell", "r", "a")
    assert (said.text, said.cause) == ("rung", used.n)


def test_the_state_is_the_same_whether_or_not_somebody_listens() -> None:
    mark = note("mark", lambda game, frame: game.mark(game.thing("a"), "m", 2))
    rules = tiny(flow(Main, tell("x"), mark, tell("y")), words=lambda r: r.mark(Mark("m")))
    pack, events = rules.codec("tiny").pack, []
    assert pack(play(rules).state) == pack(play(rules, events=events).state)
    assert [type(e) for e in events] == [Said, MarkChanged, Said]


def test_new_ids_are_never_given_twice_also_over_a_save() -> None:
    game = play(tiny(flow(Main, note("x"))))
    codec = game.rules.codec("tiny")
    first = [game.new_id("t"), game.new_id("u")]
    game.state = codec.unpack(codec.pack(game.state))
    assert [*first, game.new_id("t")] == ["t1", "u2", "t3"]
