"""Every mode that is installed lives in a session: looked at, saved, forked, undone and replayed on the way."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.session.play import Sampler, play
from tmb.protocol.shelf import Shelf
from tmb.session import Session, running
from tmb.session.journal import Header
from tmb.session.replay import read_journal, replay

MODES = list(Shelf().modes())
CHANCE: dict[str, dict[str, Any]] = {
    "seeded": {},
    "by hand": {"dice": "hand", "cards": "hand"},
    "strict": {"strict": True},
}


def look_at_everything(session: Session) -> None:
    """No look may fail or change anything."""
    before = session.hash(True)
    ask = session.ask(labels=True, blocked=True)
    assert ask is not None
    assert ask.label
    assert all(o.label for o in ask.options)
    for option in ask.options:
        session.preview(option.id)
        assert session.explain(option.id)["legal"] is True
    for blocked in ask.blocked or ():
        assert blocked.because
        assert session.explain(blocked.id)["legal"] is False
    assert session.hash(True) == before


def pick_up(session: Session) -> None:
    """A copy by each way is the same game; for the table, so is one whose hidden things were dealt again."""
    saved = msgspec.json.decode(msgspec.json.encode(session.save()), type=Header)
    for twin in (Session.load(session.rules, saved), session.fork(True)):
        assert (twin.hash(True), twin.open_ask) == (session.hash(True), session.open_ask)
    seat = session.open_ask.seat if session.open_ask else ""
    for seed in ("x", "y") if seat != "chance" else (None,):  # a seed would answer the roll that is asked
        twin = session.fork(seed=seed)
        assert (twin.hash(False), twin.view(), twin.open_ask) == (session.hash(False), session.view(), session.open_ask)


@pytest.mark.parametrize("chance", CHANCE)
@pytest.mark.parametrize("mode", MODES)
def test_a_mode_in_a_session(mode: str, chance: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "EVERY", 3)
    rules, _ = Shelf().table(mode, None)
    for seed in ("1", "2"):
        session, hashes = Session.new(rules, mode, seed=seed, **CHANCE[chance]), []
        for n, _ask in enumerate(play(session, Sampler(seed), 600)):
            if n % 4 == 0:
                look_at_everything(session)
                pick_up(session)
        end, points = session.hash(True), session.undoable
        assert points
        for _ in range(min(points, 40)):
            session.undo()
            hashes.append(session.hash(True))
        for wanted in [*reversed(hashes[:-1]), end]:
            session.redo()
            assert session.hash(True) == wanted
        again = replay(rules, read_journal(b"".join(line + b"\n" for line in session.journal.lines)))
        assert again.hash(True) == end
