"""The demo's procedures, in reading order."""

from __future__ import annotations

from tests.demo import world as w
from tmb.core.cuts import Check, Cut
from tmb.core.decisions import Pick, Several
from tmb.core.flow import DONE, choice, draws, flow, menu, opens, repeats, roll, shuffles, stage
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb.core.state import END, Frame


def pawn_of(game, frame):
    return game.world.pawns.get(frame.unit)


def mine(game, frame):
    return game.world.pawns[frame.unit].side


class Match(Frame):
    """From the first shuffle to the end."""


@shuffles("setup")
def shuffle_deck(game, match):
    return ("deck", game.world.deck)


@draws("setup", repeat=True)
def deal(game, match):
    """One card for every pawn."""
    left = [p for p in game.world.pawns.values() if not p.hand]
    return ("deck", game.world.deck) if left and game.world.deck.size() else None


@deal.taken
def dealt(game, match, card):
    w.take_card(game, next(p for p in game.world.pawns.values() if not p.hand), card)


@repeats
def next_round(game, match):
    if game.world.round >= game.world.most_rounds:
        return DONE
    game.world.round += 1
    game.push(Round())
    return None


def finish(game, match):
    sides = {p.side for p in game.world.pawns.values()}
    game.world.winner = sides.pop() if len(sides) == 1 else "nobody"


MATCH = flow(Match, shuffle_deck, deal, next_round, finish)


class Round(Frame):
    """Every pawn acts once."""

    due: list[str] = []


def line_up(game, rnd):
    rnd.due = [i for i in game.world.order if i in game.world.pawns]


@repeats
def next_turn(game, rnd):
    while rnd.due:
        unit = rnd.due.pop(0)
        if unit in game.world.pawns:
            game.push(Turn(unit))
            return None
    return DONE


ROUND = flow(Round, line_up, opens("round.start"), next_turn)


class Turn(Frame):
    """One pawn acts."""

    unit: str
    left: int = 0
    target: str = ""
    ended: bool = False


def get_ready(game, turn, me):
    turn.left = 3
    for name in sorted(game.rules.clears.get("turn", ())):
        for p in game.world.pawns.values():
            game.mark(p, name, 0)


@choice("gear", seat=mine)
def gear_up(game, turn, me):
    """Buy up to three things for at most 3 points: groups, costs, times."""
    return Several(
        [Pick("shield", "armour", 2), Pick("spike", "arms", 1, 2), Pick("charm", "arms", 3)],
        0,
        3,
        [("armour", 0, 1), ("arms", 0, 2)],
        budget=3,
    )


@gear_up.taken
def geared(game, turn, me, picks):
    for name in picks:
        game.mark(me, name, me.marks.get(name, 0) + 1)


@choice("strike")
def strikes(game, turn, me):
    return [p for p in w.foes(game, me) if turn.left and w.near(me, p) and not refusal(game, "strike", me.id, p.id)]


@strikes.taken
def strike(game, turn, me, foe):
    turn.left -= 1
    game.push(Strike(me.id, foe.id))


@choice("step")
def steps(game, turn, me):
    taken = {p.at for p in game.world.pawns.values()}
    return [a for a in ((me.at + 1) % w.RING, (me.at - 1) % w.RING) if turn.left and a not in taken]


@steps.taken
def step_to(game, turn, me, at):
    turn.left -= 1
    w.move(game, me, at)


@choice("storm")
def storms(game, turn, me):
    return ["all"] if turn.left == 3 else None


@storms.taken
def storm(game, turn, me, what):
    turn.left = 0
    game.push(Storm(list(game.world.pawns)))


act = menu(
    "act",
    strikes,
    steps,
    storms,
    seat=mine,
    moment="turn",
    doc="Strike, step and storm; turn.left falls with each pick.",
)


def end_of_turn(game, turn, me):
    """Runs without the pawn too."""
    turn.ended = True


TURN = flow(
    Turn,
    get_ready,
    gear_up,
    opens("turn.start"),
    act,
    opens("turn.end"),
    end_of_turn,
    subject=pawn_of,
    gone="end_of_turn",
)


class Strike(Frame):
    """A roll against one foe."""

    unit: str
    target: str
    dice: int = 0


def tired(game, s, me):
    return None if me.power > 0 else "has no power left"


@roll("main", when=tired)
def throw(game, s, me):
    s.dice = number(game, "power", me.id, me.power, s)
    return ["d6"] * s.dice


@throw.taken
def thrown(game, s, me, faces):
    n = sum(f in "56" for f in faces)
    if n:
        game.push(Harm(s.target, s.unit, n))


STRIKE = flow(Strike, throw, opens("struck"), subject=pawn_of)


class Harm(Frame):
    """Harm comes to one pawn."""

    unit: str
    source: str
    amount: int


def lose_hp(game, harm, me):
    uses = []
    n = number(game, "harm", me.id, harm.amount, harm, uses=uses)
    for u in uses:
        game.mark(game.thing(u.holder), u.mark, me.marks.get(u.mark, 0) + u.n)
    if n <= 0:
        return END
    w.lose(game, me, n, harm.source)
    return None


HARM = flow(Harm, opens("harm.before"), lose_hp, opens("harm.after"), subject=pawn_of)


class Storm(Frame):
    """Everybody loses 1 at once: a batch."""

    units: list[str]


def all_lose(game, frame):
    for u in frame.units:
        w.lose(game, game.world.pawns[u], 1, "storm")


STORM = flow(Storm, all_lose, opens("storm.after"), holds=True)


class Fall(Frame):
    """Pawns without HP fall, in the order the table likes."""

    units: list[str]
    unit: str = ""


@choice("first", seat="table", repeat=True)
def who_falls(game, fall):
    return list(fall.units)


@who_falls.taken
def falls(game, fall, unit):
    fall.units.remove(unit)
    fall.unit = unit
    game.push(Down(unit))


FALL = flow(Fall, who_falls, holds=True)


class Down(Frame):
    unit: str


@stage(cite="house rules, falling")
def leave(game, frame, me):
    w.take_off(game, me)


DOWN = flow(Down, opens("fall"), leave, subject=pawn_of)


# -- checks ------------------------------------------------------------------------------------------------------------


def pawns_fall(game):
    gone = [p.id for p in game.world.pawns.values() if p.hp <= 0]
    if gone:
        game.push(Fall(gone))


def actor_gone(game):
    for frame in reversed(game.stack):
        if type(frame) is Turn:
            return Cut(frame, "end_of_turn") if frame.unit not in game.world.pawns and not frame.ended else None
    return None


def side_gone(game):
    return (
        Cut(game.stack[0], "finish")
        if len({p.side for p in game.world.pawns.values()}) < 2
        and game.stack[0].at != "finish"
        and game.stack[0].at != END
        else None
    )


CHECKS = (Check("fall", pawns_fall, 10), Check("actor", actor_gone, 20), Check("side", side_gone, 30))
FLOWS = (MATCH, ROUND, TURN, STRIKE, HARM, STORM, FALL, DOWN)
