"""What a scenario's `see` may name of an adventure."""

from __future__ import annotations

from typing import Any

from tmb_base import facts as battle_facts
from tmb_base.adventure import changes

WHOLE = (
    *("tyrant", "day", "days", "progress", "needed", "ending"),
    *("card", "leader", "done", "unused", "specials", "stored", "knock_outs"),
)


def fact(game: Any, name: str) -> Any:
    """A value of a battle, or `day`, `progress`, `deck`, `loot deck`, `face up 1`, `g1.loot`, `g1.trained.hp` ...

    `g1.loot` lists the cards; a locked one as "CARD locked N", N of its locks being open. `g1.uses.CARD` and
    `g1.chips.CARD` are uses left of a card and the chips on it.
    """
    world = game.world
    if name in WHOLE:
        value = getattr(world, name)
        return value[:] if isinstance(value, list) else value
    piles = {"deck": world.deck, "loot deck": world.loot, "trove deck": world.trove}
    if name in piles:
        return piles[name].all()
    if name.startswith("face up "):
        points = name.removeprefix("face up ")
        return world.stacks[points].cards[: world.face_up.get(points, 0)]
    if name in ("loot discards", "trove discards"):
        return sorted(world.loot_gone if name[0] == "l" else world.trove_gone)
    who, _, what = name.partition(".")
    unit = next((u for u in world.units.values() if who in (u.id, u.kind)), None)
    if unit is not None and what == "loot":
        return [f"{c.kind} locked {c.solved}" if c.locked else c.kind for c in unit.loot]
    if unit is not None and what == "slots":
        return changes.slots_full(game, unit)
    if unit is not None and what.startswith("trained."):
        return unit.trained.get(what.removeprefix("trained."), 0)
    if unit is not None and what.startswith("uses."):
        return next((c.uses for c in unit.loot if c.kind == what.removeprefix("uses.")), 0)
    if unit is not None and what.startswith("chips."):
        return next((c.chips[:] for c in unit.loot if c.kind == what.removeprefix("chips.")), [])
    return battle_facts.fact(game, name)
