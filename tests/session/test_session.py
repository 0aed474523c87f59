"""What a session takes, refuses and keeps to itself."""

from __future__ import annotations

from collections import UserList, deque
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.demo import flows, world
from tests.session.play import Sampler, finish, new, play, rules
from tmb.core.decisions import Ask, Group, Option
from tmb.core.game import OpenAsk
from tmb.errors import InputError
from tmb.session import Session
from tmb.session.answers import first
from tmb.session.journal import FORMAT
from tmb.session.position import EVERY
from tmb.session.replay import read_journal, replay
from tmb.session.setup import PackId, ask_keys, commitment


def refused(session: Session, pick: list[str], ask: int | None = None) -> InputError:
    """The error for an answer; nothing has changed."""
    before = (session.hash(True), session.undoable, len(session.journal.lines), session.events(0, True))
    with pytest.raises(InputError) as e:
        session.act(pick, ask)
    assert before == (session.hash(True), session.undoable, len(session.journal.lines), session.events(0, True))
    return e.value


def test_each_broken_clause_is_refused_with_its_code() -> None:
    session = new(
        "1"
    )  # asks for at most 2 of shield (2), spike (1, twice), charm (3), for 3 points; one armour at most
    assert refused(session, ["gear/shild"]).data() | {"want": 0} == {
        "code": "unknown_option",
        "where": "/params/pick/0",
        "got": "gear/shild",
        "want": 0,
        "did_you_mean": "gear/shield",
    }
    assert refused(session, ["gear/shield", "gear/shield"]).code == "picked_twice"
    assert refused(session, ["gear/charm", "gear/spike"]).code == "over_budget"
    stale = refused(session, ["gear/shield"], 7)
    assert (stale.code, stale.where, stale.got, stale.want) == ("stale_ask", "/params/ask", 7, 0)
    session.act([])
    assert refused(session, []).code == "too_few"
    assert refused(session, ["done", "step/7"]).code == "too_many"
    assert "was answered" in refused(session, ["done"], 0).message


def test_many_answers_are_all_or_none_and_the_fault_has_its_number() -> None:
    session = new("1")
    before = session.hash(True), session.events(), session.undoable
    with pytest.raises(InputError) as e:
        session.act_many([["gear/spike"], ["done"], ["nothing"]])
    assert (e.value.code, e.value.where) == ("unknown_option", "/params/picks/2/0")
    assert before == (session.hash(True), session.events(), session.undoable)
    assert len(session.journal.lines) == 1
    played, stopped = session.act_many([["gear/spike"], ["done"], ["nothing"]], partial=True)
    assert played == 2
    assert stopped is not None
    assert stopped.where == "/params/picks/2/0"
    assert session.game.state.asks == 2
    twin = new("1")
    twin.act(["gear/spike"])
    twin.act(["done"])
    assert twin.hash(True) == session.hash(True)
    assert session.act_many([]) == (0, None)


def test_one_answer_or_many_make_the_same_game() -> None:
    session = new("4")
    picks = []
    sampler = Sampler("4")
    for ask in play(session, Sampler("4")):
        picks.append(sampler(ask))
    many = new("4")
    many.act_many(picks)
    assert many.journal.lines == session.journal.lines
    assert many.events() == session.events()
    assert many.undoable == session.undoable
    with pytest.raises(InputError) as e:
        many.act(["done"])
    assert e.value.code == "game_over"
    assert e.value.more["over"]["seed"] == "4"


def test_asks_can_be_answered_by_themselves_and_are_journaled() -> None:
    session = new("6", auto=["Turn.gear_up"])
    finish(session, Sampler("6"))
    lines = [line for line in session.journal.lines if b'"auto":true' in line]
    assert len(lines) >= 3
    assert all(b'"key":"Turn.gear_up"' in line and b'"pick":["gear/shield"]' in line for line in lines)
    keys = [line for line in session.journal.lines if b'"Turn.gear_up"' in line]
    assert len(keys) == len(lines) + 1  # the header names the key, too


def test_the_first_answer_fills_what_must_be_and_keeps_within_bounds() -> None:
    def ask(options: list[Option], **more: Any) -> Ask:
        return Ask(0, "k", "s", options, **more)

    a, b, c = Option("a", group="x", cost=2), Option("b", group="y", times=2), Option("c", group="y")
    assert first(ask([a, b, c])) == ["a"]
    assert first(ask([a, b, c], lo=0, hi=2)) == ["a"]
    assert first(ask([a, b, c], lo=0, hi=0)) == []
    assert first(ask([a, b, c], lo=3, hi=3)) == ["a", "b", "b"]
    assert first(ask([a, b, c], lo=2, hi=3, groups=[Group("x", 0, 1), Group("y", 2, 2)])) == ["b", "b"]
    assert first(ask([a, b, c], lo=0, hi=2, budget=1)) == ["b"]


