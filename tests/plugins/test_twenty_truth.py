"""What events tell of random games of 20 Strong is what happened, and the table learns nothing that is hidden."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import msgspec

from tests.plugins.twenty import MODE, RULES, asks
from tmb.core import asking
from tmb.core.chance import seeded
from tmb.core.events import DiceRolled, Event, as_data
from tmb.core.game import Game
from tmb_twenty_strong import cards
from tmb_twenty_strong import events as e
from tmb_twenty_strong.world import colour_of

AREAS = ("pool", "exhausted", "banished", "ready")


class Ledger:
    """The dice and stat dice as somebody knows them who only hears the events."""

    def __init__(self, game: Game) -> None:
        self.game, self.heard, self.on = game, 0, False
        self.bags: dict[str, Counter[str]] = {a: Counter() for a in (*AREAS, "open", "plan")}
        self.on_cards: dict[str, Counter[str]] = {}

    def hear(self) -> None:
        """Take in what happened since the last ask, and compare."""
        assert self.game.events is not None
        for event in self.game.events[self.heard :]:
            self.take(event)
        self.heard = len(self.game.events)
        world = self.game.world
        if not self.on:
            return
        for area in AREAS:
            assert +self.bags[area] == Counter(getattr(world, area)), area
        assert +self.bags["open"] == Counter(world.open)
        assert +self.bags["plan"] == Counter(c for c in world.hero.slots if c)
        for card in (*world.foes.values(), *world.items):
            assert +self.on_cards.get(card.id, Counter()) == Counter(card.dice), card.kind
        assert self.health == world.hero.health

    def take(self, event: Event) -> None:
        """One event."""
        if isinstance(event, e.HuntBegan):
            self.on = True
            self.bags["pool"] = Counter(RULES.tables["supply"])
            self.health = RULES.tables["heroes"][event.hero].health
        elif isinstance(event, e.DiceMoved):
            self.moved(event)
        elif isinstance(event, DiceRolled):
            self.bags["ready"] -= Counter(event.dice)
            self.bags["open"] += Counter(f"{d}:{f}" for d, f in zip(event.dice, event.faces, strict=True))
        elif isinstance(event, e.DiceApplied):
            self.bags["open"][event.die] -= 1
            self.on_cards.setdefault(event.target, Counter())[event.die] += 1
        elif isinstance(event, e.DieLifted):
            self.bags["open"][event.die] += 1
            self.on_cards[event.target][event.die] -= 1
        elif isinstance(event, e.DieTurned):
            self.bags["open"][event.die] -= 1
            self.bags["open"][f"{colour_of(event.die)}:{event.to}"] += 1
        elif isinstance(event, e.DiceTakenUp):
            self.bags["open"] -= Counter(event.dice)
            for die, n in event.dice.items():
                self.bags["ready"][colour_of(die)] += n
        elif isinstance(event, e.DamageSuffered | e.HealthGained):
            self.health = event.health

    def moved(self, event: e.DiceMoved) -> None:
        """Dice by colour from one area to another."""
        gone: Counter[str] = Counter(event.dice)
        if event.verb == "slot":
            self.bags["open"] -= Counter({f"{c}:miss": n for c, n in event.dice.items()})
        elif event.source == "active":
            held = [self.bags["ready"]]
            dice = [self.bags["open"], *(self.on_cards.get(f, Counter()) for f in self.game_foes(event))]
            told = Counter(held[0])
            for bag in dice:
                for die, n in (+bag).items():
                    told[colour_of(die)] += n
                bag.clear()
            held[0].clear()
            assert +told == gone
        elif event.source == "open":
            assert event.shown, "open dice are told with their faces"
            self.bags["open"] -= Counter(event.shown)
        elif event.source in self.bags:
            self.bags[event.source] -= gone
        else:
            told = Counter()
            for die, n in (+self.on_cards.pop(event.source)).items():
                told[colour_of(die)] += n
            assert told == gone
        self.bags[event.to] += gone

    def game_foes(self, event: e.DiceMoved) -> list[str]:
        """Active cards; dice on locks stay."""
        return [id for id in self.on_cards if id.startswith("b")]


def test_dice_and_health_are_told_as_they_are() -> None:
    ledger: Ledger | None = None
    for game in asks(40):
        if ledger is None or ledger.game is not game:
            ledger = Ledger(game)
        ledger.hear()


def test_an_event_names_an_earlier_one_as_its_cause() -> None:
    for game in asks(8):
        if game.ask is None:
            assert [event.n for event in game.events or ()] == [*range(1, len(game.events or ()) + 1)]
            assert all(event.cause < event.n for event in game.events or ())


def seen(game: Game, since: int) -> str:
    """All that the table gets at an ask."""
    parts: list[Any] = [MODE.view(game, False), MODE.board(game)]
    parts += [as_data(MODE.event_for_table(game, event)) for event in (game.events or [])[since:]]
    if game.ask is not None:
        ask = asking.public(game.ask)
        parts += [msgspec.to_builtins(ask), MODE.label(game, game.ask, ""), MODE.blocked(game, game.ask)]
        parts += [[MODE.label(game, game.ask, o.id), MODE.preview(game, game.ask, o.id)] for o in ask.options]
    return json.dumps(parts)


def test_a_card_that_nobody_saw_is_named_nowhere() -> None:
    """R78: which Tyrant encounters are to come is hidden, too."""
    last, since, secrets = None, 0, 0
    shown: set[str] = set()
    for game in asks(16):
        if game is not last:
            last, since, shown = game, 0, set()
        world = game.world
        shown |= {x.card for x in (game.events or ())[since:] if isinstance(x, e.CardRevealed)}
        text, referee = seen(game, since), json.dumps(MODE.view(game, True))
        since = len(game.events or ())
        hidden = {c for pile in world.stacks.values() for c in pile.all()} | {*world.box}
        for card in sorted(hidden - shown - {cards.UNSEEN}):
            assert not re.search(rf"(?<![\w-]){card}(?![\w-])", text), (card, text)
            assert f'"{card}"' in referee
            secrets += 1
    assert secrets > 1000


def test_dealing_again_changes_nothing_that_the_table_sees() -> None:
    changed = 0
    for i, game in enumerate(asks(8)):
        if game.ask is None or i % 3:
            continue
        twin = game.clone()
        before, hidden = seen(twin, 0), {p: s.all() for p, s in twin.world.stacks.items()}
        MODE.redeal(twin, seeded(f"other {i}"))
        twin.run()
        assert seen(twin, 0) == before
        changed += hidden != {p: s.all() for p, s in twin.world.stacks.items()}
    assert changed > 5
