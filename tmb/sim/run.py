"""Games in bulk. The seed of each comes from the master seed and its number: results do not depend on who plays it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tmb.core.chance import seeded
from tmb.errors import InputError, InternalError
from tmb.hashing import blake2b
from tmb.plugins import rules_for
from tmb.ruleset import RuleSet
from tmb.sim import bots

MOST_DECISIONS = 1_000_000
"""A game with more is taken for one that never ends."""


class Plan(Struct, frozen=True, kw_only=True):
    """What is played, as plain data. packs: ids; extra: folders of further packs; chosen: rule options that are not
    as the packs have them; seed: the master seed."""

    mode: str
    packs: tuple[str, ...]
    seed: str
    extra: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    chosen: dict[str, Any] = {}
    bot: str = bots.RANDOM

    def rules(self) -> RuleSet:
        """The rule set. Raises what `rules_for` raises."""
        return rules_for(self.packs, self.extra)


class Fault(Struct, frozen=True, omit_defaults=True):
    """Why a game was not finished. code: an InputError's (a bot's bad answer), "internal", or the error's type."""

    code: str
    message: str
    trace: str = ""


class Result(Struct, frozen=True, omit_defaults=True):
    """One game: its number, seed, unforced decisions, and how it ended as the mode tells it."""

    game: int
    seed: str
    decisions: int
    outcome: dict[str, Any] = {}
    fault: Fault | None = None


def seed_of(master: str, game: int) -> str:
    """The seed of a game: 16 hex digits of BLAKE2b over the master seed, a zero byte and the number in digits."""
    return blake2b(f"{master}\0{game}".encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


class Player:
    """Plays the games of a plan with one rule set."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.rules = plan, plan.rules()
        self.options = self.rules.options(plan.mode, plan.options)
        bots.make(self.rules, plan.bot, plan.seed)

    def play(self, number: int) -> Result:
        """One game to its end. A fault in it is part of the result, not raised."""
        seed = seed_of(self.plan.seed, number)
        game: Any = None
        try:
            bot = bots.make(self.rules, self.plan.bot, seed)
            game = self.rules.start(self.plan.mode, self.options, seeded(seed), chosen=self.plan.chosen)
            finish(game, bot)
            return Result(number, seed, game.decisions, game.mode.outcome(game))
        except Exception as error:
            return Result(number, seed, game.decisions if game else 0, fault=fault(error))

    def all(self, games: int) -> Iterator[Result]:
        """Games 0 .. games-1, one after the other."""
        return map(self.play, range(games))


def finish(game: Any, bot: bots.Bot) -> None:
    """Let the bot play a game to its end. Raises InternalError if it has none."""
    choose, answer, ask = bot.choose, game.answer, game.ask
    while ask is not None:
        ask = answer(choose(game))
        if game.decisions > MOST_DECISIONS:
            raise InternalError(f"{MOST_DECISIONS} decisions and no end")


def fault(error: Exception) -> Fault:
    """An error as plain data, with its trace if TMB_DEBUG is set."""
    trace = ""
    if os.environ.get("TMB_DEBUG"):
        import traceback

        trace = "".join(traceback.format_exception(error))
    if isinstance(error, InputError):
        return Fault(error.code, error.message, trace)
    return Fault("internal" if isinstance(error, InternalError) else type(error).__name__, str(error), trace)
