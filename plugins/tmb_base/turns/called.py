"""A turn that is taken for a Baddie (Undertow rulebook, Taking a Turn for a Baddie).

It is one more turn of that Baddie, which does not take the place of its own. As long as it lasts the Baddie is an ally
of the party, and whoever takes the turn decides. All that an ally does in its turn is optional.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmb.core.bearers import Modifier, Sheet
from tmb.core.things import Mark
from tmb_base import sides
from tmb_base.world import FOES, Baddie

CALLED = Mark("called", "a turn is taken for it", hi=1, bears=True)
SHEET = Sheet("rule/called", modifiers=(Modifier("opposing", "turn"),), label="Taking a Turn for a Baddie")


def sheets(compiler: Any, content: Any) -> Iterable[Sheet]:
    """What a Baddie carries while a turn is taken for it."""
    return [SHEET]


def at_will(me: Baddie) -> bool:
    """Whether the turn of a Baddie is taken as its player likes: all of it is optional then."""
    return me.side != FOES or CALLED.name in me.marks


def take_over(game: Any, me: Baddie, caller: str) -> str:
    """It is an ally from now on, and the caller's player decides for it. Who did so before."""
    before = me.seat
    sides.play(game, me, caller)
    if me.side == FOES:
        game.mark(me, CALLED.name, 1)
    return before


def give_back(game: Any, id: str, seat: str) -> None:
    """If it is still there, it is what it was before."""
    me = game.world.units.get(id)
    if me is not None:
        game.mark(me, CALLED.name, 0)
        sides.play(game, me, seat)
