"""A real `tmb serve` at the other end of two pipes, with the demo installed as a plugin."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(__file__).parent / "site"


def environment(**more: str) -> dict[str, str]:
    """The environment of a server: ours, with the demo's distribution in the path. Kept bytecode starts faster."""
    paths = [str(ROOT), str(ROOT / "plugins"), str(SITE)]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": ""} | more


def command(*args: str) -> list[str]:
    """How `tmb` is called."""
    return [sys.executable, "-m", "tmb", *args]


class Client:
    """Speaks with a server. errors: where its standard error goes."""

    def __init__(self, *args: str, errors: IO[Any] | int = subprocess.DEVNULL, **env: str) -> None:
        self.process = subprocess.Popen(
            command("serve", *args),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment(**env),
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        self.end()

    def send(self, line: bytes) -> None:
        """Write a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def raw(self, line: bytes) -> bytes:
        """Write a line and read the reply, as bytes."""
        assert self.process.stdout is not None
        self.send(line)
        return self.process.stdout.readline()

    def reply(self, line: bytes) -> Any:
        """Write a line and read the reply."""
        return json.loads(self.raw(line))

    def call(self, method: str, **params: Any) -> Any:
        """The result of a request. Raises RuntimeError with the error of a refused one."""
        reply = self.reply(json.dumps({"id": 1, "method": method, "params": params}).encode())
        if "error" in reply:
            raise RuntimeError(reply["error"]["message"])
        return reply["result"]

    def end(self) -> int:
        """Close its input and wait for the end; the exit code."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(20)


def run(lines: bytes, *args: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """A server's answers to some lines, and how it ended."""
    done = subprocess.run(
        command("serve", *args), input=lines, capture_output=True, env=environment(**env), timeout=60, check=False
    )
    return done
