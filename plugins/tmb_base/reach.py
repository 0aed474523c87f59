"""Who can reach whom: sides, adjacency, free positions, distances (Undertow rulebook, Movement and Targeting)."""

from __future__ import annotations

from typing import Any

from tmb.core.permits import Question, refusal
from tmb.core.queries import between, number
from tmb_base import ruleoptions as options
from tmb_base import terrain
from tmb_base.mat import NO_LANE, Mat
from tmb_base.world import FOES, PARTY, Baddie, Gearloc, Unit

LAST_QUIET_ROUND = 5
"""Fatigue begins after it."""


def mat_of(game: Any) -> Mat:
    """The mat of this battle."""
    made: Mat = game.rules.tables["mats"][game.world.mat]
    return made


def gearlocs(game: Any) -> list[Gearloc]:
    """The Gearlocs on the mat, in the party's order."""
    units = game.world.units
    return [units[g] for g in game.world.party if units[g].pos]


def baddies(game: Any) -> list[Baddie]:
    """The Baddies on the mat, in the order in which they came; none that stands with the party."""
    out = []
    for unit in game.world.units.values():  # no comprehension: this is asked several times a turn
        if type(unit) is Baddie and unit.side == FOES and unit.pos:
            out.append(unit)
    return out


def party(game: Any) -> list[Gearloc | Baddie]:
    """The units of the party on the mat: Gearlocs and temporary allies (Undertow rulebook, Unit Categories)."""
    out = []
    for unit in game.world.units.values():
        if (type(unit) is Gearloc or unit.side == PARTY) and unit.pos:
            out.append(unit)
    return out


def allies(game: Any) -> list[Baddie]:
    """The chips that stand with the party: temporary allies and companions."""
    out = []
    for unit in game.world.units.values():
        if type(unit) is Baddie and unit.side == PARTY and unit.pos:
            out.append(unit)
    return out


def companions(game: Any, owner: str) -> list[Baddie]:
    """The companions of a Gearloc on the mat."""
    return [u for u in game.world.units.values() if type(u) is Baddie and u.owner == owner and u.pos] if owner else []


def chips(game: Any) -> list[str]:
    """The chips that are units, on the mat or off it."""
    return [u.kind for u in game.world.units.values() if type(u) is Baddie]


def on_cards(game: Any) -> list[tuple[Any, str]]:
    """The defeated chips that lie on Loot: (card, chip)."""
    return [(c, chip) for u in game.world.units.values() for c in getattr(u, "loot", ()) for chip in c.chips]


def on_mat(game: Any) -> list[Gearloc | Baddie]:
    """All units on the mat."""
    return [u for u in game.world.units.values() if u.pos and u.side]


def objects(game: Any) -> list[Baddie]:
    """What stands on the mat and is no unit."""
    if not game.rules.tables["lacking"]["unit"]:
        return []
    return [u for u in game.world.units.values() if u.pos and not u.side]


def opposing(game: Any, unit: Any) -> list[Any]:
    """The units on the mat that oppose one: those of the other side, unless content says otherwise. Who opposes whom is
    decided here.
    """
    if "opposing" not in game.index.modifiers:
        return baddies(game) if unit.side == PARTY else party(game)
    return [u for u in on_mat(game) if u is not unit and opposes(game, unit, u)]


def opposes(game: Any, unit: Any, other: Any) -> bool:
    """Whether one unit opposes another. The table, which is on nobody's side, opposes the party."""
    apart = (unit.side == PARTY) is not (other.side == PARTY)
    if "opposing" not in game.index.modifiers:
        return apart
    return between(game, "opposing", getattr(unit, "id", ""), other.id, apart)


def friends(game: Any, unit: Any) -> list[Any]:
    """A unit and those on the mat that it does not oppose; nobody for the table."""
    return [u for u in on_mat(game) if u is unit or not opposes(game, unit, u)] if unit.side else []


def beside(game: Any) -> dict[str, tuple[str, ...]]:
    """The positions adjacent to each: orthogonal ones (base rules Q&A); in Fatigue diagonal ones too, where the rule
    option says so (R22)."""
    mat: Mat = game.rules.tables["mats"][game.world.mat]
    return mat.wide if game.world.round > LAST_QUIET_ROUND and _all_diagonal(game) else mat.near


