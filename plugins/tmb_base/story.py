"""What happened, in words: one short line an event, for those that a person at the table would say aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tmb.core.events import DiceRolled, Event, MarkChanged, TriggerUsed
from tmb_base import events as e
from tmb_base import terrain_events as t
from tmb_base.adventure import events as a
from tmb_base.adventure import story as adventure
from tmb_base.adventure.names import loot_name
from tmb_base.causes import cost, used
from tmb_base.names import MOMENTS, chips_name, count, die_name, more, sheet_name, shown, stack_name, token_name
from tmb_base.tables import plan_of

Names = Callable[[str], str]
LEAVING = (e.UnitEntered, e.UnitDefeated, e.UnitReturned, e.UnitLeft)
"""Events that tell the chip of a unit."""
HELD = (a.LootGained, a.LootUsed, a.TroveOpened)
"""Events that tell the card of an id."""


def story(game: Any, happened: Iterable[Event], earlier: Iterable[Event]) -> list[str]:
    """The lines of these events, in order. Units that have left meanwhile keep their names, if an event told them."""
    happened, earlier = list(happened), list(earlier)
    mat = next((x.mat for x in reversed(earlier) if type(x) is e.BattleBegan), game.world.mat)
    chips = {x.unit: x.chip for x in (*earlier, *happened) if isinstance(x, LEAVING)}

    cards = {x.id: x.card for x in (*earlier, *happened) if isinstance(x, HELD) and x.card}

    def name(id: str) -> str:
        unit, tables = game.world.units.get(id), game.rules.tables
        kind = unit.kind if unit is not None else chips.get(id, "")
        if id in cards:
            return loot_name(game, cards[id])
        entry = tables["gearlocs"].get(kind) or tables["chips"].get(kind)
        return f"{entry.name} ({id})" if entry is not None else str(tables["mats"][mat].words.get(id, id))

    lines: list[str] = []
    for x in happened:
        if type(x) is e.BattleBegan:
            mat = x.mat  # which is another one again when the battle is over
        line = line_of(game, x, name)
        if line and not (type(x) is a.LootUsed and lines and lines[-1] == line):  # its trigger said so
            lines.append(line)
    return lines


def line_of(game: Any, x: Event, name: Names) -> str:
    """One event in words; "" where nobody would say anything."""
    words = WORDS.get(type(x)) or more(game, "story").get(type(x))
    return words(game, x, name) if words else ""


def _no_sides(game: Any, x: Any, name: Names) -> str:
    mats = [id for id, mat in game.rules.tables["mats"].items() if mat.sides]
    who = ", ".join(chips_name(game, c) for c in x.chips)
    return f"{who} start on the field: this mat has no positions beside it (mats that have some: {', '.join(mats)})"


def _rolled(game: Any, x: Any, name: Names) -> str:
    return "rolls " + ", ".join(shown(game, d, f) for d, f in zip(x.dice, x.faces, strict=True))


def _trigger(game: Any, x: Any, name: Names) -> str:
    word = x.bearer.partition("/")[2].partition(":")[0]
    here = game.index.bearers.get(x.bearer)
    if here is None and word[1:].isdigit():
        return ""  # a card that is used up tells its name when it is used
    return used(game, x.bearer, name)


def _plan(game: Any, x: Any, name: Names) -> str:
    plan = plan_of(game.rules.tables, game.world.units[x.unit].kind, x.plan)
    return f"{name(x.unit)} uses {plan.name} for {count(x.cost, 'Bone')}"


def _marked(game: Any, x: Any, name: Names) -> str:
    """Effect dice, and counters that are not rolled; what other marks do is seen by itself."""
    if (effect := game.rules.tables["effects"].get(x.mark)) is not None:
        if not x.value:
            return f"{effect.name} leaves {name(x.thing)}"
        return f"{effect.name}{f' {x.value}' if effect.most > 1 else ''} lies on {name(x.thing)}"
    die = game.rules.tables["skill_dice"].get(x.mark)
    return f"{name(x.thing)}: {die_name(game, x.mark)} {x.value}" if die is not None else ""


def _face(game: Any, x: Any, name: Names) -> str:
    """What a face of a Tyrant Die does; a blank one does nothing."""
    unit = game.world.units.get(x.unit)
    tyrant = game.rules.tables["tyrants"].get(unit.kind) if unit is not None else None
    icon = tyrant.icons.get(x.face) if tyrant is not None else None
    return f"the Tyrant Die of {name(x.unit)}: {icon.text}" if icon is not None else ""


def _battle_over(game: Any, x: Any, name: Names) -> str:
    left = ", ".join([f"{name(unit)} with {hp} HP" for unit, hp in x.left.items()])
    nobody = "; no Baddie is left on the mat" if x.result == "lost" else ""
    return f"The battle is {x.result}" + (f"; still on the mat: {left}" if left else nobody)


def _idle(game: Any, x: Any, name: Names) -> str:
    return f"{name(x.unit)} has no die to roll" if x.dex else f"{name(x.unit)} rolls no dice"


def _placed(game: Any, x: Any, name: Names) -> str:
    """A die that counts in a slot."""
    counts = x.die in game.rules.tables["skill_dice"] and x.face.isdigit()
    return f"{name(x.unit)}: {die_name(game, x.die)} {x.face}" if counts else ""


def _entry(game: Any, x: Any, name: Names) -> str:
    """An extra turn, or what is no unit."""
    return f"{name(x.unit)} takes one more turn" if x.unit else f"{sheet_name(game, x.sheet)} joins the Ini Meter"


def _removed(game: Any, x: Any, name: Names) -> str:
    """A skill die that leaves its slot: one that counts is at 0, another is out for the battle."""
    if x.to == "skills":
        return f"{name(x.unit)}: {die_name(game, x.die)} 0"
    out = x.to == "exhausted" and x.die in game.rules.tables["skill_dice"]
    return f"{name(x.unit)}: {die_name(game, x.die)} is exhausted" if out else ""


def _queued(game: Any, x: Any, name: Names) -> str:
    """The stack is known, the chip is not."""
    what = f"a {stack_name(game, x.stack or str(x.points))}" + ("" if x.stack else " Baddie")
    return f"{what if x.points else 'a chip of the Tyrant'} joins the Battle Queue"


STOPPED = {"def": "with dice", "skill": "by a skill"}
BATTLE: dict[type[Event], Callable[[Any, Any, Names], str]] = {
    e.BattleEnded: _battle_over,
    e.RoundBegan: lambda game, x, name: f"Round {x.round}",
    e.TurnBegan: lambda game, x, name: f"{name(x.unit)} takes its turn",
    e.UnitEntered: lambda game, x, name: f"{name(x.unit)} enters at {name(x.pos)} with {x.hp} HP",
    e.UnitMoved: lambda game, x, name: f"{name(x.unit)} moves to {name(x.pos)}",
    e.UnitsSwapped: lambda game, x, name: f"{name(x.unit)} and {name(x.other)} change places",
    e.UnitTargeted: lambda game, x, name: f"{name(x.unit)} targets {name(x.target)}",
    e.UnitAttacked: lambda game, x, name: f"{name(x.unit)} deals {x.dmg} Dmg to {name(x.target)}",
    e.DamageStopped: lambda game, x, name: f"{name(x.unit)} stops {x.stopped} {STOPPED[x.what]}",
    e.UnitHurt: lambda game, x, name: f"{name(x.unit)} loses {x.lost} HP{cost(game, x, name)}, {x.hp} left",
    e.UnitHealed: lambda game, x, name: f"{name(x.unit)} heals {x.gained} HP, now {x.hp}",
    e.UnitGrown: lambda game, x, name: f"{name(x.unit)} has {x.gained} HP more, now {x.hp}",
    e.TurnMissed: lambda game, x, name: f"{name(x.unit)} misses its turn",
    e.TurnIdle: _idle,
    e.TyrantDieShown: _face,
    e.BuffChanged: lambda game, x, name: f"{name(x.unit)} has {x.buff or 'no'} Buff HP" + ("" if x.buff else " left"),
    e.UnitDefeated: lambda game, x, name: f"{name(x.unit)} is defeated",
    e.UnitReturned: lambda game, x, name: f"{name(x.unit)} goes back to the Battle Queue",
    e.UnitLeft: lambda game, x, name: f"{name(x.unit)} leaves the battle",
    e.GearlocDown: lambda game, x, name: f"{name(x.unit)} is knocked out",
    e.GearlocRevived: lambda game, x, name: f"{name(x.unit)} is revived with {x.hp} HP",
    e.GearlocStaysOut: lambda game, x, name: f"{name(x.unit)} stays knocked out",
    e.UnitPutAside: lambda game, x, name: f"{name(x.unit)} is put aside",
    e.UnitWaits: lambda game, x, name: f"{name(x.unit)} comes {MOMENTS[x.when]}",
    e.EntryAdded: _entry,
    e.InnateUpgraded: lambda game, x, name: f"{name(x.unit)} has Innate +1",
    t.TokenLaid: lambda game, x, name: f"{token_name(game, x.token)} lies at {name(x.pos)}",
    t.TokenTaken: lambda game, x, name: f"{token_name(game, x.token)} is gone from {name(x.pos)}",
    t.NoSides: _no_sides,
    e.ChipsLeftOut: lambda game, x, name: (
        f"{chips_name(game, x.chips)} ×{x.left_out} stay away: the Baddie Pts do not suffice"
    ),
    t.TokensShort: lambda game, x, name: (
        f"One more {token_name(game, x.token)} is needed at {name(x.pos)}; none is left"
    ),
    e.QueueAdded: _queued,
    e.PlanUsed: _plan,
    e.DiePlaced: _placed,
    e.DieTurned: _placed,
    e.DieRemoved: _removed,
    e.ConsumableGained: lambda game, x, name: f"{name(x.unit)} has {die_name(game, x.die)}",
    e.DieRecovered: lambda game, x, name: f"{name(x.unit)} can roll {die_name(game, x.die)} again",
    MarkChanged: _marked,
    DiceRolled: _rolled,
    TriggerUsed: _trigger,
}
WORDS: dict[type[Event], Callable[[Any, Any, Names], str]] = {**BATTLE, **adventure.WORDS}
