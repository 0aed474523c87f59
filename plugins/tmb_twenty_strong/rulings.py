"""Our rulings, as `explain` tells them: what docs/rulings.md says. `scripts/regold` writes rulings.json from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("rulings.json")
PAGE = "docs/rulings.md"


@cache
def topics() -> Mapping[str, dict[str, Any]]:
    """Number ("R17") -> what it is, its section of the page, its text, and where it stands."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    return {number: {"what": "ruling", **ruling, "see": PAGE} for number, ruling in told.items()}
