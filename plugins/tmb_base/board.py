"""The table in plain text, as a person reads it."""

from __future__ import annotations

from typing import Any

from tmb_base import reach
from tmb_base.chart import acting, mat_lines, name
from tmb_base.names import die_name, place_in_words, sheet_name, shown
from tmb_base.turns import GearlocTurn
from tmb_base.turns.gearloc import dex_of
from tmb_base.world import Baddie, Entry, Gearloc


def draw(game: Any, spoken: bool = False) -> str:
    """Ini Meter, mat and Gearloc mats. spoken: for people who hear it."""
    lines = [_meter(game), "", *mat_lines(game, spoken), *_beside(game), ""]
    lines += [line for g in game.world.party for line in gearloc_lines(game, game.world.units[g])]
    return "\n".join(line.rstrip() for line in lines)


def _meter(game: Any) -> str:
    world = game.world
    now = acting(game)
    spots = [("▶" if e.unit == now else "") + _spot(game, e) for e in world.meter]
    chips = game.rules.tables["chips"]
    stacks = game.rules.tables["stacks"]
    points = ", ".join(queued(stacks, chips[c]) for c in world.queue.all())
    left = f"BQ {world.queue.size()} left ({points})" if points else "BQ empty"
    return (
        f" R{world.round} │ " + " │ ".join(spots) + f"     {left}"
        if spots
        else f" R{world.round} │ {world.result or 'set-up'}     {left}"
    )


def queued(stacks: Any, chip: Any) -> str:
    """What is known of a chip in the Battle Queue: its points, or the stack or the Tyrant that it is of."""
    named = stacks.get(chip.pile)
    return str(named.name if named is not None else chip.points or "Tyrant")


def _spot(game: Any, entry: Entry) -> str:
    """An entry of the Ini Meter; an extra turn has a plus."""
    if not entry.unit:
        return sheet_name(game, entry.sheet)
    return name(game, game.world.units[entry.unit]) + ("+" if entry.once else "")


def _beside(game: Any) -> list[str]:
    """The chips that are in the battle, but not on the mat."""
    return [
        f" {name(game, u)} ♥{u.hp}  {place_in_words(game, u)}"
        for u in game.world.units.values()
        if isinstance(u, Baddie) and not u.pos
    ]


def _left(game: Any, turn: Any, g: Gearloc) -> int:
    """The Dex that is left in a turn; at its start, before it has come, what it will be."""
    return dex_of(game, turn, g) if turn.at == "gain_dex" else int(turn.left)


def _has_dex(frame: Any) -> bool:
    """Whether this is the turn of a Gearloc that may still spend Dex."""
    return type(frame) is GearlocTurn and not frame.over


def gearloc_lines(game: Any, g: Gearloc) -> list[str]:
    """A Gearloc mat."""
    stored = sum(b.n for b in g.bones)
    state = f"♥{g.hp}/{g.most}" + (f"+{g.buff}" if g.buff else "") if g.hp else "knocked out"
    if g.hp and (place := place_in_words(game, g)):
        state += f"  {place}"
    bones = "●" * stored + "○" * (5 - stored)
    mark = "▶" if g.id == acting(game) else " "
    left = next(
        (
            f" ({_left(game, f, g)} left)"
            for f in reversed(game.stack)
            if getattr(f, "unit", "") == g.id and _has_dex(f)
        ),
        "",
    )
    kind = game.rules.tables["gearlocs"][g.kind].name
    head = f"{mark}{kind} ({g.id})  {state}  Dex {g.dex}{left}  Atk {g.atk}  Def {g.dfn}  Bones {bones}"
    out = [head + ("  Innate +1" if g.plus else "")]
    for word, dice in (("active", g.active), ("locked", g.locked)):
        if dice:
            out.append(f"   {word}: " + ", ".join(shown(game, d.die, d.face) for d in dice))
    if counters := counts(game, g):
        out.append("   counters: " + ", ".join(f"{die} {n}" for die, n in counters.items()))
    if companions := [name(game, u) for u in reach.companions(game, g.id)]:
        out.append("   companions: " + ", ".join(companions))
    known = [die_name(game, d) for d in (*g.skills, *g.consumables) if d not in g.exhausted and d not in counted(game)]
    if known:
        out.append("   dice: " + ", ".join(known))
    if g.exhausted:
        out.append("   exhausted: " + ", ".join(die_name(game, d) for d in g.exhausted))
    return out


def counted(game: Any) -> list[str]:
    """The skill dice that are counters, which stand in a line of their own."""
    return [name for name, die in game.rules.tables["skill_dice"].items() if die.sort == "counter"]


def counts(game: Any, g: Gearloc) -> dict[str, int]:
    """The counters of a Gearloc that are not rolled, by the names of their dice, 0 too."""
    dice = game.rules.tables["skill_dice"]
    return {dice[d].name or d: g.marks.get(d, 0) for d in g.skills if dice[d].sort == "counter"}
