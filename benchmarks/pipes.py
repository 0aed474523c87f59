"""What is measured from outside: `tmb serve` through a pipe, and how long processes take to start. Wall time.

A client that waits for each reply and its server never work at the same time. On two processors each of them wakes the
other's from sleep, which on virtual machines takes longer than an answer and is not the server's doing. So they share
one, where the system can do that.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from benchmarks.games import ROOT, Record, Subject, environment
from benchmarks.measure import WALL, Slice

MODULES = "import click, pluggy, msgspec, tomli"
PICKS_A_REQUEST = 200
TMB = Path(sys.executable).with_name("tmb")


class Failed(Exception):
    """A child did not do what a benchmark needs."""


def command(*args: str) -> list[str]:
    """The command line that runs tmb as a user does."""
    return [str(TMB), *args] if TMB.exists() else [sys.executable, "-m", "tmb", *args]


class Server:
    """A `tmb serve` that is running."""

    def __init__(self, env: dict[str, str]) -> None:
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(command("serve"), stdin=pipe, stdout=pipe, stderr=pipe, env=env, cwd=ROOT)
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.stdin: IO[bytes] = self.child.stdin
        self.stdout: IO[bytes] = self.child.stdout

    def ask(self, line: bytes) -> bytes:
        """Send a line (with its newline); the line that answers it. Raises Failed at an error."""
        try:
            self.stdin.write(line)
            self.stdin.flush()
        except BrokenPipeError:
            pass
        reply = self.stdout.readline()
        if not reply or reply.startswith(b'{"error"') or b'"error":{' in reply[:80]:
            raise Failed(f"tmb serve: {line[:80]!r} was answered by {reply[:300]!r} {'' if reply else self._said()}")
        return reply

    def _said(self) -> str:
        assert self.child.stderr
        return self.child.stderr.read().decode(errors="replace")[-300:].strip()

    def close(self) -> None:
        """End it as a client does, by closing its input."""
        with contextlib.suppress(BrokenPipeError):
            self.stdin.close()
        assert self.child.stderr
        self.child.stderr.read()
        self.child.wait(10)
        self.stdout.close()
        self.child.stderr.close()


def line(method: str, **params: Any) -> bytes:
    """A request."""
    return msgspec.json.encode({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + b"\n"


def new_line(subject: Subject, seed: str) -> bytes:
    """The request for a new game."""
    return line("new", mode=subject.mode, packs=list(subject.packs), seed=seed, **subject.given)


@contextlib.contextmanager
def on_one_core(child: int, round_: int) -> Iterator[None]:
    """This process and a child, by its id, on one and the same processor, another in each round; in the end this
    process has those back that it had. Where the system cannot do that, nothing."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    one = {sorted(before)[round_ % len(before)]}
    try:
        for process in (child, 0):
            os.sched_setaffinity(process, one)
        yield
    finally:
        os.sched_setaffinity(0, before)


class ServeSlice:
    """Recorded games through one server: `picks` a request, one after the other. Only the `act` requests are timed."""

    def __init__(self, subject: Subject, server: Server, picks: int) -> None:
        self.subject, self.server = subject, server
        self.games = [(r, list(self.requests(r, picks))) for r in subject.records]

    @staticmethod
    def requests(record: Record, picks: int) -> Iterator[tuple[int, str]]:
        """The bodies of the `act` requests of a game, in which the game's id is still to be put."""
        for i in range(0, len(record.picks), picks):
            some = record.picks[i : i + picks]
            what = {"pick": some[0]} if picks == 1 else {"picks": some}
            yield len(some), msgspec.json.encode(what)[1:-1].decode()

    def __call__(self, round_: int, seconds: float) -> tuple[float, float]:
        """Answers given, and the time they took."""
        with on_one_core(self.server.child.pid, round_):
            return self._play(round_, seconds)

    def _play(self, round_: int, seconds: float) -> tuple[float, float]:
        work, spent, i = 0, 0.0, round_
        while not work or spent < seconds:
            record, requests = self.games[i % len(self.games)]
            reply = msgspec.json.decode(self.server.ask(new_line(self.subject, record.seed)))
            game = reply["result"]["game"]
            lines = [_act(game, body) for _, body in requests]
            ask = self.server.ask
            begin = WALL()
            for one in lines:
                ask(one)
            spent += WALL() - begin
            work += sum(n for n, _ in requests)
            self.server.ask(line("close", game=game))
            i += 1
        return work, spent


def _act(game: str, body: str) -> bytes:
    return b'{"jsonrpc":"2.0","id":1,"method":"act","params":{"game":%s,%s}}\n' % (
        msgspec.json.encode(game),
        body.encode(),
    )


def starts(args: Sequence[str], env: dict[str, str]) -> Slice:
    """Whole processes, start to end; at least one a slice."""

    def run(round_: int, seconds: float) -> tuple[float, float]:
        begin = WALL()
        done = subprocess.run(args, env=env, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        spent = WALL() - begin
        if done.returncode:
            said = done.stderr.decode(errors="replace")[-300:].strip()
            raise Failed(f"{' '.join(args)} ended with {done.returncode}: {said}")
        return 1, spent

    return run


def first_asks(subject: Subject, env: dict[str, str]) -> Slice:
    """From the start of `tmb serve` to the first ask of a new game."""

    def run(round_: int, seconds: float) -> tuple[float, float]:
        begin = WALL()
        server = Server(env)
        try:
            server.ask(new_line(subject, "1"))
            return 1, WALL() - begin
        finally:
            server.close()

    return run


@contextlib.contextmanager
def outside(subject: Subject, folder: Path) -> Iterator[dict[str, Slice]]:
    """All slices of this module; the servers run until the end of the block."""
    env = environment(subject, folder)
    server = Server(env)
    try:
        yield {
            "serve": ServeSlice(subject, server, 1),
            "serve-batch": ServeSlice(subject, server, PICKS_A_REQUEST),
            "imports": starts([sys.executable, "-c", MODULES], env),
            "version": starts(command("--version"), env),
            "first-ask": first_asks(subject, env),
        }
    finally:
        server.close()
