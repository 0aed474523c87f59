"""Units that lose their last HP, and the end of a battle (Undertow rulebook, KO's and Wipes; publisher FAQ).

The checks run in this order: a unit at 0 HP is down; the acting unit has left the mat; the battle is lost; it is won.
"""

from __future__ import annotations

from typing import Any

from tmb.core.cuts import Check, Cut
from tmb.core.flow import choice, flow, opens
from tmb.core.permits import refusal
from tmb.core.state import Frame
from tmb.core.windows import heard
from tmb_base import places
from tmb_base.battle.battle import Battle
from tmb_base.turns import TURNS
from tmb_base.world import FOES, Baddie, Gearloc, Waiting


class Down(Frame):
    """Units at 0 HP leave the mat, all that lost their last HP at once together."""

    units: list[str]


class Falling(Frame):
    """One unit leaves the mat, with what it does when it goes. claims: the Loot card that gets its chip."""

    unit: str
    claims: list[str] = []


def falling_unit(game: Any, frame: Falling) -> Any:
    """The unit, while it is on the mat."""
    unit = game.world.units.get(frame.unit)
    return unit if unit is not None and unit.pos else None


@choice("down", seat="party", repeat=True)
def who_first(game: Any, down: Down) -> list[str]:
    """Whose last act comes first: asked only where more than one has one."""
    if "unit.down" not in game.index.windows:
        return []
    return [u for u in down.units if u in game.world.units and heard(game, "unit.down", Falling(u))]


@who_first.taken
def goes_first(game: Any, down: Down, unit: str) -> None:
    """That one falls now."""
    down.units.remove(unit)
    game.push(Falling(unit))


def the_others(game: Any, down: Down) -> None:
    """Who does nothing when it goes leaves at once."""
    for id in down.units:
        unit = game.world.units.get(id)
        if unit is not None and unit.pos:
            leave(game, unit)


def leave_mat(game: Any, frame: Falling, me: Any) -> None:
    """It leaves, unless something has kept it up."""
    if me.hp <= 0:
        leave(game, me, *frame.claims)


def leave(game: Any, unit: Gearloc | Baddie, card: str = "") -> None:
    """A Gearloc is knocked out, a Baddie defeated."""
    if isinstance(unit, Gearloc):
        places.knock_out(game, unit)
    else:
        places.defeat(game, unit, game.thing(card) if card else None)


DOWN = flow(
    Down,
    who_first,
    the_others,
    holds=True,
    cite="Undertow rulebook, Getting Knocked Out; FAQ, Multiple steps in a single phase",
)
FALLING = flow(
    Falling, opens("unit.down"), leave_mat, subject=falling_unit, cite="Undertow rulebook, Getting Knocked Out"
)


# -- checks ------------------------------------------------------------------------------------------------------------


def units_down(game: Any) -> None:
    """A unit at 0 HP is down."""
    units = []
    for unit in game.world.units.values():
        if unit.hp <= 0 and unit.pos:
            units.append(unit.id)
    if units:
        game.push(Down(units))


def actor_gone(game: Any) -> Cut | None:
    """The turn of a unit that has left the mat ends at once."""
    for frame in reversed(game.stack):
        if type(frame) in TURNS:
            unit = game.world.units.get(frame.unit)
            return None if (unit is not None and unit.pos) or frame.over else Cut(frame, "end_of_turn")
    return None


def battle_frame(game: Any) -> Any:
    """The battle that is being fought, or None."""
    for frame in reversed(game.stack):
        if type(frame) is Battle and frame.fighting:
            return frame
    return None


def battle_lost(game: Any) -> Cut | None:
    """No Gearloc is left on the mat, nor waits to come onto it; allies do not count. A card may say that it is lost."""
    frame, world = battle_frame(game), game.world
    if frame is None:
        return None
    if world.result != "lost":
        for g in world.party:
            if takes_part(world.units[g]):
                return None
    world.result = "lost"
    return Cut(frame, "clean_up")


def takes_part(unit: Any) -> bool:
    """Whether a unit is on the mat or comes onto it; the battle is not over without one that waits."""
    return bool(unit.pos) or (type(unit.off) is Waiting and unit.hp > 0)


def battle_won(game: Any) -> Cut | None:
    """No Baddie is left on the mat nor in the Battle Queue; of a Tyrant's battle: the Tyrant is. A card may say that it
    is won.
    """
    frame, world = battle_frame(game), game.world
    if frame is None or world.result == "lost":
        return None
    if not world.result:
        if baddies_left(game, frame):
            return None
        if "battle.win" in game.index.forbids and refusal(game, "battle.win") is not None:
            return None
    world.result = "won"
    return Cut(frame, "clean_up")


def baddies_left(game: Any, frame: Any) -> bool:
    """Whether somebody must still fall. Only the Tyrant must in its battle (Undertow rulebook, Tyrant Card)."""
    world, spared = game.world, game.rules.tables["lacking"]["must_fall"]
    if frame.orders is not None and frame.orders.tyrant:
        tyrant = world.tyrant
        return tyrant in world.queue.all() or any(
            type(u) is Baddie and u.kind == tyrant and takes_part(u) for u in world.units.values()
        )
    for unit in world.units.values():
        if type(unit) is Baddie and unit.side == FOES and unit.kind not in spared and takes_part(unit):
            return True
    return any(c not in spared for c in world.queue.all())


CHECKS = (
    Check("unit down", units_down, 10, "a unit at 0 HP is down"),
    Check("actor gone", actor_gone, 20, "the turn of a unit that left the mat ends"),
    Check("battle lost", battle_lost, 30, "no Gearloc is on the mat"),
    Check("battle won", battle_won, 40, "no Baddie is left"),
)
