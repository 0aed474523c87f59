"""The game that is timed: mode and packs from the command line."""

from __future__ import annotations

import pytest

from benchmarks.__main__ import MODE
from benchmarks.games import Subject


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest benchmarks --mode demo`."""
    parser.addoption("--mode", default=MODE, help="the mode that is timed")
    parser.addoption("--packs", default="base", help="its packs, with commas between")


@pytest.fixture(scope="session")
def subject(request: pytest.FixtureRequest) -> Subject:
    """The mode, its rule set and options."""
    return Subject(request.config.getoption("mode"), tuple(request.config.getoption("packs").split(",")))
