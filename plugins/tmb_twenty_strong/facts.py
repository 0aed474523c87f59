"""What a scenario's `see` may name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.errors import unknown
from tmb_twenty_strong import cards, needs, resolve
from tmb_twenty_strong.battle import undefeated
from tmb_twenty_strong.world import COLOURS, DICE, PILES, Foe

AREAS = ("pool", "exhausted", "banished", "ready")

WHOLE: dict[str, Callable[[Any], Any]] = {
    "day": lambda game: game.world.day,
    "tyrant": lambda game: game.world.tyrant,
    "hero": lambda game: game.world.hero.kind,
    "ending": lambda game: game.world.ending,
    "health": lambda game: game.world.hero.health,
    "strategy": lambda game: game.world.hero.strategy,
    "recovery": lambda game: game.world.hero.recovery,
    "plus": lambda game: game.world.hero.plus,
    "backup": lambda game: game.world.hero.side,
    "slots": lambda game: game.world.hero.slots[:],
    "guard": lambda game: game.world.hero.marks.get("guard", 0),
    "shift": lambda game: game.world.marks.get("shift", 0),
    "foes": lambda game: [f.kind for f in undefeated(game)],
    "active": lambda game: [f.kind for f in game.world.foes.values()],
    "items": lambda game: [i.kind for i in game.world.items],
    "encounter": lambda game: game.world.encounter,
    "encounters left": lambda game: cards.tyrant_encounters_left(game),
    "open": lambda game: [d for d in DICE for _ in range(game.world.open.get(d, 0))],
    "ask": lambda game: game.ask.key if game.ask else "",
    "seat": lambda game: game.ask.seat if game.ask else "",
}


def _of_piles(game: Any) -> dict[str, Any]:
    """Areas for dice, and stacks."""
    world, out = game.world, {}
    for area in AREAS:
        bag = getattr(world, area)
        out[area] = sum(bag.values())
        out |= {f"{area}.{c}": bag.get(c, 0) for c in COLOURS}
    for p in PILES:
        out |= {f"top {p}": world.tops[p], f"scouted {p}": world.scouted[p][:], f"under {p}": world.stacks[p].size()}
        out[f"discards {p}"] = sorted(world.discards[p])
    return out


def fact(game: Any, name: str) -> Any:
    """A value: `health`, `pool`, `pool.blue`, `open`, `slots`, `foes` (undefeated), `top 1`, `scouted encounter`,
    `discards 5`, `items`, `ask`; of a card in play: `mud-pup.dice`, `mud-pup.lacks` (hits), `mud-pup.damage`,
    `mud-pup.locked`.
    """
    if name in WHOLE:
        return WHOLE[name](game)
    piles = _of_piles(game)
    if name in piles:
        return piles[name]
    who, dot, what = name.rpartition(".")
    card = next((c for c in (*game.world.foes.values(), *game.world.items) if who in (c.kind, c.id)), None)
    if not dot or card is None:
        raise unknown("fact", name, [*WHOLE, *piles, "CARD.dice"], "unknown_fact", f"/see/{name}")
    if what == "dice":
        return [d for d in DICE for _ in range(card.dice.get(d, 0))]
    if what == "lacks":
        return sum(needs.left(game, card).values())
    if what == "damage" and type(card) is Foe:
        return resolve.damage_of(game, card, None)
    if what not in card.__struct_fields__:
        raise unknown("fact", what, ["dice", "lacks", *card.__struct_fields__], "unknown_fact", f"/see/{name}")
    return getattr(card, what)
