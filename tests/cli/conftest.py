"""Runs the real command line in a process of its own, with the demo game as an installed plugin."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class CommandLine:
    """`python -m tmb` in a folder of its own; plugins are made installed by writing their dist-info."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.site = folder, folder / "site"
        self.install("demo", "tests.scenario.ring:PLUGIN")

    def install(self, name: str, target: str) -> None:
        info = self.site / f"{name}_plugin-1.5.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-plugin\nVersion: 1.5\n")
        (info / "entry_points.txt").write_text(f"[tmb]\n{name} = {target}\n")

    def env(self, **more: str) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("TMB_", "_TMB")) and k not in COLOURS}
        path = os.pathsep.join([str(ROOT), str(ROOT / "plugins"), str(self.site)])
        return kept | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"} | more

    def argv(self, *args: str) -> list[str]:
        return [sys.executable, "-m", "tmb", *args]

    def __call__(self, *args: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.argv(*args), input=stdin, capture_output=True, text=True, encoding="utf-8", cwd=self.folder,
            env=self.env(**more), timeout=120,
        )  # fmt: skip

    def start(self, *args: str, **streams: object) -> subprocess.Popen[str]:
        return subprocess.Popen(self.argv(*args), text=True, cwd=self.folder, env=self.env(), **streams)  # type: ignore[call-overload,no-any-return]


COLOURS = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS")


@pytest.fixture
def tmb(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)
