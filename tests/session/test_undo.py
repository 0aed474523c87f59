"""Undo, redo, forks, saves and replays at every ask of some games: the game is the same wherever it is picked up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.session.play import Sampler, finish, new, play, rules
from tmb.errors import InputError
from tmb.session import Session, running
from tmb.session.journal import Header
from tmb.session.replay import read_journal, replay

KINDS: dict[str, dict[str, Any]] = {
    "seeded": {},
    "hand": {"dice": "hand"},
    "all by hand": {"dice": "hand", "cards": "hand"},
    "auto": {"auto": ["Turn.gear_up", "window.turn.start"]},
    "strict": {"strict": True},
}


def scripted(seed: str) -> dict[str, Any]:
    """The dice of a seeded game as a script."""
    session = finish(new(seed), Sampler(seed))
    lines = [msgspec.json.decode(line) for line in session.journal.lines]
    rolls = [faces for line in lines for faces in line.get("chance", ()) if isinstance(faces, list)]
    return {"dice": "script", "cards": "seeded", "script": [f"d6: {' '.join(faces)}" for faces in rolls]}


def options(kind: str, seed: str) -> dict[str, Any]:
    """How a game of a kind is begun."""
    return scripted(seed) if kind == "script" else KINDS[kind]


def looks(session: Session) -> list[Any]:
    """All that anybody can see of a session."""
    return [
        session.hash(True),
        session.hash(False),
        session.ask(labels=True, blocked=True),
        session.over(),
        session.view(True),
        session.events(0, True),
        session.events(0, False),
        session.game.decisions,
    ]


@pytest.fixture(params=[1, 3, 16, 1000], ids=["every state", "every third", "every sixteenth", "the first alone"])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many states are kept: the others must be found again."""
    monkeypatch.setattr(running, "EVERY", request.param)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("kind", [*KINDS, "script"])
def test_every_decision_can_be_undone_and_done_again(kind: str) -> None:
    session, sampler = new("3", **options(kind, "3")), Sampler("3")
    finish(session, sampler)
    assert session.over()
    end = looks(session)
    points = session.undoable
    assert points >= 15
    states = [end]
    for _ in range(points):
        session.undo()
        states.append(looks(session))
    with pytest.raises(InputError) as e:
        session.undo()
    assert (e.value.code, e.value.want) == ("nothing_to_undo", 0)
    for wanted in reversed(states[:-1]):
        session.redo()
        assert looks(session) == wanted
    session.undo(points)
    assert looks(session) == states[-1]
    session.redo(points)
    assert looks(session) == end


def test_undo_goes_to_unforced_answers_of_players_and_brings_the_same_dice() -> None:
    session, sampler = new("5"), Sampler("5")
    finish(session, sampler, 30)
    for _ in range(20):
        ask = session.open_ask
        if ask is None:
            break
        assert ask.seat != "chance"
        before, pick = session.hash(True), sampler(ask)
        session.act(pick, ask.id)
        after = session.hash(True)
        session.undo()
        assert session.hash(True) == before
        session.act(pick)
        assert session.hash(True) == after


def test_a_new_answer_ends_what_could_be_done_again() -> None:
    session = new("1")
    session.act(["gear/shield"])
    session.undo()
    assert session.redoable == 1
    session.act(["gear/spike"])
    assert session.redoable == 0
    with pytest.raises(InputError, match="1 decision cannot be done again; there are none"):
        session.redo()


def test_a_refused_answer_keeps_what_can_be_done_again() -> None:
    session = new("1")
    session.act(["gear/shield"])
    session.undo()
    for bad in (["nothing"], ["gear/shield"] * 2):
        with pytest.raises(InputError):
            session.act(bad)
    session.redo()
    assert session.open_ask is not None
    assert session.open_ask.id == 1


def test_bad_numbers_of_steps() -> None:
    session = new("1")
    for steps in (0, -1):
        with pytest.raises(InputError) as e:
            session.undo(steps)
        assert e.value.code == "bad_value"


@pytest.mark.parametrize("kind", [*KINDS, "script"])
def test_save_load_fork_and_replay_at_every_ask(kind: str) -> None:
    session, sampler = new("8", **options(kind, "8")), Sampler("8")
    n = 0
    for _ in play(session, sampler):
        saved = msgspec.json.decode(msgspec.json.encode(session.save()), type=Header)
        twins = [Session.load(rules(), saved), session.fork(True)]
        if n % 7 == 0:
            journal = b"\n".join(session.journal.lines) + b"\n"
            twins.append(replay(rules(), read_journal(journal)))
        for twin in twins:
            assert twin.hash(True) == session.hash(True)
            assert twin.open_ask == session.open_ask
            assert twin.game.decisions == session.game.decisions
        if n % 10 == 0:
            count = sampler.count
            ends = []
            for twin in [*twins, session.fork(True)]:
                sampler.count = count
                ends.append((finish(twin, sampler).hash(True), twin.over()))
            sampler.count = count
            assert all(end == ends[0] for end in ends)
        n += 1
    assert n >= 10


