"""The command line run inside the test's own process, for tests of many calls."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tmb.cli import app


class Here:
    """The command line in this process, which is quicker; `tmb` of the fixtures starts a process each time."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.folder, self.capture, self.patch = folder, capture, patch
        patch.chdir(folder)
        patch.delenv("COLUMNS", raising=False)

    def __call__(self, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        self.patch.setattr(sys, "stdin", io.StringIO(stdin))
        self.capture.readouterr()
        code = app.run(list(args))
        out, err = self.capture.readouterr()
        return subprocess.CompletedProcess(args, code, out, err)


@pytest.fixture
def here(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(tmp_path, capsys, monkeypatch)
