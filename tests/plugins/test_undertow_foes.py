"""Undertow's foes: how many there are of each kind, and what the table may know of a Tyrant's chips in the queue."""

from __future__ import annotations

from collections import Counter

import pytest

from tmb.core.chance import Chance, Seeded, seeded
from tmb.errors import InputError
from tmb.plugins import rules_for
from tmb_base.events import QueueAdded

RULES = rules_for(["base", "undertow"])
BADDIES = [b for b in RULES.content.entries("baddie").values() if b.set == "undertow"]


@pytest.mark.parametrize(
    ("stack", "chips", "kinds"), [("1", 18, 9), ("5", 12, 7), ("20", 6, 6), ("krelln", 5, 5), ("mech", 5, 5)]
)
def test_the_box_holds_so_many_chips(stack: str, chips: int, kinds: int) -> None:
    """Undertow rulebook, Box Contents; how many are alike is ours."""
    found = [b for b in BADDIES if b.pile == stack]
    assert sum(b.copies for b in found) == chips
    assert len(found) == kinds


def test_each_type_has_as_many_chips_of_each_size() -> None:
    """So that no Tyrant, whose card names two or three types, runs out of them."""
    rows = Counter[tuple[str, str]]()
    for b in BADDIES:
        rows[b.type, b.pile] += b.copies
    for stack, n in (("1", 6), ("5", 4), ("20", 2)):
        assert {rows[kind, stack] for kind in ("beast", "goblin", "scale")} == {n}


def test_every_mech_is_immune_and_nobody_else() -> None:
    """R62."""
    assert {b.id for b in BADDIES if "bot" in b.skills} == {b.id for b in BADDIES if b.type == "mech"}


def test_a_fork_for_the_table_does_not_know_the_order_of_the_tentacles() -> None:
    """R26: the chips of a face-down Battle Queue are not known; Barnacle's place in it is."""
    game = RULES.start("adventure", RULES.options("adventure", {"tyrant": "barnacle"}), seeded("tentacles"), [])
    order = ["tentacle-5", "tentacle-6", "tentacle-7", "tentacle-8", "barnacle"]
    game.mode.stage(game, {"mat": ["picket at r3c1", "tentacle-1 at r2c1"], "tyrant": "barnacle"})
    game.world.queue.refill(order[:], ordered=True)
    game.world.seen = ["tentacle-5"]
    orders = set()
    for seed in range(20):
        game.mode.redeal(game, Chance(Seeded(f"{seed}"), Seeded(f"{seed}")))
        orders.add(tuple(game.world.queue.all()))
    assert len(orders) > 1
    assert {(first, last) for first, *_, last in orders} == {("tentacle-5", "barnacle")}
    assert {tuple(sorted(chips)) for chips in orders} == {tuple(sorted(order))}


def test_a_chip_of_the_tyrant_is_told_as_such() -> None:
    """It has no points to tell."""
    game = RULES.start("adventure", RULES.options("adventure", {"tyrant": "barnacle"}), seeded("told"), [])
    told = game.mode.story(game, [QueueAdded(0, "top"), QueueAdded(5, "top")])
    assert [line.strip() for line in told] == [
        "a chip of the Tyrant joins the Battle Queue",
        "a 5Pt Baddie joins the Battle Queue",
    ]


@pytest.mark.parametrize("chip", ["barnacle", "tentacle-5", "nightshade"])
def test_what_lies_in_no_stack_is_in_no_queue_of_a_battle(chip: str) -> None:
    with pytest.raises(InputError, match=f"'{chip}' lies in no stack of Baddies") as raised:
        RULES.start("battle", RULES.options("battle", {"queue": ["1", chip]}), seeded("1"))
    assert raised.value.where == "/params/queue/1"
