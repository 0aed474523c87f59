"""Bots. `random` plays in this process by refs; a plugin's bots see what a client sees: the ask and the table's view.

A bot is made from a seed and a rule set, of which it may read the content, and draws from a stream of its own, so it
never moves the game's dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count
from typing import Any, Protocol

from tmb.core import asking
from tmb.core.decisions import Ask, check_answer, sample
from tmb.core.rng import stream
from tmb.errors import unknown

STREAM = "bot"
BLOCK = 8
"""So many of its words a bot takes at once."""
RANDOM = "random"


class Bot(Protocol):
    """Plays a game in this process."""

    def choose(self, game: Any) -> Any:
        """A legal answer to the game's open ask, as refs (what `Game.answer` takes)."""


class RandomBot:
    """Chooses among all that is legal; every option of a plain ask is as likely as the others."""

    __slots__ = ("_word",)

    def __init__(self, seed: str) -> None:
        words = stream(seed, STREAM).words
        self._word = chain.from_iterable(words(at, BLOCK) for at in count(0, BLOCK)).__next__

    def below(self, n: int) -> int:
        """The bot's next number in 0..n-1."""
        return (self._word() * n) >> 64

    def choose(self, game: Any) -> Any:
        """A legal answer to the open ask, as refs."""
        ask = game.ask
        several = ask.several
        if several is not None:
            return several.sample(self.below)
        refs = ask.refs
        return refs[(self._word() * len(refs)) >> 64]

    def choose_public(self, ask: Ask) -> list[str]:
        """A legal answer from the ask's public fields alone, as option ids."""
        groups = [(g.id, g.lo, g.hi) for g in ask.groups]
        return [ask.options[i].id for i in sample(ask.options, ask.lo, ask.hi, groups, ask.budget, self.below)]


class TableBot:
    """A plugin's bot: think(ask, view) -> option ids. Raises InputError where it answers what is not legal."""

    def __init__(self, think: Callable[[Ask, Any], Sequence[str]]) -> None:
        self.think = think

    def choose(self, game: Any) -> Any:
        """The bot's answer, checked like a client's, as refs."""
        shown = asking.public(game.ask)
        pick = list(self.think(shown, game.mode.view(game, False)))
        check_answer(shown, pick, "/pick")
        return asking.chosen(game.ask, shown, pick)


def names(rules: Any) -> list[str]:
    """The bots of a rule set: the core's `random`, then those of the plugins."""
    return [RANDOM, *(name for name in rules.bots if name != RANDOM)]


def make(rules: Any, name: str, seed: str) -> Bot:
    """A bot by name. Raises InputError("unknown_bot") with the nearest name."""
    known: Iterable[str] = names(rules)
    if name not in known:
        raise unknown("bot", name, known, "unknown_bot", "/params/bot")
    return RandomBot(seed) if name == RANDOM else TableBot(rules.bots[name](seed, rules))
