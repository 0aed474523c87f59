"""Chance is a seat. A game asks it for rolls, draws and shuffles; somebody answers: a seed, a script, or a person.

An answerer gives the result, or None, and then the game's loop makes it an ask of the seat `chance`. The counter of the
stream goes up by one a die, a draw and a swap of a shuffle, whoever answered.
"""

from __future__ import annotations

from typing import Any, Protocol

from tmb.core.rng import Stream, stream

SEAT = "chance"


class Dice(Protocol):
    """Answers rolls."""

    def roll(self, game: Any, name: str, dice: list[str]) -> list[str] | None:
        """The faces of `dice` (kinds, like ones together), sorted within a kind as the die lists them; None: ask."""


class Cards(Protocol):
    """Answers shuffles and draws."""

    def shuffle(self, game: Any, name: str, cards: list[str]) -> list[str] | None:
        """The order after the shuffle, top first; None: only the real table knows it."""

    def draw(self, game: Any, name: str, loose: list[str]) -> str | None:
        """The card drawn from a pile whose order nobody here knows; None: ask."""


class Seeded:
    """Dice and cards from the generator of `tmb.core.rng`."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._streams: dict[str, Stream] = {}

    def stream(self, name: str) -> Stream:
        """The named stream of this seed."""
        found = self._streams.get(name)
        if found is None:
            found = self._streams[name] = stream(self.seed, name)
        return found

    def roll(self, game: Any, name: str, dice: list[str]) -> list[str] | None:
        """Faces by the words at the stream's counter, one a die."""
        sides, n = game.rules.dice, len(dice)
        words = (self._streams.get(name) or self.stream(name)).words(game.state.chance.get(name, 0), n)
        if n == 1:
            faces = sides[dice[0]]
            return [faces[(words[0] * len(faces)) >> 64]]
        out: list[str] = []
        i = 0
        while i < n:
            die = dice[i]
            faces, j = sides[die], i + 1
            while j < n and dice[j] == die:
                j += 1
            sides_of_it = len(faces)
            if j == i + 1:
                out.append(faces[(words[i] * sides_of_it) >> 64])
            else:
                places = []
                for word in words[i:j]:
                    places.append((word * sides_of_it) >> 64)
                for k in sorted(places):
                    out.append(faces[k])
            i = j
        return out

    def shuffle(self, game: Any, name: str, cards: list[str]) -> list[str] | None:
        """Fisher-Yates from the end, one word a swap."""
        out, n = cards[:], len(cards) - 1
        words = self.stream(name).words(game.state.chance.get(name, 0), n) if n > 0 else ()
        for k, word in zip(range(n, 0, -1), words, strict=True):
            j = (word * (k + 1)) >> 64
            out[k], out[j] = out[j], out[k]
        return out

    def draw(self, game: Any, name: str, loose: list[str]) -> str | None:
        """One of the loose cards by the next word."""
        return loose[self.stream(name).below(len(loose), game.state.chance.get(name, 0))]


class Asked:
    """Every roll and draw is asked: a person at a real table, or a search that enumerates."""

    def roll(self, game: Any, name: str, dice: list[str]) -> list[str] | None:
        """Ask."""
        return None

    def shuffle(self, game: Any, name: str, cards: list[str]) -> list[str] | None:
        """Nobody here knows the order."""
        return None

    def draw(self, game: Any, name: str, loose: list[str]) -> str | None:
        """Ask."""
        return None


class Chance:
    """Who answers: `dice` the rolls, `cards` the shuffles and draws."""

    __slots__ = ("cards", "dice")

    def __init__(self, dice: Dice, cards: Cards) -> None:
        self.dice, self.cards = dice, cards


def seeded(seed: str) -> Chance:
    """Chance by a seed alone."""
    both = Seeded(seed)
    return Chance(both, both)
