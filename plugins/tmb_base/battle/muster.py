"""Building the Battle Queue (Undertow rulebook, Battle Queue, Baddie Points, Building a BQ).

Baddie Pts = day x Gearlocs, changed by the card -> the highest chips first -> chips that the card adds
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tmb.core.flow import DONE, draws, flow, opens, repeats
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb_base import changes, events, sides
from tmb_base.battle.queue import Calling, add_to_queue
from tmb_base.battle.searching import Searching

SIZES = (20, 5, 1)


class Extra(Struct, frozen=True, omit_defaults=True):
    """Chips that a card adds. points: 0 = any; place: top, bottom, by-points, or "ally": it stands with the party;
    chip, type, tag, form, stack: what they must be; who: "stack", the "tyrant" itself, an "ally" or a "prop" that is in
    no stack, "stored", all chips on the Tyrant card, or "followers": the first n of these `chips`, in random order.
    """

    points: int
    n: int
    place: str = "by-points"
    chip: str = ""
    type: str = ""
    tag: str = ""
    form: str = ""
    who: str = "stack"
    stack: str = ""
    chips: list[str] = []


class Orders(Struct, frozen=True, omit_defaults=True):
    """How a battle is set up. points: Baddie Pts; largest: the highest chips used for them; prefer, only: a Baddie type
    that is used as far as there are chips of it (box: out of play, too), or alone; extras: chips beside the points;
    include: chips that are of the points, as far as these go; tyrant: where its chip goes
    ("": it has no part; "placed": the card puts it on the mat itself); surprised: "party" or "baddies"; rules: the
    sheet that is in force during the battle; mat: what it is fought on ("": the usual mat).
    """

    points: int = 0
    largest: int = 20
    prefer: str = ""
    only: str = ""
    extras: list[Extra] = []
    tyrant: str = ""
    surprised: str = ""
    rules: str = ""
    mat: str = ""
    include: list[Extra] = []
    box: bool = False


class Muster(Frame):
    """The Battle Queue is built. points: Baddie Pts that are left to draw for; extras: the chips that are included, and
    those that are added; added: how many of them have come.
    """

    orders: Orders
    points: int = 0
    added: int = 0
    extras: list[Extra] = []


def count_points(game: Any, muster: Muster) -> None:
    """The Baddie Pts before anything is drawn, at least 0."""
    muster.points = max(0, number(game, "baddie.points", changes.TABLE, muster.orders.points, muster))


def include_chips(game: Any, muster: Muster) -> None:
    """Who is included takes its points from the Baddie Pts, and does not come where they do not suffice."""
    for x in muster.orders.include:
        each = worth_of(game, x)
        n = min(x.n, muster.points // each)
        muster.points -= n * each
        muster.extras.append(replace(x, n=n))
        if n < x.n:
            game.tell(events.ChipsLeftOut, x.chip or x.stack or str(x.points), x.n - n)
    muster.extras += muster.orders.extras


def worth_of(game: Any, x: Extra) -> int:
    """The points of each of these chips."""
    tables = game.rules.tables
    return int(tables["chips"][x.chip].points if x.chip else tables["worth"][x.stack or str(x.points)])


@repeats
def draw_by_points(game: Any, muster: Muster) -> Any:
    """As few and as big chips as the points allow, the biggest on top."""
    orders = muster.orders
    for size in SIZES:
        n = muster.points // size
        if n and size <= orders.largest:
            muster.points -= n * size
            if kind := orders.only or orders.prefer:
                box = orders.box or bool(orders.only)
                game.push(Searching(size, n, "by-points", type=kind, others=not orders.only, box=box))
            else:
                game.push(Calling(str(size), n, "by-points"))
            return None
    return DONE


@repeats
def add_others(game: Any, muster: Muster) -> Any:
    """Chips that the card names, in its order."""
    if muster.added >= len(muster.extras):
        return DONE
    x = muster.extras[muster.added]
    muster.added += 1
    if x.who == "ally":
        sides.join_party(game, x.chip)
    elif x.who == "tyrant":
        add_to_queue(game, game.world.tyrant, x.place)
    elif x.who == "prop":
        for _ in range(x.n):
            add_to_queue(game, x.chip, x.place)
    elif x.who == "followers":
        game.push(Mixing(x.chips[: x.n], x.place))
    elif x.who == "stored":
        for chip in sides.take_stored(game):
            add_to_queue(game, chip, x.place)
    elif x.chip or x.type or x.tag or x.form:
        game.push(Searching(x.points, x.n, x.place, x.type, x.tag, x.chip, x.form, x.stack, box=True))
    else:
        game.push(Calling(x.stack or str(x.points), x.n, x.place))
    return None


class Mixing(Frame):
    """Chips that are in no stack join the Battle Queue in random order. left: those that have not yet."""

    left: list[str]
    place: str


@draws("", repeat=True)
def draw_next(game: Any, mix: Mixing) -> Any:
    """The next of them, face down."""
    return ("followers", Pile(loose=mix.left[:])) if mix.left else None


@draw_next.taken
def next_drawn(game: Any, mix: Mixing, chip: str) -> None:
    """It joins the queue."""
    mix.left.remove(chip)
    add_to_queue(game, chip, mix.place)


MIXING = flow(Mixing, draw_next, cite="Undertow rulebook, FAQ, Barnacle's Tentacles")


def add_tyrant(game: Any, muster: Muster) -> None:
    """The Tyrant's chip takes its place."""
    if muster.orders.tyrant in ("top", "bottom"):
        add_to_queue(game, game.world.tyrant, muster.orders.tyrant)


def queue_built(game: Any, muster: Muster) -> None:
    """The queue lies ready; its points are known, its chips are not (R26)."""
    chips = game.rules.tables["chips"]
    game.tell(events.QueueBuilt, [chips[c].points for c in game.world.queue.all()])


MUSTER = flow(
    Muster,
    count_points,
    opens("queue.points", cite="Undertow rulebook, Baddie Points"),
    include_chips,
    draw_by_points,
    add_others,
    add_tyrant,
    opens("queue.built"),
    queue_built,
    cite="Undertow rulebook, Building a BQ",
)

__all__ = ["MIXING", "MUSTER", "Extra", "Muster", "Orders"]
