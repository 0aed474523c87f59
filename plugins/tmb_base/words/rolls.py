"""Rolls outside the one of a turn: dice that are rolled again or turned, and Def dice that a talent rolls (R9, R16)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tmb.content.entry import Selector, Value
from tmb.core.decisions import Pick, Several
from tmb.core.flow import choice, flow, menu, roll
from tmb.core.permits import refusal
from tmb.core.rolls import Rolled
from tmb.core.rolls import seat as dice_seat
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, ROLL, Op, place
from tmb.effects.words import one
from tmb.errors import RulesError, close
from tmb_base import events
from tmb_base.lying import dice_at, lying
from tmb_base.turns.common import unit_on_mat
from tmb_base.turns.gearloc import GearlocTurn
from tmb_base.turns.resolve import back, keep_bones, place_die
from tmb_base.words.units import units_of
from tmb_base.world import Gearloc, Shown, shown


class Which(Frame):
    """Dice that lie in the frame at `turn`, of which some are meant. unit: who rolled them; die: only those of a kind,
    face: only those that show this, line: only those of this profession ("" = any).
    """

    unit: str
    turn: int
    die: str = ""
    face: str = ""
    line: str = ""


class Reroll(Which):
    """Dice that lie there are rolled once more. most: so many at most (0 = all); least: so many at least; dice: those
    that are rolled.
    """

    most: int = 0
    least: int = 0
    dice: list[str] = []


class Turning(Which):
    """One die that lies there is turned to another face. to: to this one ("" = any)."""

    to: str = ""


def meant(game: Any, frame: Which) -> list[Shown]:
    """The dice that lie there and are meant."""
    dice = dice_at(game.stack[frame.turn])
    return [d for d in of_line(game, dice, frame.line) if frame.die in ("", d.die) and frame.face in ("", d.face)]


def of_line(game: Any, dice: list[Shown], line: str) -> list[Shown]:
    """Those of these dice that belong to a profession; all of them for ""."""
    kinds = game.rules.tables["skill_dice"]
    return [d for d in dice if d.die in kinds and kinds[d.die].profession == line] if line else dice


@choice("die", seat=dice_seat)
def which_dice(game: Any, frame: Reroll) -> Several | None:
    """Any number of the dice, or what the text allows."""
    dice = meant(game, frame)
    picks = [Pick(d, times=dice.count(d)) for d in dict.fromkeys(dice)]
    return Several(picks, min(frame.least, len(dice)), min(frame.most or 99, len(dice))) if picks else None


@which_dice.taken
def dice_taken_up(game: Any, frame: Reroll, picked: list[Shown]) -> None:
    """They leave the table to be rolled."""
    below = game.stack[frame.turn]
    for die in picked:
        lying(below).lift(below, die)
    names = [d.die for d in picked]
    frame.dice = sorted(names, key=names.index)


def of_a_roll(game: Any, frame: Reroll) -> bool:
    """Dice of a roll that nobody has taken up yet are the same roll when they are rolled again (R9)."""
    return type(game.stack[frame.turn]) is Rolled


@roll("", what="again", quiet=of_a_roll)
def roll_again(game: Any, frame: Reroll) -> list[str]:
    """It costs no Dex."""
    return frame.dice


@roll_again.taken
def rolled_again(game: Any, frame: Reroll, faces: list[str]) -> None:
    """They lie there again."""
    below = game.stack[frame.turn]
    for die, face in zip(frame.dice, faces, strict=True):
        lying(below).lay(below, shown(die, face))
    frame.dice = []


def to_the_turn(game: Any, frame: Any) -> None:
    """Dice that are in somebody's hand when a turn is cut short are dice of that turn (R6)."""
    turn = game.stack[frame.turn]
    if type(turn) is GearlocTurn:
        turn.dice = [*turn.dice, *frame.dice]


REROLL = flow(Reroll, which_dice, roll_again, on_cut=to_the_turn, cite="R9")


@choice("turn", seat=dice_seat)
def which_face(game: Any, frame: Turning) -> list[tuple[str, Shown, str]]:
    """A die that lies there, and what it may show instead."""
    dice, faces = dict.fromkeys(meant(game, frame)), game.rules.dice
    return [("turn", d, f) for d in dice for f in dict.fromkeys(faces[d.die]) if f != d.face and frame.to in ("", f)]


@which_face.taken
def face_turned(game: Any, frame: Turning, ref: tuple[str, Shown, str]) -> None:
    """It shows that."""
    (_, die, face), below = ref, game.stack[frame.turn]
    lying(below).lift(below, die)
    lying(below).lay(below, shown(die.die, face))
    game.tell(events.RollTurned, frame.unit, die.die, die.face, face)


TURNING = flow(Turning, which_face)


class RollDef(Frame):
    """Def dice rolled by a talent or card; shields may go into slots, Bones into the backup plan unless a card forbids
    it.
    """

    unit: str
    n: int
    open: list[Shown] = []
    bones: bool = True


@roll("", what="shields")
def roll_shields(game: Any, frame: RollDef, me: Gearloc) -> list[str]:
    """So many Def dice."""
    return ["def"] * frame.n


