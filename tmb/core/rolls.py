"""One roll: what lies between dice that were thrown and the stage that takes their faces up.

Every stage that rolls says who rolls and what for. Where somebody hears `roll.after`, the dice lie open in a frame of
their own while that window is open: they can be looked at, rolled again and turned. Then the stage takes them up as if
they had fallen so. Where nobody hears it there is no such frame. What is asked about dice that lie there is asked of
the seat that `roll.seat` says: the roller's, if content says nothing.
"""

from __future__ import annotations

from typing import Any

from tmb.core.events import DiceRolled
from tmb.core.flow import flow, opens
from tmb.core.queries import thing
from tmb.core.state import END, Frame
from tmb.core.windows import hearing

AFTER = "roll.after"
SEAT = "roll.seat"


class Rolled(Frame):
    """Dice that were rolled and that nobody has taken up yet. unit: who rolled; what: what for; target: at whom; dice,
    faces: in the order in which they were rolled, like ones together; a face that is "" is in somebody's hand; at_will:
    they are part of what is taken at will.
    """

    unit: str
    what: str
    target: str
    dice: list[str]
    faces: list[str]
    at_will: bool = False

    @property
    def lying(self) -> list[tuple[str, str]]:
        """The dice that lie there, with their faces."""
        return [(die, face) for die, face in zip(self.dice, self.faces, strict=True) if face]

    def lift(self, die: str, face: str) -> None:
        """Take up a die that shows a face."""
        self.faces[self.lying_at(die, face)] = ""

    def lay(self, die: str, face: str) -> None:
        """Lay down a die that was taken up, with another face."""
        self.faces[self.lying_at(die, "")] = face

    def lying_at(self, die: str, face: str) -> int:
        """The place of such a die. ValueError where there is none."""
        return list(zip(self.dice, self.faces, strict=True)).index((die, face))


def seat(game: Any, frame: Any) -> str:
    """Who answers what is asked about the dice of a frame: the player of its `unit`, unless content names another."""
    unit = frame.unit
    if SEAT in game.index.modifiers:
        unit = thing(game, SEAT, unit, unit, frame)
    answers: str = game.mode.seat_of(game, unit)
    return answers


def count(game: Any, node: Any, words: int) -> str:
    """Move the stream's counter on by `words`; the name of the stream."""
    name: str = node.stream or game.mode.stream
    chance = game.state.chance
    chance[name] = chance.get(name, 0) + words
    return name


def hand_over(game: Any, node: Any, frame: Frame, me: Any, result: Any) -> None:
    """Give a result of chance to the stage that asked for it; the frame already stands at its next stage."""
    if not node.repeat:
        frame.at = node.next
    went = node.take(game, frame, me, result) if node.has_subject else node.take(game, frame, result)
    if went is not None:
        frame.at = END if went is END else node.next


def rolled(game: Any, node: Any, frame: Frame, me: Any, dice: list[str], faces: list[str]) -> None:
    """Dice have fallen: the stage that rolled takes them up, after the window where somebody hears it."""
    game.tell(DiceRolled, dice, faces, count(game, node, len(dice)))
    if game.rolls is not None:
        game.rolls.append(faces)
    if node.heard and AFTER in game.index.windows and _lies_open(game, node.stage, frame, dice, faces):
        return
    hand_over(game, node, frame, me, faces)


def _lies_open(game: Any, stage: Any, frame: Any, dice: list[str], faces: list[str]) -> bool:
    """Whether the dice lie in a frame of their own now, since somebody hears that they were rolled."""
    if stage.quiet is not None and stage.quiet(game, frame):
        return False
    unit = stage.by(game, frame) if stage.by is not None else getattr(frame, "unit", "")
    lying = Rolled(unit, stage.what, getattr(frame, "target", ""), dice[:], faces[:], getattr(frame, "at_will", False))
    if not hearing(game, game.index.windows[AFTER], lying):
        return False
    game.push(lying)
    return True


def take_up(game: Any, lying: Rolled) -> None:
    """The stage that rolled takes the dice up, like ones in the order of their faces; they lie here no longer. Nobody
    takes them where the subject of its flow is gone.
    """
    game.stack.pop()
    game.moved = True
    frame = game.stack[-1]
    node = game.rules.flows[type(frame)][frame.at]
    me = node.find(game, frame) if node.find is not None else None
    if node.find is not None and me is None:
        frame.at = node.gone
        return
    faces: list[str] = []
    for die in dict.fromkeys(lying.dice):
        order = game.rules.dice[die].index
        faces += sorted([f for d, f in zip(lying.dice, lying.faces, strict=True) if d == die], key=order)
    hand_over(game, node, frame, me, faces)


ROLLED = flow(Rolled, opens(AFTER), take_up)
