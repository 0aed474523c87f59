"""What a mode tells of its own words, from files that ship with a plugin: a glossary in TOML, rulings in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tomli


@cache
def words(file: Path) -> Mapping[str, dict[str, Any]]:
    """A glossary's words, and all their other names, in small letters -> what each is, its own name, text, source."""
    out: dict[str, dict[str, Any]] = {}
    for row in tomli.loads(file.read_text(encoding="utf-8"))["word"]:
        told = {"what": "word", "name": row["name"], "doc": row["text"], "cite": row["cite"]}
        for name in (row["name"], *row.get("also", ())):
            out[name.casefold()] = told
    return out


@cache
def rulings(file: Path, page: str) -> Mapping[str, dict[str, Any]]:
    """Number ("R17") -> what it is, its section, its text, and on which page it stands."""
    told = json.loads(file.read_text(encoding="utf-8"))
    return {number: {"what": "ruling", **ruling, "see": page} for number, ruling in told.items()}
