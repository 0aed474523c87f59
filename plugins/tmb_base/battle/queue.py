"""The Battle Queue and how Baddies come onto the mat (Undertow rulebook, Battle Queue, BQ in Battle; R24)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import draws, flow, opens, roll, shuffles
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb_base import events, places, reach
from tmb_base.changes import TABLE
from tmb_base.mat import NO_LANE
from tmb_base.world import FOES, NO_SIDE, Baddie

ON_MAT = 4
STRAY = "stray"
"""The mark of a Baddie that a card has brought onto the mat without a Lane Marker (R98)."""
SMALLER = {"20": ("5", 4), "5": ("1", 5)}
"""Stack -> the next smaller one, and how many chips of it are worth one."""


class Entering(Frame):
    """A unit has come onto the mat; what it does then happens."""

    unit: str


def unit_entering(game: Any, frame: Entering) -> Any:
    """The unit, while it is on the mat."""
    unit = game.world.units.get(frame.unit)
    return unit if unit is not None and unit.pos else None


def brings_others(game: Any, frame: Entering, me: Any) -> None:
    """A chip with that icon adds 5Pt Baddies on top of the Battle Queue; a temporary ally adds them at its bottom, as
    the only card with such an ally says.
    """
    chip = game.rules.tables["chips"].get(me.kind)
    if chip is not None and chip.extra:
        game.push(Calling("5", chip.extra, "top" if me.side == FOES else "bottom"))


class Landing(Frame):
    """A unit comes onto one of the positions at the sides of the mat, as a D6 says."""

    unit: str


@roll("", what="position", cite="Undertow rulebook, Krelln/Mech Baddie Starting Positions")
def roll_position(game: Any, frame: Landing) -> list[str]:
    """A D6."""
    return ["d6"]


@roll_position.taken
def lands(game: Any, frame: Landing, faces: list[str]) -> None:
    """Its number, or the next higher one that is free; after the highest comes the lowest."""
    pos = next_side(game, int(faces[0]))
    places.enter(game, game.world.units[frame.unit], pos)
    game.push(Entering(frame.unit))


def next_side(game: Any, number: int) -> str:
    """The first free position at the sides of the mat from that number up, the lowest after the highest; "" = none."""
    sides, full = reach.mat_of(game).sides, reach.full(game)
    return next((p for p in (*sides[number - 1 :], *sides[: number - 1]) if p not in full), "")


LANDING = flow(Landing, roll_position, cite="Undertow rulebook, Krelln/Mech Baddie Starting Positions")
ENTERING = flow(
    Entering,
    brings_others,
    opens("unit.enters"),
    subject=unit_entering,
    cite="Undertow rulebook, The Baddie Chip, Extra Baddies",
)


class Calling(Frame):
    """Chips come from their stack into the Battle Queue. left: how many; mixed: the defeated ones are the stack now;
    onto: the position of the mat onto which one comes at once, as a stray, instead.
    """

    stack: str
    left: int
    place: str
    mixed: bool = False
    onto: str = ""


def made_anew(game: Any, stack: str) -> bool:
    """Whether a stack that ran out is made of its defeated chips now, which are to be shuffled (Undertow rulebook, Game
    Set-up, Baddies; R30).
    """
    pile = game.world.stacks[stack]
    if pile.size() or not (gone := game.world.defeated.pop(stack, [])):
        return False
    pile.refill(gone, ordered=False)
    return True


def look_for_chips(game: Any, call: Calling) -> None:
    """An empty stack is made of its defeated chips; without any, smaller ones of the same worth come, or none (R30)."""
    world = game.world
    while call.left and not world.stacks[call.stack].size():
        if made_anew(game, call.stack):
            call.mixed = True
            return
        if call.onto:
            call.left = 0
            return
        game.tell(events.QueueShort, game.rules.tables["worth"][call.stack], call.left)
        call.stack, worth = SMALLER.get(call.stack, (call.stack, 0))
        call.left *= worth


@shuffles("")
def shuffle_defeated(game: Any, call: Calling) -> Any:
    """The defeated chips, as the new stack."""
    return (f"stack/{call.stack}", game.world.stacks[call.stack]) if call.mixed else None


@draws("")
def draw_chip(game: Any, call: Calling) -> Any:
    """The top chip, face down."""
    return (f"stack/{call.stack}", game.world.stacks[call.stack]) if call.left else None


@draw_chip.taken
def chip_drawn(game: Any, call: Calling, chip: str) -> None:
    """It joins the queue, or stands on the mat."""
    call.left -= 1
    call.mixed = False
    scouted(game, call.stack, chip)
    if call.onto:
        comes_astray(game, chip, call.onto)
    else:
        add_to_queue(game, chip, call.place)


def comes_astray(game: Any, chip: str, pos: str) -> None:
    """It stands there, without a Lane Marker and an Ini die, beside those for which there is room (R98)."""
    if chip in game.world.seen:
        game.world.seen.remove(chip)
    game.mark(enters(game, new_baddie(game, chip), 0, pos), STRAY, 1)


def scouted(game: Any, stack: str, chip: str) -> None:
    """A chip that lay face up on its stack is known in the Battle Queue too."""
    up = game.world.face_up.get(stack, 0)
    if up:
        game.world.face_up[stack] = up - 1
        game.world.seen.append(chip)


def next_chip(game: Any, call: Calling) -> None:
    """Until all have come."""
    if call.left:
        call.at = "look_for_chips"


CALLING = flow(
    Calling, look_for_chips, shuffle_defeated, draw_chip, next_chip, cite="Undertow rulebook, BQ in Battle; R30"
)


def enter_top(game: Any) -> Baddie | None:
    """The top chip comes onto the mat with its Lane Marker and HP, and what it does then; None if no chip waits or
    there is no room: four Baddies on the mat, or no free starting position."""
    queue = game.world.queue
    waiting = queue.cards or queue.loose or queue.under
    spot = entrance(game, waiting[0]) if waiting and waiting[0] not in game.world.resting else None
    if spot is None:
        return None
    name = waiting.pop(0)
    if name in game.world.seen:
        game.world.seen.remove(name)
    return enters(game, new_baddie(game, name), *spot)


def new_baddie(game: Any, name: str, hp: int = 0) -> Baddie:
    """A chip with its HP, or so many, and its Armor."""
    chip = game.rules.tables["chips"][name]
    hp = hp or chip.hp
    return Baddie(game.new_id("b"), {}, name, hp, hp, dice=[1] * chip.armor, side=FOES if chip.unit else NO_SIDE)


def come_back(game: Any, when: str) -> Baddie | None:
    """The next Baddie that waits for this moment comes back onto the mat; None if there is none, or no room."""
    for unit in places.waiting(game, when):
        spot = entrance(game, unit.kind, _wish(game, unit)) if unit.side == FOES else None
        if spot is not None:
            return enters(game, unit, *spot)
    return None


def _wish(game: Any, unit: Any) -> str:
    """The position to which it is to come back, unless it cannot be brought there."""
    mat, wish = reach.mat_of(game), unit.off.to
    return "" if reach.kept_out(game, unit) & mat.places.get(wish, 0) else wish


def entrance(game: Any, chip: str, wish: str = "") -> tuple[int, str] | None:
    """The Lane Marker and the position with which a Baddie comes onto the mat: the one it wishes for, if that is free,
    else a starting position (R24), or "" for one at the sides that a die will say; None without room.
    """
    if not has_room(game, chip):
        return None
    mat, lane, full = reach.mat_of(game), reach.lane_for(game, chip), reach.full(game)
    if wish in mat.bit and wish not in full:
        return lane, wish
    entry = game.rules.tables["chips"][chip]
    if entry.enters and mat.sides:
        return (lane, "") if next_side(game, 1) else None
    for pos in mat.entrances[entry.form, lane or NO_LANE]:
        if pos not in full:
            return lane, pos
    return None


def has_room(game: Any, chip: str) -> bool:
    """Whether one more such chip may stand on the mat: it does not count, or not all of those that may are there."""
    if chip in game.rules.tables["lacking"]["counts"]:
        return True
    there, most = reach.baddies(game), room(game)
    if len(there) < most:
        return True
    return len([u for u in reach.has(game, "counts", there) if STRAY not in u.marks]) < most


def room(game: Any) -> int:
    """How many Baddies may stand on the mat at once: four, unless a card says less."""
    if "baddies.most" not in game.index.modifiers:
        return ON_MAT
    return number(game, "baddies.most", TABLE, ON_MAT)


def enters(game: Any, unit: Baddie, lane: int, pos: str) -> Baddie:
    """It stands there, or where a die says, and what it does then happens."""
    unit.lane = lane
    if pos:
        places.enter(game, unit, pos)
        game.push(Entering(unit.id))
    else:
        places.bring(game, unit)
        game.push(Landing(unit.id))
    return unit


def add_to_queue(game: Any, chip: str, where: str) -> None:
    """A chip joins the Battle Queue: on top, at the bottom, or where its like lie: big ones above small ones, but a
    chip that has a place of its own there.
    """
    queue, ranks = game.world.queue, game.rules.tables["rank"]
    if where == "top":
        queue.put_on_top(chip)
    elif where == "bottom":
        queue.put_under(chip)
    else:
        at = next((i for i, c in enumerate(queue.cards) if ranks[c] < ranks[chip]), len(queue.cards))
        queue.cards.insert(at, chip)
    kind = game.rules.tables["chips"][chip]
    named = kind.pile if kind.pile in game.rules.tables["stacks"] else ""
    game.tell(events.QueueAdded, kind.points, where, named)
