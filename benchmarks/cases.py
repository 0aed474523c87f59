"""What is measured inside this process. Each case is a slice: see `benchmarks.measure`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from benchmarks import floor
from benchmarks.games import Subject, replay
from benchmarks.measure import WALL, Slice, timed
from tmb.core.decisions import Ask
from tmb.core.events import Event
from tmb.session import Session

INERT_SKILLS = 300
STATES = 16
"""How many states are copied in turn."""


class Params(Struct):
    """What an `act` says."""

    pick: list[str]
    game: str = ""


class Request(Struct):
    """A line of a client."""

    method: str
    params: Params
    id: int | str | None = None


class Reply(Struct, omit_defaults=True):
    """The line that answers it."""

    ask: Ask | None
    over: dict[str, Any] | None = None
    events: list[Event] = []


def floor_games(subject: Subject) -> Slice:
    """Decisions of the floor loop."""
    return timed(lambda i: floor.play(f"b{i}").decisions)


def core_share(subject: Subject) -> Slice:
    """The share of a core that this process gets while it works: 1 on an idle machine. What is measured in wall time
    (servers) suffers from the rest."""
    busy = timed(lambda i: floor.play(f"b{i}").decisions)

    def run(round_: int, seconds: float) -> tuple[float, float]:
        begin = WALL()
        _, spent = busy(round_, seconds / 2)
        return spent, WALL() - begin

    return run


def random_games(subject: Subject) -> Slice:
    """Decisions of whole random games, events off."""
    return timed(lambda i: subject.play(f"b{i}"))


def inert_games(subject: Subject) -> Slice:
    """The same games with a pack of skills that nobody bears."""
    rules = subject.with_inert(INERT_SKILLS)
    return timed(lambda i: subject.play(f"b{i}", rules))


def engine_games(subject: Subject) -> Slice:
    """Decisions of recorded games, played again by the engine alone."""
    records = subject.records
    return timed(lambda i: replay(subject, records[i % len(records)]))


def session_games(subject: Subject, events: bool = False) -> Slice:
    """Decisions of the same games through sessions, JSON in and out; journal and undo are kept in memory."""
    decode, encode = msgspec.json.Decoder(Request).decode, msgspec.json.Encoder().encode
    games = [(r.seed, [request_line(i, pick) for i, pick in enumerate(r.picks)]) for r in subject.records]

    def play(i: int) -> int:
        seed, lines = games[i % len(games)]
        session = Session.new(subject.rules, subject.mode, subject.given, seed=seed)
        for line in lines:
            before = session.events_so_far if events else 0
            session.act(decode(line).params.pick)
            encode(Reply(session.open_ask, session.over(), session.events(before) if events else []))
        return session.game.decisions

    return timed(play)


def session_games_with_events(subject: Subject) -> Slice:
    """The same with what happened in every reply."""
    return session_games(subject, events=True)


def request_line(number: int, pick: list[str]) -> bytes:
    """An `act` as a client writes it."""
    return msgspec.json.encode({"method": "act", "id": number, "params": {"pick": pick}})


def clones(subject: Subject) -> Slice:
    """Copies of states in the middle of games."""
    return _on_states(subject, subject.rules.codec(subject.mode).copy)


def round_trips(subject: Subject) -> Slice:
    """The same states to msgpack and back."""
    codec = subject.rules.codec(subject.mode)
    return _on_states(subject, lambda state: codec.unpack(codec.pack(state)))


def _on_states(subject: Subject, copy: Callable[[Any], Any]) -> Slice:
    states = [subject.middle(f"m{i}").state for i in range(STATES)]

    def all_of_them(i: int) -> int:
        for state in states:
            copy(state)
        return len(states)

    return timed(all_of_them)


CASES: dict[str, Callable[[Subject], Slice]] = {
    "share": core_share,
    "floor": floor_games,
    "random": random_games,
    "inert": inert_games,
    "engine": engine_games,
    "session": session_games,
    "session-events": session_games_with_events,
    "clone": clones,
    "round-trip": round_trips,
}


def fits(case: str, subject: Subject) -> bool:
    """Whether a case can be measured with a subject: skills that nobody bears need a game that has skills."""
    return case != "inert" or "skill" in subject.rules.content.kinds()
