"""Content that was found sound is kept beside its packs, and counts only for the very same packs and code."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.content.sample import loaded, said
from tmb import plugins
from tmb.content import kept, loading
from tmb.content.content import Content
from tmb.content.problem import ContentError
from tmb.ruleset import build

PACKS = Path(__file__).parent / "packs"


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A plugin that is a module of its own."""
    file = tmp_path / "kept_reader.py"
    file.write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    module = __import__("kept_reader")
    yield module
    del sys.modules["kept_reader"]


@pytest.fixture
def packs(tmp_path: Path) -> list[Path]:
    """Two packs, one of which changes entries of the other."""
    return [Path(shutil.copytree(PACKS / name, tmp_path / name)) for name in ("marsh", "meadow")]


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A line for every time that packs are checked in full."""
    seen: list[str] = []

    class Counted(loading.Loading):
        def __init__(self, *args: Any) -> None:
            seen.append("checked")
            super().__init__(*args)

    monkeypatch.setattr(loading, "Loading", Counted)
    return seen


def shelf(packs: list[Path]) -> Path:
    """The one file that is kept."""
    (file,) = packs[0].parent.glob("*/__pycache__/*.tmb")
    return file


def told(content: Content) -> list[Any]:
    """All that can be asked of content."""
    out: list[Any] = [content.digest, content.counts(), content.kinds()]
    for kind in content.kinds():
        for full, entry in content.entries(kind).items():
            fields = [field for field in entry.__struct_fields__ if field != "id"]
            out.append((full, entry, content.history(full), content.brief(full)))
            out.append([content.where(full, [field]) for field in fields])
    return out


def test_what_was_kept_is_what_was_checked(reader: ModuleType, packs: list[Path], checks: list[str]) -> None:
    first, second = (loaded(*packs, made_by=[reader]) for _ in range(2))
    assert checks == ["checked"]
    assert told(first) == told(second) == told(loaded(*packs))
    assert shelf(packs).parent.parent.name == "marsh", "the pack that needs the other"


def test_packs_of_two_plugins_are_kept_together_and_each_answers_for_its_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, checks: list[str]
) -> None:
    """A rule set made of what was kept is the one that was checked; other code of either plugin makes it anew."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))
    here = plugins.here()
    folders = [Path(info.path) for info in plugins.order(["base", "undertow"], here)]
    both = [(name, here.plugins[name]) for name in ("base", "undertow")]
    first, second = build(folders, both), build(folders, both)
    assert checks == ["checked"]
    assert told(first.content) == told(second.content)
    assert {*first.sheets} == {*second.sheets}
    build(folders[:1], both[:1])
    assert len([*(tmp_path / "compiled").rglob("*.tmb")]) == len(checks) == 2, "base alone is kept by itself"
    dated = kept._dated
    for folder in ("tmb_base", "tmb_undertow"):
        monkeypatch.setattr(
            kept, "_dated", lambda file, stat, folder=folder: dated(file, stat) + "!" * (folder in file)
        )
        build(folders, both)
    assert len(checks) == 4


def test_without_a_module_that_answers_for_it_nothing_is_kept(packs: list[Path], tmp_path: Path) -> None:
    loaded(*packs)
    assert list(tmp_path.rglob("*.tmb")) == []


def test_another_word_in_a_pack_makes_it_anew(reader: ModuleType, packs: list[Path], checks: list[str]) -> None:
    loaded(*packs, made_by=[reader])
    file = next(packs[1].glob("foes/*.toml"))
    file.write_text(file.read_text() + "\n# a remark\n")
    loaded(*packs, made_by=[reader])
    assert len(checks) == 2
    file.write_text(file.read_text() + "\nlegs = 6\n")
    with pytest.raises(ContentError, match="legs"):
        loaded(*packs, made_by=[reader])


def test_other_code_makes_it_anew(reader: ModuleType, packs: list[Path], checks: list[str]) -> None:
    loaded(*packs, made_by=[reader])
    Path(str(reader.__file__)).write_text("longer = 1\n")
    loaded(*packs, made_by=[reader])
    assert len(checks) == 2


def test_other_versions_and_other_declarations_make_it_anew(
    reader: ModuleType, packs: list[Path], checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.content import sample

    loaded(*packs, made_by=[reader])
    monkeypatch.setattr(kept.msgspec, "__version__", "0.0")
    loaded(*packs, made_by=[reader])
    assert len(checks) == 2
    monkeypatch.setitem(sample.NAMES, "window", ["turn.start"])
    with pytest.raises(ContentError) as e:
        loaded(*packs, made_by=[reader])
    assert 'unknown window "turn.end"' in "".join(said(e.value.problems))


@pytest.mark.parametrize("torn", [b"", b"\x00", b"\xc1" * 40, b"\x92\xa1k\x90"])
def test_a_file_that_says_nothing_is_written_anew(
    reader: ModuleType, packs: list[Path], checks: list[str], torn: bytes
) -> None:
    whole = told(loaded(*packs, made_by=[reader]))
    good = shelf(packs).read_bytes()
    for junk in (torn, good[: len(good) // 2], good + b"x"):
        shelf(packs).write_bytes(junk)
        assert told(loaded(*packs, made_by=[reader])) == whole
        assert shelf(packs).read_bytes() == good
    assert len(checks) == 4


def test_a_broken_pack_is_never_kept(reader: ModuleType, packs: list[Path], tmp_path: Path) -> None:
    file = next(packs[1].glob("foes/*.toml"))
    file.write_text(file.read_text() + "\nlegs = 6\n")
    with pytest.raises(ContentError):
        loaded(*packs, made_by=[reader])
    assert list(tmp_path.rglob("*.tmb")) == []


def test_where_nothing_may_be_written_it_still_loads(
    reader: ModuleType, packs: list[Path], checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (packs[0] / "__pycache__").write_text("a file where the folder should be")
    loaded(*packs, made_by=[reader])
    (packs[0] / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loaded(*packs, made_by=[reader])
    assert list(packs[0].parent.glob("*/__pycache__")) == []
    assert len(checks) == 2


def test_it_lies_where_python_keeps_compiled_modules(
    reader: ModuleType, packs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "elsewhere"))
    loaded(*packs, made_by=[reader])
    assert len(list((tmp_path / "elsewhere").rglob("*.tmb"))) == 1
    assert list(packs[0].parent.glob("*/__pycache__")) == []


@pytest.mark.parametrize("device", ["pipe", "/dev/zero"])
def test_what_never_ends_is_not_read_as_kept(
    reader: ModuleType, packs: list[Path], checks: list[str], device: str
) -> None:
    loaded(*packs, made_by=[reader])
    file = shelf(packs)
    file.unlink()
    if device == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to(device)
    loaded(*packs, made_by=[reader])
    loaded(*packs, made_by=[reader])
    assert len(checks) == 2
    assert file.is_file()
    assert not file.is_symlink()
