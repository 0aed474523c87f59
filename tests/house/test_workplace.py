"""No tracked file has a path of somebody's machine or a mark of unfinished work."""

import pytest

from tests.house.files import ROOT, name, report, text_of, tracked
from tests.house.workplace import leftovers


def test_tracked_files_name_no_machine_and_are_finished() -> None:
    files = tracked()
    assert ROOT / "pyproject.toml" in files
    report(problem for path in files for problem in leftovers(name(path), text_of(path)))


@pytest.mark.parametrize("folder", ["work", "tmp", "root", "home"])
@pytest.mark.parametrize("line", ["cd /{}/me", '"/{}/x.json"', "see /{}", "(/{}/a)", "file:///{}/a", "A=/{}/a"])
def test_a_machine_path_is_found(folder: str, line: str) -> None:
    assert [problem.split(": ")[0] for problem in leftovers("a.md", "\n" + line.format(folder))] == ["a.md:2"]


@pytest.mark.parametrize("mark", ["TO" + "DO", "FIX" + "ME", "X" + "XX"])
def test_a_mark_of_unfinished_work_is_found(mark: str) -> None:
    assert list(leftovers("a.py", f"x = 1  # {mark}: mend")) == [f"a.py:1: {mark}; finish it, or say it in an issue"]


@pytest.mark.parametrize(
    "line",
    [
        "https://example.org/" + "home/page",
        "packs/" + "root/x",
        "${TMPDIR:-/" + "tmp}/x",
        "/" + "homes/x",
        "../" + "work/x",
        "the todo list",
        "MAXXXL",
    ],
)
def test_what_only_looks_like_one_is_let_through(line: str) -> None:
    assert not list(leftovers("a.md", line))
