"""The rulebook's words in our own, with where it has them: what glossary.toml says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tomli

FILE = Path(__file__).with_name("glossary.toml")


@cache
def topics() -> Mapping[str, dict[str, Any]]:
    """Each word, and each other name of it, in small letters -> what it is, its own name, its text, its source."""
    out: dict[str, dict[str, Any]] = {}
    for row in tomli.loads(FILE.read_text(encoding="utf-8"))["word"]:
        told = {"what": "word", "name": row["name"], "doc": row["text"], "cite": row["cite"]}
        for name in (row["name"], *row.get("also", ())):
            out[name.casefold()] = told
    return out
