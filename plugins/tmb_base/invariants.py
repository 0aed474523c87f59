"""What must hold at every step of a battle, for tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tmb_base import reach
from tmb_base.battle.battle import going_on
from tmb_base.battle.queue import ON_MAT, Landing
from tmb_base.battle.setup import Setup
from tmb_base.damage import Damage
from tmb_base.turns import BaddieTurn
from tmb_base.turns.resolve import MOST_BONES
from tmb_base.view import named_chips
from tmb_base.world import PARTY, Baddie, Gearloc, KnockedOut

UNBUILT = ("", "shuffle_stacks", "known_chips", "draw_queue", "stack_queue")


def broken(game: Any) -> list[str]:
    """Every broken invariant, in words; those of an expansion too, which hands over a table `invariants/NAME` of
    functions like this one.
    """
    return [
        *_units(game),
        *_places(game),
        *_tokens(game),
        *_objects(game),
        *_companions(game),
        *_chips(game),
        *[text for g in game.world.units.values() if isinstance(g, Gearloc) for text in _gearloc(game, g)],
        *[text for own in _of_expansions(game.rules.tables) for text in own(game)],
    ]


def _of_expansions(tables: Any) -> list[Any]:
    return [own for name, some in tables.items() if name.startswith("invariants/") for own in some]


def _units(game: Any) -> list[str]:
    """HP are between 0 and the stat. A unit without any is on the mat only while simultaneous things are handled, one
    after the other, after which the checks are still to look: a last act may fell another, who goes when it is over.
    """
    waits = game.state.dirty and any(type(f) in game.rules.holding for f in game.stack)
    return [
        f"{u.id} has {u.hp} of {u.most} HP"
        for u in game.world.units.values()
        if not 0 <= u.hp <= u.most or (u.hp == 0 and u.pos and not waits)
    ]


def _places(game: Any) -> list[str]:
    """Every unit is in one place, and nobody else is there; Lane Markers and Ini dice are of units on the mat, or on
    their way there.
    """
    landing = [f.unit for f in game.stack if type(f) is Landing]
    units, effects = game.world.units, game.rules.tables["effects"]
    out = [f"{u.id} is at {u.pos!r} and {u.off}" for u in units.values() if bool(u.pos) is (u.off is not None)]
    out += [f"{u.id} is {u.off} with {m}" for u in units.values() if not u.pos for m in u.marks if m in effects]
    out += [
        f"{u.id} is {u.off} with a Lane Marker"
        for u in units.values()
        if not u.pos and getattr(u, "lane", None) and u.id not in landing
    ]
    out += _meter(game)
    where = Counter(pos for pos in reach.full(game) if pos)
    out += [f"{n} units on {p}" for p, n in where.items() if n > 1]
    out += [f"no position {u.pos!r}" for u in units.values() if u.pos and u.pos not in reach.mat_of(game).bit]
    out += [f"{u.id} is here without {u.owner}" for u in units.values() if _stray(game, u)]
    foes = reach.baddies(game)
    lanes = Counter(b.lane for b in foes if b.lane)
    out += [f"{b.id} has a Lane Marker" for b in foes if b.lane and reach.lacks(game, "lane_marker", b)]
    out += [f"lane marker {n} is used {k} times" for n, k in lanes.items() if k > 1]
    counted = [b for b in reach.has(game, "counts", foes) if not _beyond(game, b)]
    if len(counted) > ON_MAT:
        out.append(f"{len(counted)} Baddies on the mat")
    return out


def _tokens(game: Any) -> list[str]:
    """Tokens lie on positions of the mat while there is a battle: one of a kind on each, no more than there are, and
    nobody is where one is that blocks.
    """
    tokens, kinds = game.world.tokens, game.rules.tables["tokens"]
    out = [f"{t.kind} lies at {t.at!r}" for t in tokens if t.at not in reach.mat_of(game).bit]
    out += [f"{n} {kind} lie at {pos}" for (kind, pos), n in Counter((t.kind, t.at) for t in tokens).items() if n > 1]
    there = Counter(t.kind for t in tokens)
    out += [f"{n} {k} lie on the mat; there are {kinds[k].most}" for k, n in there.items() if n > (kinds[k].most or n)]
    shut = {t.at: t.kind for t in tokens if kinds[t.kind].blocks}
    out += [f"{u.id} is at {u.pos}, where {shut[u.pos]} is" for u in game.world.units.values() if u.pos in shut]
    if there and game.stack and not going_on(game):
        out.append(f"{[*there]} lie on the mat, and there is no battle")
    return out


def _objects(game: Any) -> list[str]:
    """What is no unit is no target of a Baddie, and takes Dmg of the party's attacks only."""
    things = {u.id for u in reach.objects(game)}
    if not things:
        return []
    out, party = [], {u.id for u in game.world.units.values() if u.side == PARTY}
    for f in game.stack:
        if type(f) is BaddieTurn and not f.at_will and not things.isdisjoint([f.target, *f.targets]):
            out.append(f"{f.unit} attacks {f.targets}, among which is no unit")
        elif type(f) is Damage and f.target in things and not (f.attack and f.source in party):
            out.append(f"{f.target} is no unit and takes {f.amount} Dmg of no attack of the party")
    return out


