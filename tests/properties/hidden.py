"""What the table does not see: a second table that differs only there, and piles that a person shuffles."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.properties.checks import same
from tests.properties.play import act, below_of, drawn, finish, packed, replay, shown, start
from tmb.core import asking
from tmb.core.chance import SEAT, Asked, Chance, Seeded
from tmb.core.events import CardDrawn, as_data
from tmb.core.game import Game

FORKED = 15
"""So many answers are given in a fork."""


class Noted(Seeded):
    """Chance by a seed that notes its results."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.notes: list[Any] = []

    def _note(self, result: Any) -> Any:
        self.notes.append(result)
        return result

    def roll(self, game: Any, name: str, dice: list[str]) -> list[str] | None:
        """Faces, noted."""
        return self._note(super().roll(game, name, dice))

    def shuffle(self, game: Any, name: str, cards: list[str]) -> list[str] | None:
        """An order, noted."""
        return self._note(super().shuffle(game, name, cards))

    def draw(self, game: Any, name: str, loose: list[str]) -> str | None:
        """A card, noted."""
        return self._note(super().draw(game, name, loose))


class Renamed:
    """Chance that gives the noted results again, with other chips for hidden ones. other: chip -> the other one."""

    def __init__(self, notes: Iterable[Any], other: dict[str, str]) -> None:
        self.notes, self.other = iter(notes), other

    def roll(self, game: Any, name: str, dice: list[str]) -> list[str] | None:
        """The same faces."""
        return next(self.notes)

    def shuffle(self, game: Any, name: str, cards: list[str]) -> list[str] | None:
        """The same order of the other chips."""
        order = [self.other.get(c, c) for c in next(self.notes)]
        assert sorted(order) == sorted(cards), (order, cards)
        return order

    def draw(self, game: Any, name: str, loose: list[str]) -> str | None:
        """The other chip."""
        card = next(self.notes)
        return self.other.get(card, card)


def seen(game: Game, events: Sequence[Any]) -> str:
    """All that the table is told: its view, the ask with words and blocked options, previews, the events."""
    out: list[Any] = [game.mode.view(game, False), [as_data(game.mode.event_for_table(game, e)) for e in events]]
    if game.ask is not None:
        ask = asking.public(game.ask)
        words = [[game.mode.label(game, game.ask, o.id), game.mode.preview(game, game.ask, o.id)] for o in ask.options]
        out += [as_data(ask), words, game.mode.label(game, game.ask, ""), game.mode.blocked(game, game.ask)]
    return json.dumps(out, ensure_ascii=False)


def check_second_tables(rules: Any, mode: str, options: Any, seed: str, answers: list[list[str]]) -> int:
    """Play a battle again on a table whose face-down chips lie otherwise, up to some steps; at each the table is told
    the same, byte for byte. How many such tables there were that really differed."""
    below = below_of(f"{seed}/tables")
    steps = sorted({below(len(answers)) for _ in range(3)}) if answers else ()
    return sum(check_second_table(rules, mode, options, seed, answers[:step], below) for step in steps)


def check_second_table(rules: Any, mode: str, options: Any, seed: str, answers: list[list[str]], below: Any) -> bool:
    """The same for one step, after these answers. Whether that table really differed."""
    events: list[Any] = []
    noted, step = Noted(seed), len(answers)
    game = replay(start(rules, mode, options, seed, chance=Chance(noted, noted), events=events), answers)
    again: list[Any] = []
    chance = Renamed(noted.notes[:], _others(game, events, below))
    twin = replay(start(rules, mode, options, seed, chance=Chance(chance, chance), events=again), answers)
    same("what the table is told", seed, step, seen(twin, again), seen(game, events))
    same("what forks of the table are told", seed, step, told_by_fork(twin, seed), told_by_fork(game, seed))
    return packed(twin) != packed(game)


def told_by_fork(game: Game, seed: str) -> list[str]:
    """All that the table is told by a fork that it plays on: what was hidden is dealt anew, by chance of its own."""
    chance = Chance(Seeded(f"{seed}/fork"), Seeded(f"{seed}/fork"))
    state = game.rules.codec(game.state.mode).copy(game.state)
    twin = Game(game.rules, state, chance, None, game.strict)
    twin.mode.redeal(twin, chance)
    events: list[Any] = []
    fork, below, out = Game(game.rules, state, chance, events), below_of(f"{seed}/fork"), []
    fork.run()
    while fork.ask is not None and len(out) < FORKED:
        out.append(seen(fork, events))
        act(fork, drawn(shown(fork), below))
    return [*out, seen(fork, events)]


def _others(game: Game, events: Sequence[Any], below: Any) -> dict[str, str]:
    """For each chip and card that nobody has been told of so far, another that would be dealt with like it."""
    told = json.dumps([as_data(game.mode.event_for_table(game, e)) for e in events])
    known = {*getattr(game.world, "seen", ()), *(name for f in game.stack for name in getattr(f, "queue", ()))}
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name, key in _alike(game.rules.tables):
        if name not in known and f'"{name}"' not in told:
            groups.setdefault(key, []).append(name)
    out: dict[str, str] = {}
    for names in groups.values():
        shift = 1 + below(max(1, len(names) - 1))
        out |= {name: names[(i + shift) % len(names)] for i, name in enumerate(names)}
    return out


def _alike(tables: Any) -> Iterable[tuple[str, tuple[Any, ...]]]:
    """Chips, Encounters and Loot, each with what all that it may be exchanged for have in common."""
    if "box" in tables and "chips" not in tables:
        yield from _faces_down(tables)
        return
    for name, chip in tables["chips"].items():
        if chip.points:
            yield name, ("chip", chip.pile, chip.set, chip.copies, chip.type, *chip.tags)
    cards = tables["encounters"]
    openers = Counter((card.set, card.day) for card in cards.values() if card.sort == "special" and card.day)
    for name, card in cards.items():
        if card.sort in ("general", "solo") or openers[card.set, card.day] > 1:
            yield name, ("card", card.set, card.sort, card.day)
    for name, card in tables["loot"].items():
        yield name, ("loot", card.set, card.copies, *tables["locks"][name])


def _faces_down(tables: Any) -> Iterable[tuple[str, tuple[Any, ...]]]:
    """Cards of face-up stacks: nobody knows the order under the top, nor which Tyrant encounters are to come."""
    for pile, names in tables["box"].items():
        for name in dict.fromkeys(names):
            yield name, (pile, names.count(name))
    for name, card in tables["encounters"].items():
        if card.sort == "tyrant":
            yield name, ("tyrant",)


def check_cards_by_hand(rules: Any, mode: str, options: Any, seed: str) -> int:
    """A person who shuffles real piles and draws what the seed would have drawn sees the same end. How many draws."""
    events: list[Any] = []
    seeded = start(rules, mode, options, seed, events=events)
    answers = iter(finish(seeded, below_of(seed)))
    cards = [e.card for e in events if isinstance(e, CardDrawn)]
    again: list[Any] = []
    game, draws = start(rules, mode, options, seed, chance=Chance(Seeded(seed), Asked()), events=again), 0
    while game.ask is not None:
        if game.ask.seat == SEAT:
            act(game, [f"draw/{cards[sum(isinstance(e, CardDrawn) for e in again)]}"])
            draws += 1
        else:
            act(game, next(answers))
    same("number of answers", seed, draws, list(answers), [])
    same("view of the table", seed, draws, game.mode.view(game, False), seeded.mode.view(seeded, False))
    same("outcome", seed, draws, game.mode.outcome(game), seeded.mode.outcome(seeded))
    return draws
