"""Every scenario of this folder, one test each."""

from pathlib import Path

import pytest
from tmb.plugins import rules_for
from tmb.scenario import collect

HERE = Path(__file__).parent
RULES = rules_for(["base", "dummies"], [str(HERE.parent / "plugins" / "dummies")])
SCENARIOS = [row for file in sorted(HERE.glob("*.toml")) for row in collect(file, RULES)]


@pytest.mark.parametrize("check", [pytest.param(check, id=id.removeprefix(f"{HERE.as_posix()}/")) for id, check in SCENARIOS])
def test_scenario(check):
    check()
