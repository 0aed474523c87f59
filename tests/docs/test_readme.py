"""The README does what it says: its code runs, its transcript is what the server answers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(word: str) -> list[str]:
    """The code blocks behind a comment that names them."""
    return re.findall(rf"<!-- {word} -->\n```\w*\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"), ids=["session", "engine"])
def test_python(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "won" in done.stdout


def test_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here: the README's JavaScript was not run")
    (code,) = blocks("javascript")
    script = tmp_path / "readme.mjs"
    command = f'spawn({json.dumps(sys.executable)}, ["-m", "tmb", "serve"]'
    script.write_text(code.replace('spawn("tmb", ["serve"]', command), encoding="utf-8")
    done = subprocess.run([node, str(script)], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "won" in done.stdout


def part(shown: object, real: object, path: str = "") -> None:
    """All that a shown reply says is in the real one."""
    if isinstance(shown, dict):
        assert isinstance(real, dict), path
        for key, value in shown.items():
            assert key in real, f"{path}/{key}"
            part(value, real[key], f"{path}/{key}")
    elif isinstance(shown, list):
        assert isinstance(real, list), path
        for want in shown:
            assert any(_fits(want, got) for got in real), f"{path}: {want} is not among {real}"
    else:
        assert shown == real, path


def _fits(want: object, got: object) -> bool:
    try:
        part(want, got)
    except AssertionError:
        return False
    return True


def test_transcript() -> None:
    (text,) = blocks("transcript")
    lines = text.strip().splitlines()
    asked = "".join(line[2:] + "\n" for line in lines if line.startswith("> "))
    server = [sys.executable, "-m", "tmb", "serve"]
    done = subprocess.run(server, input=asked, capture_output=True, text=True, cwd=ROOT, timeout=120)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    shown = [json.loads(line[2:].replace(", …", "")) for line in lines if line.startswith("< ")]
    assert len(replies) == len(shown) == 5
    for want, got in zip(shown, replies, strict=True):
        part(want, got)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
