"""Many answers in one request: where the game stands in the middle is known, whatever goes wrong there."""

from __future__ import annotations

import pytest

from tests.session.play import new
from tmb.errors import InputError
from tmb.session import Session


def some(session: Session, n: int) -> list[list[str]]:
    """The first n answers of a game that always takes what is listed first."""
    twin = Session.load(session.rules, session.save())
    out = []
    for _ in range(n):
        ask = twin.ask()
        assert ask is not None
        out.append([o.id for o in ask.options for _ in range(o.times)][: max(ask.lo, 1)])
        twin.act(out[-1])
    return out


@pytest.mark.parametrize("dice", ["seeded", "hand"])
@pytest.mark.parametrize("good", range(12))
def test_a_fault_after_any_number_of_good_answers_leaves_those(good: int, dice: str) -> None:
    session, alone = new("5", dice=dice), new("5", dice=dice)
    picks = some(session, good)
    played, stopped = session.act_many([*picks, ["nonsense"]], partial=True)
    assert (played, stopped is not None and stopped.code) == (good, "unknown_option")
    for pick in picks:
        alone.act(pick)
    assert session.hash(True) == alone.hash(True)
    assert session.ask() == alone.ask()
    if good and session.undoable:
        session.undo(), alone.undo()
        assert session.hash(True) == alone.hash(True)


def test_all_or_nothing_goes_back_to_the_beginning() -> None:
    session = new("5")
    before = session.hash(True)
    with pytest.raises(InputError):
        session.act_many([*some(session, 10), ["nonsense"]])
    assert session.hash(True) == before


@pytest.mark.parametrize("back", range(1, 11))
def test_a_game_that_went_back_into_a_batch_is_played_on_as_if_there_had_been_none(back: int) -> None:
    session, alone = new("5"), new("5")
    picks = some(session, 14)
    session.act_many(picks)
    for pick in picks:
        alone.act(pick)
    for game in (session, alone):
        game.undo(back)
    for pick in some(alone, back):
        session.act(pick), alone.act(pick)
        assert session.journal.lines[-1] == alone.journal.lines[-1]
    assert session.hash(True) == alone.hash(True)
