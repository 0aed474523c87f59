"""An adventure is played with the chips and cards of the box that its Tyrant comes from."""

from __future__ import annotations

from pathlib import Path

from tmb.core.chance import seeded
from tmb.plugins import rules_for

PACK = Path(__file__).parents[1] / "rules" / "undertow" / "pack"
RULES = rules_for(["base", "undertow", "undertow-test"], [str(PACK)])


def test_what_comes_from_another_box_stays_there() -> None:
    """R79."""
    game = RULES.start("adventure", RULES.options("adventure", {"tyrant": "nom"}), seeded("7"))
    chips = RULES.tables["chips"]
    assert chips["stranger"].type in RULES.tables["tyrants"]["nom"].types
    assert "stranger" in RULES.tables["box"]["1"]
    stack = game.world.stacks["1"].all()
    assert stack
    assert all(chips[c].set is None for c in stack)
