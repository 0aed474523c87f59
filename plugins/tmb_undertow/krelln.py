"""Krelln (Undertow rulebook, The Krelln, In Battle; Wreckage). They stay in the water: who has nobody to attack swims
on to the next position, and who has nobody there either turns against the raft.
"""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, stage
from tmb_base import changes, reach, terrain
from tmb_base.battle.queue import next_side
from tmb_base.seats import mine
from tmb_base.turns import BaddieTurn
from tmb_base.turns.common import attack_dmg
from tmb_base.world import Baddie
from tmb_undertow import events

TYPE = "krelln"
SWIMS = "swims"
"""The tag of others that stay in the water as Krelln do."""


def swims(game: Any, unit: Baddie) -> bool:
    """Whether a chip stays in the water, where there is some."""
    chip = game.rules.tables["chips"][unit.kind]
    return bool(wrecks(game)) and (chip.type == TYPE or SWIMS in chip.tags)


def aboard(game: Any, unit: Baddie) -> bool:
    """Whether one that belongs into the water was forced onto the raft."""
    return swims(game, unit) and reach.zone(game, unit) == "field"


def wrecks(game: Any) -> str:
    """What lies where the raft is destroyed; "" on a mat without one."""
    return reach.mat_of(game).entry.wrecks or ""


@choice("move", seat=mine, cite="Undertow rulebook, The Krelln, In Battle")
def back_to_the_water(game: Any, turn: BaddieTurn, me: Baddie) -> list[str] | None:
    """One position along a shortest way to the nearest Krelln position; the party chooses among shortest ways. In a
    turn that is taken for it it may stay.
    """
    if not aboard(game, me) or not reach.may_move(game, me):
        return None
    mat, free = reach.mat_of(game), reach.mat_of(game).all & ~reach.taken(game)
    near = (mat.wide_mask if reach.diagonal(game, me) else mat.near_mask)[me.pos] & free
    around = mat.grown(mat.zones["side"] & free, near, free, reach.diagonal(game, me))
    ways = [p for p in mat.names if mat.bit[p] & near & around]
    return [*ways, *([DONE] if turn.at_will else [])] if ways else None


@back_to_the_water.taken
def nearer_to_the_water(game: Any, turn: BaddieTurn, me: Baddie, pos: str) -> None:
    """That is all it moves this turn."""
    turn.moves = 0
    if pos == DONE:
        return
    turn.walked += 1
    changes.move(game, me, pos)


@stage(cite="Undertow rulebook, The Krelln, In Battle")
def out_of_the_water(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """On the raft it uses no skill and attacks nobody; Def dice are all that it rolls."""
    if aboard(game, me):
        turn.targets, turn.target, turn.leaves = [], "", ["atk"]
        turn.at = "what_is_rolled"


@stage(cite="Undertow rulebook, The Krelln, In Battle; R81")
def swim_on(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """Without a target at the start of its turn it moves to the next position, by the numbers; past one that is taken
    (R81). Who has just come back from the raft has moved. In a turn that is taken for it its player moves it.
    """
    if turn.at_will or turn.walked or not swims(game, me) or not reach.may_move(game, me) or has_target(game, me):
        return
    turn.moves = 0
    pos = next_side(game, reach.mat_of(game).at[me.pos].number % 6 + 1)
    if pos:
        turn.walked += 1
        changes.move(game, me, pos)


def has_target(game: Any, me: Baddie) -> bool:
    """Whether an opposing unit is in its reach that it may target."""
    return any(reach.in_reach(game, me, u) and reach.may_target(game, me, u) for u in reach.opposing(game, me))


@choice("raft", seat="party", cite="Undertow rulebook, The Krelln, In Battle")
def attack_the_raft(game: Any, turn: BaddieTurn, me: Baddie) -> list[str] | None:
    """Without a target a Krelln attacks a position of the raft beside it on which no Wreckage lies; the party says
    which. The raft can only be destroyed by Krelln.
    """
    chip = game.rules.tables["chips"][me.kind]
    if turn.at_will or turn.targets or chip.type != TYPE or not swims(game, me) or aboard(game, me):
        return None
    at, wrecked = reach.mat_of(game).at, terrain.lying(game, wrecks(game))
    return [p for p in reach.beside(game)[me.pos] if at[p].zone == "field" and p not in wrecked] or None


@attack_the_raft.taken
def raft_attacked(game: Any, turn: BaddieTurn, me: Baddie, pos: str) -> None:
    """Its Atk dice are rolled against that position."""
    turn.spot = pos


@stage(cite="Undertow rulebook, Wreckage")
def wreck_the_raft(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """With at least 1 Dmg there is Wreckage; where a fifth chip of it is needed the battle is lost."""
    if not turn.spot:
        return
    pos, amount = turn.spot, attack_dmg(game, turn, sum(turn.hits))
    turn.spot, turn.hits = "", []
    game.tell(events.RaftAttacked, me.id, pos, amount)
    if amount > 0:
        terrain.lay(game, wrecks(game), pos)


@stage(cite="Undertow rulebook, The Krelln, In Battle")
def nothing_more_on_the_raft(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """Neither its skills nor its backup plan come to anything there."""
    if aboard(game, me):
        turn.at = "turn.end"


ADDED = (
    ("after", "act_or_miss", back_to_the_water),
    ("after", "act_or_miss", out_of_the_water),
    ("after", "act_or_miss", swim_on),
    ("before", "what_is_rolled", attack_the_raft),
    ("after", "roll_dice", nothing_more_on_the_raft),
    ("before", "apply_damage", wreck_the_raft),
)
"""Where a Baddie's turn has more in it."""
