"""Entry points are found as importlib.metadata finds them, without importing it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tmb import installed
from tmb.content import versions

TEXT = (
    "[other]\nx = nowhere\n\n[tmb]\n# a comment\nmine = mine.plugin:made [extra]\n bad line\n[tmb.more]\ny = nowhere\n"
)


def test_those_of_this_environment_are_the_same() -> None:
    for group in ("tmb", "console_scripts", "pytest11", "no such group"):
        theirs = {(p.name, p.value) for p in entry_points(group=group)}
        assert set(installed.points(group)) == theirs


def test_the_first_distribution_of_a_name_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, name, text in (
        ("a", "My_Thing-1.0.dist-info", TEXT),
        ("b", "my.thing-2.0.dist-info", TEXT.replace("mine", "other")),
        ("b", "none-1.0.dist-info", ""),
        ("b", "old.egg-info", "[tmb]\nold = old\n"),
    ):
        (tmp_path / folder / name).mkdir(parents=True)
        (tmp_path / folder / name / "entry_points.txt").write_text(text)
    (tmp_path / "b" / "empty-1.0.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path / f) for f in ("a", "missing", "b", "a")])
    assert installed.points("tmb") == [("mine", "mine.plugin:made [extra]"), ("old", "old")]


def test_other_ways_of_keeping_distributions_are_left_to_the_library(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(installed, "_asked", lambda group: [installed.Point("asked", group)])
    for made in ("zipped.zip", "some.egg"):
        place = tmp_path / made
        if made.endswith(".egg"):
            place.mkdir()
        else:
            place.write_bytes(b"")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "path", [str(tmp_path if made.endswith(".egg") else place)])
            assert installed.points("tmb") == [("asked", "tmb")]
        place.rmdir() if place.is_dir() else place.unlink()
    finder = type("Finder", (), {"find_distributions": lambda *args: [], "find_spec": lambda *args: None})
    monkeypatch.setattr(sys, "meta_path", [finder(), *sys.meta_path])
    assert installed.points("tmb") == [("asked", "tmb")]


def test_a_point_is_a_module_or_something_in_it() -> None:
    assert installed.Point("x", "tmb.installed").load() is installed
    assert installed.Point("x", "tmb.installed:Point.load [extra]").load() is installed.Point.load
    with pytest.raises(ModuleNotFoundError):
        installed.Point("x", "nowhere.at.all").load()


def test_a_start_imports_neither_library() -> None:
    code = """
import sys, tmb.plugins
tmb.plugins.rules_for(["base"])
print([m for m in sys.modules if m.startswith(("importlib.metadata", "packaging"))])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("written", "sound"), [("1", True), ("1.0.2", True), ("1.0rc1", True), ("1.x", False), ("", False)]
)
def test_versions(written: str, sound: bool) -> None:
    assert versions.is_version(written) is sound


def test_ranges() -> None:
    assert versions.is_range("")
    assert versions.is_range(">=1,<2")
    assert not versions.is_range("about 1")
    assert versions.within("1.5", ">=1,<2")
    assert not versions.within("2.0", ">=1,<2")
    assert versions.within("3", "")
