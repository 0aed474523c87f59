"""What a player may miss in the open ask, and why it is not legal."""

from __future__ import annotations

from typing import Any

from tmb.core.permits import refusal
from tmb_base import reach
from tmb_base.names import count
from tmb_base.turns.gearloc import GearlocTurn, may_aim, step_cost
from tmb_base.turns.resolve import plan_cost, plans_of, stored, used_already
from tmb_base.world import Gearloc, Unit


def blocked(game: Any, ask: Any) -> list[tuple[str, str, str]]:
    """What may be missed in the open ask: (option id, why not, citation)."""
    frame = ask.frame
    if not isinstance(frame, GearlocTurn) or not isinstance(ask.me, Gearloc):
        return []
    me = ask.me
    if ask.key == "GearlocTurn.before_roll":
        return [*_no_steps(game, frame, me), *_no_spending(game, me)]
    if ask.key == "GearlocTurn.choose_target":
        return [
            (f"target/{u.id}", why, cite) for u in reach.opposing(game, me) for why, cite in _no_target(game, me, u)
        ]
    if ask.key == "GearlocTurn.choose_dice":
        return _no_dice(game, frame, me)
    if ask.key == "GearlocTurn.resolve":
        return _no_plans(game, frame, me)
    return []


def _no_steps(game: Any, turn: GearlocTurn, me: Gearloc) -> list[tuple[str, str, str]]:
    """Free positions beside it that cost too much, or to which it may not go of its own will."""
    out = []
    if "step.cost" in game.index.modifiers and reach.may_move(game, me):
        for pos in reach.free_next(game, me):
            cost = step_cost(game, me, pos)
            if cost > max(1, turn.left):
                why = f"the step costs {cost} Dex; {turn.left} {'is' if turn.left == 1 else 'are'} left"
                out.append((f"move/{pos}", why, "Undertow rulebook, Gearloc Movement and Targeting"))
    if reach.closed(game, me):
        mat = reach.mat_of(game)
        for pos in (mat.wide if reach.diagonal(game, me) else mat.near)[me.pos]:
            no = refusal(game, "enter", me.id, "", mat.at[pos].zone)
            if no is not None:
                out.append((f"move/{pos}", no.because, no.cite or "Undertow rulebook, The Krelln; The Mech"))
    return out


def _no_spending(game: Any, me: Gearloc) -> list[tuple[str, str, str]]:
    """Dice, where it may spend Dex on nothing but steps."""
    no = refusal(game, "dex.spend", me.id)
    if no is None:
        return []
    why, cite = f"Dex is only for steps here. {no.because}", no.cite or "Undertow rulebook, The Krelln"
    return [(f"die/{die}", why, cite) for die in ("atk", "def")]


def _no_target(game: Any, me: Gearloc, unit: Unit) -> list[tuple[str, str]]:
    no = refusal(game, "target", me.id, unit.id)
    if no is not None:
        return [(no.because, no.cite)]
    if reach.melee(game, me) and not reach.adjacent(game, me, unit):
        return [("it is not adjacent", "Undertow rulebook, Attack Form")]
    return []


def _no_dice(game: Any, turn: GearlocTurn, me: Gearloc) -> list[tuple[str, str, str]]:
    out: list[tuple[str, str, str]] = []
    if not may_aim(game, turn, me) and me.atk:
        out.append(("die/atk", "no target: Atk dice need one in reach", "Undertow rulebook, FAQ, Rolling Attack Dice"))
    away = {
        **dict.fromkeys((d.die for d in me.active), "in an Active slot"),
        **dict.fromkeys((d.die for d in me.locked), "in a Locked slot"),
        **dict.fromkeys((b.die for b in me.bones), "in the backup plan"),
        **dict.fromkeys(me.exhausted, "exhausted"),
    }
    out += [(f"die/{d}", f"it is {away[d]}", "Undertow rulebook, Skill Dice") for d in me.skills if d in away]
    kinds = game.rules.tables["skill_dice"]
    for d in [d for d in (*me.skills, *me.consumables) if d not in away]:
        if kinds[d].sort == "counter" or not kinds[d].rolled:
            counts = kinds[d].sort == "counter"
            why = "it is a counter and not rolled" if counts else "it is used without a roll"
            out.append((f"die/{d}", why, f"Undertow rulebook, {'Consumables' if counts else 'Skill Dice'}"))
    return out


def _no_plans(game: Any, turn: GearlocTurn, me: Gearloc) -> list[tuple[str, str, str]]:
    out = []
    for plan in plans_of(game, me):
        cost = plan_cost(game, me, plan)
        if turn.planned:
            out.append((f"plan/{plan.id}", "a backup plan was used this turn", "Undertow rulebook, BP Skills"))
        elif used_already(me, plan):
            out.append((f"plan/{plan.id}", f"it was used, once a {plan.limit}", "Undertow rulebook, BP Skills"))
        elif cost > stored(me):
            have = stored(me)
            why = f"it costs {count(cost, 'Bone')}; {have or 'none'} {'is' if have == 1 else 'are'} stored"
            out.append((f"plan/{plan.id}", why, "Undertow rulebook, BP Skills"))
    return out
