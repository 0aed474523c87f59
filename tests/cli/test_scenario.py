"""`tmb scenario run`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.demo.plugin import PACK

GOOD = Path(__file__).parent.parent / "scenario" / "good.toml"


def test_scenarios_of_a_folder_run_and_pass(tmb):
    done = tmb("scenario", "run", str(GOOD.parent))
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 passed\n", "")
    done = tmb("scenario", "run", str(GOOD), "-k", "STEPS", "-v")
    assert done.stdout.splitlines()[0] == f"passed {GOOD.as_posix()}:16: who steps stands elsewhere"
    assert done.stdout.splitlines()[1] == "1 passed"


def test_a_failure_is_1_an_invalid_file_3(tmb):
    text = GOOD.read_text()
    bad = text.replace('"owl1.hp" = 5', '"owl1.hp" = 6')
    done = tmb("scenario", "run", "-", stdin=bad)
    assert done.returncode == 1
    assert "FAILED <stdin>:1: a strike with two hits" in done.stdout
    assert "  line 10: see owl1.hp: expected 6, is 5" in done.stdout
    assert done.stdout.endswith("2 passed, 1 failed\n")
    done = tmb("scenario", "run", "-", stdin=text.replace("picks", "pikcs", 1))
    assert done.returncode == 3
    assert 'unknown key "pikcs"; did you mean "picks"?' in done.stdout
    done = tmb("scenario", "run", "-", stdin=text.replace("until = ", "until = 3 #"))
    assert done.returncode == 3
    assert "INVALID <stdin>:31:9: " in done.stdout
    done = tmb("scenario", "run", "-", stdin=text.replace('mode = "demo"', 'mode = "dmeo"', 1))
    assert done.returncode == 3
    assert 'did you mean "demo"?' in done.stdout


def test_json_tells_the_same(tmb):
    rows = [json.loads(line) for line in tmb("scenario", "run", str(GOOD), "--json").stdout.splitlines()]
    assert [r["passed"] for r in rows[:-1]] == [True, True, True]
    assert rows[-1] == {"kind": "summary", "passed": 3, "failed": 0, "problems": 0}


def test_nothing_to_run_is_a_failure(tmb):
    done = tmb("scenario", "run", str(GOOD), "-k", "nothing such")
    assert done.returncode == 1
    assert done.stderr.startswith("tmb: no scenario has the word 'nothing such'")


def test_packs_for_scenarios_that_name_none(tmb):
    text = GOOD.read_text().replace('mode = "demo"\n', "")
    assert tmb("scenario", "run", "-", "--packs", "demo", stdin=text).returncode == 0
    assert tmb("scenario", "run", "-", "--packs", "nope", stdin=text).returncode == 3


def test_a_file_may_bring_its_pack_along(tmb):
    shutil.copytree(PACK, tmb.folder / "things" / "mine")
    manifest = tmb.folder / "things" / "mine" / "pack.toml"
    manifest.write_text(manifest.read_text().replace('id = "demo"', 'id = "mine"'))
    (tmb.folder / "things" / "s.toml").write_text("packs = ['./mine']\n" + GOOD.read_text())
    done = tmb("scenario", "run", "things")
    assert (done.returncode, done.stdout) == (0, "3 passed\n")
    (tmb.folder / "things" / "s.toml").write_text("packs = ['./mien']\n" + GOOD.read_text())
    done = tmb("scenario", "run", "things")
    assert done.returncode == 3
    assert "./mien is no sound pack" in done.stdout


def test_the_help_shows_a_scenario_that_runs(tmb):
    from tmb.cli.scenario import EXAMPLE

    help_text = tmb("scenario", "run", "-h").stdout
    assert all(line in help_text for line in EXAMPLE.splitlines())
    done = tmb("scenario", "run", "-", "--packs", "base", stdin=EXAMPLE)
    assert (done.returncode, done.stdout) == (0, "1 passed\n"), done.stdout


def test_an_empty_scenario_names_the_keys_that_are_missing(tmb):
    done = tmb("scenario", "run", "-", "--packs", "base", stdin='[[scenario]]\nname = "x"\n')
    assert done.returncode == 1
    assert "  line 1: no scene is written (keys of one: mat, turn, " in done.stdout
