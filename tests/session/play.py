"""What the tests of sessions share: the demo's rules, a generic sampler, whole games."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from tests.demo.plugin import BASE, MORE, MORE_PLUGIN, PACK, Demo
from tmb.core.chance import Chance
from tmb.core.decisions import Ask, sample
from tmb.core.rng import stream
from tmb.hookspecs import hookimpl
from tmb.ruleset import RuleSet, build
from tmb.session import Session


@functools.cache
def rules(more: bool = False) -> RuleSet:
    """The demo, or with its second plugin."""
    if more:
        return build([PACK, MORE], [("demo", BASE), ("demo-more", MORE_PLUGIN)])
    return build([PACK], [("demo", BASE)])


class Dealer(Demo):
    """The demo, with hands that are as hidden as its deck: dealt again for a fork of the table."""

    name = "dealer"

    def redeal(self, game: Any, chance: Chance) -> None:
        ring = game.world
        cards = sorted([*ring.deck.cards, *(c for p in ring.pawns.values() for c in p.hand)])
        dealt = chance.cards.shuffle(game, "redeal", cards)
        assert dealt is not None
        for pawn in ring.pawns.values():
            pawn.hand = [dealt.pop() for _ in pawn.hand]
        ring.deck.cards = dealt


class DealerPlugin:
    """A second mode on the demo's rules."""

    @hookimpl
    def tmb_modes(self, register: Any) -> None:
        register.mode(Dealer())


@functools.cache
def dealer_rules() -> RuleSet:
    """Rules with the mode `dealer`."""
    return build([PACK], [("demo", BASE), ("dealer", DealerPlugin())])


class Sampler:
    """Draws answers from the public fields of asks, by a seed."""

    def __init__(self, seed: str) -> None:
        self.words, self.count = stream(seed, "bot"), 0

    def below(self, n: int) -> int:
        self.count += 1
        return self.words.below(n, self.count)

    def __call__(self, ask: Ask) -> list[str]:
        groups = [(g.id, g.lo, g.hi) for g in ask.groups]
        return [ask.options[i].id for i in sample(ask.options, ask.lo, ask.hi, groups, ask.budget, self.below)]


def new(seed: str = "1", mode: str = "demo", **more: Any) -> Session:
    """A session of the demo."""
    return Session.new(
        dealer_rules() if mode == "dealer" else rules(), mode, more.pop("options", {}), seed=seed, **more
    )


def play(session: Session, sampler: Sampler, most: int = 10_000) -> Iterator[Ask]:
    """Play on; yields each ask before it is answered."""
    for _ in range(most):
        ask = session.open_ask
        if ask is None:
            return
        yield ask
        session.act(sampler(ask), ask.id)


def finish(session: Session, sampler: Sampler, most: int = 10_000) -> Session:
    """Play on to the end, or for so many asks."""
    for _ in play(session, sampler, most):
        pass
    return session
