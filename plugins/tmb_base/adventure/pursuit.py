"""What faces of Tyrant Dice and Tyrants' Encounters do that no words say, each of them once: scripts for `call`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tmb.core.flow import choice, flow
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb_base import changes, places, reach, sides
from tmb_base.battle.queue import add_to_queue
from tmb_base.damage import hurt
from tmb_base.lying import dice_at
from tmb_base.turns.baddie import closest
from tmb_base.turns.common import unit_on_mat
from tmb_base.world import PARTY, Gearloc


def seat(game: Any, frame: Any) -> str:
    """Where a Baddie leaves a choice the party decides."""
    return str(game.mode.seat_of(game, frame.unit))


# -- Dmg that nothing stops --------------------------------------------------------------------------------------------


class TrueDmg(Struct, forbid_unknown_fields=True):
    """`true-dmg` takes no arguments: in `damage.before` the Dmg becomes True Dmg."""


def true_dmg(game: Any, env: Env, args: TrueDmg) -> None:
    """Thick Skin, Def dice and Buff HP do not stop it."""
    env.about.true = True


# -- Bones that hurt ---------------------------------------------------------------------------------------------------


class BonesHurt(Struct, forbid_unknown_fields=True):
    """`bones-hurt` takes no arguments: in `roll.after` each Bone that a Gearloc rolled costs it 1 Dmg."""


def bones_hurt(game: Any, env: Env, args: BonesHurt) -> None:
    """One Dmg of as much as there are Bones."""
    unit = game.world.units.get(env.about.unit)
    if isinstance(unit, Gearloc):
        icons = game.rules.tables["icons"][unit.kind]
        if n := sum([icons[die].bones for die in dice_at(env.about) if die in icons]):
            hurt(game, env.bearer.holder, unit.id, n, env.bearer.id)


# -- a chip that runs to somebody and strikes --------------------------------------------------------------------------


class Pounce(Struct, forbid_unknown_fields=True):
    """`pounce`: `it` moves next to the nearest opposing unit and deals it Dmg."""

    dmg: int


class Pouncing(Frame):
    """A unit runs to the nearest one opposing it. target: that one."""

    unit: str
    dmg: int
    target: str = ""


@choice("target", seat=seat)
def nearest(game: Any, frame: Pouncing, me: Any) -> list[Any]:
    """The party chooses among equally near ones; nobody, where there is no way to any."""
    found = reach.opposing(game, me)
    return closest(game, me, found) if found else []


@nearest.taken
def found(game: Any, frame: Pouncing, me: Any, target: Any) -> None:
    """That one."""
    frame.target = target.id


@choice("place", seat=seat)
def where_beside(game: Any, frame: Pouncing, me: Any) -> list[str] | None:
    """The free positions beside it that take the fewest steps."""
    target = game.world.units.get(frame.target)
    if target is None or reach.adjacent(game, me, target):
        return None
    mat, near = reach.mat_of(game), reach.beside_mask(game)
    free = mat.all & ~reach.taken(game) & ~reach.closed(game, me)
    goals = near[target.pos] & free
    around = mat.grown(mat.bit[me.pos], goals, free, reach.diagonal(game, me))
    return [p for p in mat.names if mat.bit[p] & goals & around]


@where_beside.taken
def run_there(game: Any, frame: Pouncing, me: Any, pos: str) -> None:
    """It stands there."""
    changes.move(game, me, pos)


def strike(game: Any, frame: Pouncing, me: Any) -> None:
    """The Dmg is no attack."""
    if frame.target:
        hurt(game, me.id, frame.target, frame.dmg)


POUNCING = flow(Pouncing, nearest, where_beside, strike, subject=unit_on_mat, cite="a Tyrant card that prints it")


def pounce(game: Any, env: Env, args: Pounce) -> None:
    """Push it, if the unit is still there."""
    unit = game.world.units.get(env.it)
    if unit is not None and unit.pos:
        game.push(Pouncing(unit.id, args.dmg))


# -- back to where it belongs ------------------------------------------------------------------------------------------


class GoHome(Struct, forbid_unknown_fields=True):
    """`go-home`: the holder moves so many positions towards a lane's position of that form on the Baddies' side."""

    lane: int
    form: str
    n: int


class Homing(Frame):
    """A unit goes towards a position, `left` steps."""

    unit: str
    goal: str
    left: int


@choice("move", seat=seat)
def step_home(game: Any, frame: Homing, me: Any) -> list[str] | None:
    """The free positions next to it that are nearer, as if nobody stood in between."""
    if not frame.left or me.pos == frame.goal or not reach.may_move(game, me):
        return None
    mat = reach.mat_of(game)
    inner = mat.bit[frame.goal]
    while (wider := mat.spread(inner, False)) & mat.bit[me.pos] == 0 and wider != inner:
        inner = wider
    return [p for p in reach.free_next(game, me) if mat.bit[p] & inner] or None


@step_home.taken
def stepped_home(game: Any, frame: Homing, me: Any, pos: str) -> None:
    """One step; then the next."""
    frame.left -= 1
    changes.move(game, me, pos)
    frame.at = "step_home"


HOMING = flow(Homing, step_home, subject=unit_on_mat, cite="a Tyrant card that prints it")


def go_home(game: Any, env: Env, args: GoHome) -> None:
    """Push it."""
    mat = reach.mat_of(game)
    goal = next((p for p in mat.starts["baddies", args.form] if mat.at[p].lane == args.lane), "")
    if goal:
        game.push(Homing(env.bearer.holder, goal, args.n))


# -- Gearlocs that are taken, and a battle in the fog ------------------------------------------------------------------


class Cloak(Struct, forbid_unknown_fields=True):
    """`cloak` takes no arguments: with two Gearlocs on the mat the next one on the Ini Meter is put aside, and the
    holder takes its position, if it can be there.
    """


def cloak(game: Any, env: Env, args: Cloak) -> None:
    """The next one after the holder, from the top again after the bottom."""
    me, meter = game.thing(env.bearer.holder), [e.unit for e in game.world.meter]
    here = reach.gearlocs(game)
    if len(here) < 2 or me is None or me.id not in meter:
        return
    at = meter.index(me.id)
    unit = game.world.units[next(u for u in meter[at:] + meter[:at] if any(g.id == u for g in here))]
    pos = unit.pos
    places.put_aside(game, unit, me.id)
    if not (reach.closed(game, me) | reach.kept_out(game, me)) & reach.mat_of(game).bit[pos]:
        changes.move(game, me, pos)


class Fog(Struct, forbid_unknown_fields=True):
    """`fog` takes no arguments: Gearlocs stand on their melee positions, the Baddies on the Gearlocs' ranged ones."""


