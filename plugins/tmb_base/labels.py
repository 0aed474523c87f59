"""Words for asks and options, what a player may miss, and previews."""

from __future__ import annotations

from typing import Any

from tmb.core.decisions import DONE
from tmb.core.permits import refusal
from tmb.core.queries import Step, number
from tmb_base import damage, reach
from tmb_base.turns.gearloc import GearlocTurn
from tmb_base.turns.resolve import plan_cost, stored
from tmb_base.world import Baddie, Gearloc

ASKS = {
    "Setup.place_gearlocs": "Choose a starting position",
    "Setup.build_meter": "Who goes first?",
    "GearlocTurn.before_roll": "Move, clear a slot, or go on",
    "GearlocTurn.choose_target": "Choose a target",
    "GearlocTurn.choose_dice": "Choose dice for one roll",
    "GearlocTurn.resolve": "Use what you rolled, in any order",
    "BaddieTurn.determine_targets": "Whom does it target?",
    "BaddieTurn.walk": "Which way does it go?",
    "BaddieTurn.further_targets": "Whom does it attack too?",
    "Damage.def_dice": "Which Def dice are left?",
    "BaddieTurn.react": "Who reacts first?",
    "Reroll.which_dice": "Which dice are rolled again?",
    "RollDef.lay": "Lay the shields",
    "FreeSteps.free_step": "Move without Dex",
    "Down.who_first": "Who falls first?",
    "Program.decide": "Choose one",
}
WORDS = {
    "move": "move to {0}",
    "start": "start at {0}",
    "target": "target {0}",
    "also": "also attack {0}",
    "hit": "deal {0} Dmg to the target",
    "keep": "keep the Bones of {0}",
    "plan": "backup plan: {0}",
    "innate": "Innate +1 with {0}",
    "clear": "take {1} out of {0}",
    "place": "put {1} into {0}",
    "use": "use {0}",
    "die": "{0}",
    "first": "{0} first",
    "down": "{0} falls first",
    "leave": "leave {0}",
    "reacts": "{0} reacts first",
    "action": "{1}",
}


def name_of(game: Any, id: str) -> str:
    """A unit, die or chip in words."""
    unit = game.world.units.get(id)
    tables = game.rules.tables
    if unit is not None:
        kind = tables["gearlocs"].get(unit.kind) or tables["chips"].get(unit.kind)
        alone = type(unit) is Gearloc and [u.kind for u in game.world.units.values()].count(unit.kind) == 1
        return str(kind.name) if alone else f"{kind.name or unit.kind} ({id})"
    die, _, face = id.partition(":")
    entry = tables["skill_dice"].get(die) or tables["effects"].get(die)
    return f"{entry.name if entry else die}{f' [{face}]' if face else ''}"


def label(game: Any, ask: Any, option: str) -> str:
    """Words for an option, or for the ask itself (option "")."""
    if not option:
        return ASKS.get(ask.key) or str(ask.key).removeprefix("window.").replace(".", " ")
    if option == DONE:
        return "done"
    parts = option.split("/")
    if ask.key.startswith("window."):
        return f"{name_of(game, parts[0])}: {name_of(game, parts[1] if len(parts) > 1 else '')}"
    if parts[0] == "die" and ask.key == "GearlocTurn.choose_dice":
        return {"atk": "Atk die", "def": "Def die"}.get(parts[1]) or name_of(game, parts[1])
    words = WORDS.get(parts[0])
    if parts[0] == "plan" and isinstance(ask.frame, GearlocTurn):
        plan = game.rules.tables["plans"][game.world.units[ask.frame.unit].kind][parts[1]]
        return f"backup plan: {plan.name} ({plan.cost} Bones): {plan.text}"
    return words.format(*[name_of(game, p) for p in parts[1:]], "") if words else " ".join(parts)


def blocked(game: Any, ask: Any) -> list[tuple[str, str, str]]:
    """What may be missed in the open ask: (option id, why not, citation)."""
    frame = ask.frame
    if not isinstance(frame, GearlocTurn) or not isinstance(ask.me, Gearloc):
        return []
    me = ask.me
    if ask.key == "GearlocTurn.choose_target":
        return [(f"target/{u.id}", why, cite) for u in reach.baddies(game) for why, cite in _no_target(game, me, u)]
    if ask.key == "GearlocTurn.choose_dice":
        return _no_dice(game, frame, me)
    if ask.key == "GearlocTurn.resolve":
        return _no_plans(game, frame, me)
    return []


def _no_target(game: Any, me: Gearloc, unit: Baddie) -> list[tuple[str, str]]:
    no = refusal(game, "target", me.id, unit.id)
    if no is not None:
        return [(no.because, no.cite)]
    if reach.melee(game, me) and not reach.adjacent(game, me, unit):
        return [("it is not adjacent", "Undertow rulebook, Attack Form")]
    return []


def _no_dice(game: Any, turn: GearlocTurn, me: Gearloc) -> list[tuple[str, str, str]]:
    out: list[tuple[str, str, str]] = []
    if not turn.target and me.atk:
        out.append(("die/atk", "no target: Atk dice need one in reach", "Undertow rulebook, FAQ, Rolling Attack Dice"))
    away = {
        **dict.fromkeys((d.die for d in me.active), "in an Active slot"),
        **dict.fromkeys((d.die for d in me.locked), "in a Locked slot"),
        **dict.fromkeys((b.die for b in me.bones), "in the backup plan"),
        **dict.fromkeys(me.exhausted, "exhausted"),
    }
    out += [(f"die/{d}", f"it is {away[d]}", "Undertow rulebook, Skill Dice") for d in me.skills if d in away]
    kinds = game.rules.tables["skill_dice"]
    out += [
        (f"die/{d}", "it is a counter and not rolled", "Undertow rulebook, Consumables")
        for d in me.skills
        if kinds[d].sort == "counter"
    ]
    return out


def _no_plans(game: Any, turn: GearlocTurn, me: Gearloc) -> list[tuple[str, str, str]]:
    out = []
    for plan in game.rules.tables["plans"][me.kind].values():
        cost = plan_cost(game, me, plan)
        if turn.planned:
            out.append((f"plan/{plan.id}", "a backup plan was used this turn", "Undertow rulebook, BP Skills"))
        elif cost > stored(me):
            out.append(
                (f"plan/{plan.id}", f"it costs {cost} Bones, {stored(me)} are stored", "Undertow rulebook, BP Skills")
            )
    return out


def preview(game: Any, ask: Any, option: str) -> dict[str, Any]:
    """What applying hits would do to the target: the HP lost and the trail."""
    word, _, rest = option.partition("/")
    frame = ask.frame
    if word != "hit" or not isinstance(frame, GearlocTurn) or not rest.isdigit():
        return {}
    target = game.world.units[frame.target]
    trail: list[Step] = []
    dealt = number(game, "attack", frame.unit, int(rest), frame, trail)
    lost, stops = damage.preview(game, target, dealt)
    trail += stops
    return {
        "target": target.id,
        "amount": int(rest),
        "lost": lost,
        "hp": target.hp - lost,
        "trail": [{"stage": s.stage, "by": s.bearer, "before": s.before, "after": s.after} for s in trail],
    }
