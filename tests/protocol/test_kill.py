"""A server that is killed in the middle loses nothing that it has acknowledged."""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.protocol.client import Client
from tests.session.play import Sampler, rules
from tmb.core.decisions import Ask
from tmb.core.rng import stream
from tmb.session.replay import read_journal, replay

KILLS = 50


class Play:
    """One game over many servers. known: the id of the ask that the client knows to be open."""

    def __init__(self) -> None:
        self.sampler, self.chance, self.count = Sampler("kill"), stream("kill", "bot"), 0
        self.game, self.known, self.resumed, self.unread = "", 0, 0, 0

    def below(self, n: int) -> int:
        self.count += 1
        return self.chance.below(n, self.count)

    def open(self, client: Client) -> dict[str, Any]:
        """Begin a game, or go on with the one that was killed."""
        if not self.game:
            step: dict[str, Any] = client.call("new", mode="demo", seed=f"k{self.count}", rounds=30)
            self.game, self.known = step["game"], 0
            return step
        step = client.call("load", game=self.game)
        self.resumed += 1
        if "ask" in step:
            assert step["ask"]["id"] in (self.known, self.known + 1), "an acknowledged decision is lost"
            self.known = step["ask"]["id"]
        return step

    def some(self, client: Client, step: dict[str, Any]) -> None:
        """Some answers, now and then one taken back; then one more whose reply nobody waits for."""
        for _ in range(self.below(8)):
            if "ask" not in step:
                return
            ask = msgspec.convert(step["ask"], Ask)
            step = client.call("act", ask=ask.id, pick=self.sampler(ask))
            self.known = ask.id + 1
            if self.below(5) == 0:
                step = client.call("undo")
                self.known = step["ask"]["id"]
        if "ask" in step:
            pick = self.sampler(msgspec.convert(step["ask"], Ask))
            client.send(json.dumps({"method": "act", "params": {"pick": pick}}).encode())
            self.unread += 1
            time.sleep(self.below(4) / 2000)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_fifty_kills_lose_no_acknowledged_decision(tmp_path: Path) -> None:
    play = Play()
    spare = Client("--save", str(tmp_path))
    for _ in range(KILLS):
        client, spare = spare, Client("--save", str(tmp_path))  # the next one starts while this one plays
        play.some(client, play.open(client))
        client.process.send_signal(signal.SIGKILL)
        client.end()
        session = replay(rules(), read_journal((tmp_path / f"{play.game}.jsonl").read_bytes()))
        assert session.game.state.asks in (play.known, play.known + 1)
        if session.over():
            play.game = ""
    assert spare.end() == 0
    assert play.resumed >= 20
    assert play.unread >= 40