def _stray(game: Any, unit: Any) -> bool:
    """Whether it is a companion of nobody, or of who is knocked out (R91)."""
    owner = getattr(unit, "owner", "")
    return bool(owner) and (owner not in game.world.party or type(game.world.units[owner].off) is KnockedOut)


def _companions(game: Any) -> list[str]:
    """A Gearloc has one companion of a kind (R90)."""
    theirs = Counter((u.owner, u.kind) for u in game.world.units.values() if type(u) is Baddie and u.owner)
    return [f"{g} has {n} companions {kind}" for (g, kind), n in theirs.items() if n > 1]


def _beyond(game: Any, unit: Any) -> bool:
    """Whether it may be one more than there is room for: who found no Lane Marker when it changed sides or was placed,
    and the Tyrant, who comes whenever a card places it."""
    return (not unit.lane and not reach.lacks(game, "lane_marker", unit)) or unit.kind == getattr(
        game.world, "tyrant", ""
    )


def _meter(game: Any) -> list[str]:
    """Each entry is there once; Ini dice are of units on the mat that have one; what is due is there."""
    units, order, due = game.world.units, game.world.meter, game.world.due
    ids = [e.id for e in order]
    twice = len({*ids}) < len(ids) or len({*due} & {*ids}) < len(due)
    out = [f"the Ini Meter is {ids}, of which come {due}"] if twice else []
    for entry in [e for e in order if e.unit]:
        if not units[entry.unit].pos:
            out.append(f"{entry.id} is on the Ini Meter, but not on the mat")
        if not entry.once and reach.lacks(game, "ini_die", units[entry.unit]):
            out.append(f"{entry.id} has no Ini die")
    return out


def _chips(game: Any) -> list[str]:
    """No more chips of a kind are anywhere than there are in the box, and each lies in its own stack."""
    world, chips = game.world, game.rules.tables["chips"]
    have, free = all_chips(game), named_chips(game)
    out = [
        f"{have[c]} chips of {c}; the box has {chip.copies}"
        for c, chip in chips.items()
        if have[c] > chip.copies and c not in free
    ]
    piles = [*[(p, pile.all()) for p, pile in world.stacks.items()], *world.defeated.items()]
    return out + [f"{c} lies with those of {p}" for p, some in piles for c in some if chips[c].pile != p]


def all_chips(game: Any) -> Counter[str]:
    """How many of each chip are in a stack, the queue, on the mat, on a card or defeated."""
    world = game.world
    pending = [c for f in game.stack if type(f) is Setup and f.at in UNBUILT for c in f.built]
    have: Counter[str] = Counter([*reach.chips(game), *world.queue.all(), *world.joining])
    have.update(getattr(world, "stored", ()))
    for pile in world.stacks.values():
        have.update(pile.all())
    for gone in world.defeated.values():
        have.update(gone)
    have.update(pending)
    have.update([chip for _, chip in reach.on_cards(game)])
    return have


def _gearloc(game: Any, g: Gearloc) -> list[str]:
    out = []
    sheet = game.rules.tables["gearlocs"][g.kind]
    if sum(b.n for b in g.bones) > MOST_BONES:
        out.append(f"{g.id} stores {sum(b.n for b in g.bones)} Bones")
    if len(g.active) > sheet.active or len(g.locked) > sheet.locked:
        out.append(f"{g.id} has {len(g.active)} active and {len(g.locked)} locked dice")
    rolled = [d.die for f in game.stack if getattr(f, "unit", "") == g.id for d in getattr(f, "open", ())]
    used = Counter([d.die for d in (*g.active, *g.locked)] + [b.die for b in g.bones] + rolled + g.exhausted)
    out += [f"{g.id}'s die {d} is in {n} places" for d, n in used.items() if d not in ("atk", "def") and n > 1]
    if type(g.off) is KnockedOut and (g.hp or g.active or g.bones):
        out.append(f"{g.id} is knocked out with {g.hp} HP or dice on its mat")
    return out