def test_a_fork_does_not_touch_its_parent_and_cannot_be_undone_past_its_beginning() -> None:
    session, sampler = new("2"), Sampler("2")
    finish(session, sampler, 12)
    before = looks(session)
    fork = session.fork(True)
    assert fork.undoable == 0
    finish(fork, sampler)
    assert fork.over()
    assert looks(session) == before


def test_the_tables_fork_has_dice_of_its_own() -> None:
    session, sampler = new("2"), Sampler("2")
    finish(session, sampler, 12)
    forks = [session.fork(), session.fork()]
    seeds = {f.setup.seed for f in forks}
    assert len(seeds) == 2
    assert session.setup.seed not in seeds
    assert all(f.view() == session.view() and f.open_ask == session.open_ask for f in forks)
    same = [session.fork(seed="x"), session.fork(seed="x")]
    assert same[0].hash(True) == same[1].hash(True)


def test_a_fork_of_a_scripted_game_is_seeded_for_the_table_and_goes_on_for_the_referee() -> None:
    lines = ["shuffle: quill feather stone quill feather stone", "d6: 6 6", "d6: 1 2 3"]
    session = new("1", dice="script", script=lines)
    fork, plain = session.fork(), session.fork(True)
    assert (fork.setup.dice, fork.setup.script) == ("seeded", [])
    assert plain.script_at == session.script_at == 1
    for s in (session, plain):
        s.act([])
        s.act(["strike/owl1"])
    assert plain.hash(True) == session.hash(True)


def test_what_cannot_be_undone_is_counted_in_words() -> None:
    session = new("1")
    with pytest.raises(InputError, match=r"^1 decision cannot be undone; there are none$"):
        session.undo()
    session.act(["gear/shield"])
    with pytest.raises(InputError, match=r"^2 decisions cannot be undone; there is 1$"):
        session.undo(2)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("back", [3, 8, 12])
@pytest.mark.parametrize("good", [1, 2, 9])
def test_answers_that_were_taken_back_leave_nothing_to_what_is_done_again(back: int, good: int) -> None:
    """A batch that fails after a few good answers of another course of the game, and then the old course again."""
    session, sampler = new("3"), Sampler("3")
    wanted = {}
    for _ in play(session, sampler, 40):
        wanted[session.undoable] = looks(session)
    wanted[session.undoable] = looks(session)
    session.undo(back)  # at once: of most positions on the way no state is kept
    here = looks(session)
    other, sampler, picks = session.fork(True), Sampler("another course"), []
    while len(picks) < good and (ask := other.open_ask):
        picks.append(sampler(ask))
        other.act(picks[-1])
    with pytest.raises(InputError):
        session.act_many([*picks, ["nonsense"]])
    assert looks(session) == here
    for _ in range(back):
        session.redo()
        assert looks(session) == wanted[session.undoable]


@pytest.mark.usefixtures("kept")
def test_the_list_of_an_answer_stays_its_callers() -> None:
    """A bot may fill one list again and again; what it does with it later changes no answer that was given."""
    session, sampler, pick = new("3"), Sampler("3"), [""]
    wanted = [looks(session)]
    for batch in (False, True) * 6:
        ask = session.open_ask
        assert ask
        pick[:] = sampler(ask)
        if batch:
            session.act_many([pick])
        else:
            session.act(pick)
        wanted.append(looks(session))
    pick[:] = ["nonsense"]
    with pytest.raises(InputError):
        session.act(pick)
    assert looks(session) == wanted[-1]
    session.undo(session.undoable)
    session.redo(session.redoable)
    assert looks(session) == wanted[-1]
    session.undo(session.undoable)
    assert looks(session) == wanted[0]


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("error", [RuntimeError("x"), KeyboardInterrupt()], ids=repr)
def test_what_cannot_be_done_again_as_a_whole_is_not_done_again_at_all(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = finish(new("3"), Sampler("3"), 12)
    end, opened = looks(session), session._opened
    session.undo(4)
    here = looks(session), session.redoable, session.undoable, session.journal.lines[:]
    last = session._redo[0].position

    def breaks(position: Any) -> Any:
        if position is last:
            raise error
        return opened(position)

    with monkeypatch.context() as m:
        m.setattr(session, "_opened", breaks)
        with pytest.raises(InputError if isinstance(error, RuntimeError) else KeyboardInterrupt):
            session.redo(4)
    assert (looks(session), session.redoable, session.undoable, session.journal.lines) == here
    session.redo(4)
    assert looks(session) == end
