"""The set-up of `scripts/run`, tried with a Python that only notes what it was asked for: no network, no waiting."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT

MADE_FROM = ["pyproject.toml", "requirements/constraints.txt", "tmb/__init__.py"]
FAKE_PYTHON = f"""#!/usr/bin/env bash
# Stands for python3.13: `-m venv DIR` and `-m pip ...` note themselves in $LOG, the rest is done by the real one.
case "$1 ${{2:-}}" in
  "-c import ensurepip, venv") [ -z "${{NO_ENSUREPIP:-}}" ] ;;
  "-c "*) exec '{sys.executable}' "$@" ;;
  "--version "*) echo 'Python 3.13.99' ;;
  "-m venv") echo venv >>"$LOG"; echo noise; mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
  "-m pip")
    echo "pip ${{@: -1}}" >>"$LOG"; echo noise; sleep "${{SLOW_PIP:-0}}"; [ -z "${{NO_INDEX:-}}" ] || exit 1
    printf '#!/bin/sh\\nprintf "<%%s>" "$@"\\n' >"${{0%/*}}/tmb"; chmod +x "${{0%/*}}/tmb" ;;
esac
"""


class House:
    """A project with the real scripts in a folder with spaces, and a path on which only the fake Python is found."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a project"
        self.log = folder / "log"
        self.bin = folder / "bin"
        for name in (
            "pyproject.toml",
            "tmb/__init__.py",
            "requirements/constraints.txt",
            "scripts/_env",
            "scripts/run",
        ):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.bin.mkdir()
        for tool in "bash sh env dirname readlink mkdir rm rmdir mv cp chmod sleep".split():
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        self.python = self.bin / "python3.13"
        self.python.write_text(FAKE_PYTHON)
        self.python.chmod(0o755)

    def command(self, **settings: str) -> dict[str, str]:
        return {"PATH": str(self.bin), "LOG": str(self.log), **settings}

    def run(self, *words: str, script: Path | None = None, **settings: str) -> subprocess.CompletedProcess[str]:
        """Runs `scripts/run` (or the script) with the words from another folder."""
        line = [str(script or self.root / "scripts" / "run"), *words]
        env = self.command(**settings)
        return subprocess.run(line, cwd=self.root.parent, env=env, capture_output=True, text=True)

    def done(self) -> list[str]:
        """What the fake Python was asked for since the last look."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def made(house: House, extra: str = "") -> list[str]:
    return ["pip hatchling", f"pip {house.root}{extra}"]


def test_the_first_call_sets_up_and_the_second_only_runs(house: House) -> None:
    first = house.run("view", "--seed", "a b", "")
    assert (first.returncode, first.stdout) == (0, "<view><--seed><a b><>")
    assert "setting up" in first.stderr
    assert "noise" in first.stderr
    assert house.done() == ["venv", *made(house)]
    second = house.run("view")
    assert (second.returncode, second.stdout, second.stderr) == (0, "<view>", "")
    assert house.done() == []


def test_without_a_verb_it_runs_the_demo(house: House) -> None:
    assert house.run().stdout == "<demo>"


def test_it_is_found_through_links(house: House) -> None:
    (house.root.parent / "one").symlink_to(Path("a project") / "scripts" / "run")
    (house.root.parent / "two").symlink_to(house.root.parent / "one")
    assert house.run("x", script=house.root.parent / "two").stdout == "<x>"
    assert (house.root / ".venv").is_dir()


@pytest.mark.parametrize("name", MADE_FROM)
def test_a_change_of_what_it_was_made_from_updates_it_once(house: House, name: str) -> None:
    house.run()
    house.done()
    with (house.root / name).open("a") as file:
        file.write("# changed\n")
    assert "up to date" in house.run().stderr
    assert house.done() == made(house)
    assert house.run().stderr == ""


def test_a_moved_folder_gets_a_new_environment(house: House) -> None:
    house.run()
    house.done()
    house.root = house.root.rename(house.root.parent / "moved away")
    assert house.run("x").stdout == "<x>"
    assert house.done() == ["venv", *made(house)]


def test_a_python_that_went_away_is_replaced(house: House) -> None:
    house.run()
    house.done()
    (house.root / ".venv" / "bin" / "python").unlink()
    assert house.run("x").stdout == "<x>"
    assert house.done() == ["venv", *made(house)]


def test_a_set_up_that_failed_half_way_starts_anew(house: House) -> None:
    failed = house.run("x", NO_INDEX="1")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "the set-up failed" in failed.stderr
    house.done()
    assert house.run("x").stdout == "<x>"
    assert house.done() == ["venv", *made(house)]


def test_two_at_once_set_up_once(house: House) -> None:
    line = [str(house.root / "scripts" / "run"), "x"]
    env = house.command(SLOW_PIP="0.2")
    both = [subprocess.Popen(line, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in "ab"]
    said = [process.communicate() for process in both]
    assert [out for out, _ in said] == ["<x>", "<x>"]
    assert sorted("waiting" in err for _, err in said) == [False, True]
    assert house.done() == ["venv", *made(house)]


def test_the_tools_for_tests_are_added_and_stay(house: House) -> None:
    house.run()
    house.done()
    env = house.root / "scripts" / "_env"
    assert house.run("tmb", "x", script=env).stdout == "<x>"
    assert house.done() == made(house, "[dev]")
    assert house.run("y").stdout == "<y>"
    assert house.run("tmb", "z", script=env).stdout == "<z>"
    assert house.done() == []


def test_another_place_and_another_python_can_be_named(house: House) -> None:
    named = house.python.rename(house.bin / "my python")
    place = house.root.parent / "env here"
    ran = house.run("x", TMB_VENV=str(place), TMB_PYTHON=str(named))
    assert ran.stdout == "<x>", ran.stderr
    assert (place / ".tmb-stamp").is_file()
    assert not (house.root / ".venv").exists()


def test_a_folder_of_somebody_else_is_left_alone(house: House) -> None:
    (house.root / ".venv").mkdir()
    (house.root / ".venv" / "mine").write_text("")
    ran = house.run()
    assert ran.returncode == 1
    assert "was not made by this script" in ran.stderr
    assert (house.root / ".venv" / "mine").is_file()


def test_no_python_is_said_with_the_way_out(house: House) -> None:
    house.python.unlink()
    ran = house.run()
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "no Python 3.11 or later found" in ran.stderr
    ran = house.run(TMB_PYTHON="snake")
    assert ran.stderr == "tmb: TMB_PYTHON=snake is not a Python 3.11 or later that runs here\n"


def test_a_python_without_ensurepip_is_said_with_the_package_that_has_it(house: House) -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    ran = house.run(NO_ENSUREPIP="1")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert f"Python {version}" in ran.stderr
    (house.bin / "apt-get").symlink_to(house.bin / "bash")
    assert f"apt-get install python{version}-venv" in house.run(NO_ENSUREPIP="1").stderr


@pytest.mark.parametrize("name", ["scripts/_env", "scripts/run", "scripts/test", ".ci/run"])
def test_scripts_are_executable_and_well_formed(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    assert subprocess.run(["bash", "-n", ROOT / name], capture_output=True).returncode == 0
