"""Picket: Shield Bash and Shield Shock (public reference sheet: newly rolled Def dice and all Def dice in Active and
Locked slots, skill dice with a constant shield included, become Dmg to the target).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tmb.effects.env import Env
from tmb_base import changes, events
from tmb_base.damage import hurt, shield_of
from tmb_base.world import Gearloc, Shown


class Bash(Struct, forbid_unknown_fields=True):
    """`shield-bash` takes no arguments."""


def shields_at_hand(game: Any, turn: Any, me: Gearloc) -> list[tuple[str, Shown, int]]:
    """Every die with shields: (where it lies, the die, its shields)."""
    found = [("open", d, int(d.face)) for d in turn.open if d.die == "def" and d.face != "bones"]
    for at in ("active", "locked"):
        found += [(at, d, n) for d in changes.slots(me, at) if (n := shield_of(game, me, d))]
    return found


def bash(game: Any, env: Env, args: Bash) -> None:
    """All shields become Dmg; Def dice go to the pool, skill dice are exhausted."""
    turn, me = env.about, game.thing(env.bearer.holder)
    target = game.world.units.get(turn.target)
    if target is None or not target.pos:
        return
    total = 0
    for at, die, n in shields_at_hand(game, turn, me):
        total += n
        if at == "open":
            turn.open.remove(die)
            game.tell(events.DieUsed, me.id, die.die, die.face)
        else:
            changes.remove(game, me, die, at)
    if total:
        hurt(game, me.id, turn.target, total, env.bearer.id)


SCRIPTS = {"shield-bash": (Bash, bash)}
