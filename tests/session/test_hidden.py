"""The table learns nothing of what is hidden: change all of it, and every byte that the table gets stays the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from tests.session.play import Sampler, dealer_rules, finish, new
from tmb.core.chance import Chance, Seeded
from tmb.core.events import CardDrawn
from tmb.protocol.games import Table
from tmb.protocol.server import Server
from tmb.protocol.shelf import Shelf
from tmb.session import Session

SWAP = {"feather": "quill", "quill": "stone", "stone": "feather"}
"""What each card in the hidden past becomes."""

LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("ask", {"labels": True, "blocked": True}),
    ("view", {}),
    ("events", {}),
    ("hash", {}),
    ("journal", {}),
    ("explain", {}),
    ("explain", {"topic": "feather"}),
    ("games", {}),
    ("save", {}),
    ("load", {"save": {}}),
    ("act", {"pick": ["nothing"]}),
    ("act", {"ask": 99, "pick": ["done"]}),
    ("redo", {}),
    ("undo", {"steps": 999}),
    ("new", {"mode": "dealer", "seed": "other", "x": 1}),
]


def server_with(session: Session) -> Server:
    """A server for the table that has this game open."""
    server = Server(Shelf())
    server.shelf.table = lambda mode, packs: (dealer_rules(), "dealer")  # type: ignore[method-assign]
    server.games.open["g1"] = Table("g1", session, session.events_so_far)
    return server


def call(server: Server, method: str, **params: Any) -> bytes:
    """One request, as bytes."""
    return server.handle(json.dumps({"id": 1, "method": method, "params": params}).encode())


def everything(server: Server) -> list[bytes]:
    """All that the table can look at; forks, and what comes of them."""
    out = [call(server, name, **params) for name, params in LOOKS]
    ask = server.games.open["g1"].session.open_ask
    if ask is not None:
        out += [call(server, "explain", option=o.id) for o in ask.options]
        out += [call(server, "preview", option=o.id) for o in ask.options]
    out.append(call(server, "fork", seed="fork"))
    fork = json.loads(out[-1])["result"]["game"]
    sampler = Sampler("fork")
    for _ in range(25):
        ask = server.games.open[fork].session.open_ask
        if ask is None:
            break
        out.append(call(server, "act", game=fork, pick=sampler(ask)))
    out += [call(server, name, game=fork) for name in ("view", "events", "hash", "journal")]
    call(server, "close", game=fork)
    server.games._last -= 1  # the next fork gets the same id
    return out


def change_all_hidden_things(session: Session) -> None:
    """Which cards lie in which hand and where in the deck, the seed, and what only the referee knows of the past.

    The hidden cards stay the same ones in all: which are still in the game can be known.
    """
    ring = session.game.world
    cards = [*ring.deck.cards, *(c for p in ring.pawns.values() for c in p.hand)]
    turned = next(cards[i:] + cards[:i] for i in range(1, len(cards)) if cards[i:] + cards[:i] != cards)
    for pawn in ring.pawns.values():
        pawn.hand = [turned.pop() for _ in pawn.hand]
    ring.deck.cards = turned
    session.game.bearers_changed()
    session.setup.seed = session.first.seed = "another seed"
    both = Seeded("another seed")
    session.game.chance = session._chance = Chance(both, both)
    session._now = replace(session._now, state=session._packed())
    session._kept = [session._now]
    for event in session.events(0, True):
        if isinstance(event, CardDrawn) or hasattr(event, "card"):
            event.card = SWAP[event.card]
    for i, line in enumerate(session.journal.lines):
        for old, new_ in SWAP.items():
            if i and f'"card":"{old}"'.encode() in line:
                line = line.replace(f'"card":"{old}"'.encode(), f'"card":"{new_}!"'.encode())
        line = line.replace(b'!"', b'"').replace(b'"seed":"h', b'"seed":"another')
        session.journal.lines[i] = line


def no_card_shows(session: Session) -> bool:
    """Cards answer windows; while one is offered, the table sees it."""
    return session.open_ask is not None and session.open_ask.key in ("Turn.act", "Turn.gear_up")


@pytest.mark.parametrize("seed", [f"h{n}" for n in range(6)])
def test_the_table_sees_no_hidden_thing(seed: str) -> None:
    checked = 0
    for n in (0, 3, 9, 17, 26):
        session = finish(new(seed, mode="dealer"), Sampler(seed), n)
        while session.open_ask is not None and not no_card_shows(session):
            finish(session, Sampler(f"{seed}{n}"), 1)
        if session.open_ask is None:
            continue
        server = server_with(session)
        before, referee = everything(server), (session.hash(True), session.view(True))
        change_all_hidden_things(session)
        assert (session.hash(True), session.view(True)) != referee
        assert everything(server) == before
        checked += 1
    assert checked >= 3


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = dealer_rules().modes["dealer"]
    look = mode.view
    leaks: list[Any] = [
        (type(mode), "view", lambda self, game, referee: look(game, True)),
        (type(mode), "redeal", lambda self, game, chance: None),
        (CardDrawn, "secret", ()),
    ]
    for owner, name, value in leaks:
        with monkeypatch.context() as m:
            m.setattr(owner, name, value)
            session = new("h1", mode="dealer")
            server = server_with(session)
            before = everything(server)
            change_all_hidden_things(session)
            assert everything(server) != before, name


def test_the_referee_sees_all() -> None:
    session = finish(new("h1", mode="dealer"), Sampler("h1"), 5)
    server = server_with(session)
    server.referee = True
    text = call(server, "journal") + call(server, "view") + call(server, "save") + call(server, "events", since=0)
    assert b'"seed":"h1"' in text
    assert b'"cards":["' in text
    assert b'"hash"' in text
    assert b'"card":"' in call(server, "events", since=0)
