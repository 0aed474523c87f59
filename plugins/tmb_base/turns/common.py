"""What both kinds of turns begin and end with."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tmb.core.permits import refusal
from tmb.core.queries import Use, number
from tmb_base import changes, events, reach
from tmb_base.damage import Blast, commit, hurt


def unit_on_mat(game: Any, turn: Any) -> Any:
    """The unit whose turn it is, while it is on the mat."""
    unit = game.world.units.get(turn.unit)
    return unit if unit is not None and unit.pos else None


def begin(game: Any, turn: Any) -> None:
    """A turn begins: what counts by the turn starts anew, for everybody."""
    fading = game.rules.clears.get("turn", frozenset())
    for unit in game.world.units.values():
        if unit.marks and not fading.isdisjoint(unit.marks):
            changes.clear_marks(game, unit, "turn")
    game.tell(events.TurnBegan, turn.unit)


def end(game: Any, turn: Any) -> None:
    """A turn is over, also where its unit has left the mat."""
    unit = game.world.units.get(turn.unit)
    if unit is not None and unit.marks:
        changes.effects_fade(game, unit)
    if game.world.ongoing:
        changes.end_ongoing(game, "turn")
    turn.over = True


def misses_turn(game: Any, turn: Any) -> bool:
    """Whether something (Stun) takes the turn away; its start and end remain (R32)."""
    if "turn.act" not in game.index.forbids or refusal(game, "turn.act", turn.unit) is None:
        return False
    game.tell(events.TurnMissed, turn.unit)
    return True


class Dealing(Struct, frozen=True):
    """An attack that deals `dealt` Dmg: what is asked about it."""

    source: str
    target: str
    dealt: int


def deal(game: Any, source: str, target: Any, dealt: int, into: int, about: Any = None) -> None:
    """The Dmg of an attack: to its target, and where a skill says so to all beside it at the same time. into: the place
    of the turn on the stack.
    """
    if "attack.beside" in game.index.modifiers:
        about = about or Dealing(source, target.id, dealt)
        if (n := number(game, "attack.beside", source, 0, about)) > 0:
            around = [(u.id, n) for u in reach.neighbours(game, target)]
            game.push(Blast(source, [(target.id, dealt), *around], into))
            return
    hurt(game, source, target.id, dealt, attack=True, into=into)


def attack_dmg(game: Any, turn: Any, hits: int) -> int:
    """The Dmg of Atk dice that show so many hits: none without a hit. What is said once of a turn's dice is used up."""
    if not hits or "attack" not in game.index.modifiers:
        return hits
    uses: list[Use] = []
    n = number(game, "attack", turn.unit, hits, turn, uses=uses)
    commit(game, uses)
    return n
