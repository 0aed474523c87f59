"""What must hold at every step of an adventure, for tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tmb_base import invariants as battle
from tmb_base.adventure import changes
from tmb_base.adventure.day import Journey
from tmb_base.adventure.loot import DrawLoot, Overfull
from tmb_base.adventure.recovery import Recovery, Scout
from tmb_base.adventure.setup import COMMON, SetOut
from tmb_base.adventure.trying import Trying
from tmb_base.battle.searching import Searching
from tmb_base.sets import active, in_play
from tmb_base.world import Gearloc


def broken(game: Any) -> list[str]:
    """Every broken invariant, in words."""
    if any(type(f) is SetOut for f in game.stack):
        return []
    whole = [*battle.broken(game), *_cards(game), *_day(game)]
    below = game.stack[0] if game.stack else None
    played = type(below) is Journey and below.tyrant
    return [*whole, *_loot(game), *_stats(game), *_stacks(game)] if played else whole  # a scene has what it says


def _loot(game: Any) -> list[str]:
    """Every Loot card of the Tyrant's box is in a deck, with the discards, with a Gearloc, or being drawn; no other."""
    world = game.world
    held = [c for u in world.units.values() if isinstance(u, Gearloc) for c in u.loot]
    have: Counter[str] = Counter(c.kind for c in held)
    have.update([*world.loot.all(), *world.trove.all(), *world.loot_gone, *world.trove_gone])
    for f in game.stack:
        if type(f) is DrawLoot:
            have.update([*f.seen, *([f.card] if f.card else [])])
        elif type(f) is Trying and f.card:
            have[f.card] += 1
    out = [
        f"{have[name]} cards {name}; the box has {card.copies}"
        for name, card in game.rules.tables["loot"].items()
        if card.copies and have[name] != (card.copies if in_play(game, card) else 0)
    ]
    ids = Counter(c.id for c in held)
    out += [f"card {id} is in {n} places" for id, n in ids.items() if n > 1]
    settling = any(type(f) in (Recovery, DrawLoot, Overfull, Trying) for f in game.stack)
    if not settling:
        out += [
            f"{u.id} holds {changes.slots_full(game, u)} slots of Loot"
            for u in (world.units[g] for g in world.party)
            if changes.slots_full(game, u) > changes.MOST_SLOTS
        ]
    return out


def _stacks(game: Any) -> list[str]:
    """Every chip against the Tyrant is somewhere, but those of a type that a card has removed: of it are left the few
    that lay elsewhere then, and that cards have looked for in the box since.
    """
    chips, have = game.rules.tables["chips"], battle.all_chips(game)
    have.update(f.chip for f in game.stack if type(f) is Scout and f.chip)
    have.update(c for f in game.stack if type(f) is Searching for c in f.held)
    wanted = Counter(c for stack in game.world.stacks for c in active(game, stack))
    of_type = [Counter(chips[c].type for c in found.elements()) for found in (wanted, have)]
    there = {type for type, n in of_type[0].items() if 2 * of_type[1][type] > n}
    short = [(c, n) for c, n in wanted.items() if have[c] > n or (have[c] < n and chips[c].type in there)]
    return [f"{have[c]} chips of {c} are left of {n}" for c, n in short]


def _cards(game: Any) -> list[str]:
    """No Encounter is in two places."""
    world = game.world
    there = Counter([*world.deck.all(), *world.unused, *world.specials, *([world.card] if world.card else [])])
    return [f"Encounter {c} is in {n} places" for c, n in there.items() if n > 1 and c != COMMON]


def _stats(game: Any) -> list[str]:
    """A stat is where it began plus its Stat Die, which has six faces."""
    out = []
    for g in game.world.party:
        unit = game.world.units[g]
        sheet = game.rules.tables["gearlocs"][unit.kind]
        for stat, field in changes.FIELDS.items():
            begin, die = getattr(sheet, field if stat != "hp" else "hp"), unit.trained.get(stat, 0)
            lost = unit.marks.get("hp-out", 0) if stat == "hp" else 0
            if not 0 <= die <= changes.MOST_STAT or getattr(unit, field) != begin + die - lost:
                out.append(f"{g}'s {stat} is {getattr(unit, field)}: began at {begin}, die {die}")
    return out


def _day(game: Any) -> list[str]:
    """The Day Counter and the scouted chips."""
    world = game.world
    out = [f"day {world.day} of {world.days}"] if world.day > world.days else []
    out += [
        f"{n} chips lie face up on {len(world.stacks[p].cards)}"
        for p, n in world.face_up.items()
        if n > len(world.stacks[p].cards)
    ]
    return out
