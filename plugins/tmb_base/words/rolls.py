"""Rolls outside the one of a turn: re-rolls, and Def dice that a talent rolls (R9, R16)."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from tmb.content.entry import Selector, Value
from tmb.core.decisions import Pick, Several
from tmb.core.flow import choice, flow, menu, opens, roll
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op, place
from tmb.effects.words import one
from tmb_base.seats import mine
from tmb_base.turns.common import unit_on_mat
from tmb_base.turns.resolve import back, keep_bones, place_die
from tmb_base.world import Gearloc, Shown


class Reroll(Frame):
    """Open dice of a turn are rolled once more. turn: its place on the stack; line: only dice of this profession ("" =
    any); most: so many at most (0 = all); least: so many at least; dice: those that are rolled.
    """

    unit: str
    turn: int
    dice: list[str] = []
    line: str = ""
    most: int = 0
    least: int = 0


@choice("die", seat=mine)
def which_dice(game: Any, frame: Reroll, me: Gearloc) -> Several | None:
    """Any number of the open dice, or what the text allows."""
    dice = of_line(game, game.stack[frame.turn].open, frame.line)
    picks = [Pick(d, times=dice.count(d)) for d in dict.fromkeys(dice)]
    return Several(picks, min(frame.least, len(dice)), min(frame.most or 99, len(dice))) if picks else None


def of_line(game: Any, dice: list[Shown], line: str) -> list[Shown]:
    """Those of these dice that belong to a profession; all of them for ""."""
    kinds = game.rules.tables["skill_dice"]
    return [d for d in dice if d.die in kinds and kinds[d.die].profession == line] if line else dice


@which_dice.taken
def dice_taken_up(game: Any, frame: Reroll, me: Gearloc, picked: list[Shown]) -> None:
    """They leave the table to be rolled."""
    for die in picked:
        game.stack[frame.turn].open.remove(die)
    names = [d.die for d in picked]
    frame.dice = sorted(names, key=names.index)


@roll("")
def roll_again(game: Any, frame: Reroll, me: Gearloc) -> list[str]:
    """It costs no Dex."""
    return frame.dice


@roll_again.taken
def rolled_again(game: Any, frame: Reroll, me: Gearloc, faces: list[str]) -> None:
    """They lie open again."""
    game.stack[frame.turn].open += [Shown(d, f) for d, f in zip(frame.dice, faces, strict=True)]
    frame.dice = []


REROLL = flow(Reroll, which_dice, roll_again, subject=unit_on_mat, cite="R9")


class RollDef(Frame):
    """Def dice rolled by a talent or card; shields may go into slots, Bones into the backup plan unless a card forbids
    it.
    """

    unit: str
    n: int
    open: list[Shown] = []
    bones: bool = True


@roll("")
def roll_shields(game: Any, frame: RollDef, me: Gearloc) -> list[str]:
    """So many Def dice."""
    return ["def"] * frame.n


@roll_shields.taken
def shields_rolled(game: Any, frame: RollDef, me: Gearloc, faces: list[str]) -> None:
    """They lie open."""
    frame.open = [Shown("def", f) for f in faces if frame.bones or f != "bones"]


lay = menu("lay", place_die, keep_bones, seat=mine, doc="Shields to slots, Bones to the backup plan. Falls: open dice.")


def to_the_pool(game: Any, frame: RollDef, me: Gearloc) -> None:
    """What was not laid goes back."""
    back(game, frame, me)


ROLL_DEF = flow(RollDef, roll_shields, opens("roll.after"), lay, to_the_pool, subject=unit_on_mat, cite="R16")


class RerollOp(Struct, forbid_unknown_fields=True):
    """`reroll`: the holder rolls open dice of its turn once more: any number, or at least and at most so many, of any
    kind or of one profession."""

    most: Annotated[int, Meta(ge=0)] = 0
    least: Annotated[int, Meta(ge=0)] = 0
    profession: str = ""


class RollDefOp(Struct, forbid_unknown_fields=True):
    """`roll_def`: a Gearloc rolls so many Def dice and lays what they show. bones: Bones may be kept."""

    n: Value
    of: Selector = "self"
    bones: bool = True


def make_reroll(compiler: Any, op: RerollOp, at: str) -> Op:
    """Push a re-roll of the turn that this is about."""

    def act(game: Any, env: Env) -> None:
        if getattr(env.about, "open", None) and isinstance(game.thing(env.bearer.holder), Gearloc):
            at = place(game, env.about)
            game.push(Reroll(env.bearer.holder, at, line=op.profession, most=op.most, least=op.least))

    return Op(ACT, act, pushes=True)


def make_roll_def(compiler: Any, op: RollDefOp, at: str) -> Op:
    """Push a roll of Def dice, unless something forbids it."""
    n, of = compiler.value(op.n), compiler.selector(op.of)

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, of)
        if not isinstance(unit, Gearloc) or (dice := n(game, env)) <= 0:
            return
        if "die.roll" not in game.index.forbids or refusal(game, "die.roll", unit.id, "", "def", "def") is None:
            game.push(RollDef(unit.id, dice, bones=op.bones))

    return Op(ACT, act, pushes=True)


FLOWS = (REROLL, ROLL_DEF)
OPS: dict[str, tuple[Any, Any]] = {"reroll": (RerollOp, make_reroll), "roll_def": (RollDefOp, make_roll_def)}
