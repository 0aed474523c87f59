"""What an option would do, as far as that is certain: no die is rolled and nothing is asked for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.queries import Step, number
from tmb_base import damage, reach
from tmb_base.gearlocs.picket import shields_at_hand
from tmb_base.tables import plan_of
from tmb_base.turns.gearloc import GearlocTurn, step_cost
from tmb_base.turns.resolve import MOST_BONES, icons_of, plan_cost, stored

ATTACKS: dict[str, Callable[[Any, Any, Any], int]] = {
    "shield-bash": lambda game, turn, me: sum(n for _, _, n in shields_at_hand(game, turn, me)),
}
"""Script of a backup plan -> the Dmg that it would deal to the turn's target."""


def preview(game: Any, ask: Any, option: str) -> dict[str, Any]:
    """By the word of the option: a hit, a step, a start, Bones kept, a backup plan; {} for all others."""
    word, _, rest = option.partition("/")
    look = LOOKS.get((ask.key, word))
    return look(game, ask, rest) if look is not None and rest else {}


def _hit(game: Any, ask: Any, rest: str) -> dict[str, Any]:
    """The HP that the target would lose, and the trail of what changes the Dmg."""
    trail: list[Step] = []
    dealt = number(game, "attack", ask.frame.unit, int(rest), ask.frame, trail)
    return {"target": ask.frame.target, "amount": int(rest), **_lost(game, ask.frame.target, dealt, trail)}


def _lost(game: Any, id: str, dealt: int, trail: list[Step]) -> dict[str, Any]:
    target = game.world.units[id]
    lost, stops = damage.preview(game, target, dealt) if dealt > 0 else (0, [])
    rows = [{"stage": s.stage, "by": s.bearer, "before": s.before, "after": s.after} for s in [*trail, *stops]]
    return {"lost": lost, "hp": target.hp - lost, "trail": rows}


def _step(game: Any, ask: Any, pos: str) -> dict[str, Any]:
    """Where the unit would stand, beside whom, and what movement it would have left."""
    frame = ask.frame
    left = frame.moves if hasattr(frame, "moves") else frame.left
    cost = step_cost(game, ask.me, pos) if type(frame) is GearlocTurn else 1
    return {**_stand(game, frame.unit, pos), "left": left - cost}


def _stand(game: Any, id: str, pos: str) -> dict[str, Any]:
    near = reach.beside(game)[pos]
    adjacent = [u.id for u in reach.on_mat(game) if u.id != id and u.pos in near]
    return {"unit": id, "pos": pos, "adjacent": adjacent}


def _start(game: Any, ask: Any, pos: str) -> dict[str, Any]:
    return _stand(game, ask.seat, pos)


def _keep(game: Any, ask: Any, die: str) -> dict[str, Any]:
    """The Bones that would stand in the backup plan."""
    icon = next(i for s, i in icons_of(game, ask.me).items() if s.id == die)
    over = stored(ask.me) + icon.bones - MOST_BONES
    return {"bones": icon.bones + (_bones_after(ask.me, over) if over > 0 else stored(ask.me))}


def _plan(game: Any, ask: Any, plan: str) -> dict[str, Any]:
    """What it costs, the Bones that would be left, and the Dmg of one that attacks."""
    turn, me = ask.frame, ask.me
    made = plan_of(game.rules.tables, me.kind, plan)
    cost = plan_cost(game, me, made)
    out: dict[str, Any] = {"cost": cost, "bones": _bones_after(me, cost)}
    dealt = next((ATTACKS[s](game, turn, me) for s in _scripts(game, me.kind, plan) if s in ATTACKS), None)
    if dealt is not None:
        out |= {"target": turn.target, "amount": dealt, **_lost(game, turn.target, dealt, [])}
    return out


def _bones_after(me: Any, cost: int) -> int:
    """Bones are spent die by die from the left; the rest of a die is lost (R13)."""
    left, spent = stored(me), 0
    for die in me.bones:
        if spent >= cost:
            break
        spent, left = spent + die.n, left - die.n
    return left


def _scripts(game: Any, gearloc: str, plan: str) -> list[str]:
    """The scripts that a backup plan calls."""
    own = game.rules.tables["gearlocs"][gearloc].plan
    return [op["script"] for p in own if p.id == plan for op in p.do if op.get("op") == "call"]


LOOKS: dict[tuple[str, str], Callable[[Any, Any, str], dict[str, Any]]] = {
    ("GearlocTurn.resolve", "hit"): _hit,
    ("GearlocTurn.resolve", "keep"): _keep,
    ("GearlocTurn.resolve", "plan"): _plan,
    ("GearlocTurn.before_roll", "move"): _step,
    ("BaddieTurn.walk", "move"): _step,
    ("FreeSteps.free_step", "move"): _step,
    ("RollDef.lay", "keep"): _keep,
    ("Throw.lay_bones", "keep"): _keep,
    ("Setup.place_gearlocs", "start"): _start,
}
