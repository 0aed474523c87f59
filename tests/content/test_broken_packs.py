"""Forty broken packs: the problems must be exactly those of `expected.txt`, all of them and in order."""

from pathlib import Path

import pytest

from tests.content.sample import look, said

ROOT = Path(__file__).parent / "broken"
GROUPS = {"toml": 8, "keys_types": 10, "links": 10, "vocabulary": 8, "packs": 4}
CASES = sorted(path.parent for path in ROOT.glob("*/*/expected.txt"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_problem_is_found_once(case: Path) -> None:
    packs = sorted(path for path in case.iterdir() if path.is_dir())
    content, problems = look(*packs)
    assert content is None
    assert said(problems) == (case / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert problems == sorted(problems)


def test_no_case_is_left_out() -> None:
    assert {group: len(list((ROOT / group).iterdir())) for group in GROUPS} == GROUPS
    assert len(CASES) == sum(GROUPS.values())


def test_problems_tell_nothing_about_the_machine() -> None:
    for case in CASES:
        assert str(ROOT) not in (case / "expected.txt").read_text(encoding="utf-8")
