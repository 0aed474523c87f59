"""Looking for a chip of a kind, type or tag (Undertow rulebook, Battle Queue; FAQ, Baddie Active Stacks).

The active stacks come first, then the defeated chips, then those out of play; a stack that was searched is shuffled,
and its scouted chips lie on top again.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tmb.core.flow import draws, flow, shuffles
from tmb.core.remembered import remembered
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb_base import events, reach, sides
from tmb_base.battle.queue import Calling, add_to_queue
from tmb_base.sets import in_play


class Searching(Frame):
    """So many chips are looked for, for a place in the Battle Queue, for the "ally" of the party or the Tyrant "card".
    points: 0 = any; type, tag, chip, form, of: what they must be, `of` the stack they are of; others: where there are
    no more, the rest is drawn as usual; box: those out of play are looked through too; stack: the one that was
    searched; held: its scouted chips.
    """

    points: int
    left: int
    place: str
    type: str = ""
    tag: str = ""
    chip: str = ""
    form: str = ""
    of: str = ""
    others: bool = False
    box: bool = False
    stack: str = ""
    held: list[str] = []


def wanted(game: Any, find: Searching) -> frozenset[str]:
    """The chips that are what is looked for."""
    return fitting(game.rules, find.points, find.chip, find.type, find.tag, find.form, find.of)


@remembered
def fitting(rules: Any, points: int, chip: str, type: str, tag: str, form: str, of: str) -> frozenset[str]:
    """The chips of these points, and so on; where nothing is said of it all are."""
    return frozenset(
        name
        for name, entry in rules.tables["chips"].items()
        if (not points or entry.points == points)
        and (not chip or name == chip)
        and (not type or entry.type == type)
        and (not tag or tag in entry.tags)
        and (not form or form == entry.form)
        and (not of or of == entry.pile)
    )


def matching(game: Any, find: Searching) -> tuple[str, list[str]]:
    """Where the first place is that holds such chips, and which, in the order of their names, since a stack's own order
    is nobody's business: "stack/5", "defeated/5", "card" (on a Loot card), "box", or "" for none.
    """
    world, chips = game.world, wanted(game, find)
    for points, pile in world.stacks.items():
        if found := sorted([c for c in pile.all() if c in chips]):
            return f"stack/{points}", found
    for points, gone in world.defeated.items():
        if found := sorted([c for c in gone if c in chips]):
            return f"defeated/{points}", found
    if found := sorted([c for _, c in reach.on_cards(game) if c in chips]):
        return "card", found
    if not find.box:
        return "", []
    found = [c for c in out_of_play(game) if c in chips]
    return ("box", found) if found else ("", [])


def out_of_play(game: Any) -> list[str]:
    """The chips that are left in the game box."""
    world = game.world
    away: Counter[str] = Counter(reach.chips(game))
    away.update(world.queue.all())
    for pile in world.stacks.values():
        away.update(pile.all())
    for gone in world.defeated.values():
        away.update(gone)
    away.update([chip for _, chip in reach.on_cards(game)])
    away.update([*world.joining, *getattr(world, "stored", ())])
    out = []
    for chips in game.rules.tables["box"].values():
        for chip in chips:
            if not in_play(game, game.rules.tables["chips"][chip]):
                continue
            if away[chip]:
                away[chip] -= 1
            else:
                out.append(chip)
    return out


def look(game: Any, find: Searching) -> None:
    """Where nothing is left that fits, the rest is drawn as usual, or does not come."""
    if not find.left or matching(game, find)[0]:
        return
    left, find.left = find.left, 0
    if find.others:
        game.push(Calling(str(find.points), left, find.place))
    else:
        game.tell(events.QueueShort, find.points or game.rules.tables["worth"].get(find.of, 0), left)


@draws("")
def find_chip(game: Any, find: Searching) -> Any:
    """One of those that fit."""
    return ("search", Pile(loose=matching(game, find)[1])) if find.left else None


@find_chip.taken
def chip_found(game: Any, find: Searching, chip: str) -> None:
    """It leaves its place and joins the queue, where everybody knows it; or the party, or the Tyrant card."""
    where, _, points = matching(game, find)[0].partition("/")
    find.left -= 1
    if where == "defeated":
        game.world.defeated[points].remove(chip)
    elif where == "card":
        next(card for card, c in reach.on_cards(game) if c == chip).chips.remove(chip)
    elif where == "stack":
        _take_out(game, find, points, chip)
    if find.place == "ally":
        sides.join_party(game, chip)
    elif find.place == "card":
        sides.store_chip(game, chip)
    else:
        game.world.seen.append(chip)
        add_to_queue(game, chip, find.place)


def _take_out(game: Any, find: Searching, points: str, chip: str) -> None:
    pile, faces = game.world.stacks[points], game.world.face_up
    up = faces.get(points, 0)
    if chip in pile.cards[:up]:
        faces[points] = up = up - 1
    (next(part for part in (pile.cards, pile.loose, pile.under) if chip in part)).remove(chip)
    find.stack, find.held = points, pile.cards[:up]
    del pile.cards[:up]


@shuffles("")
def shuffle_searched(game: Any, find: Searching) -> Any:
    """The stack that was searched."""
    return (f"stack/{find.stack}", game.world.stacks[find.stack]) if find.stack else None


@shuffle_searched.taken
def shuffled(game: Any, find: Searching, name: str) -> None:
    """Scouted chips lie on top again."""
    game.world.stacks[find.stack].cards[:0] = find.held
    find.stack, find.held = "", []


def next_find(game: Any, find: Searching) -> None:
    """Until all have come."""
    if find.left:
        find.at = "look"


SEARCHING = flow(
    Searching,
    look,
    find_chip,
    shuffle_searched,
    next_find,
    cite="Undertow rulebook, Battle Queue; FAQ, Baddie Active Stacks",
)
