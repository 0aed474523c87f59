"""What a scenario's `see` may name of a battle."""

from __future__ import annotations

from typing import Any

import msgspec

from tmb.errors import unknown
from tmb_base import changes, reach
from tmb_base.names import place_of
from tmb_base.scene import find
from tmb_base.world import Baddie, Entry, Gearloc, Off


def fact(game: Any, name: str) -> Any:
    """A value: `picket.hp`, `bog-lurk.pos`, `picket.active`, `round`, `result`, `meter`, `queue`, `bog-lurk 2.poison`.

    Also `mat`, `baddies`, `allies`, `objects`, `tokens`, `defeated`, `stack 1` (top first), `ask` and `seat` (of the
    open ask), `UNIT.here`, `UNIT.place` (`mat`, `prep`, `down`, `waiting`, `aside`) and `UNIT.off` (what it waits for,
    who put it aside).
    """
    world = game.world
    whole = {
        "mat": world.mat,
        "round": world.round,
        "result": world.result,
        "meter": [_entry(game, entry) for entry in world.meter],
        "queue": world.queue.all(),
        "defeated": sorted(c for gone in world.defeated.values() for c in gone),
        "ask": game.ask.key if game.ask else "",
        "seat": game.ask.seat if game.ask else "",
        "baddies": [b.kind for b in reach.baddies(game)],
        "allies": [b.kind for b in reach.allies(game)],
        "objects": [u.kind for u in reach.objects(game)],
        "tokens": sorted(f"{t.kind} at {t.at}" for t in world.tokens),
        **{f"stack {points}": pile.all() for points, pile in world.stacks.items()},
    }
    if name in whole:
        return whole[name]
    who, dot, what = name.rpartition(".")
    if not dot:
        raise unknown("fact", name, [*whole, "UNIT.hp"], "unknown_fact", f"/see/{name}")
    if what == "here":
        return any(who in (u.kind, u.id) for u in world.units.values() if u.pos)
    return _fact_of(game, world.units[find(game, who, f"/see/{name}")], what, name)


def _entry(game: Any, entry: Entry) -> str:
    """A unit, with a plus for an extra turn; of what is none its sheet."""
    return _name(game, entry.unit) + ("+" if entry.once else "") if entry.unit else entry.sheet


def _name(game: Any, id: str) -> str:
    unit = game.world.units.get(id)
    same = [u.id for u in game.world.units.values() if unit is not None and u.kind == unit.kind]
    return id if unit is None else f"{unit.kind} {same.index(id) + 1}" if len(same) > 1 else unit.kind


def _fact_of(game: Any, unit: Any, what: str, name: str) -> Any:
    if what in ("active", "locked") and isinstance(unit, Gearloc):
        return [int(d.face) if d.die == "def" else d.id for d in changes.slots(unit, what)]
    if what == "bones" and isinstance(unit, Gearloc):
        return [f"{b.die}:{b.n}" for b in unit.bones]
    if what == "dice" and isinstance(unit, Baddie):
        return sorted(unit.dice)
    if what == "place":
        return place_of(unit)
    if what in game.rules.marks:
        return unit.marks.get(what, 0)
    field = "dfn" if what == "def" else what
    if field not in unit.__struct_fields__:
        raise unknown(
            "fact", what, [*unit.__struct_fields__, *game.rules.marks, "here", "place"], "unknown_fact", f"/see/{name}"
        )
    value = getattr(unit, field)
    if isinstance(value, Off):
        return {k: v for k, v in msgspec.to_builtins(value).items() if k != "is"}
    return value[:] if isinstance(value, list) else value
