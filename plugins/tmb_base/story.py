"""What happened, in words: one short line an event, for those that a person at the table would say aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tmb.core.events import DiceRolled, Event, MarkChanged, TriggerUsed
from tmb_base import events as e
from tmb_base.adventure import story as adventure
from tmb_base.changes import TABLE
from tmb_base.names import MOMENTS, count, die_name, sheet_name, shown, spot
from tmb_base.tables import plan_of

Names = Callable[[str], str]
LEAVING = (e.UnitEntered, e.UnitDefeated, e.UnitReturned, e.UnitLeft)
"""Events that tell the chip of a unit."""


def story(game: Any, happened: Iterable[Event], earlier: Iterable[Event]) -> list[str]:
    """The lines of these events, in order. Units that have left meanwhile keep their names, if an event told them."""
    happened = list(happened)
    chips = {x.unit: x.chip for x in (*earlier, *happened) if isinstance(x, LEAVING)}

    def name(id: str) -> str:
        unit, tables = game.world.units.get(id), game.rules.tables
        kind = unit.kind if unit is not None else chips.get(id, "")
        entry = tables["gearlocs"].get(kind) or tables["chips"].get(kind)
        return f"{entry.name} ({id})" if entry is not None else id

    lines = (line_of(game, x, name) for x in happened)
    return [line for line in lines if line]


def line_of(game: Any, x: Event, name: Names) -> str:
    """One event in words; "" where nobody would say anything."""
    words = WORDS.get(type(x))
    return words(game, x, name) if words else ""


def _rolled(game: Any, x: Any, name: Names) -> str:
    return "rolls " + ", ".join(shown(game, d, f) for d, f in zip(x.dice, x.faces, strict=True))


def _trigger(game: Any, x: Any, name: Names) -> str:
    holder, _, rest = x.bearer.partition("/")
    word = rest.partition(":")[0]
    tables = game.rules.tables
    bearer = game.index.bearers.get(x.bearer)
    whose = "" if holder == TABLE else f"{name(holder)}: "
    if bearer is not None and bearer.sheet.partition("/")[0] in ("loot", "lasting", "battle"):
        return whose + sheet_name(game, bearer.sheet)
    if word not in tables["skill_dice"] and (word or holder)[1:].isdigit():
        return ""  # a card that is used up tells its name when it is used
    shelves = ("skill_dice", "effects", "loot", "encounters")
    entry = next((found for shelf in shelves if (found := tables[shelf].get(word))), None)
    return whose + str(entry.name if entry is not None and entry.name else word.replace("-", " "))


def _plan(game: Any, x: Any, name: Names) -> str:
    plan = plan_of(game.rules.tables, game.world.units[x.unit].kind, x.plan)
    return f"{name(x.unit)} uses {plan.name} for {count(x.cost, 'Bone')}"


def _counter(game: Any, x: Any, name: Names) -> str:
    """A counter that is not rolled; what other marks do is seen by itself."""
    die = game.rules.tables["skill_dice"].get(x.mark)
    return f"{name(x.thing)}: {die_name(game, x.mark)} {x.value}" if die is not None else ""


def _placed(game: Any, x: Any, name: Names) -> str:
    """A die that counts in a slot."""
    counts = x.die in game.rules.tables["skill_dice"] and x.face.isdigit()
    return f"{name(x.unit)}: {die_name(game, x.die)} {x.face}" if counts else ""


def _entry(game: Any, x: Any, name: Names) -> str:
    """An extra turn, or what is no unit."""
    return f"{name(x.unit)} takes one more turn" if x.unit else f"{sheet_name(game, x.sheet)} joins the Ini Meter"


def _removed(game: Any, x: Any, name: Names) -> str:
    return f"{name(x.unit)}: {die_name(game, x.die)} 0" if x.to == "skills" else ""


BATTLE: dict[type[Event], Callable[[Any, Any, Names], str]] = {
    e.RoundBegan: lambda game, x, name: f"Round {x.round}",
    e.TurnBegan: lambda game, x, name: f"{name(x.unit)} takes its turn",
    e.UnitEntered: lambda game, x, name: f"{name(x.unit)} enters at {spot(game, x.pos)} with {x.hp} HP",
    e.UnitMoved: lambda game, x, name: f"{name(x.unit)} moves to {spot(game, x.pos)}",
    e.UnitsSwapped: lambda game, x, name: f"{name(x.unit)} and {name(x.other)} change places",
    e.UnitTargeted: lambda game, x, name: f"{name(x.unit)} targets {name(x.target)}",
    e.UnitAttacked: lambda game, x, name: f"{name(x.unit)} deals {x.dmg} Dmg to {name(x.target)}",
    e.DamageStopped: lambda game, x, name: f"{name(x.unit)} stops {x.stopped} ({x.what})",
    e.UnitHurt: lambda game, x, name: f"{name(x.unit)} loses {x.lost} HP, {x.hp} left",
    e.UnitHealed: lambda game, x, name: f"{name(x.unit)} heals {x.gained} HP, now {x.hp}",
    e.BuffChanged: lambda game, x, name: f"{name(x.unit)} has {x.buff} Buff HP",
    e.UnitDefeated: lambda game, x, name: f"{name(x.unit)} is defeated",
    e.UnitReturned: lambda game, x, name: f"{name(x.unit)} goes back to the Battle Queue",
    e.UnitLeft: lambda game, x, name: f"{name(x.unit)} leaves the battle",
    e.GearlocDown: lambda game, x, name: f"{name(x.unit)} is knocked out",
    e.GearlocRevived: lambda game, x, name: f"{name(x.unit)} is revived with {x.hp} HP",
    e.GearlocStaysOut: lambda game, x, name: f"{name(x.unit)} stays knocked out",
    e.UnitPutAside: lambda game, x, name: f"{name(x.unit)} is put aside",
    e.UnitWaits: lambda game, x, name: f"{name(x.unit)} comes {MOMENTS[x.when]}",
    e.EntryAdded: _entry,
    e.InnateUpgraded: lambda game, x, name: f"{name(x.unit)}: Innate +1",
    e.QueueAdded: lambda game, x, name: f"a {x.points}Pt Baddie joins the Battle Queue",
    e.PlanUsed: _plan,
    e.DiePlaced: _placed,
    e.DieTurned: _placed,
    e.DieRemoved: _removed,
    e.ConsumableGained: lambda game, x, name: f"{name(x.unit)} has {die_name(game, x.die)}",
    e.DieRecovered: lambda game, x, name: f"{name(x.unit)} can roll {die_name(game, x.die)} again",
    MarkChanged: _counter,
    DiceRolled: _rolled,
    TriggerUsed: _trigger,
}
WORDS: dict[type[Event], Callable[[Any, Any, Names], str]] = {**BATTLE, **adventure.WORDS}
