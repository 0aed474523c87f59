"""The bot `greedy` on any mat: what it knows of positions is what the mat's entry says."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.plugins.test_greedy import RULES as BASE
from tests.plugins.test_greedy import baddie, gearloc
from tmb.core.decisions import Ask, Option
from tmb.plugins import rules_for
from tmb_base.bots import greedy
from tmb_base.bots.ground import FAR, Ground
from tmb_base.bots.look import Look
from tmb_base.bots.sheets import sheets_of

RULES = rules_for(["base", "undertow"])
SHEETS = sheets_of(RULES)


def answer(key: str, mat: str, units: dict[str, Any], *ids: str, seat: str = "g1", **view: Any) -> str:
    ask = Ask(0, key, seat, [Option(i, i.partition("/")[2]) for i in ids], 1, 1)
    turn = {"unit": seat, "target": "", "open": []} | view.pop("turn", {})
    return greedy.think(ask, {"round": 1, "mat": mat, "units": units, "turn": turn} | view, SHEETS)[0]


@pytest.mark.parametrize("mat", sorted(BASE.tables["mats"]))
def test_it_counts_the_steps_of_the_printed_mat(mat: str) -> None:
    """Each step goes to a neighbour, and as many as there are lead to the goal."""
    entry = BASE.tables["mats"][mat].entry
    ground, printed = Ground(entry), BASE.tables["mats"][mat].near
    for a in printed:
        for b in printed:
            nearest = min(ground.steps(n, b) for n in printed[a]) if a != b else -1
            assert ground.steps(a, b) == nearest + 1
    assert ground.steps("r9c9", "r1c1") == FAR


def test_the_names_of_positions_do_not_matter() -> None:
    """A mat whose positions are called something else is walked in the same way."""
    entry = BASE.tables["mats"]["base"].entry
    named = {p.id: f"{p.row}-{p.column}" for p in entry.positions}
    other = Ground(
        replace(
            entry,
            positions=[replace(p, id=named[p.id]) for p in entry.positions],
            adjacent=[(named[a], named[b]) for a, b in entry.adjacent],
        )
    )
    plain = Ground(entry)
    assert all(other.steps(named[a], named[b]) == plain.steps(a, b) for a in named for b in named)


@pytest.mark.parametrize(("mat", "letter"), [("water", "k"), ("land", "m")])
def test_the_way_does_not_lead_through_the_sides(mat: str, letter: str) -> None:
    ground = SHEETS.cards.ground(mat)
    assert ground.steps("r1c1", "r4c1") == 3
    assert ground.steps(f"{letter}1", f"{letter}5") == 3
    assert ground.steps(f"{letter}3", "r2c1") == ground.steps("r3c1", f"{letter}3") == 1
    assert ground.steps("r4c1", f"{letter}1") == 3


def test_it_walks_to_who_is_in_the_water() -> None:
    units = {"g1": gearloc("r3c2"), "b1": baddie("k4", 2)}
    ways = ("move/r3c1", "move/r2c2", "move/r3c3", "done")
    assert answer("GearlocTurn.before_roll", "water", units, *ways, turn={"dex": 3}) == "move/r3c3"
    assert Look({"mat": "water", "units": units}, "g1", SHEETS).beside("r2c4").keys() == {"b1"}


# -- stacks with a name ------------------------------------------------------------------------------------------------


def test_a_stack_with_a_name_is_scouted_by_what_its_chips_count() -> None:
    ask = ("stack/1", "stack/krelln", "stack/5")
    assert answer("Scout.which_stack", "base", {"g1": gearloc("")}, *ask) == "stack/5"
    assert answer("Scout.which_stack", "base", {"g1": gearloc("")}, *ask[:2]) == "stack/krelln"


def test_a_chip_that_is_more_dangerous_than_its_stack_goes_to_the_bottom() -> None:
    cards, ask = SHEETS.cards, ("scouted/leave", "scouted/bottom")
    for chip in (c for c in cards.chips if cards.chips[c].pile == "mech"):
        found = {"points": "mech", "chip": chip}
        bad = cards.danger(chip) > cards.usual("mech")
        picked = answer("Scout.leave_or_cycle", "base", {"g1": gearloc("")}, *ask, scouted=found)
        assert picked == ("scouted/bottom" if bad else "scouted/leave")
    assert len({cards.danger(c) > cards.usual("mech") for c in cards.chips if cards.chips[c].pile == "mech"}) == 2
