"""`tmb serve` as a process: the stream is the protocol's alone, and the end is quiet however it comes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.protocol.client import Client, command, environment, run
from tests.protocol.noisy import SHOUTS

NEW = b'{"id":1,"method":"new","params":{"mode":"demo","seed":"1"}}'
PING = b'{"id":2,"method":"ping"}'


def replies(lines: bytes, *args: str, **env: str) -> list[dict[str, object]]:
    """The replies of a server that ends well and says nothing on standard error."""
    done = run(lines, *args, **env)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_nothing_is_said_before_the_first_request() -> None:
    assert run(b"").stdout == b""
    assert run(b"\n \n# a comment\n").stdout == b""


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (b"\xef\xbb\xbf" + PING + b"\n", 1),
        (b"# hello\n\n" + PING + b"\r\n\r\n" + PING + b"\n", 2),
        (PING, 1),
        (b"  " + PING + b"  \n# the end", 1),
        (b"{", 1),
    ],
    ids=["a BOM", "comments, blank lines, CRLF", "no newline at the end", "spaces", "junk at the end"],
)
def test_what_is_skipped_and_what_is_not(lines: bytes, answers: int) -> None:
    assert len(replies(lines)) == answers


def test_jsonrpc_and_id_may_be_left_out_and_the_id_comes_back() -> None:
    ids = [b"", b'"id":null,', b'"id":0,', b'"id":-5,', b'"id":"a\\u00e4",', b'"id":9007199254740991,']
    lines = [b'{%s"method":"ping"}' % i for i in ids] + [b'{"jsonrpc":"2.0",%s"method":"act"}' % i for i in ids]
    assert [r["id"] for r in replies(b"\n".join(lines))] == [None, None, 0, -5, "aä", 2**53 - 1] * 2


def test_pipelined_requests_are_answered_in_order() -> None:
    lines = b"".join(b'{"id":%d,"method":"ping"}\n' % i for i in range(3000))
    assert [r["id"] for r in replies(lines)] == list(range(3000))


def test_after_a_line_that_is_too_long_reading_goes_on() -> None:
    long = b'{"id":1,"method":"ping","params":{"x_":"' + b"x" * (3 << 20) + b'"}}'
    answers = replies(NEW + b"\n" + long + b"\n" + PING + b"\n" + long)
    assert [a["id"] for a in answers] == [1, None, 2, None]
    edge = b'{"id":3,"method":"ping","params":{"x_":"'
    edge += b"x" * ((1 << 20) - len(edge) - 3) + b'"}}'
    assert len(edge) == 1 << 20
    assert [a["id"] for a in replies(edge + b"\n" + edge.replace(b'"id":3', b'"id":33'))] == [3, None]


def test_the_limit_of_a_line_is_the_same_for_every_method_and_however_it_comes() -> None:
    act = b'{"id":1,"method":"act","params":{"pick":["'
    act += b"x" * ((1 << 20) - len(act) - 4) + b'"]}}'
    assert len(act) == 1 << 20
    fits, longer = replies(act + b"\n" + act.replace(b'"id":1', b'"id":11') + b"\n")
    assert [a["error"]["data"]["code"] for a in (fits, longer)] == ["game_required", "line_too_long"]  # type: ignore[index]


def test_no_print_write_or_child_of_rules_gets_into_the_stream(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+b") as log, Client("--packs", "noisy", errors=log) as client:
        step = client.call("new", mode="demo", seed="1")
        for _ in range(6):
            ask = step["ask"]
            step = client.call("act", pick=[ask["options"][-1]["id"]] if ask.get("lo", 1) else [])
        assert client.end() == 0
        log.seek(0)
        told = log.read().decode()
    assert all(told.count(shout) >= 2 for shout in SHOUTS)


def test_after_a_bug_in_rules_the_game_goes_on_and_the_log_has_the_trace(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+b") as log, Client("--packs", "noisy", errors=log) as client:
        client.call("new", mode="demo", seed="1")
        client.call("act", pick=[])
        before = client.call("ask"), client.call("hash"), client.call("view")
        error = client.reply(b'{"id":5,"method":"act","params":{"pick":["crash/now"]}}')["error"]
        assert (error["code"], error["data"]["code"]) == (-32603, "internal")
        assert "feet" not in error["message"], "what went wrong inside is for the log"
        assert before == (client.call("ask"), client.call("hash"), client.call("view"))
        client.call("act", pick=["storm/all"])
        assert client.end() == 0
        log.seek(0)
        told = log.read().decode()
    assert f"reference={error['data']['reference']}" in told
    assert "ValueError: this pawn fell over its own feet" in told


def test_two_processes_give_the_same_bytes() -> None:
    acts = b"\n".join(b'{"method":"act","params":{"pick":[%s]}}' % p for p in (b"", b'"strike/owl1"', b'"done"'))
    looks = b"\n".join(b'{"method":"%s"}' % m for m in (b"hello", b"view", b"events", b"hash", b"journal", b"schema"))
    lines = b"\n".join([NEW, acts, looks, b'{"method":"undo"}', b'{"method":"fork","params":{"seed":"f"}}'])
    one, two = (run(lines, PYTHONHASHSEED=seed) for seed in ("0", "4711"))
    assert one.stdout == two.stdout
    assert sum("result" in json.loads(line) for line in one.stdout.splitlines()) >= 10


def test_the_end_of_the_input_is_the_end() -> None:
    client = Client()
    client.reply(NEW)
    assert client.end() == 0


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+b") as log:
        client = Client(errors=log)
        client.reply(NEW)
        assert client.process.stdout is not None
        client.process.stdout.close()
        client.send(PING)
        assert client.process.wait(20) == 0
        assert client.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            client.process.stdin.close()
        log.seek(0)
        assert log.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to wait for")
def test_a_sigterm_ends_it_quietly(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+b") as log, Client(errors=log) as client:
        client.reply(NEW)
        client.process.send_signal(signal.SIGTERM)
        assert client.process.wait(20) == 0
        log.seek(0)
        assert log.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to wait for")
def test_a_sigterm_lets_the_current_request_end(tmp_path: Path) -> None:
    picks = json.dumps({"id": 9, "method": "act", "params": {"picks": [[], ["done"], []]}}).encode()
    with Client("--save", str(tmp_path)) as client:
        client.reply(NEW)
        client.send(picks)
        client.process.send_signal(signal.SIGTERM)
        assert client.process.stdout is not None
        answer = client.process.stdout.readline()
        assert client.process.wait(20) == 0
    lines = (tmp_path / "g1.jsonl").read_bytes()
    assert lines.endswith(b"\n")
    assert (b'"ask":1' in lines) == bool(answer)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to wait for")
def test_a_sigterm_also_ends_one_whose_client_does_not_read() -> None:
    with Client() as client:
        client.reply(PING)
        assert client.process.stdin is not None
        os.set_blocking(client.process.stdin.fileno(), False)
        with contextlib.suppress(BlockingIOError):  # until both pipes are full
            for _ in range(1000):
                os.write(client.process.stdin.fileno(), b'{"method":"hello"}\n' * 100)
                time.sleep(0.01)
        client.process.send_signal(signal.SIGTERM)
        assert client.process.wait(20) == 0


def test_closed_standard_error_does_no_harm() -> None:
    code = "import os, sys; os.close(2); sys.argv = ['tmb', 'serve']; from tmb.__main__ import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code], input=NEW + b"\n" + PING, stdout=subprocess.PIPE, env=environment(), check=False
    )
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 2


def test_what_a_first_ask_needs_is_all_that_is_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command("serve")[1:]],
        input=NEW,
        capture_output=True,
        env=environment(),
        check=True,
    )
    assert b'"ask"' in done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    assert "msgspec" in imported
    late = {"structlog", "tree_sitter", "rich", "asyncio", "http", "tmb.protocol.schema", "tmb.session.replay"}
    assert not late & imported


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = run(NEW, "--save", str(tmp_path / "file" / "games"))
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr
    assert os.fsencode("file") in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no terminals of this kind")
def test_at_a_terminal_it_says_what_it_waits_for(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    with (tmp_path / "log").open("w+b") as log:
        process = subprocess.Popen(
            command("serve"), stdin=theirs, stdout=subprocess.PIPE, stderr=log, env=environment()
        )
        os.close(theirs)
        os.write(ours, PING + b"\n\x04")
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["result"] == {"pong": True}
        assert process.wait(20) == 0
        process.stdout.close()
        os.close(ours)
        log.seek(0)
        assert b"Ctrl-D" in log.read()
