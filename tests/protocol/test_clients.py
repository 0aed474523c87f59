"""The example clients, which know no rule, play whole games against a real server."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import Any

import pytest

from tests.protocol.client import ROOT, command, environment

NODE = shutil.which("node")
MODES: list[dict[str, Any]] = [
    {"mode": "demo"},
    {"mode": "demo", "chance": {"dice": "hand", "cards": "hand"}},
    {"mode": "demo", "packs": ["demo-more"], "strict": True},
]


def ends(args: list[str]) -> list[dict[str, Any]]:
    """What a client prints: a line a game."""
    done = subprocess.run(args, capture_output=True, env=environment(), cwd=ROOT, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(found: list[dict[str, Any]], games: int, seeded: bool) -> None:
    """So many games, each with an end."""
    assert [row["game"] for row in found] == list(range(games))
    assert all(row["decisions"] > 5 and "winner" in row["outcome"] for row in found)
    assert all(("seed" in row) == seeded for row in found)
    assert len({json.dumps(row["outcome"]) for row in found}) > 1


@pytest.mark.skipif(NODE is None, reason="node is not installed: the client in JavaScript cannot be tried")
@pytest.mark.parametrize("options", MODES, ids=str)
def test_the_node_client_plays_twenty_games(options: dict[str, Any]) -> None:
    assert NODE is not None
    args = [NODE, "examples/node/client.mjs", "--games", "20", "--set", json.dumps(options), "--", *command("serve")]
    found = ends(args)
    check(found, 20, "chance" not in options)
    assert all(row["events"] > 20 for row in found)
    if "chance" not in options:
        assert ends([*args[:3], "2", *args[4:]]) == found[:2], "the same seeds, the same games"


GAMES: list[tuple[int, dict[str, Any]]] = [
    (20, {"mode": "battle", "party": ["picket", "boomer"], "queue": ["1"], "round_limit": 40}),
    (5, {"mode": "adventure", "party": ["picket", "boomer"], "tyrant": "nom", "round_limit": 40}),
    (5, {"mode": "adventure", "party": ["boomer"], "difficulty": "greenhorn", "round_limit": 40}),
]


@pytest.mark.skipif(NODE is None, reason="node is not installed: the client in JavaScript cannot be tried")
@pytest.mark.parametrize(("games", "options"), GAMES, ids=str)
def test_the_node_client_plays_the_real_games_to_their_end(games: int, options: dict[str, Any]) -> None:
    assert NODE is not None
    found = ends(
        [NODE, "examples/node/client.mjs", "--games", str(games), "--set", json.dumps(options), "--", *command("serve")]
    )
    assert [row["game"] for row in found] == list(range(games))
    assert all(row["outcome"]["result"] in ("won", "lost") and row["events"] > 20 for row in found)
    assert len({json.dumps(row["outcome"]) for row in found}) > 1


@pytest.mark.parametrize("options", MODES, ids=str)
def test_the_bot_plays(options: dict[str, Any]) -> None:
    args = [sys.executable, "examples/bot.py", "--games", "6", "--set", json.dumps(options), "--", *command("serve")]
    found = ends(args)
    check(found, 6, "chance" not in options)
    assert ends(args) == found if "chance" not in options else True
