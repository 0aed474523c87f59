"""Our rulings, as `explain` tells them: what docs/rulings.md says. `scripts/regold` writes rulings.json from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tmb.content import told

FILE = Path(__file__).with_name("rulings.json")
PAGE = "docs/rulings.md"


def topics() -> Mapping[str, dict[str, Any]]:
    """Number ("R17") -> what it is, its section of the page, its text, and where it stands."""
    return told.rulings(FILE, PAGE)