@roll_shields.taken
def shields_rolled(game: Any, frame: RollDef, me: Gearloc, faces: list[str]) -> None:
    """They lie open."""
    frame.open = [Shown("def", f) for f in faces if frame.bones or f != "bones"]


lay = menu(
    "lay", place_die, keep_bones, seat=dice_seat, doc="Shields to slots, Bones to the backup plan. Falls: open dice."
)
lay.aliases = ("roll.after",)


def to_the_pool(game: Any, frame: RollDef, me: Gearloc) -> None:
    """What was not laid goes back."""
    back(game, frame, me)


ROLL_DEF = flow(RollDef, roll_shields, lay, to_the_pool, subject=unit_on_mat, cite="R16")


class RerollOp(Struct, forbid_unknown_fields=True):
    """`reroll`: dice that lie there are rolled once more: any number, or at least and at most so many; of any kind or
    of one, of one profession, only those that show a face."""

    most: Annotated[int, Meta(ge=0)] = 0
    least: Annotated[int, Meta(ge=0)] = 0
    profession: str = ""
    die: str = ""
    face: str = ""


class TurnDieOp(Struct, forbid_unknown_fields=True):
    """`turn_die`: one die that lies there is turned to another face, or to this one; of any kind or of one."""

    to: str = ""
    die: str = ""


class RollDefOp(Struct, forbid_unknown_fields=True):
    """`roll_def`: a Gearloc rolls so many Def dice and lays what they show. bones: Bones may be kept."""

    n: Value
    of: Selector = "self"
    bones: bool = True


class RollHits(Struct, forbid_unknown_fields=True):
    """`roll_hits`: so many Atk (or Def) dice are rolled; the sum of their numbers becomes a variable, and so does the
    number of their Bones.
    """

    n: Value = 1
    die: Literal["atk", "def"] = "atk"
    into: str = "hits"
    bones: str = "bones"


def make_roll_hits(compiler: Any, op: RollHits, at: str) -> Op:
    """Bones are no hits, and nobody keeps them."""
    n, into, bones = compiler.value(op.n), op.into, op.bones
    compiler.given |= {into, bones}

    def takes(game: Any, env: Env, faces: list[str]) -> None:
        env.vars[into] = sum(int(f) for f in faces if f != "bones")
        env.vars[bones] = faces.count("bones")

    return Op(ROLL, lists=lambda game, env: [op.die] * n(game, env), takes=takes)


def make_reroll(compiler: Any, op: RerollOp, at: str) -> Op:
    """Push a re-roll of what this is about."""
    check_faces(compiler, op.die, op.face)

    def act(game: Any, env: Env) -> None:
        if dice_at(env.about):
            roller, at = env.about.unit, place(game, env.about)
            game.push(Reroll(roller, at, op.die, op.face, op.profession, op.most, op.least))

    return Op(ACT, act, pushes=True)


def make_turn_die(compiler: Any, op: TurnDieOp, at: str) -> Op:
    """Ask which, and to what."""
    check_faces(compiler, op.die, op.to)

    def act(game: Any, env: Env) -> None:
        if dice_at(env.about):
            game.push(Turning(env.about.unit, place(game, env.about), op.die, to=op.to))

    return Op(ACT, act, pushes=True)


def check_faces(compiler: Any, die: str, face: str) -> None:
    """Raise RulesError where there is no such die, or where no die that is meant has such a face."""
    if die and die not in compiler.dice:
        raise RulesError(f"there is no die {die!r}{close(die, compiler.dice)}")
    shows = dict.fromkeys(f for name in ([die] if die else compiler.dice) for f in compiler.dice[name])
    if face and face not in shows:
        raise RulesError(f"no such die shows {face!r}{close(face, shows)}")


class Showing(Struct, forbid_unknown_fields=True):
    """`showing`: how many dice that lie there show a face, of any kind or of one."""

    face: str
    die: str = ""


def value_showing(compiler: Any, arg: str | Showing) -> Get:
    """How many dice that lie there show this."""
    spec = arg if isinstance(arg, Showing) else Showing(arg)
    check_faces(compiler, spec.die, spec.face)
    return lambda game, env: sum([d.face == spec.face and spec.die in ("", d.die) for d in dice_at(env.about)])


def make_roll_def(compiler: Any, op: RollDefOp, at: str) -> Op:
    """Push a roll of Def dice, unless something forbids it."""
    n, of = compiler.value(op.n), units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, of)
        if not isinstance(unit, Gearloc) or (dice := n(game, env)) <= 0:
            return
        if "die.roll" not in game.index.forbids or refusal(game, "die.roll", unit.id, "", "def", "def") is None:
            game.push(RollDef(unit.id, dice, bones=op.bones))

    return Op(ACT, act, pushes=True)


VALUES: dict[str, tuple[Any, Any]] = {"showing": (str | Showing, value_showing)}
FLOWS = (REROLL, TURNING, ROLL_DEF)
OPS: dict[str, tuple[Any, Any]] = {
    "reroll": (RerollOp, make_reroll),
    "turn_die": (TurnDieOp, make_turn_die),
    "roll_def": (RollDefOp, make_roll_def),
    "roll_hits": (RollHits, make_roll_hits),
}
