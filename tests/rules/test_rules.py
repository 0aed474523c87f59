"""Every scenario of this folder, one test each."""

from pathlib import Path

import pytest

from tmb.scenario import collect

HERE = Path(__file__).parent
SCENARIOS = [row for file in sorted(HERE.rglob("*.toml")) if "pack" not in file.parts for row in collect(file)]


@pytest.mark.parametrize(
    "check", [pytest.param(check, id=id.removeprefix(f"{HERE.as_posix()}/")) for id, check in SCENARIOS]
)
def test_scenario(check):
    check()
