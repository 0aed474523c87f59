"""Sixty lines that no server may take: one right error each, and the game goes on."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import Client
from tmb.protocol.errors import CODES

FILE = Path(__file__).with_name("hostile.toml")
LINES: dict[str, list[dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
CASES = [(kind, case) for kind, cases in LINES.items() for case in cases]
CHECKED = ("where", "got", "did_you_mean")


def line_of(case: dict[str, Any]) -> bytes:
    """The bytes to send."""
    if "hex" in case:
        return bytes.fromhex(case["hex"])
    nested = "[" * case.get("nest", 0) + "]" * case.get("nest", 0)
    line: str = case["send"].replace("FILL", nested or "x" * case.get("fill", 0))
    return line.encode()


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Client]]:
    """A server for the table that journals, and one for the referee, each with a game."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "g99.jsonl").write_bytes(b'{"format":"a shopping list"}\n')
    made = {"table": Client("--save", str(folder)), "referee": Client("--referee")}
    for client in made.values():
        client.call("new", mode="demo", seed="1")
    yield made
    for client in made.values():
        assert client.end() == 0


def test_there_are_sixty() -> None:
    counts = {kind: len(cases) for kind, cases in LINES.items()}
    assert counts == {"framing": 15, "shape": 15, "pick": 15, "setup": 10, "files": 5}
    assert len({case["name"] for _, case in CASES}) == 60


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{k}: {c['name']}" for k, c in CASES])
def test_a_line_gets_one_right_error_and_the_game_goes_on(
    kind: str, case: dict[str, Any], servers: dict[str, Client]
) -> None:
    client = servers[case.get("to", "table")]
    before = client.call("ask"), client.call("view"), client.call("hash"), client.call("journal"), client.call("games")
    reply = client.reply(line_of(case))
    assert set(reply) == {"jsonrpc", "id", "error"}
    data = reply["error"]["data"]
    assert data["code"] == case["code"]
    assert reply["error"]["code"] == CODES[case["code"]][0]
    assert reply["id"] == case.get("id")
    assert {k: data[k] for k in CHECKED if k in case} == {k: case[k] for k in CHECKED if k in case}
    assert data.get("where", "") == case.get("where", "")
    assert reply["error"]["message"]
    if kind == "pick" and case["code"] not in ("bad_params", "nothing_to_undo"):
        assert data["ask"]["id"] == 0
    assert before == (
        client.call("ask"),
        client.call("view"),
        client.call("hash"),
        client.call("journal"),
        client.call("games"),
    )


def test_the_games_go_on_to_their_ends(servers: dict[str, Client]) -> None:
    for client in servers.values():
        step = client.call("ask")
        while "ask" in step:
            ask = step["ask"]
            pick = [ask["options"][0]["id"]] if ask.get("hi", 1) else []
            step = client.call("act", ask=ask["id"], pick=pick)
        assert step["over"]["seed"] == "1"


def test_every_code_of_the_protocol_is_frozen() -> None:
    ours = [n for n, _ in CODES.values() if n > -32600]
    assert len(set(ours)) == len(ours)
    assert all(-32099 <= n <= -32000 for n in ours)
    assert json.dumps({k: n for k, (n, _) in CODES.items()})
