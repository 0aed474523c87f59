"""The floor: what a pure-Python engine of this kind cannot go under.

A toy skirmish of about the shape and size of a real one (two sides, eight units with HP and places on a grid, dice
from the same generator, some fifty random picks from listed options) with nothing around it: msgspec Structs as state,
stages and ops as tables of functions, options as a dict of id -> ref. No content, windows, queries, permits, events,
subjects that may be gone, extension points, or frames that could be saved in the middle. What the engine does beyond
this is what its features cost; the benchmark divides by it, so that the speed of the machine falls out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tmb.core.rng import Stream, stream

Options = dict[str, Any]

COLUMNS, ROWS = 4, 3
FACES = (0, 1, 1, 2, 2, 3)
NEIGHBOURS = tuple(
    tuple(
        r * COLUMNS + c
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if 0 <= r < ROWS and 0 <= c < COLUMNS
    )
    for row in range(ROWS)
    for column in range(COLUMNS)
)
STEPS = tuple(f"step/{at}" for at in range(ROWS * COLUMNS))
DICE = tuple(f"dice/{n}" for n in range(5))


class Unit(Struct):
    """One fighter. strikes: its option id as a target; guard: dice kept to ward off harm until its next turn."""

    id: str
    strikes: str
    side: int
    hp: int
    at: int
    dice: int
    guard: int = 0


class Fight(Struct):
    """All that a save would hold. words: how many numbers of the dice stream are used."""

    units: dict[str, Unit]
    due: list[str]
    stage: str = "begin"
    unit: str = ""
    target: str = ""
    steps: int = 0
    rolled: int = 0
    words: int = 0
    decisions: int = 0


def new_fight() -> Fight:
    """Four against four, face to face."""
    made = [Unit(f"u{i}", f"strike/u{i}", i // 4, 1 + i % 2, i, 3 + i % 2) for i in range(8)]
    return Fight({u.id: u for u in made}, [])


def begin(fight: Fight, dice: Stream) -> Options | None:
    """The next unit's turn, in an order that goes round the table."""
    if not fight.due:
        fight.due = list(fight.units)
    fight.unit = fight.due.pop(0)
    if fight.unit in fight.units:
        fight.steps, fight.target, fight.stage = 1, "", "act"
    return None


def list_acts(fight: Fight, dice: Stream) -> Options | None:
    """Step to a free neighbour, or strike a foe that stands near; nothing to do ends the turn."""
    me = fight.units[fight.unit]
    near = NEIGHBOURS[me.at]
    taken = {u.at: u for u in fight.units.values()}
    out: Options = {}
    for at in near:
        other = taken.get(at)
        if other is None:
            if fight.steps:
                out[STEPS[at]] = ("step", at)
        elif other.side != me.side:
            out[other.strikes] = ("strike", other.id)
    if not out:
        fight.stage = "begin"
        return None
    out["done"] = ("done", None)
    return out


def list_dice(fight: Fight, dice: Stream) -> Options | None:
    """How many dice attack; the rest wards."""
    return {DICE[n]: ("dice", n) for n in range(fight.units[fight.unit].dice + 1)}


def roll(fight: Fight, dice: Stream) -> Options | None:
    """Attack dice against the guard of its target; a unit without HP leaves."""
    foe = fight.units[fight.target]
    hits = sum([FACES[dice.below(6, fight.words + i)] for i in range(fight.rolled)])
    fight.words += fight.rolled
    harm = max(0, hits - foe.guard)
    foe.guard = max(0, foe.guard - hits)
    foe.hp -= harm
    if foe.hp <= 0:
        del fight.units[foe.id]
    over = len({u.side for u in fight.units.values()}) < 2
    fight.stage = "over" if over else "begin"
    return None


def step(fight: Fight, at: int) -> None:
    """Move to a neighbour."""
    fight.units[fight.unit].at = at
    fight.steps -= 1


def strike(fight: Fight, foe: str) -> None:
    """Choose a foe; dice come next."""
    fight.target, fight.stage = foe, "dice"


def choose_dice(fight: Fight, n: int) -> None:
    """n dice attack."""
    me = fight.units[fight.unit]
    me.guard, fight.rolled, fight.stage = (me.dice - n) // 2, n, "roll"


def done(fight: Fight, nothing: None) -> None:
    """End the turn."""
    fight.stage = "begin"


STAGES: dict[str, Callable[[Fight, Stream], Options | None]] = {
    "begin": begin,
    "act": list_acts,
    "dice": list_dice,
    "roll": roll,
}
OPS: dict[str, Callable[[Fight, Any], None]] = {"step": step, "strike": strike, "dice": choose_dice, "done": done}


def play(seed: str) -> Fight:
    """One whole fight with random picks; `decisions` counts the asks with more than one option. Deterministic."""
    fight, dice, bot, picked = new_fight(), stream(seed, "main"), stream(seed, "bot"), 0
    while fight.stage != "over":
        options = STAGES[fight.stage](fight, dice)
        if options is None:
            continue
        ids = list(options)
        pick = ids[bot.below(len(ids), picked)]
        picked += 1
        op, ref = options[pick]
        OPS[op](fight, ref)
    fight.decisions = picked
    return fight
