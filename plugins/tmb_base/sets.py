"""Which components are in an adventure: with several boxes on the table, those of the box that its
Tyrant comes from.
"""

from __future__ import annotations

from typing import Any

from tmb_base.tables import STACKS


def in_play(game: Any, entry: Any) -> bool:
    """Whether a chip or card comes from the box of the Tyrant who is hunted (R79); without one all do."""
    tyrant = game.rules.tables["tyrants"].get(getattr(game.world, "tyrant", ""))
    return tyrant is None or entry.set == tyrant.set


def active(game: Any, stack: str) -> list[str]:
    """The chips of a stack that are in play against the Tyrant: those of its types, in a stack with a name all."""
    tables = game.rules.tables
    types, chips = tables["tyrants"][game.world.tyrant].types, tables["chips"]
    found = [c for c in tables["box"][stack] if in_play(game, chips[c])]
    return [c for c in found if chips[c].type in types] if stack in STACKS else found
