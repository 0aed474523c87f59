"""`tmb replay`: what it prints and how it ends."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import command, environment
from tests.session.play import Sampler, finish, new


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a finished game."""
    session = finish(new("11"), Sampler("11"))
    path = tmp_path_factory.mktemp("replay") / "g1.jsonl"
    path.write_bytes(b"\n".join(session.journal.lines) + b"\n")
    return path


def replay(*args: Any) -> tuple[int, str, str]:
    """Exit code, output, errors."""
    done = subprocess.run(
        command("replay", *map(str, args)), capture_output=True, text=True, env=environment(), check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_good_journal(journal: Path) -> None:
    code, out, err = replay(journal, "--verify")
    assert (code, err) == (0, "")
    assert "the same" in out
    code, out, _ = replay(journal, "--json")
    told = json.loads(out)
    assert (code, told["verified"], told["over"]["seed"]) == (0, True, "11")
    assert told["lines"] == len(journal.read_bytes().splitlines())
    assert json.loads(journal.read_bytes().splitlines()[-1])["end"]["hash"] == told["hash"]


def test_a_torn_one(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(journal.read_bytes()[:-5])
    code, out, _ = replay(path)
    assert code == 0
    assert "torn last line" in out


def test_one_that_went_another_way(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if b'"chance":[["' in line)
    data = json.loads(lines[at])
    data["chance"][0] = ["6"]
    path.write_bytes(b"".join([*lines[:at], json.dumps(data).encode() + b"\n", *lines[at + 1 :]]))
    code, out, err = replay(path)
    assert (code, out) == (6, "")
    assert f"line {at + 1} (ask {data['ask']}): chance is not the same" in err
    assert "expected" in err
    code, out, _ = replay(path, "--json", "--verify")
    told = json.loads(out)
    assert (code, told["verified"], told["line"], told["ask"]) == (6, False, at + 1, data["ask"])
    assert told["expected"] == data["chance"]


@pytest.mark.parametrize(
    ("old", "new_", "words"),
    [
        (b'"version":"1.0.0"', b'"version":"9.0.0"', "demo is 1.0.0 here, 9.0.0 then"),
        (b'{"id":"demo"', b'{"id":"nowhere"', "nowhere"),
        (b'"digest":"', b'"digest":"0000', "demo 1.0.0 has changed (0000"),
        (b"tmb-journal-1", b"tmb-journal-7", "tmb-journal-7"),
    ],
)
def test_one_that_does_not_fit(journal: Path, tmp_path: Path, old: bytes, new_: bytes, words: str) -> None:
    path = tmp_path / "unfit.jsonl"
    path.write_bytes(journal.read_bytes().replace(old, new_, 1))
    code, out, err = replay(path)
    assert (code, out) == (5, "")
    assert words in err
    assert "Traceback" not in err


def test_wrong_use() -> None:
    assert replay()[0] == 2
    assert replay("nowhere.jsonl")[0] == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": "12"}, "its seed is not the one that was committed to"),
        ({"commitment": "0" * 64}, "its seed is not the one that was committed to"),
        ({"commitment": ""}, "its seed is not the one that was committed to"),
    ],
)
def test_a_header_with_another_seed(journal: Path, tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = tmp_path / "seed.jsonl"
    first, *rest = journal.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([json.dumps(json.loads(first) | change).encode() + b"\n", *rest]))
    code, out, err = replay(path, "--verify")
    assert (code, out) == (6, "")
    assert f"line 1: {message}" in err


@pytest.mark.parametrize("pick", [None, 7, "step/1", {"a": 1}, [None], [["a"]]])
def test_a_line_whose_pick_is_none(journal: Path, tmp_path: Path, pick: Any) -> None:
    path = tmp_path / "pick.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[1] = json.dumps(json.loads(lines[1]) | {"pick": pick}).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    code, out, err = replay(path)
    assert (code, out) == (6, "")
    assert "line 2" in err