def beside_mask(game: Any) -> dict[str, int]:
    """The same as masks."""
    mat = mat_of(game)
    return mat.wide_mask if game.world.round > LAST_QUIET_ROUND and _all_diagonal(game) else mat.near_mask


def _all_diagonal(game: Any) -> bool:
    """Whether in Fatigue all that is orthogonal becomes diagonal too."""
    return bool(game.option(options.FATIGUE) == "all")


def diagonal(game: Any, unit: Unit) -> bool:
    """Whether a unit moves diagonally: its chip or a skill says so, or it is Fatigue and the rule option does (R22)."""
    if game.world.round > LAST_QUIET_ROUND and game.option(options.FATIGUE) != "none":
        return True
    if type(unit) is Baddie and game.rules.tables["chips"][unit.kind].diagonal:
        return True
    return "moves.diagonally" in game.index.modifiers and number(game, "moves.diagonally", unit.id, 0) > 0


def adjacent(game: Any, a: Unit, b: Unit) -> bool:
    """Whether two units stand side by side."""
    return a.pos != "" and b.pos in beside(game)[a.pos]


def neighbours(game: Any, unit: Unit) -> list[Any]:
    """The units adjacent to one, both sides."""
    near, out = beside(game)[unit.pos] if unit.pos else (), []
    for u in game.world.units.values():
        if u.pos in near and u.side:
            out.append(u)
    return out


def taken(game: Any) -> int:
    """The positions where nobody else can be, as a mask."""
    places, total = mat_of(game).places, 0
    soft = game.rules.tables["lacking"]["blocks"]
    for u in game.world.units.values():
        if not soft or u.kind not in soft:
            total |= places[u.pos]
    if game.world.tokens:
        for pos in terrain.blocked(game):
            total |= places[pos]
    return total


def closed(game: Any, unit: Unit) -> int:
    """The positions that a unit may not enter of its own will, as a mask."""
    return _barred(game, "enter", unit) if "enter" in game.index.forbids else 0


def kept_out(game: Any, unit: Unit) -> int:
    """The positions onto which a unit cannot be displaced, as a mask."""
    return _barred(game, "displace", unit) if "displace" in game.index.forbids else 0


def _barred(game: Any, permit: str, unit: Unit) -> int:
    total = 0
    for zone, mask in mat_of(game).zones.items():
        if refusal(game, permit, unit.id, "", zone) is not None:
            total |= mask
    return total


def zone(game: Any, unit: Unit) -> str:
    """The part of the mat on which a unit stands: "field" or "side"; "" off the mat."""
    return str(mat_of(game).at[unit.pos].zone) if unit.pos else ""


def lacks(game: Any, flag: str, unit: Unit) -> bool:
    """Whether a unit's kind is not so: one of the flags of `entries.KIND`. A Gearloc lacks none."""
    return unit.kind in game.rules.tables["lacking"][flag]


def has(game: Any, flag: str, units: list[Any]) -> list[Any]:
    """Those of these units whose kind is so."""
    lacking = game.rules.tables["lacking"][flag]
    return [u for u in units if u.kind not in lacking] if lacking and units else units


def lane_for(game: Any, chip: str, wish: int = 0) -> int:
    """The wished Lane Marker for a chip if it is free, else the first free one; 0 where there is none, or it has
    none."""
    if chip in game.rules.tables["lacking"]["lane_marker"]:
        return 0
    used = {b.lane for b in baddies(game)}
    if wish and wish not in used:
        return wish
    for lane in mat_of(game).lanes:
        if lane not in used:
            return lane
    return 0


def by_lane(unit: Baddie) -> int:
    """The order of Baddies by Lane Marker; without one it comes last."""
    return unit.lane or NO_LANE


def full(game: Any) -> list[str]:
    """The positions where nobody else can be."""
    soft, out = game.rules.tables["lacking"]["blocks"], []
    for unit in game.world.units.values():
        if not soft or unit.kind not in soft:
            out.append(unit.pos)
    if game.world.tokens:
        out += terrain.blocked(game)
    return out


