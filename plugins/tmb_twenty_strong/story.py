"""What happened, in words: one short line an event, for those that a person at the table would say aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tmb.core.events import DiceRolled, Event, TriggerUsed
from tmb_twenty_strong import events as e
from tmb_twenty_strong.names import STACKS, card_name, count, dice_in_words, die_name, name_of, rank_name, sheet_name
from tmb_twenty_strong.world import HERO

Names = Callable[[str], str]
TELLING = (e.FoeActivated, e.FoeDefeated, e.FoeLeft, e.ItemGained, e.ItemDiscarded, e.LockOpened)
"""Events that tell the card of an id."""
VERBS = {"commit": "commits", "return": "returns", "recover": "recovers", "exhaust": "exhausts", "banish": "banishes"}


def story(game: Any, happened: Iterable[Event], earlier: Iterable[Event]) -> list[str]:
    """The lines of these events, in order. Cards that have left meanwhile keep their names, if an event told them."""
    happened = list(happened)
    told = {
        getattr(x, "foe", "") or getattr(x, "item", ""): x.card for x in (*earlier, *happened) if isinstance(x, TELLING)
    }

    def name(id: str) -> str:
        return card_name(game, told[id]) if id in told and game.thing(id) is None else name_of(game, id)

    lines = (WORDS[type(x)](game, x, name) for x in happened if type(x) in WORDS)
    return [line for line in lines if line]


def hero(game: Any) -> str:
    """Who plays."""
    return name_of(game, HERO)


def _cause(game: Any, x: Any, name: Names) -> str:
    """To what the hero loses Health: a card that deals it, or what a card asks for."""
    holder, _, rest = x.by.partition("/")
    here = game.index.bearers.get(x.by)
    if here is not None:
        return f" to {sheet_name(game, here.sheet)}"
    card = rest.partition(":")[0] or holder
    return f" to {name(card)}" if card else ""


def _moved(game: Any, x: Any, name: Names) -> str:
    if x.verb == "slot":
        return f"the backup plan takes {dice_in_words(x.dice)}"
    area = {"pool": "", "active": " (the whole active area)", "plan": " of the backup plan"}.get(x.source, "")
    verb = VERBS.get(x.verb, x.verb)
    if x.verb == "return" and x.source not in ("open", "pool"):
        area = f" from {name(x.source)}"
    return f"{hero(game)} {verb} {dice_in_words(x.dice)}{area}"


def _rolled(game: Any, x: Any, name: Names) -> str:
    return "rolls " + ", ".join(die_name(f"{d}:{f}") for d, f in zip(x.dice, x.faces, strict=True))


def _trigger(game: Any, x: Any, name: Names) -> str:
    bearer = game.index.bearers.get(x.bearer)
    return f"{sheet_name(game, bearer.sheet)} takes effect" if bearer is not None else ""


def _plan(game: Any, x: Any, name: Names) -> str:
    tables = game.rules.tables
    plan = next(p for p in (*tables["plans"].values(), *tables["extensions"].values()) if p.id == x.plan)
    return f"{hero(game)} uses the backup plan: {plan.name}"


def _counted(game: Any, x: Any, name: Names) -> str:
    more = f", and {' and '.join(f'a {p}Pt Baddie' for p in x.extra)}" if x.extra else ""
    return f"BQ: {count(x.points, 'Baddie Pt')}{more}"


def _chosen(game: Any, x: Any, name: Names) -> str:
    if x.what == "encounter":
        return f"{hero(game)} goes for {card_name(game, x.card)}"
    return f"{hero(game)} goes {'to battle' if x.what == 'battle' else 'to face the Tyrant'}"


WORDS: dict[type[Event], Callable[[Any, Any, Names], str]] = {
    e.HuntBegan: lambda game, x, name: (
        f"{card_name(game, x.hero)} hunts {card_name(game, x.tyrant)}, {rank_name(x.rank)}"
    ),
    e.DayBegan: lambda game, x, name: f"Day {x.day}",
    e.DayChosen: _chosen,
    e.StackRemade: lambda game, x, name: f"the {STACKS[x.pile]} are made anew of the {x.source} cards",
    e.StackEmpty: lambda game, x, name: f"there are no {STACKS.get(x.pile, x.pile)} left",
    e.CardScouted: lambda game, x, name: f"{hero(game)} scouts {card_name(game, x.card)}",
    e.CardBuried: lambda game, x, name: f"{hero(game)} buries {card_name(game, x.card)}",
    e.QueueCounted: _counted,
    e.FoeActivated: lambda game, x, name: f"{name(x.foe)} is active",
    e.FoeDefeated: lambda game, x, name: f"{name(x.foe)} is defeated",
    e.EncounterDefeated: lambda game, x, name: f"{card_name(game, x.card)} is defeated",
    e.PeaceMade: lambda game, x, name: f"{hero(game)} makes peace: {card_name(game, x.card)}",
    e.EngagementBegan: lambda game, x, name: f"Engagement {x.number}" if x.number > 1 else "",
    e.DiceMoved: _moved,
    e.DiceApplied: lambda game, x, name: f"{die_name(x.die)} on {name(x.target)}",
    e.DieLifted: lambda game, x, name: f"{die_name(x.die)} off {name(x.target)}",
    e.DieTurned: lambda game, x, name: f"{die_name(x.die)} turned to a {x.to}",
    e.HitsGiven: lambda game, x, name: f"{count(x.hits, 'hit')} on {name(x.target)}",
    e.DamageSuffered: lambda game, x, name: (
        f"{hero(game)} loses {x.damage} Health{_cause(game, x, name)}, {x.health} left"
    ),
    e.DamagePrevented: lambda game, x, name: f"{hero(game)} prevents {x.damage} of {name(x.foe)}",
    e.HealthGained: lambda game, x, name: f"{hero(game)} gains {x.gained} Health, now {x.health}",
    e.StatChanged: lambda game, x, name: f"{x.stat.capitalize()} is {x.value}",
    e.PlanUsed: _plan,
    e.InnateFlipped: lambda game, x, name: f"{hero(game)} flips to innate +1",
    e.ItemGained: lambda game, x, name: f"{hero(game)} {'takes up' if x.locked else 'has'} {card_name(game, x.card)}",
    e.ItemDiscarded: lambda game, x, name: f"{hero(game)} discards {card_name(game, x.card)}",
    e.LockOpened: lambda game, x, name: f"{card_name(game, x.card)} is unlocked",
    e.Rested: lambda game, x, name: f"{hero(game)} rests",
    e.TyrantFaced: lambda game, x, name: (
        f"{hero(game)} faces {card_name(game, x.tyrant)}: {count(x.left, 'Tyrant encounter')} left"
    ),
    e.HuntEnded: lambda game, x, name: f"The game is {x.result}",
    DiceRolled: _rolled,
    TriggerUsed: _trigger,
}
