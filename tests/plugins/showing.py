"""Which faces of skill dice the scenarios of tests/rules show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tmb.scenario import read_all

FILES = sorted((Path(__file__).parents[1] / "rules").rglob("*.toml"))
WRITTEN = read_all(FILES)[0]


def faces(rules: Any, gearlocs: Iterable[str]) -> list[tuple[str, str]]:
    """Every face with an icon of the skill dice that these Gearlocs roll: (die, face)."""
    all_dice = [row for g in gearlocs for row in rules.tables["dice_of"][g].items()]
    dice = [row for row in all_dice if row[1].rolled and row[1].sort != "counter"]
    return [(name, face) for name, die in dice for face in dict.fromkeys(die.faces) if face != "blank"]


def is_shown(die: str, face: str) -> bool:
    """Whether a scenario that looks at what comes of it rolls the face, and does with it what it is for."""
    shown = re.compile(rf"(use|keep|place/active|place/locked)/{die}:{face}")
    for w in WRITTEN:
        rolled = any(line.startswith(f"{die}: ") and face in line.split() for line in w.scenario.dice)
        if rolled and w.scenario.see and any(shown.fullmatch(p) for p in picks(w.scenario.picks)):
            return True
    return False


def picks(rows: Iterable[Any]) -> list[str]:
    """The option ids of picks."""
    return [id for row in rows for id in (row.split(",") if isinstance(row, str) else row)]