def may_swap(game: Any, one: Unit, other: Unit) -> bool:
    """Whether two units on the mat can exchange their positions: each can be where the other is, and nobody else is
    there who does not let others be.
    """
    soft, bit = game.rules.tables["lacking"]["blocks"], mat_of(game).bit
    if kept_out(game, one) & bit[other.pos] or kept_out(game, other) & bit[one.pos]:
        return False
    if not soft:
        return True
    units = [u for u in game.world.units.values() if u is not one and u is not other and u.kind not in soft]
    return all(u.pos not in (one.pos, other.pos) for u in units)


def free_next(game: Any, unit: Unit) -> list[str]:
    """The free positions one step away that a unit may enter: orthogonally, or for who moves diagonally in all
    directions.
    """
    mat, taken, shut, out = mat_of(game), full(game), closed(game, unit), []
    for pos in (mat.wide if diagonal(game, unit) else mat.near)[unit.pos]:
        if pos not in taken and not (shut and shut & mat.bit[pos]):
            out.append(pos)
    return out


def may_move(game: Any, unit: Unit) -> bool:
    """Whether nothing forbids that a unit moves."""
    return "move" not in game.index.forbids or refusal(game, "move", unit.id) is None


def may_target(game: Any, unit: Unit, other: Unit) -> bool:
    """Whether nothing forbids that one unit targets the other."""
    return "target" not in game.index.forbids or refusal(game, "target", unit.id, other.id) is None


def melee(game: Any, unit: Unit) -> bool:
    """Whether a unit can only target what is adjacent to it. Melee-ranged Gearlocs can too, unless their sheet says
    more.
    """
    return form(game, unit) != "ranged"


def form(game: Any, unit: Unit) -> str:
    """The Attack Form of a unit: melee, ranged or, of Gearlocs, melee-ranged."""
    printed = game.rules.tables["gearlocs" if type(unit) is Gearloc else "chips"][unit.kind]
    return str(printed.form)


def in_reach(game: Any, unit: Unit, other: Unit) -> bool:
    """Whether a unit can attack the other from where it stands."""
    if not unit.pos or not other.pos:
        return False
    if other.pos in beside(game)[unit.pos] or not melee(game, unit):
        return True
    return "reaches" in game.index.modifiers and reaches(game, unit, other)


def reaches(game: Any, unit: Unit, other: Unit) -> bool:
    """Whether content lets a unit that is not ranged target one that is not beside it."""
    return number(game, "reaches", unit.id, 0, Question(unit.id, other.id)) > 0


def targets_for(game: Any, unit: Unit) -> list[Any]:
    """The units that a Gearloc may target."""
    near, out = beside(game)[unit.pos] if melee(game, unit) else None, []
    farther, shy = "reaches" in game.index.modifiers, "target" in game.index.forbids
    for other in opposing(game, unit) + objects(game):
        near_enough = near is None or other.pos in near or (farther and reaches(game, unit, other))
        if near_enough and (not shy or may_target(game, unit, other)):
            out.append(other)
    return out


def extreme(found: list[Any], strongest: bool) -> list[Any]:
    """Those of lowest (or highest) HP; Buff HP does not count (Undertow rulebook, Buff HP)."""
    if len(found) < 2:
        return found
    best = found[0].hp
    for unit in found:
        if (unit.hp > best) if strongest else (unit.hp < best):
            best = unit.hp
    return [u for u in found if u.hp == best]


__all__ = [
    "LAST_QUIET_ROUND",
    "adjacent",
    "allies",
    "baddies",
    "beside",
    "beside_mask",
    "by_lane",
    "chips",
    "closed",
    "companions",
    "diagonal",
    "extreme",
    "form",
    "free_next",
    "friends",
    "full",
    "gearlocs",
    "has",
    "in_reach",
    "kept_out",
    "lacks",
    "lane_for",
    "mat_of",
    "may_move",
    "may_swap",
    "may_target",
    "melee",
    "neighbours",
    "objects",
    "on_cards",
    "on_mat",
    "opposes",
    "opposing",
    "party",
    "taken",
    "targets_for",
    "zone",
]
