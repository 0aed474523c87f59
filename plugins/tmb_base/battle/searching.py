"""Looking through the stacks for certain Baddies (Undertow rulebook, FAQ, Baddie Active Stacks)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import draws, flow
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb_base import events
from tmb_base.battle.queue import add_to_queue


class Searching(Frame):
    """Chips of these points with this type or tag come into the Battle Queue: from their stack, which is shuffled then,
    else from those that were defeated. left: how many."""

    points: int
    left: int
    place: str
    type: str = ""
    tag: str = ""


def fitting(game: Any, search: Searching, names: list[str]) -> list[str]:
    """Those of these chips that are looked for. In the order of their names: the stack's own is nobody's business."""
    chips = game.rules.tables["chips"]
    return sorted(
        n
        for n in names
        if (not search.type or chips[n].type == search.type) and (not search.tag or search.tag in chips[n].tags)
    )


def found(game: Any, search: Searching) -> list[str]:
    """The chips that one of comes, whichever turns up first."""
    points = str(search.points)
    active = fitting(game, search, game.world.stacks[points].all())
    return active or fitting(game, search, game.world.defeated.get(points, []))


def look(game: Any, search: Searching) -> None:
    """Without any left, none comes."""
    if search.left and not found(game, search):
        game.tell(events.QueueShort, search.points, search.left)
        search.left = 0


@draws("", cite="Undertow rulebook, FAQ, Baddie Active Stacks")
def find_chip(game: Any, search: Searching) -> Any:
    """The first that turns up."""
    return (f"search/{search.points}", Pile(loose=found(game, search))) if search.left else None


@find_chip.taken
def chip_found(game: Any, search: Searching, chip: str) -> None:
    """It joins the queue, and what was looked through is shuffled."""
    search.left -= 1
    points = str(search.points)
    names = game.world.stacks[points].all()
    if chip in names:
        names.remove(chip)
        game.world.stacks[points].refill(names, ordered=False)
    else:
        game.world.defeated[points].remove(chip)
    add_to_queue(game, chip, search.place)


def look_again(game: Any, search: Searching) -> None:
    """Until all have come."""
    if search.left:
        search.at = "look"


SEARCHING = flow(Searching, look, find_chip, look_again, cite="Undertow rulebook, FAQ, Baddie Active Stacks")
