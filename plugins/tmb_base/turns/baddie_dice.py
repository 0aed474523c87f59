"""The dice of a Baddie's turn (Undertow rulebook, Baddie's Turn Sequence 5; Taking a Turn for a Baddie)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tmb.core.flow import choice, roll
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb_base import changes
from tmb_base.seats import mine
from tmb_base.world import Baddie

if TYPE_CHECKING:
    from tmb_base.turns.baddie import BaddieTurn

NOTHING = "nothing"
ALL = "+"


@choice("roll", seat=mine, cite="Undertow rulebook, Taking a Turn for a Baddie")
def what_is_rolled(game: Any, turn: BaddieTurn, me: Baddie) -> list[str] | None:
    """Where the turn is taken at will: all of its dice, only those of a kind, or none."""
    if not turn.at_will:
        return None
    kinds = list(dict.fromkeys(dice_of(game, turn, me)))
    return [ALL.join(kinds), *(kinds if len(kinds) > 1 else ()), NOTHING] if kinds else None


@what_is_rolled.taken
def what_is_left(game: Any, turn: BaddieTurn, me: Baddie, picked: str) -> None:
    """The other dice stay where they are; without Atk dice nobody is attacked."""
    rolled = picked.split(ALL)
    turn.leaves = [kind for kind in dict.fromkeys(dice_of(game, turn, me)) if kind not in rolled]


def take_dice(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """The dice that are rolled next."""
    dice = dice_of(game, turn, me)
    turn.dice = [d for d in dice if d not in turn.leaves] if turn.leaves else dice


def dice_of(game: Any, turn: BaddieTurn, me: Baddie) -> list[str]:
    """All inactive Def dice, and the Atk dice against each target in reach, separately, or against a position."""
    chip = game.rules.tables["chips"][me.kind]
    first = not turn.rolls and not turn.again
    dice: list[str] = []
    if first and not chip.armor:
        dice = ["def"] * (number(game, "def", me.id, chip.dfn, turn) - len(me.dice))
    if turn.targets or turn.spot:
        dice += ["atk"] * number(game, "atk", me.id, chip.atk, turn)
    if first and chip.die and may_roll_tyrant_die(game, me):
        dice.append(chip.die)
    return dice


def may_roll_tyrant_die(game: Any, me: Baddie) -> bool:
    """Whether nothing forbids a Tyrant's die, which is rolled once a turn (Undertow rulebook, Tyrant Die)."""
    return "die.roll" not in game.index.forbids or refusal(game, "die.roll", me.id, "", "tyrant") is None


@roll("", what="turn", cite="Undertow rulebook, Baddie's Turn Sequence 5")
def roll_dice(game: Any, turn: BaddieTurn, me: Baddie) -> list[str]:
    """The dice that are rolled together."""
    return turn.dice


@roll_dice.taken
def place_def(game: Any, turn: BaddieTurn, me: Baddie, faces: list[str]) -> None:
    """Rolled Def goes on the chip at once; hits wait; Bones of all dice of the turn add up."""
    numbers = game.rules.tables["numbers"]
    hits: list[int] = []
    shields: list[int] = []
    for i, face in enumerate(faces):
        die = turn.dice[i]
        if die != "atk" and die != "def":
            changes.show_face(game, me, face)
        elif face == "bones":
            turn.bones += 1
        else:
            (hits if die == "atk" else shields).append(numbers[face])
    if shields:
        changes.set_dice(game, me, me.dice + shields)
    if (turn.targets or turn.spot) and "atk" not in turn.leaves:
        if turn.again:
            turn.hits[-1] += sum(hits)
            turn.again = False
        else:
            turn.hits.append(sum(hits))
            if hits and "roll.again" in game.index.modifiers and rolls_again(game, turn, len(hits)):
                turn.again, turn.at = True, "take_dice"
                return
    turn.rolls += 1
    if turn.rolls < len(turn.targets):
        turn.at = "take_dice"


def rolls_again(game: Any, turn: BaddieTurn, hits: int) -> bool:
    """Whether so many Atk dice that hit let it roll all of them once more (Frenzy)."""
    return 0 < number(game, "roll.again", turn.unit, 0, turn) <= hits
