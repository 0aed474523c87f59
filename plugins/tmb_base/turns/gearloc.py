"""A Gearloc's turn (Undertow rulebook, Gearloc's Turn Sequence; base rules, Player Actions)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from tmb.core.decisions import Pick, Several
from tmb.core.flow import choice, flow, menu, opens, roll
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb_base import changes, events, reach
from tmb_base.seats import mine
from tmb_base.turns.common import begin, end, misses_turn, unit_on_mat
from tmb_base.turns.resolve import back, clear_a_slot, cleared, resolve
from tmb_base.world import Gearloc, Shown, shown

NOBODY = "nobody"


class GearlocTurn(Frame):
    """One turn of a Gearloc. left: Dex not spent; at the start of the turn, before its Dex comes, what comes more, or
    below 0 what is spent of it already; open: rolled dice not used yet; attacked: the unit at which Atk dice were
    rolled; hit, lost: what the attack did; planned: the turn's backup plan is used; rolled: all dice of the turn;
    spare: Dex left after the roll, for what may be had for it at any time of the turn.
    """

    unit: str
    left: int = 0
    target: str = ""
    dice: list[str] = []
    open: list[Shown] = []
    attacked: str = ""
    hit: bool = False
    lost: int = 0
    planned: bool = False
    over: bool = False
    rolled: list[str] = []
    spare: int = 0


def start_of_turn(game: Any, turn: GearlocTurn, me: Gearloc) -> None:
    """A new turn."""
    begin(game, turn)


def dex_of(game: Any, turn: GearlocTurn, me: Gearloc) -> int:
    """The Dex of its turn, less what was spent of it at the start of the turn."""
    dex = turn.left + number(game, "dex", me.id, me.dex - me.marks.get("dex-out", 0), turn)
    return dex if dex > 0 else 0


def gain_dex(game: Any, turn: GearlocTurn, me: Gearloc) -> None:
    """Dex is what the turn has for steps and dice; a stunned Gearloc only has the start and end of its turn."""
    turn.left = dex_of(game, turn, me)
    if misses_turn(game, turn):
        turn.left = 0
        turn.at = "turn.end"


class Step(Struct, frozen=True):
    """A step that somebody asks about: source goes from one position to another."""

    source: str
    start: str
    end: str


def step_cost(game: Any, me: Gearloc, pos: str) -> int:
    """The Dex that a step to a position costs."""
    return number(game, "step.cost", me.id, 1, Step(me.id, me.pos, pos)) if "step.cost" in game.index.modifiers else 1


@choice("move")
def step(game: Any, turn: GearlocTurn, me: Gearloc) -> list[str] | None:
    """A free position next to it, for 1 Dex, or more where a card, the mat or what lies there says so."""
    if turn.left < 1 or not reach.may_move(game, me):
        return None
    free = reach.free_next(game, me)
    return [p for p in free if step_cost(game, me, p) <= turn.left] if "step.cost" in game.index.modifiers else free


@step.taken
def stepped(game: Any, turn: GearlocTurn, me: Gearloc, pos: str) -> None:
    """It moves."""
    turn.left -= step_cost(game, me, pos)
    changes.move(game, me, pos)


before_roll = menu(
    "before_roll",
    step,
    clear_a_slot,
    seat=mine,
    moment="turn",
    cite="Undertow rulebook, Gearloc's Turn Sequence 2",
    doc="Steps, slots cleared and loot, before the roll. Falls: Dex left + dice in slots + uses of actions.",
)


@choice("target", seat=mine, cite="Undertow rulebook, Gearloc's Turn Sequence 3; R2")
def choose_target(game: Any, turn: GearlocTurn, me: Gearloc) -> list[Any] | None:
    """The one target of the turn, or nobody."""
    if "target.late" in game.index.modifiers and aims_late(game, turn, me):
        return None
    found = reach.targets_for(game, me)
    return [*found, NOBODY] if found else None


def aims_late(game: Any, turn: GearlocTurn, me: Gearloc) -> bool:
    """Whether a card lets the target be chosen after the roll (R1)."""
    return number(game, "target.late", me.id, 0, turn) > 0


def may_aim(game: Any, turn: GearlocTurn, me: Gearloc) -> bool:
    """Whether the turn has a target, or may still get one (R1)."""
    if turn.target:
        return True
    return "target.late" in game.index.modifiers and aims_late(game, turn, me) and bool(reach.targets_for(game, me))


@choose_target.taken
def target_chosen(game: Any, turn: GearlocTurn, me: Gearloc, target: Any) -> None:
    """All that says "target" this turn goes to it."""
    turn.target = "" if target == NOBODY else target.id
    if turn.target:
        game.tell(events.UnitTargeted, me.id, turn.target)


@choice("die", seat=mine, cite="Undertow rulebook, Gearloc's Turn Sequence 4; R1")
def choose_dice(game: Any, turn: GearlocTurn, me: Gearloc) -> Several | None:
    """Which dice to roll, all at once: at most the Dex left; Atk only with a target in reach, Def less those in Active
    slots.
    """
    if not turn.left or not may_spend_dex(game, me):
        return None
    limits = "die.roll" in game.index.forbids
    picks: list[Pick] = []
    atk = atk_dice(game, turn, me)
    if atk > 0 and not (limits and refusal(game, "die.roll", me.id, turn.target, "atk", "atk")):
        picks.append(pool_pick("atk", atk))
    dfn = number(game, "def", me.id, me.dfn, turn) - me.marks.get("def-out", 0)
    if me.active:
        dfn -= len([d for d in me.active if d.die == "def"])
    if dfn > 0 and not (limits and refusal(game, "die.roll", me.id, turn.target, "def", "def")):
        picks.append(pool_pick("def", dfn))
    groups: list[tuple[str, int, int]] = []
    total = 0
    for pick in picks:
        groups.append((pick.group, 0, pick.times))
        total += pick.times
    ready = ready_dice(game, turn, me)
    if ready:
        groups.append(("skill", 0, len(ready)))
    if limits:
        ready = [d for d in ready if not refusal(game, "die.roll", me.id, turn.target, "skill", d)]
    picks += map(game.rules.tables["rollable"].__getitem__, ready)
    total += len(ready)
    return Several(picks, 0, total if total < turn.left else turn.left, groups) if picks else None


def may_spend_dex(game: Any, me: Gearloc) -> bool:
    """Whether Dex can be spent on something else than a step."""
    return "dex.spend" not in game.index.forbids or refusal(game, "dex.spend", me.id) is None


@lru_cache(maxsize=64)
def pool_pick(die: str, n: int) -> Pick:
    """So many Atk or Def dice as one line of the choice; remembered, since picks do not change."""
    return Pick(die, die, 0, n)


def atk_dice(game: Any, turn: GearlocTurn, me: Gearloc) -> int:
    """How many Atk dice may be rolled: none without a target, nor past an adjacent taunter (R3)."""
    if not may_aim(game, turn, me):
        return 0
    if turn.target and (taunting := taunters(game, me)) and turn.target not in taunting:
        return 0
    return number(game, "atk", me.id, me.atk, turn) - me.marks.get("atk-out", 0)


def taunters(game: Any, me: Gearloc) -> list[str]:
    """The units beside it that taunt."""
    return [u.id for u in reach.neighbours(game, me) if u.marks.get("taunt")]


def ready_dice(game: Any, turn: GearlocTurn, me: Gearloc) -> list[str]:
    """Skill dice that can be rolled: known, not exhausted, in no slot nor backup plan; some only with a target."""
    away, out = me.exhausted[:], []
    for placed in me.active + me.locked:
        away.append(placed.die)
    for bones in me.bones:
        away.append(bones.die)
    rollable = game.rules.tables["rollable"] if may_aim(game, turn, me) else game.rules.tables["rollable_alone"]
    for die in me.skills + me.consumables:
        if die in rollable and die not in away:
            out.append(die)
    return out


@choose_dice.taken
def dice_chosen(game: Any, turn: GearlocTurn, me: Gearloc, dice: list[str]) -> None:
    """Each die costs 1 Dex, used or not; what Dex is left then is lost, but for what can be had of a token (R7)."""
    turn.dice = dice
    turn.spare = turn.left - len(dice) if game.world.tokens else 0
    turn.left = 0
    if "atk" in dice:
        turn.attacked = turn.target


@roll("", what="turn", cite="Undertow rulebook, Gearloc's Turn Sequence 4")
def roll_dice(game: Any, turn: GearlocTurn, me: Gearloc) -> list[str]:
    """All of them simultaneously."""
    return turn.dice


@roll_dice.taken
def rolled(game: Any, turn: GearlocTurn, me: Gearloc, faces: list[str]) -> None:
    """The dice lie open."""
    turn.open = list(map(shown, turn.dice, faces))
    turn.rolled, turn.dice = turn.dice, []


@choice("target", seat=mine, cite="a card; R1, R3")
def aim_late(game: Any, turn: GearlocTurn, me: Gearloc) -> list[Any] | None:
    """The one target of the turn, or nobody, where a card lets it be chosen after the roll; past an adjacent taunter
    only without Atk dice.
    """
    if "target.late" not in game.index.modifiers or turn.target or not aims_late(game, turn, me):
        return None
    found = reach.targets_for(game, me)
    if "atk" in turn.rolled and (taunting := taunters(game, me)):
        found = [u for u in found if u.id in taunting]
    return [*found, NOBODY] if found else None


@aim_late.taken
def aimed_late(game: Any, turn: GearlocTurn, me: Gearloc, target: Any) -> None:
    """All that says "target" this turn goes to it; so do the Atk dice."""
    target_chosen(game, turn, me, target)
    if "atk" in turn.rolled:
        turn.attacked = turn.target


def put_back(game: Any, turn: GearlocTurn, me: Gearloc) -> None:
    """Dice that stayed open go back unexhausted; their Bones are lost (R8). Who has rolled none says so."""
    if not turn.rolled:
        game.tell(events.TurnIdle, me.id, turn.left)
    back(game, turn, me)


def end_of_turn(game: Any, turn: GearlocTurn, me: Gearloc | None) -> None:
    """Also where the Gearloc was knocked out on its own turn: open skill dice are exhausted then (R6), and those that
    nobody has taken up yet.
    """
    if me is None and (turn.open or turn.dice):
        unit = game.world.units[turn.unit]
        for die in [*[d.die for d in turn.open], *turn.dice]:
            if die not in changes.POOL:
                changes.exhaust(game, unit, die)
    turn.open, turn.dice = [], []
    end(game, turn)


GEARLOC_TURN = flow(
    GearlocTurn,
    start_of_turn,
    opens("turn.start", cite="Undertow rulebook, Gearloc's Turn Sequence 1; FAQ, Multiple steps in a single phase"),
    gain_dex,
    before_roll,
    choose_target,
    choose_dice,
    roll_dice,
    aim_late,
    resolve,
    put_back,
    opens("attacked", cite="Undertow rulebook, Gearloc's Turn Sequence 6; R9"),
    opens("turn.end"),
    end_of_turn,
    subject=unit_on_mat,
    gone="end_of_turn",
    cite="Undertow rulebook, Gearloc's Turn Sequence",
)

__all__ = ["GEARLOC_TURN", "GearlocTurn", "cleared"]
