"""A Baddie's turn (Undertow rulebook, Baddie's Turn Sequence, Baddie Movement and Targeting; R20, R21)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tmb.core.flow import DONE, choice, flow, opens, repeats
from tmb.core.state import Frame
from tmb.core.windows import heard
from tmb_base import changes, events, reach
from tmb_base.seats import mine
from tmb_base.turns.baddie_dice import roll_dice, take_dice, what_is_rolled
from tmb_base.turns.called import at_will
from tmb_base.turns.common import attack_dmg, begin, deal, end, misses_turn, unit_on_mat
from tmb_base.world import Baddie

STEPS = 2
NOBODY = "nobody"


class Struck(Struct, frozen=True):
    """What an attack did to one target: the HP it lost, and whether it was a Hit (R9)."""

    target: str
    lost: int
    hit: bool


class Attacked(Frame):
    """A unit was attacked by another: those that react do so."""

    unit: str
    attacked: str
    lost: int = 0
    hit: bool = False


ATTACKED = flow(Attacked, opens("attacked", cite="Undertow rulebook, Baddie's Turn Sequence 7; R9"))


class BaddieTurn(Frame):
    """One turn of a Baddie. targets: those in reach that it still attacks; target: the one it is at; moves: steps left;
    spot: a position of the mat that it attacks, without a target; dice: those that are rolled; rolls: rolls made;
    again: the last one is rolled once more; hits: Dmg rolled against each, of which `applied` are done; dealt: the Dmg
    of the one at hand; struck: what came of them; lost, hit: what came of the one at hand, then of all; bones: all
    Bones of this turn's dice; walked: positions that it has moved to; at_will: all of it is optional; leaves: the kinds
    of dice that are not rolled.
    """

    unit: str
    targets: list[str] = []
    target: str = ""
    moves: int = STEPS
    rolls: int = 0
    again: bool = False
    hits: list[int] = []
    applied: int = 0
    dealt: int = 0
    attacked: str = ""
    bones: int = 0
    hit: bool = False
    lost: int = 0
    struck: list[Struck] = []
    walked: int = 0
    over: bool = False
    dice: list[str] = []
    at_will: bool = False
    leaves: list[str] = []
    spot: str = ""


def start_of_turn(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """A new turn; what its Tyrant Die showed is over."""
    if me.face:
        changes.show_face(game, me, "")
    begin(game, turn)
    turn.at_will = at_will(me)


def act_or_miss(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """A stunned Baddie only has the start and end of its turn."""
    turn.at_will = at_will(me)
    if misses_turn(game, turn):
        turn.at = "turn.end"


@choice(
    "target",
    seat=mine,
    repeat=True,
    cite="Undertow rulebook, Target(s); FAQ, Multi-target Target Selection; R20, R21",
)
def determine_targets(game: Any, turn: BaddieTurn, me: Baddie) -> list[Any] | None:
    """Melee: the closest; ranged: by its icon; ties by the icon, then by the party. A temporary ally moves first."""
    if turn.at_will:
        return None
    chip = game.rules.tables["chips"][me.kind]
    melee = chip.form == "melee"
    found = reach.opposing(game, me)
    if turn.targets or "target" in game.index.forbids:
        found = [g for g in found if g.id not in turn.targets and reach.may_target(game, me, g)]
    if not turn.targets:
        found = taunting(game, me, found) or found
    if melee and found:
        found = closest(game, me, found)
    return reach.extreme(found, by_strength(game, turn, me, chip, found)) if found else None


def by_strength(game: Any, turn: BaddieTurn, me: Baddie, chip: Any, found: list[Any]) -> bool:
    """Whether it goes for the strongest of these: its icon says so. Who attacks several begins with the weakest,
    whatever its icon, which then only says whom it walks to.
    """
    if chip.target != "strongest" or turn.targets:
        return False
    return chip.targets == 1 or (chip.form == "melee" and not reach.adjacent(game, me, found[0]))


def taunting(game: Any, me: Baddie, found: list[Any]) -> list[Any]:
    """Those of `found` that stand beside it and taunt: it must attack one of them (R3)."""
    loud: list[Any] = []
    for g in found:
        if g.marks and g.marks.get("taunt") and reach.adjacent(game, me, g):
            loud.append(g)
    return loud


def closest(game: Any, me: Baddie, found: list[Any]) -> list[Any]:
    """Those with the fewest steps to a free position beside them; nobody if there is no way to any."""
    mat = reach.mat_of(game)
    here = reach.beside(game)[me.pos]
    there = []
    for g in found:
        if g.pos in here:
            there.append(g)
    if there:
        return there
    if reach.lacks(game, "walks", me):
        return []
    near = reach.beside_mask(game)
    free, goals = mat.all & ~reach.taken(game) & ~reach.closed(game, me), 0
    for g in found:
        goals |= near[g.pos]
    around = mat.grown(mat.bit[me.pos], goals & free, free, reach.diagonal(game, me))
    return [g for g in found if around & free & near[g.pos]]


@determine_targets.taken
def target_determined(game: Any, turn: BaddieTurn, me: Baddie, target: Any) -> Any:
    """It will attack that one."""
    turn.targets.append(target.id)
    game.tell(events.UnitTargeted, me.id, target.id)
    chip = game.rules.tables["chips"][me.kind]
    return DONE if len(turn.targets) >= (1 if chip.form == "melee" else chip.targets) else None


@choice("move", seat=mine, repeat=True, cite="Undertow rulebook, Baddie Movement and Targeting; R20")
def walk(game: Any, turn: BaddieTurn, me: Baddie) -> list[str] | None:
    """Up to two positions along a shortest way to its target; the party chooses among shortest ways; it stops beside
    it. Who does not walk has a target beside it, or none. A temporary ally goes as its player likes.
    """
    if turn.at_will:
        return ally_steps(game, turn, me)
    chip = game.rules.tables["chips"][me.kind]
    if chip.form != "melee" or not turn.moves or not turn.targets:
        return None
    target = game.world.units[turn.targets[0]]
    if reach.adjacent(game, me, target) or not reach.may_move(game, me):
        return None
    mat, wide, near = reach.mat_of(game), reach.diagonal(game, me), reach.beside_mask(game)
    if turn.moves == STEPS and near[me.pos] & mat.mask([g.pos for g in reach.opposing(game, me)]):
        return None  # beside a unit that it may not target
    free = mat.all & ~reach.taken(game) & ~reach.closed(game, me)
    beside = (mat.wide_mask if wide else mat.near_mask)[me.pos] & free
    around = mat.grown(near[target.pos] & free, beside, free, wide)
    return [p for p in (mat.wide if wide else mat.near)[me.pos] if mat.bit[p] & around] or None


@walk.taken
def walked(game: Any, turn: BaddieTurn, me: Baddie, pos: str) -> Any:
    """One step."""
    if pos == DONE:
        return DONE
    turn.moves -= 1
    turn.walked += 1
    changes.move(game, me, pos)
    return None if turn.moves else DONE


def ally_steps(game: Any, turn: BaddieTurn, me: Baddie) -> list[str] | None:
    """Any free position next to it, or no further (Undertow rulebook, Taking a Turn for a Baddie)."""
    if not turn.moves or not reach.may_move(game, me):
        return None
    free = reach.free_next(game, me)
    return [*free, DONE] if free else None


def who_is_in_reach(game: Any, turn: BaddieTurn, me: Baddie) -> None:
    """Only units in reach are attacked, and only they suffer skills that need a target. Who came beside one that
    taunts takes that one instead.
    """
    if turn.at_will:
        return
    loud = taunting(game, me, reach.opposing(game, me)) if turn.walked else []
    if loud and not {*turn.targets} & {g.id for g in loud} and any(reach.may_target(game, me, g) for g in loud):
        turn.targets, turn.moves, turn.at = [], 0, "determine_targets"
        return
    reached = []
    for target in turn.targets:
        if _reached(game, me, target):
            reached.append(target)
    turn.targets, turn.target = reached, reached[0] if reached else ""


def _reached(game: Any, me: Baddie, target: str) -> bool:
    unit = game.world.units.get(target)
    return unit is not None and reach.in_reach(game, me, unit)


@choice("also", seat=mine, repeat=True, cite="Undertow rulebook, FAQ, Multi-target Target Selection; R20")
def further_targets(game: Any, turn: BaddieTurn, me: Baddie) -> list[Any] | None:
    """A melee Baddie with several targets also attacks others beside it, weakest first; it does not walk for them. A
    temporary ally attacks whom its player likes, as many as its icon shows.
    """
    chip = game.rules.tables["chips"][me.kind]
    if turn.at_will:
        return ally_targets(game, turn, me, chip.targets)
    if chip.targets == 1 or chip.form != "melee" or not turn.targets or len(turn.targets) >= chip.targets:
        return None
    found = [
        g
        for g in reach.opposing(game, me)
        if g.id not in turn.targets and reach.adjacent(game, me, g) and reach.may_target(game, me, g)
    ]
    return reach.extreme(found, False) or None


@further_targets.taken
def also_targeted(game: Any, turn: BaddieTurn, me: Baddie, target: Any) -> Any:
    """That one too."""
    if target == NOBODY:
        return DONE
    turn.targets.append(target.id)
    turn.target = turn.targets[0]
    game.tell(events.UnitTargeted, me.id, target.id)
    return None


def ally_targets(game: Any, turn: BaddieTurn, me: Baddie, most: int) -> list[Any] | None:
    """Opposing units in its reach and what is no unit, those that taunt it before others (R3), or nobody (else)."""
    if len(turn.targets) >= most:
        return None
    found = [
        u
        for u in (*reach.opposing(game, me), *reach.objects(game))
        if u.id not in turn.targets and reach.in_reach(game, me, u) and reach.may_target(game, me, u)
    ]
    if not turn.targets:
        found = taunting(game, me, found) or found
    return [*found, NOBODY] if found else None


@repeats
def apply_damage(game: Any, turn: BaddieTurn, me: Baddie) -> Any:
    """The Dmg rolled against one target after the other; in the end `lost` and `hit` speak of the whole attack."""
    if turn.attacked:
        turn.struck.append(Struck(turn.attacked, turn.lost, turn.hit))
        turn.attacked, turn.lost, turn.hit = "", 0, False
    while turn.hits:
        amount = turn.hits.pop(0)
        turn.target = turn.targets[turn.applied]
        turn.applied += 1
        unit = game.world.units.get(turn.target)
        if unit is None or not unit.pos:
            continue
        amount = attack_dmg(game, turn, amount)
        game.tell(events.UnitAttacked, me.id, turn.target, amount)
        if amount > 0:
            turn.attacked, turn.dealt = turn.target, amount
            deal(game, me.id, unit, amount, len(game.stack) - 1, turn)
            return None
        turn.struck.append(Struck(turn.target, 0, False))
    for s in turn.struck:
        turn.lost += s.lost
        turn.hit = turn.hit or s.hit
    return DONE


@choice("reacts", seat="party", repeat=True, cite="Undertow rulebook, FAQ, Multiple steps in a single phase")
def react(game: Any, turn: BaddieTurn, me: Baddie) -> list[str] | None:
    """Which of the units that were attacked reacts first: asked only where more than one can."""
    if not turn.struck or "attacked" not in game.index.windows:
        return None
    who = []
    for s in turn.struck:
        if _answers(game, Attacked(me.id, s.target, s.lost, s.hit)):
            who.append(s.target)
    return who


def _answers(game: Any, frame: Attacked) -> bool:
    for bearer, trigger in heard(game, "attacked", frame):
        if trigger.when is None or trigger.when(game, bearer, frame):
            return True
    return False


@react.taken
def reacted(game: Any, turn: BaddieTurn, me: Baddie, target: str) -> None:
    """That one reacts to the attack on it."""
    i = next(i for i, s in enumerate(turn.struck) if s.target == target)
    s = turn.struck.pop(i)
    game.push(Attacked(me.id, s.target, s.lost, s.hit))


def end_of_turn(game: Any, turn: BaddieTurn, me: Baddie | None) -> None:
    """Also where the Baddie has left the mat."""
    end(game, turn)


BADDIE_TURN = flow(
    BaddieTurn,
    start_of_turn,
    opens("turn.start", cite="Undertow rulebook, Baddie's Turn Sequence 1"),
    act_or_miss,
    determine_targets,
    walk,
    who_is_in_reach,
    further_targets,
    opens("baddie.skills", cite="Undertow rulebook, Baddie's Turn Sequence 4"),
    what_is_rolled,
    take_dice,
    roll_dice,
    opens("turn.rolled", was=("roll.after",)),
    apply_damage,
    opens("attack.done"),
    opens("bones.skills", cite="Undertow rulebook, Baddie Backup Plan Skills"),
    opens("tyrant.die", cite="Undertow rulebook, Baddie's Turn Sequence 6; Tyrant Die"),
    react,
    opens("turn.end"),
    end_of_turn,
    subject=unit_on_mat,
    gone="end_of_turn",
    cite="Undertow rulebook, Baddie's Turn Sequence",
)