def test_strict_games_ask_where_one_answer_is_legal_but_undo_passes_over_it() -> None:
    plain, strict = new("7"), new("7", strict=True)
    finish(plain, Sampler("7"))
    finish(strict, Sampler("7"))
    assert strict.undoable < strict.game.state.asks
    assert plain.undoable == plain.game.state.asks


def test_dice_by_hand_are_asked_of_chance() -> None:
    session = new("1", dice="hand")
    session.act([])
    session.act(["strike/owl1"])
    ask = session.open_ask
    assert ask is not None
    assert (ask.seat, ask.key, ask.lo, ask.hi) == ("chance", "Strike.throw", 2, 2)
    assert [(o.id, o.group, o.times) for o in ask.options][:1] == [("d6/1", "d6", 2)]
    session.act(["d6/6", "d6/5"])
    assert b'"seat":"chance"' in session.journal.lines[-1]
    assert b'"chance":[["5","6"]]' in session.journal.lines[-1]
    session.undo()  # over the roll: back to the strike
    assert session.open_ask is not None
    assert session.open_ask.id == 1


def test_cards_by_hand_need_no_seed() -> None:
    session = new("1", dice="hand", cards="hand")
    assert session.setup.seed is None
    assert session.first.commitment == ""
    assert session.open_ask is not None
    assert session.open_ask.options[0].id == "draw/feather"
    finish(session, Sampler("1"))
    over = session.over()
    assert over is not None
    assert "seed" not in over


def test_the_seed_is_told_at_the_end_only_and_fits_its_commitment() -> None:
    session = Session.new(rules(), "demo")
    seed = session.setup.seed
    assert seed is not None
    assert len(seed) == 32
    assert session.first.commitment == commitment(seed)
    assert commitment(seed) != blake2b(seed.encode(), digest_size=32).hexdigest(), "that is the generator's key"
    for _ in play(session, Sampler("1")):
        told = str([session.ask(), session.events(), session.view(), session.journal.copy(False)])
        assert seed not in told
    over = session.over()
    assert over is not None
    assert over["seed"] == seed
    assert seed.encode() in session.journal.copy(False)[-1]
    assert Session.new(rules(), "demo").setup.seed != seed


def test_a_script_must_fit_and_be_used_up() -> None:
    deal = "shuffle: quill feather stone quill feather stone"
    for lines, words in [
        (["shuffle: quill"], "shuffles|wants"),
        (["nonsense"], "no line of a script"),
        (["draw: quill"], "wants 6 of shuffle"),
    ]:
        with pytest.raises(InputError, match=words) as e:
            new("1", dice="script", script=lines)
        assert (e.value.code, e.value.where) == ("script_mismatch", "/params/script")
    with pytest.raises(InputError) as e:
        new("1", script=[deal])
    assert (e.value.code, e.value.where) == ("bad_value", "/params/script")
    session = new("1", dice="script", script=[deal, "d6: 1 2", "d8: 1"])
    session.act([])
    session.act(["strike/owl1"])
    assert session.script_at == 2
    assert session.open_ask is not None
    assert refused(session, ["owl1/counter"]).code == "script_mismatch"
    assert session.script_at == 2
    session.undo()
    assert session.script_at == 1


def test_a_script_with_lines_left_refuses_the_last_answer() -> None:
    deal = "shuffle: quill feather stone quill feather stone"
    session = new("1", cards="script", script=[deal, "draw: quill"], options={"rounds": 1})
    sampler = Sampler("1")
    with pytest.raises(InputError, match="nobody asked for line 2"):
        finish(session, sampler)
    assert session.open_ask is not None


