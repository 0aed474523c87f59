"""The pipes of `tmb serve`: standard output belongs to the protocol, and to nobody else in this process.

File descriptor 1 is moved to a private one and pointed at standard error; descriptor 0 likewise, and points at nothing.
So no print, log line or child can write into the stream, or read from it. One writer writes a line at a time.
"""

from __future__ import annotations

import gc
import os
import signal
from types import FrameType

from tmb.protocol.lines import BOM, MAX_LINE
from tmb.protocol.server import Server

CHUNK = 1 << 16
PATIENCE = 1.0
"""Seconds that a client has to read the last reply after a signal to end."""


class Ended(BaseException):
    """Somebody wants us to end while we wait for a line."""


class Pipes:
    """The two private descriptors. writing to a closed pipe ends the process quietly: BrokenPipeError."""

    def __init__(self) -> None:
        """Take the descriptors over; from now on 1 is standard error, and 0 is empty."""
        nothing = os.open(os.devnull, os.O_RDWR)
        try:
            os.fstat(2)
        except OSError:
            os.dup2(nothing, 2)
        self.source, self.sink = os.dup(0), os.dup(1)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)

    def write(self, reply: bytes) -> None:
        """One line."""
        data = memoryview(reply + b"\n")
        while data:
            data = data[os.write(self.sink, data) :]


class Loop:
    """Reads lines, answers them in order, ends at the end of input, at a closed pipe or a signal."""

    def __init__(self, server: Server, pipes: Pipes) -> None:
        self.server, self.pipes = server, pipes
        self._busy = self._writing = self._ending = self._skipping = False
        self._rest = b""
        self._first = True

    def run(self) -> None:
        """Until the end."""
        gc.freeze()
        try:
            signal.signal(signal.SIGTERM, self._end)
            while not self._ending:
                chunk = os.read(self.pipes.source, CHUNK)
                if not chunk:
                    self._take(b"\n" if self._rest or self._skipping else b"")
                    break
                self._take(chunk)
        except (BrokenPipeError, ConnectionResetError, Ended):
            pass
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            self.server.games.close_all()

    def _end(self, signum: int, frame: FrameType | None) -> None:
        """After the current request, or at once where there is none."""
        self._ending = True
        if not self._busy:
            raise Ended
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._give_up)
            signal.setitimer(signal.ITIMER_REAL, PATIENCE, PATIENCE)

    def _give_up(self, signum: int, frame: FrameType | None) -> None:
        """The last reply is not read: end without it. What is still worked on goes on."""
        if self._writing:
            raise Ended

    def _take(self, chunk: bytes) -> None:
        """Answer all whole lines; keep the rest."""
        lines = (self._rest + chunk).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            if self._skipping:
                self._skipping = False
            else:
                self._answer(line)
            if self._ending:
                return
        if len(self._rest) > MAX_LINE + 1 and not self._skipping:
            self._skipping = True
            self._write(self.server.too_long())
        if self._skipping:
            self._rest = b""

    def _answer(self, line: bytes) -> None:
        if self._first:
            self._first = False
            line = line.removeprefix(BOM)
        line = line.strip(b" \t\r")
        if not line or line.startswith(b"#"):
            return
        self._busy = True
        try:
            self._write(self.server.handle(line))
        finally:
            self._busy = False

    def _write(self, reply: bytes) -> None:
        self._writing = True
        try:
            self.pipes.write(reply)
        finally:
            self._writing = False


def serve(server: Server, pipes: Pipes) -> None:
    """Serve until the input ends."""
    Loop(server, pipes).run()
