"""The signs of the drawn table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tmb.core.mode import Sign

EMPTY = "·"
BATTLE = (
    Sign("▶", "whose turn it is"),
    Sign("♥3", "HP left; `3/5`: of so many; `+2` behind it: HP of a buff besides", r"♥\d+(/\d+)?(\+\d+)?|♥"),
    Sign("▣2", "what active Def dice stop", r"▣\d*"),
    Sign("●●○○○", "Bones in the backup plan, and room for more", "[●○]+"),
    Sign(EMPTY, "a position of the mat where nobody is"),
    Sign("R2", "the round; behind it the Ini Meter, who acts first on the left", r"R\d+"),
    Sign("│", "between two on the Ini Meter"),
    Sign("Kobold b1+", "an extra turn", r".+ [a-z]\d+\+|\+"),
    Sign("b1", "a unit's id, as choices and the log have it: g of a Gearloc, b of a Baddie, a of an ally", r"[a-z]\d+"),
    Sign("BQ", "the Battle Queue: how many chips still come, and their points"),
)
ADVENTURE = (
    Sign("Progress 3/6", "Progress Points, and how many it takes to challenge the Tyrant", r"\d+/\d+"),
    Sign(
        "[4L 3T 4F]",
        "the locks of a Trove Loot: what a die must show, with its type; `open`: picked already",
        r"\[(open|\d*[A-Z]+)( (open|\d*[A-Z]+))*\]",
    ),
    Sign("(2)", "behind a Loot card: its uses left", r"\(\d+\)"),
)


FRAME = (
    Sign("║", "the edge of the field, on a mat with positions beside it", "[║═╔╗╚╝]+"),
    Sign("2 ·", "a position beside the field with its number: nobody is there", r"[1-6] ·"),
)


def effect_sign(effects: Collection[str], mark: str) -> str:
    """The shortest beginning of an effect's name that no other effect has: `P` of poison, `Sl` of slowed."""
    others = [other for other in effects if other != mark]
    for n in range(1, len(mark)):
        if not any(other.startswith(mark[:n]) for other in others):
            return mark[:n].capitalize()
    return mark.capitalize()


def effects(tables: Any) -> list[Sign]:
    """A sign for each effect die that may lie on a unit."""
    rows = [(effect_sign(tables["effects"], mark), entry.name or mark) for mark, entry in tables["effects"].items()]
    return [Sign(f"{sign}1", f"{name}, with its value", rf"{sign}\d+") for sign, name in rows]


def battle(tables: Any) -> list[Sign]:
    """All signs of a battle with this content: those of mats with sides and of tokens where there are any."""
    frame = FRAME if any(mat.sides for mat in tables["mats"].values()) else ()
    return [*BATTLE, *frame, *tokens(tables), *effects(tables)]


def tokens(tables: Any) -> list[Sign]:
    """A sign for each token that may lie on a position."""
    return [Sign(token.sign, token.name or id) for id, token in tables["tokens"].items()]