def break_rules(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """From now on, no pawn can move."""

    def move(game: Any, pawn: Any, at: int) -> None:
        pawn.at = at
        raise error

    monkeypatch.setattr(world, "move", move)


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("x"), RecursionError("x"), OSError(5, "x"), SystemExit(3)], ids=repr
)
def test_a_bug_in_rules_is_rolled_back(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    session = new("1")
    session.act([])
    with monkeypatch.context() as m:
        break_rules(m, error)
        found = refused(session, ["step/7"])
        assert found.code == "internal"
        reference = found.more["reference"]
        with pytest.raises(InputError) as e:
            session.act_many([["step/7"], ["done"]])
        assert e.value.code == "internal"
    out, err = capfd.readouterr()
    assert out == ""
    assert f"internal error reference={reference}\n" in err
    assert type(error).__name__ in err
    session.act(["step/7"])
    finish(session, Sampler("1"))
    assert session.over()


def test_a_state_that_cannot_be_written_is_refused_where_the_next_one_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that was answered is lost, and undo leads out of it."""
    session, sampler, move = new("1"), Sampler("1"), world.move

    def spoil(game: Any, pawn: Any, at: int) -> None:
        move(game, pawn, at)
        game.state.chance["spoiled"] = object()

    session.act([])
    good = session.hash(True)
    with monkeypatch.context() as m:
        m.setattr(world, "move", spoil)
        session.act(["step/7"])
        while (ask := session.open_ask) and session.undoable < EVERY - 1:
            session.act(sampler(ask))
        assert ask
        lines = len(session.journal.lines)
        looks: list[Callable[[], object]] = [
            session.save, session.fork, lambda: session.hash(True), lambda: session.act(sampler(ask))
        ]  # fmt: skip
        for look in looks:
            with pytest.raises(InputError) as e:
                look()
            assert e.value.code == "internal"
        assert (session.open_ask, len(session.journal.lines)) == (ask, lines)
        session.undo(session.undoable - 1)
    assert session.hash(True) == good
    finish(session, sampler)
    assert session.over()


def test_a_bug_in_a_view_leaves_the_game_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new("1")
    mode = type(session.game.mode)
    looks: dict[str, Callable[[], object]] = {
        "view": session.view,
        "label": lambda: session.ask(labels=True),
        "blocked": lambda: session.ask(blocked=True),
        "preview": lambda: session.preview("gear/shield"),
    }
    for name, look in looks.items():
        with monkeypatch.context() as m:
            m.setattr(mode, name, lambda *args: 1 // 0)
            with pytest.raises(InputError) as e:
                look()
            assert e.value.code == "internal"
    session.act([])


def test_an_answer_that_leads_to_an_ask_which_cannot_be_shown_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new("1")
    session.act([])
    before = (session.hash(True), session.open_ask, session.journal.lines[:])
    shown = OpenAsk.seat.fget
    assert shown
    with monkeypatch.context() as m:
        m.setattr(OpenAsk, "seat", property(lambda ask: shown(ask) if ask.id < 2 else 1 // 0))
        assert refused(session, ["step/7"]).code == "internal"
    assert (session.hash(True), session.open_ask, session.journal.lines) == before
    session.act(["step/7"])
    finish(session, Sampler("1"))
    assert session.over()


def test_a_bug_at_the_beginning_makes_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "take_card", lambda *args: 1 // 0)
    with pytest.raises(InputError) as e:
        new("1")
    assert e.value.code == "internal"


def test_explanations() -> None:
    session = new("1")
    assert session.explain("gear/shield")["legal"] is True
    assert session.explain("")["doc"] == flows.gear_up.doc
    assert session.explain("harm")["what"] == "query"
    assert session.explain("Turn")["stages"]["gear_up"] == flows.gear_up.doc
    assert session.explain("venom")["id"] == "demo:skill/venom"
    with pytest.raises(InputError) as e:
        session.explain("venon")
    assert (e.value.code, e.value.did_you_mean) == ("unknown_topic", "venom")
    with pytest.raises(InputError) as e:
        session.preview("gear/shild")
    assert (e.value.code, e.value.did_you_mean) == ("unknown_option", "gear/shield")


def test_a_finished_game_has_no_ask_to_explain_but_words_are_explained() -> None:
    session = finish(new("3", options={"rounds": 1}), Sampler("3"))
    assert session.open_ask is None
    with pytest.raises(InputError) as e:
        session.explain("", "/params")
    assert (e.value.code, e.value.where) == ("no_ask", "/params")
    assert session.explain("harm")["what"] == "query"


def test_a_seed_answers_for_the_hand_in_a_fork_and_without_one_the_hand_goes_on() -> None:
    session = new("1", dice="hand")
    session.act([])
    session.act(["strike/owl1"])
    assert session.open_ask is not None
    assert session.open_ask.seat == "chance"
    for referee in (False, True):
        plain = session.fork(referee)
        assert (plain.setup.dice, plain.open_ask) == ("hand", session.open_ask)
        seeded = session.fork(referee, seed="s")
        assert (seeded.setup.dice, seeded.setup.cards, seeded.setup.seed) == ("seeded", "seeded", "s")
        assert seeded.open_ask is not None
        assert seeded.open_ask.seat != "chance"
        assert finish(seeded, Sampler("s")).hash() == finish(session.fork(referee, seed="s"), Sampler("s")).hash()


def test_keys_of_asks_that_there_are_not_are_refused() -> None:
    new(auto=["Turn.gear_up", "window.turn.start"])
    for key, close in [("Turn.gear_upp", "Turn.gear_up"), ("window.turn.strt", "window.turn.start")]:
        with pytest.raises(InputError, match="unknown key of an ask") as e:
            new(auto=["Turn.gear_up", key])
        assert (e.value.code, e.value.where, e.value.did_you_mean) == ("bad_value", "/params/auto/1", close)
    with pytest.raises(InputError):
        new(auto=["Strike.throw"])  # dice are never answered by the first option


def test_every_ask_that_is_ever_open_has_a_key_that_auto_takes() -> None:
    keys = {ask.key for seed in "12345" for ask in play(new(seed), Sampler(seed))}
    assert len(keys) > 3
    assert keys <= set(ask_keys(rules()))


def test_an_answer_is_any_sequence_of_ids() -> None:
    for kind in (list, tuple, deque, UserList):
        session = new("1")
        session.act(kind(["gear/shield"]))
        session.undo()
        session.redo()
        assert msgspec.json.decode(session.journal.lines[1])["pick"] == ["gear/shield"]


def test_python_gets_plain_errors_for_what_is_no_seed_and_no_list() -> None:
    assert Session.new(rules(), "demo", seed=7).hash(True) == new("7").hash(True)
    assert new("7").fork(seed=3).setup.seed == "3"
    for bad in (7.0, True, ["7"]):
        with pytest.raises(InputError, match="a seed is a string") as e:
            Session.new(rules(), "demo", seed=bad)  # type: ignore[arg-type]
        assert (e.value.code, e.value.where) == ("bad_value", "/params/seed")
    session = new("1")
    with pytest.raises(InputError) as e:
        session.act("gear/shield")
    assert (e.value.code, e.value.want, e.value.hint) == ("bad_params", ["gear/shield"], "pass a list, also for one id")
    for what in (None, 7, {"gear/shield": 1}, {"gear/shield"}, iter(["gear/shield"])):
        for act in (lambda what=what: session.act(what), lambda what=what: session.act_many([what])):
            with pytest.raises(InputError, match="an answer is a list of option ids") as e:
                act()
            assert (e.value.code, e.value.got) == ("bad_params", repr(what))
    assert session.open_ask is not None
    assert session.open_ask.id == 0


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, 10**400], ids=["64 bits", "below", "400 digits"])
def test_a_number_that_no_state_can_hold_is_a_fault_of_a_save(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    saved = new("1").save()
    state = msgspec.json.decode(saved.state)
    state["events"] = "NUMBER"
    saved.state = msgspec.Raw(msgspec.json.encode(state).replace(b'"NUMBER"', str(number).encode()))
    journal = msgspec.json.encode(replace(saved, format=FORMAT, hash="")) + b"\n"
    for load in (lambda: Session.load(rules(), saved), lambda: replay(rules(), read_journal(journal))):
        with pytest.raises(InputError, match="its state cannot be read") as e:
            load()
        assert e.value.code == "save_incompatible"
    assert capsys.readouterr().err == ""  # it is no bug in the rules


def test_a_pack_that_has_changed_is_told_as_such() -> None:
    saved = new("1").save()
    pack = saved.packs[0]
    for other, words in [
        ([PackId(pack.id, pack.version, "ab" * 16)], f"{pack.id} {pack.version} has changed (abababab… then"),
        ([PackId(pack.id, "0.9", "ab" * 16)], f"{pack.id} is {pack.version} here, 0.9 then"),
        ([pack, PackId("more", "1", "")], "more 1 is not here"),
        ([], f"{pack.id} {pack.version} was not there then"),
    ]:
        with pytest.raises(InputError) as e:
            Session.load(rules(), replace(saved, packs=other))
        assert words in e.value.message
        assert "start it anew" in e.value.hint, "mended packs alone do not help a server that has read them"
