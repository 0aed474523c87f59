"""What cards do to dice: move them between areas, turn them, roll them again."""

from typing import Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, Value
from tmb.core.decisions import Pick, Several
from tmb.core.flow import choice, flow, roll
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.effects.words import things
from tmb_twenty_strong import changes
from tmb_twenty_strong import events as e
from tmb_twenty_strong.entries import Colour
from tmb_twenty_strong.frames import by_hero
from tmb_twenty_strong.world import COLOURS, DICE, Foe, colour_of, face_of

Verb = Literal["exhaust", "recover", "return", "banish"]
FROM = {"exhaust": "pool", "recover": "exhausted", "return": "open", "banish": "pool"}
"""Verb -> the area that it takes dice from, if nothing is said."""
TO = {"exhaust": "exhausted", "recover": "pool", "return": "pool", "banish": "banished"}


class DiceOp(Struct, forbid_unknown_fields=True):
    """`dice`: the player moves n dice: exhausts, recovers, returns or banishes them. area: where from; colours: only of
    these; may: fewer may be moved, or none.
    """

    verb: Verb
    n: Value = 1
    area: Literal["", "pool", "open", "exhausted"] = ""
    colours: list[Colour] = []
    may: bool = False


class TurnOp(Struct, forbid_unknown_fields=True):
    """`turn`: up to n open dice that show a face are turned to another."""

    n: Value = 1
    face: Literal["miss", "hit", "crit"] = "miss"
    to: Literal["miss", "hit", "crit"] = "hit"
    colours: list[Colour] = []


class RerollOp(Struct, forbid_unknown_fields=True):
    """`reroll`: up to n open dice are rolled again at once."""

    n: Value = 1
    colours: list[Colour] = []


class HitsOp(Struct, forbid_unknown_fields=True):
    """`hits`: active cards count n further hits, in this Engagement, without a die."""

    n: Value = 1
    to: Selector = "it"


class MoveDice(Frame):
    """The player chooses dice, and they are moved."""

    verb: str
    area: str
    n: int
    colours: list[str] = []
    may: bool = False


@choice("dice", seat="player")
def which_dice(game: Any, frame: MoveDice) -> Several | None:
    """Which of them; of open dice their faces count."""
    bag = getattr(game.world, frame.area)
    keys = DICE if frame.area == "open" else COLOURS
    found = [k for k in keys if k in bag and (not frame.colours or colour_of(k) in frame.colours)]
    picks = [Pick(k, times=bag[k]) for k in found]
    n = min(frame.n, sum([p.times for p in picks]))
    return Several(picks, 0 if frame.may else n, n) if n > 0 else None


@which_dice.taken
def dice_moved(game: Any, frame: MoveDice, dice: list[str]) -> None:
    """There they go."""
    moved = {d: dice.count(d) for d in dict.fromkeys(dice)}
    if frame.area != "open":
        changes.move(game, frame.verb, frame.area, TO[frame.verb], moved)
    elif frame.verb == "return":
        changes.return_open(game, moved)
    else:
        changes.exhaust_open(game, moved)


MOVE_DICE = flow(MoveDice, which_dice, cite="rulebook, Flow of a Day")


class TurnDie(Frame):
    """Open dice are turned."""

    n: int
    face: str
    to: str
    colours: list[str] = []


@choice("turn", seat="player")
def which_turned(game: Any, frame: TurnDie) -> Several | None:
    """Up to n that show that face."""
    shown = game.world.open
    fits = [d for d in DICE if d in shown and face_of(d) == frame.face and _of(d, frame.colours)]
    picks = [Pick(d, times=shown[d]) for d in fits]
    return Several(picks, 0, min(frame.n, sum([p.times for p in picks]))) if picks else None


def _of(die: str, colours: list[str]) -> bool:
    return not colours or colour_of(die) in colours


@which_turned.taken
def turned(game: Any, frame: TurnDie, dice: list[str]) -> None:
    """They show the other face."""
    for die in dice:
        changes.turn(game, die, frame.to)


TURN_DIE = flow(TurnDie, which_turned)


class RollAgain(Frame):
    """Open dice are rolled again. dice: those that were taken up."""

    n: int
    colours: list[str] = []
    dice: list[str] = []


@choice("reroll", seat="player")
def which_again(game: Any, frame: RollAgain) -> Several | None:
    """Up to n of them."""
    shown = game.world.open
    picks = [Pick(d, times=shown[d]) for d in DICE if d in shown and _of(d, frame.colours)]
    return Several(picks, 0, min(frame.n, sum([p.times for p in picks]))) if picks else None


@which_again.taken
def taken_up(game: Any, frame: RollAgain, dice: list[str]) -> None:
    """They are taken up."""
    changes.roll_again(game, {d: dice.count(d) for d in dict.fromkeys(dice)})
    taken = [colour_of(d) for d in dice]
    frame.dice = [c for c in COLOURS for _ in range(taken.count(c))]


@roll("", what="again", by=by_hero)
def roll_them(game: Any, frame: RollAgain) -> list[str]:
    """All at once."""
    return frame.dice


@roll_them.taken
def rolled(game: Any, frame: RollAgain, faces: list[str]) -> None:
    """They lie open again."""
    changes.rolled(game, frame.dice, faces)


ROLL_AGAIN = flow(RollAgain, which_again, roll_them)


def make_dice(compiler: Any, op: DiceOp, at: str) -> Op:
    """Push the choice."""
    n, area = compiler.value(op.n), op.area or FROM[op.verb]

    def act(game: Any, env: Env) -> None:
        if getattr(game.world, area) and (many := n(game, env)) > 0:
            game.push(MoveDice(op.verb, area, many, list(op.colours), op.may))

    return Op(ACT, act, pushes=True)


def make_turn(compiler: Any, op: TurnOp, at: str) -> Op:
    """Push the choice."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: game.push(TurnDie(n(game, env), op.face, op.to, list(op.colours))), pushes=True)


def make_reroll(compiler: Any, op: RerollOp, at: str) -> Op:
    """Push the choice and the roll."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: game.push(RollAgain(n(game, env), list(op.colours))), pushes=True)


def make_hits(compiler: Any, op: HitsOp, at: str) -> Op:
    """They count until dice are exhausted."""
    n, to = compiler.value(op.n), compiler.selector(op.to)

    def act(game: Any, env: Env) -> None:
        for foe in things(game, env, to):
            if type(foe) is Foe and not foe.defeated and (hits := n(game, env)) > 0:
                foe.extra += hits
                game.tell(e.HitsGiven, foe.id, hits)

    return Op(ACT, act)


OPS: dict[str, tuple[Any, Any]] = {
    "dice": (DiceOp, make_dice),
    "turn": (TurnOp, make_turn),
    "reroll": (RerollOp, make_reroll),
    "hits": (HitsOp, make_hits),
}
FLOWS = (MOVE_DICE, TURN_DIE, ROLL_AGAIN)