def fog(game: Any, env: Env, args: Fog) -> None:
    """Each in its own lane, where that is free, else in the first lane that is."""
    starts = reach.mat_of(game).starts
    melee, ranged = starts[PARTY, "melee"], starts[PARTY, "ranged"]
    for gearloc in [g for g in reach.gearlocs(game) if g.pos not in melee]:
        _to_row(game, gearloc, melee)
    for baddie in reach.baddies(game):
        _to_row(game, baddie, ranged)


def _to_row(game: Any, unit: Any, row: tuple[str, ...]) -> None:
    mat, full = reach.mat_of(game), reach.full(game)
    lane = mat.at[unit.pos].lane
    free = [p for p in row if p not in full]
    if free:
        changes.move(game, unit, next((p for p in free if mat.at[p].lane == lane), free[0]))


# -- defeated chips ----------------------------------------------------------------------------------------------------


class LastDefeated(Struct, forbid_unknown_fields=True):
    """`last-defeated`: in `queue.built`, if the battle has Baddie Pts: the last defeated chip of a type comes on top of
    the Battle Queue.
    """

    type: str


class Rejoining(Frame):
    """A defeated chip comes back. type: of what kind."""

    type: str


@choice("comes", seat="party")
def which_chip(game: Any, frame: Rejoining) -> list[str] | None:
    """The last one of each pile; the party says which of them fell last."""
    chips = game.rules.tables["chips"]
    piles = [[c for c in gone if chips[c].type == frame.type] for gone in game.world.defeated.values()]
    return [some[-1] for some in piles if some] or None


@which_chip.taken
def rejoins(game: Any, frame: Rejoining, chip: str) -> None:
    """It lies on top, for everybody to see."""
    sides.from_defeated(game, chip)
    game.world.seen.append(chip)
    add_to_queue(game, chip, "top")


REJOINING = flow(Rejoining, which_chip, cite="a Tyrant's Encounter")


def last_defeated(game: Any, env: Env, args: LastDefeated) -> None:
    """Push it."""
    if env.about.orders.points:
        game.push(Rejoining(args.type))


class RemoveType(Struct, forbid_unknown_fields=True):
    """`remove-type`: all chips of a type leave the stacks and the defeated ones for the rest of the adventure."""

    type: str


def remove_type(game: Any, env: Env, args: RemoveType) -> None:
    """Back into the box."""
    sides.remove_type(game, args.type)


SCRIPTS: dict[str, tuple[Any, Any]] = {
    "true-dmg": (TrueDmg, true_dmg),
    "bones-hurt": (BonesHurt, bones_hurt),
    "pounce": (Pounce, pounce),
    "go-home": (GoHome, go_home),
    "cloak": (Cloak, cloak),
    "fog": (Fog, fog),
    "last-defeated": (LastDefeated, last_defeated),
    "remove-type": (RemoveType, remove_type),
}
FLOWS = (POUNCING, HOMING, REJOINING)
