"""What the table sees, by allow-list: all but the order of the stacks and the Tyrant encounters in them."""

from __future__ import annotations

from typing import Any

from tmb.core.chance import Chance
from tmb.core.rolls import Rolled
from tmb_twenty_strong import cards, needs, resolve
from tmb_twenty_strong.engagement import strategy
from tmb_twenty_strong.frames import Battle, Day, Engagement
from tmb_twenty_strong.items import limit
from tmb_twenty_strong.world import COLOURS, DICE, PILES, Bag


def table(game: Any, referee: bool) -> dict[str, Any]:
    """The whole table."""
    world = game.world
    out: dict[str, Any] = {
        "tyrant": world.tyrant,
        "rank": world.rank,
        "day": world.day,
        "hero": hero(game),
        "pool": by_colour(world.pool),
        "exhausted": by_colour(world.exhausted),
        "banished": by_colour(world.banished),
        "ready": by_colour(world.ready),
        "open": {d: world.open[d] for d in DICE if d in world.open},
        "foes": [foe(game, f) for f in world.foes.values()],
        "encounter": world.encounter,
        "items": [item(game, i) for i in world.items],
        "item_slots": limit(game) if world.hero.kind else 0,
        "stacks": {p: stack(world, p) for p in PILES if world.stacks},
        "encounters_left": cards.tyrant_encounters_left(game) if world.tops else 0,
        "shift": world.marks.get("shift", 0),
        "ending": world.ending,
    }
    for frame in game.stack:
        if type(frame) is Engagement:
            out["engagement"] = {"number": frame.number, "passes": frame.passes, "strategy": strategy(game)}
        elif type(frame) is Battle:
            out["battle"] = {"source": frame.source, "points": frame.points, "extra": frame.extra[:]}
        elif type(frame) is Rolled:
            out["rolled"] = [{"die": d, "face": f} for d, f in frame.lying]
        elif type(frame) is Day and frame.card:
            out["card"] = frame.card
    if referee:
        out["under"] = {p: world.stacks[p].all() for p in world.stacks}
        out["box"] = world.box[:]
    return out


def hero(game: Any) -> dict[str, Any]:
    """The hero's card, stat dice and backup plan."""
    h = game.world.hero
    colours = game.rules.tables["slots"].get(h.side or h.kind, [])
    return {
        "card": h.kind,
        "plus": h.plus,
        "backup": h.side,
        "health": h.health,
        "strategy": h.strategy,
        "recovery": h.recovery,
        "slots": [{"colour": c, "filled": bool(d)} for c, d in zip(colours, h.slots, strict=False)],
        "guard": h.marks.get("guard", 0),
    }


def by_colour(bag: Bag) -> dict[str, int]:
    """Dice of an area, from the weakest colour on."""
    return {c: bag[c] for c in COLOURS if c in bag}


def foe(game: Any, f: Any) -> dict[str, Any]:
    """An active card; lacks: hits that it needs still; damage: what it would deal now."""
    return {
        "id": f.id,
        "card": f.kind,
        "dice": {d: f.dice[d] for d in DICE if d in f.dice},
        "extra": f.extra,
        "lacks": {} if f.defeated else dict(needs.left(game, f)),
        "damage": 0 if f.defeated else resolve.damage_of(game, f, None),
        "defeated": f.defeated,
        "struck": f.struck,
    }


def item(game: Any, i: Any) -> dict[str, Any]:
    """A card in an item slot."""
    out = {"id": i.id, "card": i.kind, "locked": i.locked}
    if not i.locked:
        return out
    return out | {"dice": {d: i.dice[d] for d in DICE if d in i.dice}, "lacks": dict(needs.left(game, i))}


def stack(world: Any, pile: str) -> dict[str, Any]:
    """A stack: its face-up card, how many lie under it, what is known to lie at its bottom, the scouted pile above it
    (top first), what is discarded.
    """
    return {
        "top": world.tops[pile],
        "under": world.stacks[pile].size(),
        "bottom": world.buried.get(pile, [])[:],
        "scouted": world.scouted[pile][:],
        "discards": sorted(world.discards[pile]),
    }


def redeal(game: Any, chance: Chance) -> None:
    """The order of each stack under its top card, and which Tyrant encounters are still to come."""
    for name, pile in game.world.stacks.items():
        if pile.loose:
            continue  # a person draws from it: its order is nobody's yet
        known = game.world.buried.get(name, [])
        hidden = sorted(pile.all()[: pile.size() - len(known)])
        pile.cards = (chance.cards.shuffle(game, "redeal", hidden) or hidden) + known
        pile.under = []
        game.state.chance["redeal"] = game.state.chance.get("redeal", 0) + max(0, len(hidden) - 1)
