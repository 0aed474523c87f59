"""One pack's manifest."""

from pathlib import Path

import pytest

from tests.content.sample import forbid, look, said, write
from tmb.content.pack import read_pack

MEADOW = Path(__file__).parent / "packs" / "meadow"


def test_a_sound_manifest_becomes_an_info() -> None:
    info, problems = read_pack(MEADOW)
    assert problems == []
    assert info is not None
    assert (info.id, info.version, info.plugin, info.engine) == ("meadow", "1.2", "made_up", ">=0.1")
    assert (info.requires, info.after, info.origin) == ({}, [], "test")
    assert info.path == MEADOW
    assert len(info.digest) == 32


def test_defaults_are_those_of_a_small_fan_pack(tmp_path: Path) -> None:
    info, _ = read_pack(*write(tmp_path, {"a/pack.toml": 'id = "a"\nversion = "1"\nname = "A"\n'}))
    assert info is not None
    assert (info.plugin, info.licence, info.authors, info.origin) == ("", "", [], "fan")


def test_entries_are_not_looked_at(tmp_path: Path) -> None:
    info, problems = read_pack(*write(tmp_path, {"a/foes/a.toml": "= broken"}))
    assert info is not None
    assert problems == []


def test_a_broken_manifest_is_no_info(tmp_path: Path) -> None:
    info, problems = read_pack(*write(tmp_path, {"a/pack.toml": 'id = "a"\nname = "A"\nplugin = "os.path"\n'}))
    assert info is None
    assert said(problems) == [
        'a/pack.toml:1:1: missing key "version" (text)',
        'a/pack.toml:3:10: "os.path" is no plugin name; a pack names no modules',
    ]


def test_a_folder_that_is_not_there_is_a_problem_and_not_a_crash(tmp_path: Path) -> None:
    info, problems = read_pack(tmp_path / "nowhere")
    assert info is None
    assert said(problems) == ["nowhere/pack.toml:1:1: no pack.toml; a pack is a folder with a pack.toml in it"]


def test_a_folder_in_a_pack_that_cannot_be_read_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what is in it would be missing without a word."""
    packs = write(tmp_path, {"a/foes/a.toml": ""})
    assert look(*packs)[1] == []
    forbid(monkeypatch, tmp_path / "a" / "foes")
    assert said(look(*packs)[1]) == ["a/foes:1:1: the folder cannot be read"]
