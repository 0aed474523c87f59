"""docs/undertow.md is true: its commands run, its boards are drawn so, what it names is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.inside import Here
from tests.plugins import undertow
from tmb.content.pack import read_pack
from tmb_base.chart import mat_lines
from tmb_base.rulings import topics

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/undertow.md").read_text(encoding="utf-8")
SCENES = {
    "water": {
        "mat": [
            "krelln-lurer at k2",
            "krelln-mauler at k5",
            "kobold-collector at r2c1",
            "duster at r3c1",
            "stanza at r4c2",
        ],
        "tokens": ["wreckage at r1c4", "wreckage at r2c2"],
        "turn": "duster",
    },
    "land": {
        "mat": [
            "mech-darter at m3",
            "kobold at r2c3",
            "picket at r3c2 active 2",
            "duster at r4c3",
            "nightshade at r2c2 owner g2",
        ],
        "tokens": ["obstacle at r2c1"],
        "turn": "picket",
    },
}


@pytest.mark.parametrize("line", re.findall(r"^tmb .*", PAGE, re.MULTILINE))
def test_its_commands_work(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [word if word != "20" else "1" for word in shlex.split(line)[1:]]
    done = Here(tmp_path, capsys, monkeypatch)(*words, stdin="q\n")
    assert (done.returncode, done.stderr.count("tmb:")) == (0, 0), done.stderr
    assert len(done.stdout) > 200


@pytest.mark.parametrize("mat", SCENES)
def test_its_boards_are_drawn_so(mat: str) -> None:
    (shown,) = re.findall(rf"<!-- board: {mat} -->\n```\n(.*?)\n```", PAGE, re.DOTALL)
    game = undertow.staged(mat, [], [], **SCENES[mat])
    assert shown.splitlines() == [line.rstrip() for line in mat_lines(game, spoken=False)]


def test_it_lists_the_rule_options_that_the_pack_sets() -> None:
    info, _ = read_pack(ROOT / "packs/undertow")
    assert info is not None
    assert dict(re.findall(r"^\| `([a-z-]+)` \| `([a-z0-9-]+)` \|$", PAGE, re.MULTILINE)) == info.rules


def test_it_names_the_tyrants_gearlocs_and_difficulties_of_the_pack() -> None:
    content, part = undertow.RULES.content, PAGE.partition("## What is in it")[2].partition("##")[0]
    for kind, head in (("tyrant", "Tyrants"), ("gearloc", "Gearlocs"), ("difficulty", "Difficulties")):
        (row,) = re.findall(rf"\*\*{head}\*\*: (.*?)(?: - \*\*|$)", " ".join(part.split()))
        mine = [e for full, e in content.entries(kind).items() if full.startswith("undertow:")]
        assert mine
        assert [e.id for e in mine if e.name not in row and f"`{e.id}`" not in row] == []


def test_its_rulings_are_there() -> None:
    assert len(set(re.findall(r"\bR\d+\b", PAGE))) > 8
    assert set(re.findall(r"\bR\d+\b", PAGE)) <= topics().keys()
