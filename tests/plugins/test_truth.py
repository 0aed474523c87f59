"""What events tell of random battles is what happened, and the table learns no hidden chip."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import msgspec

from tests.plugins.battles import RULES, asks
from tmb.core import asking
from tmb.core.events import Event, as_data
from tmb.core.game import Game
from tmb_base import events as e
from tmb_base import reach
from tmb_base.world import Gearloc


class Ledger:
    """The table as somebody knows it who only hears the events."""

    def __init__(self) -> None:
        self.game: Game | None = None

    def hear(self, game: Game) -> None:
        """Take in what happened since the last ask, and compare."""
        if game is not self.game:
            self.game, self.heard = game, 0
            self.hp: dict[str, int] = {g: game.world.units[g].most for g in game.world.party}
            self.pos: dict[str, str] = {}
            self.bones: dict[str, int] = {}
            self.shields: dict[str, list[int]] = {}
            self.meter: list[str] = []
        assert game.events is not None
        for event in game.events[self.heard :]:
            self.take(event)
        self.heard = len(game.events)
        self.compare(game)

    def take(self, event: Event) -> None:
        """One event."""
        if isinstance(event, e.UnitEntered):
            self.pos[event.unit], self.hp[event.unit] = event.pos, event.hp
        elif isinstance(event, e.UnitMoved):
            assert event.pos not in self.pos.values()
            self.pos[event.unit] = event.pos
        elif isinstance(event, e.UnitsSwapped):
            assert {self.pos[event.unit], self.pos[event.other]} == {event.pos, event.other_pos}
            self.pos[event.unit], self.pos[event.other] = event.pos, event.other_pos
        elif isinstance(event, e.UnitHurt):
            assert event.lost > 0
            assert event.by
            self.hp[event.unit] -= event.lost
            assert self.hp[event.unit] == event.hp
        elif isinstance(event, e.UnitHealed):
            assert event.gained > 0
            self.hp[event.unit] += event.gained
            assert self.hp[event.unit] == event.hp
        elif isinstance(event, e.GearlocRevived):
            assert self.hp[event.unit] == 0
            assert event.unit not in self.pos
            self.hp[event.unit] = event.hp
        elif isinstance(event, e.DamageStopped):
            assert event.stopped > 0
            assert event.unit in self.pos
        elif isinstance(event, e.UnitDefeated | e.GearlocDown):
            assert self.hp[event.unit] == 0
            del self.pos[event.unit]
        elif isinstance(event, e.UnitReturned | e.UnitLeft | e.UnitPutAside):
            del self.pos[event.unit]
        elif isinstance(event, e.MeterSet):
            self.meter = event.meter
        elif isinstance(event, e.BattleEnded):
            self.pos = {}

    def compare(self, game: Game) -> None:
        """The table is as it was told."""
        units = game.world.units
        assert {u.id: u.pos for u in units.values() if u.pos} == self.pos
        assert {u: units[u].hp for u in units} == {u: self.hp[u] for u in units}
        assert [entry.id for entry in game.world.meter] == self.meter


def test_positions_hp_and_the_meter_are_told_as_they_are():
    ledger = Ledger()
    for game in asks(40):
        ledger.hear(game)


def test_an_event_names_an_earlier_one_as_its_cause():
    for game in asks(12):
        if game.ask is None:
            numbers = [event.n for event in game.events or ()]
            assert numbers == list(range(1, len(numbers) + 1))
            assert all(event.cause < event.n for event in game.events or ())


def test_hp_that_dice_cost_are_the_attack_s_doing():
    """The cause of a loss by Atk dice is the attack on that unit."""
    found = 0
    for game in asks(12):
        if game.ask is None:
            told = {event.n: event for event in game.events or ()}
            for event in told.values():
                if isinstance(event, e.UnitAttacked):
                    assert event.unit != event.target
                if isinstance(event, e.UnitHurt) and isinstance(told.get(event.cause), e.UnitAttacked):
                    attack: Any = told[event.cause]
                    assert (attack.target, attack.unit) == (event.unit, event.by)
                    assert event.lost <= attack.dmg
                    found += 1
    assert found > 20


def test_all_that_units_carry_has_a_name_of_its_own():
    for game in asks(20):
        for unit in game.world.units.values():
            names = [bearer.id for bearer in game.mode.bearers(game)]
            assert len(set(names)) == len(names), (unit.id, names)


def seen(game: Game, since: int) -> str:
    """All that the table gets at an ask."""
    parts: list[Any] = [game.mode.view(game, False), game.mode.board(game)]
    parts += [as_data(game.mode.event_for_table(game, event)) for event in (game.events or [])[since:]]
    if game.ask is not None:
        ask = asking.public(game.ask)
        parts += [msgspec.to_builtins(ask), game.mode.label(game, game.ask, ""), game.mode.blocked(game, game.ask)]
        parts += [[game.mode.label(game, game.ask, o.id), game.mode.preview(game, game.ask, o.id)] for o in ask.options]
    return json.dumps(parts)


def named(chip: str, text: str, shown: set[str]) -> bool:
    """Whether a text names a chip, by id or name, where it does not name one that was shown."""
    names = {c: entry.name for c, entry in RULES.tables["chips"].items()}
    for other in sorted((names[c] for c in shown if c in names), key=len, reverse=True):
        text = text.replace(other, "")
    return names[chip] in text or re.search(rf"(?<![\w-]){chip}(?![\w-])", text) is not None


def test_a_chip_that_nobody_saw_is_named_nowhere():
    last, since, shown, secrets = None, 0, set(), 0
    for game in asks(24):
        if game is not last:
            last, since, shown = game, 0, set()
        shown |= {event.chip for event in (game.events or ())[since:] if isinstance(event, e.UnitEntered)}
        text, referee = seen(game, since), json.dumps(game.mode.view(game, True))
        since = len(game.events or ())
        piles = [game.world.queue, *game.world.stacks.values()]
        for chip in {c: None for pile in piles for c in pile.all() if c not in shown}:
            assert not named(chip, text, shown), (chip, text)
            assert named(chip, referee, shown)
            secrets += 1
    assert secrets > 1000


def test_dealing_again_changes_nothing_that_the_table_sees():
    from tmb.core.chance import seeded

    changed = 0
    for i, game in enumerate(asks(12)):
        if game.ask is None or i % 3:
            continue
        twin = game.clone()
        before = seen(twin, 0)
        hidden = [twin.world.queue.all(), {p: pile.all() for p, pile in twin.world.stacks.items()}]
        twin.mode.redeal(twin, seeded(f"other {i}"))
        twin.run()
        assert seen(twin, 0) == before
        after = [twin.world.queue.all(), {p: pile.all() for p, pile in twin.world.stacks.items()}]
        changed += hidden != after
    assert changed > 5


def test_every_chip_of_the_box_is_somewhere_once():
    chips = RULES.tables["chips"]
    for game in asks(20):
        world = game.world
        piles = [world.queue, *world.stacks.values()]
        places = [b.kind for b in reach.baddies(game)] + [c for pile in piles for c in pile.all()]
        places += [c for gone in world.defeated.values() for c in gone]
        assert Counter(places) == {name: chip.copies for name, chip in chips.items() if chip.points}


def test_a_gearloc_that_is_knocked_out_is_asked_nothing():
    for game in asks(20):
        if game.ask is not None and (unit := game.world.units.get(game.ask.seat)) is not None:
            assert isinstance(unit, Gearloc)
            falls = getattr(game.ask.frame, "name", "") == "unit.down"
            assert unit.hp > 0 or (falls and unit.pos)
