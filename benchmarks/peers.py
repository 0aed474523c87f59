"""The peer: catanatron, the fastest pure-Python engine of a board game of this size that we know.

It lives in an environment of its own and plays another game, so only the order of magnitude can be compared. Counted
are choices with more than one option.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Slice

PEER = "catanatron==3.2.1"
WORKER = Path(__file__).with_name("catan.py")
PATIENCE = 300
"""Seconds that the installation may take."""


def install(folder: Path) -> Path | None:
    """Make an environment with the peer; its Python, or None where it cannot be had."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--retries", "1", "--timeout", "15", PEER]
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_USER")}
    try:
        venv.create(folder, with_pip=True, symlinks=os.name != "nt")
        subprocess.run(pip, env=env, capture_output=True, timeout=PATIENCE, check=True)
    except (subprocess.SubprocessError, OSError):
        return None
    return python


@contextlib.contextmanager
def peer(folder: Path) -> Iterator[dict[str, Slice]]:
    """The peer's slice, or nothing where it cannot be installed; its process runs until the end of the block."""
    python = install(folder)
    if python is None:
        print(f"peers: {PEER} could not be installed here (no package index?); left out", file=sys.stderr)
        yield {}
        return
    with subprocess.Popen(
        [str(python), "-I", str(WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        stdin, stdout = child.stdin, child.stdout

        def run(round_: int, seconds: float) -> tuple[float, float]:
            stdin.write(f"{round_} {seconds}\n")
            stdin.flush()
            unforced, _, spent = stdout.readline().split()
            return int(unforced), float(spent)

        yield {"catanatron": run}
