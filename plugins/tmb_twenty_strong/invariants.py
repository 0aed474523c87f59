"""What must hold at every step, for tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tmb_twenty_strong import cards, items, stacks
from tmb_twenty_strong.changes import cap
from tmb_twenty_strong.frames import Day
from tmb_twenty_strong.world import MISS, PILES, SHOWN, colour_of, face_of


def broken(game: Any) -> list[str]:
    """Every broken invariant, in words."""
    world = game.world
    if not world.tops:
        return []  # nothing is laid out yet
    return [*_dice(game), *_cards(game), *_hero(game), *_stacks(game)]


def dice_everywhere(game: Any) -> Counter[str]:
    """All unit dice by colour, wherever they lie."""
    world = game.world
    have: Counter[str] = Counter()
    for bag in (world.pool, world.exhausted, world.banished, world.ready):
        have.update(bag)
    for shown in (world.open, *(c.dice for c in (*world.foes.values(), *world.items))):
        for die, n in shown.items():
            have[colour_of(die)] += n
    have.update(c for c in world.hero.slots if c)
    return have


def _dice(game: Any) -> list[str]:
    """17 unit dice, whatever happens; none in two places, no area in debt."""
    world, have = game.world, dice_everywhere(game)
    out = [f"{have[c]} {c} dice; there are {n}" for c, n in game.rules.tables["supply"].items() if have[c] != n]
    bags = {a: getattr(world, a) for a in ("pool", "exhausted", "banished", "ready", "open", "fresh")}
    out += [f"{a} holds {n} of {k}" for a, bag in bags.items() for k, n in bag.items() if n <= 0]
    out += [
        f"{c.id} holds {n} of {d}" for c in (*world.foes.values(), *world.items) for d, n in c.dice.items() if n <= 0
    ]
    out += [
        f"a miss lies on {c.id}" for c in (*world.foes.values(), *world.items) for d in c.dice if face_of(d) == MISS
    ]
    out += [
        f"{c} was exhausted now, but is not exhausted" for c, n in world.fresh.items() if n > world.exhausted.get(c, 0)
    ]
    return out + [f"no die shows {d}" for d in world.open if d not in SHOWN.values()]


def _cards(game: Any) -> list[str]:
    """Every card of the box is in its stack, active, held, laid beside, or discarded."""
    world, tables = game.world, game.rules.tables
    out = []
    for pile in PILES:
        want = Counter(tables["box"][pile])
        here = [c for c in (world.tops[pile],) if c]
        have = Counter([*here, *world.scouted[pile], *world.stacks[pile].all(), *world.discards[pile]])
        have.update(f.kind for f in world.foes.values() if cards.pile_of(game, f.kind) == pile)
        have.update(i.kind for i in world.items if i.pile == pile)
        have.update(_on_the_way(game, pile))
        if pile == "encounter":
            want.update(n for n, card in tables["encounters"].items() if card.sort == "tyrant")
            have.update(world.box)
            unseen = have.pop(cards.UNSEEN, 0)
            if unseen > len(world.box):
                out.append(f"{unseen} Tyrant encounters to come, {len(world.box)} left in the box")
        out += [f"{have[c]} cards of {c}; there are {want[c]}" for c in want | have if have[c] != want[c]]
    return out


def _on_the_way(game: Any, pile: str) -> list[str]:
    """Cards that lie nowhere yet: those of frames that are carried out."""
    out = []
    if pile == "encounter":
        day = next((f for f in game.stack if type(f) is Day), None)
        if game.world.encounter:
            out.append(game.world.encounter)
        elif day is not None and day.card and day.at in ("war_or_peace", "make_peace", "card_away"):
            out.append(day.card)
    return out + [f.card for f in game.stack if type(f) is stacks.Restock and f.pile == pile and f.at == "lies_open"]


def _hero(game: Any) -> list[str]:
    hero, most = game.world.hero, cap(game)
    out = [f"{s} is {getattr(hero, s)}" for s in ("strategy", "recovery") if not 1 <= getattr(hero, s) <= most]
    if not 0 <= hero.health <= most or (not hero.health and not game.world.ending):
        out.append(f"Health is {hero.health}")
    colours = game.rules.tables["slots"][hero.side or hero.kind]
    out += [f"a {d} die lies in a {c} slot" for c, d in zip(colours, hero.slots, strict=True) if d not in ("", c)]
    if len(game.world.items) > items.limit(game) and not any(type(f) is items.DropItem for f in game.stack):
        out.append(f"{len(game.world.items)} items in {items.limit(game)} slots")
    return out


def _stacks(game: Any) -> list[str]:
    """Where there is a card for a stack, one lies face up."""
    if any(type(f) is stacks.Restock for f in game.stack) or game.world.ending:
        return []
    out = [f"stack {pile} shows no card"] if (pile := stacks.bare(game)) else []
    for pile, known in game.world.buried.items():
        if known and game.world.stacks[pile].all()[-len(known) :] != known:
            out.append(f"the bottom of stack {pile} is not {known}")
    return out
