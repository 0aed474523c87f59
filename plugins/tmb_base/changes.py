"""The only functions that write the world of a battle. Each says what happened."""

from __future__ import annotations

from typing import Any

from tmb.core.permits import refusal
from tmb_base import events as e
from tmb_base import meter
from tmb_base.world import Baddie, Bones, Gearloc, Ongoing, Shown, Unit

POOL = ("atk", "def")
TABLE = "table"
"""The holder of what belongs to the whole table."""
HELD = "held"
"""How long something lasts whose turn waits for another."""


# -- units on the mat (they come and go in places.py) ------------------------------------------------------------------


def move(game: Any, unit: Unit, pos: str) -> None:
    """A unit moves to a free position."""
    unit.pos = pos
    game.tell(e.UnitMoved, unit.id, pos)


def swap(game: Any, one: Unit, other: Unit) -> None:
    """Two units on the mat exchange their positions."""
    one.pos, other.pos = other.pos, one.pos
    game.tell(e.UnitsSwapped, one.id, one.pos, other.id, other.pos)


def decide_battle(game: Any, result: str) -> None:
    """The battle is won or lost; the checks end it. Who is off the mat may hear what comes after it."""
    game.world.result = result
    for id in game.world.party:
        game.bearers_changed(id)
    game.touch()


def lose_hp(game: Any, unit: Unit, n: int, by: str = "") -> None:
    """A unit loses n HP; at 0 the checks take it off."""
    unit.hp -= n
    if unit.hp <= 0:
        unit.hp = 0
        if type(unit) is Baddie:
            unit.felled = by.partition("/")[0]
        game.touch()
    game.tell(e.UnitHurt, unit.id, n, unit.hp, by=by)


def heal(game: Any, unit: Unit, n: int, by: str = "") -> None:
    """A unit gains up to n HP, never above its stat (base rules, Health)."""
    n = min(n, unit.most - unit.hp)
    if n > 0:
        unit.hp += n
        game.tell(e.UnitHealed, unit.id, n, unit.hp, by=by)


def set_buff(game: Any, unit: Gearloc, n: int) -> None:
    """A Gearloc has n Buff HP."""
    if n != unit.buff:
        unit.buff = n
        game.tell(e.BuffChanged, unit.id, n)


def put_effect(game: Any, unit: Unit, effect: str, value: int, source: str) -> None:
    """Lay an effect die on a unit, or take it off (0); a second of the same kind replaces the first (Undertow rulebook,
    Effect Dice). An immune unit takes none from `source`."""
    if value and "effect" in game.index.forbids and refusal(game, "effect", source, unit.id, effect) is not None:
        return
    game.mark(unit, effect, value)
    laid = game.rules.tables["fading"].get(effect)
    if laid is not None and value and any(f.unit == unit.id for f in game.stack if getattr(f, "over", None) is False):
        game.mark(unit, laid, 1)


def effects_fade(game: Any, unit: Unit) -> None:
    """At the end of a unit's turn effect dice that last until then go; those that were laid in this very turn stay."""
    fading = game.rules.tables["fading"]
    for name in list(unit.marks):
        if name in fading and fading[name] not in unit.marks:
            game.mark(unit, name, 0)


# -- Def dice of Baddies -----------------------------------------------------------------------------------------------


def set_dice(game: Any, unit: Baddie, values: list[int]) -> None:
    """The active Def dice on a Baddie's chip."""
    unit.dice = values
    game.tell(e.DefChanged, unit.id, values[:])


def show_face(game: Any, unit: Baddie, face: str) -> None:
    """The Tyrant Die on a chip shows this, until its next turn."""
    unit.face = face
    game.bearers_changed(unit.id)
    game.tell(e.TyrantDieShown, unit.id, face)


# -- a Gearloc's mat ---------------------------------------------------------------------------------------------------


def place(game: Any, unit: Gearloc, die: Shown, at: str) -> None:
    """Lay a die into an Active or Locked slot."""
    slots(unit, at).append(die)
    if die.die != "def":
        game.bearers_changed(unit.id)
    game.tell(e.DiePlaced, unit.id, die.die, die.face, at)


def turn_down(game: Any, unit: Gearloc, die: Shown, to: str, at: str) -> None:
    """A Def die in a slot is turned to a lower face."""
    row = slots(unit, at)
    row[row.index(die)] = Shown(die.die, to)
    game.tell(e.DefChanged, unit.id, [int(d.face) for d in row if d.die == "def"])


def turn(game: Any, unit: Gearloc, die: Shown, to: str, at: str) -> None:
    """A die in a slot that counts something is turned to another face."""
    row = slots(unit, at)
    row[row.index(die)] = Shown(die.die, to)
    game.bearers_changed(unit.id)
    game.tell(e.DieTurned, unit.id, die.die, to)


def take_back(game: Any, unit: Gearloc, die: Shown, at: str) -> None:
    """A skill die goes from a slot back to the Skills Area, not exhausted."""
    slots(unit, at).remove(die)
    game.bearers_changed(unit.id)
    game.tell(e.DieRemoved, unit.id, die.die, "skills")


def remove(game: Any, unit: Gearloc, die: Shown, at: str) -> None:
    """Take a die out of a slot: Def to the pool, a skill die exhausted, a consumable to storage (R5)."""
    slots(unit, at).remove(die)
    if die.die != "def":
        game.bearers_changed(unit.id)
    _removed(game, unit, die)


def _removed(game: Any, unit: Gearloc, die: Shown) -> None:
    """Where a die goes that has left its slot."""
    to = "pool" if die.die in POOL else "storage" if is_consumable(game, die.die) else "exhausted"
    game.tell(e.DieRemoved, unit.id, die.die, to)
    if to == "exhausted":
        exhaust(game, unit, die.die)
    elif to == "storage":
        unit.consumables.remove(die.die)
        game.bearers_changed(unit.id)


def exhaust_def(game: Any, unit: Gearloc, die: Shown) -> None:
    """A Def die in an Active slot is out: the Def stat is lower for this battle (Undertow rulebook, Exhausted Dice
    Area).
    """
    unit.active.remove(die)
    game.tell(e.DieRemoved, unit.id, die.die, "exhausted")
    game.mark(unit, "def-out", unit.marks.get("def-out", 0) + 1)


def slots(unit: Gearloc, at: str) -> list[Shown]:
    """The dice in the Active or Locked slots."""
    return unit.active if at == "active" else unit.locked


def is_consumable(game: Any, die: str) -> bool:
    """Whether a skill die is a consumable."""
    kind = game.rules.tables["skill_dice"].get(die)
    return kind is not None and kind.sort == "consumable"


def exhaust(game: Any, unit: Gearloc, die: str) -> None:
    """A skill die is out for the battle; a consumable goes back to storage instead (base rules, Consumables)."""
    if is_consumable(game, die):
        if die in unit.consumables:
            unit.consumables.remove(die)
            game.bearers_changed(unit.id)
            game.tell(e.DieRemoved, unit.id, die, "storage")
        return
    if die not in unit.exhausted:
        unit.exhausted.append(die)
        game.tell(e.DieExhausted, unit.id, die)


def unexhaust(game: Any, unit: Gearloc, die: str) -> None:
    """A skill die that was out can be rolled again."""
    if die in unit.exhausted:
        unit.exhausted.remove(die)
        game.tell(e.DieRecovered, unit.id, die)


def lower_stat(game: Any, unit: Gearloc, stat: str, by: str) -> None:
    """A stat is 1 lower for the rest of this battle; HP and active Def dice above it go at once, the lowest first."""
    game.mark(unit, f"{stat}-out", unit.marks.get(f"{stat}-out", 0) + 1)
    if stat == "hp":
        if unit.hp == unit.most:
            lose_hp(game, unit, 1, by)
        unit.most -= 1
    elif stat == "def":
        active = sorted((d for d in unit.active if d.die == "def"), key=lambda d: int(d.face))
        for die in active[: max(0, len(active) - max(0, unit.dfn - unit.marks["def-out"]))]:
            remove(game, unit, die, "active")


# -- the backup plan ---------------------------------------------------------------------------------------------------


def keep_bones(game: Any, unit: Gearloc, bones: Bones) -> None:
    """A die with Bones stands at the right end of the backup plan."""
    unit.bones.append(bones)
    game.tell(e.BonesKept, unit.id, bones.die, bones.n)


def spend_bones(game: Any, unit: Gearloc, cost: int) -> None:
    """Take dice from the left until the cost is met; the rest of a die is lost (R13)."""
    left = cost
    while left > 0:
        bones = unit.bones.pop(0)
        left -= bones.n
        _spent(game, unit, bones)
    if cost:
        game.tell(e.BonesSpent, unit.id, cost, -left)


def _spent(game: Any, unit: Gearloc, bones: Bones) -> None:
    """Where a spent die goes: Atk and Def to the pool, a skill die exhausted, one with reusable Bones to its slot."""
    if bones.die not in POOL and not bones.reusable:
        exhaust(game, unit, bones.die)


def lose_bones(game: Any, unit: Gearloc, n: int) -> int:
    """Lose up to n Bones from the left; how many were lost."""
    lost = 0
    while unit.bones and lost < n:
        bones = unit.bones.pop(0)
        lost += bones.n
        _spent(game, unit, bones)
    if lost:
        game.tell(e.BonesSpent, unit.id, 0, lost)
    return min(lost, n)


def upgrade(game: Any, unit: Gearloc) -> None:
    """Innate +1 for the rest of the adventure."""
    unit.plus = True
    game.bearers_changed(unit.id)
    game.tell(e.InnateUpgraded, unit.id)


# -- clean-up ----------------------------------------------------------------------------------------------------------


def strip(game: Any, unit: Gearloc, locked: bool) -> None:
    """Empty the Active slots and the backup plan, and the Locked slots if `locked`; skill dice are exhausted."""
    dice = unit.active + (unit.locked if locked else [])
    unit.active = []
    if locked:
        unit.locked = []
    for die in dice:
        _removed(game, unit, die)
    if dice:
        game.bearers_changed(unit.id)
    for bones in unit.bones:
        if bones.die not in POOL:
            exhaust(game, unit, bones.die)
    unit.bones = []
    game.tell(e.SlotsCleared, unit.id, locked)


def recover(game: Any, unit: Gearloc) -> None:
    """After a battle: exhausted dice come back, Buff HP and all marks of the battle go."""
    unit.exhausted = []
    unit.most += unit.marks.get("hp-out", 0)
    set_buff(game, unit, 0)
    clear_marks(game, unit, "turn")
    clear_marks(game, unit, "round")
    clear_marks(game, unit, "battle")
    game.bearers_changed(unit.id)


def clear_marks(game: Any, unit: Unit, moment: str) -> None:
    """Marks that go back to 0 at this moment."""
    if unit.marks:
        names = game.rules.clears.get(moment, ())
        for name in list(unit.marks):
            if name in names:
                game.mark(unit, name, 0)


def hold_turn(game: Any) -> tuple[dict[str, dict[str, int]], list[str]]:
    """Another turn comes in between: the marks that count by the turn under way, and what lasts until its end. Neither
    has a part in that other turn.
    """
    names = game.rules.clears.get("turn", frozenset())
    units = [u for u in game.world.units.values() if u.marks]
    marks = {u.id: here for u in units if (here := {m: n for m, n in u.marks.items() if m in names})}
    lasting = [o for o in game.world.ongoing if o.until == "turn"]
    for thing in lasting:
        thing.until = HELD
    return marks, [o.id for o in lasting]


def resume_turn(game: Any, marks: dict[str, dict[str, int]], lasting: list[str]) -> None:
    """The turn that waited goes on."""
    for unit in list(game.world.units.values()):
        clear_marks(game, unit, "turn")
        for name, n in marks.get(unit.id, {}).items():
            game.mark(unit, name, n)
    for thing in game.world.ongoing:
        if thing.id in lasting:
            thing.until = "turn"


def out_of_battle(game: Any) -> None:
    """What Gearlocs off the mat carry is of use before the first round and after the battle, not in between."""
    for g in game.world.party:
        if not game.world.units[g].pos:
            game.bearers_changed(g)


# -- what cards do for longer ------------------------------------------------------------------------------------------


def begin_ongoing(game: Any, sheet: str, owner: str, until: str) -> None:
    """What a card says is in force from now on, until that moment. Its id is readable, as those of other bearers are,
    and nothing had it before: `table/sunken-ship:4`, `g1/soup:9`."""
    card = next(word for word in sheet.split("/")[1:] if ":" not in word)
    thing = Ongoing(game.new_id(f"{owner or TABLE}/{card}:"), {}, sheet, owner, until)
    game.world.ongoing.append(thing)
    game.bearers_changed(owner or TABLE)
    game.tell(e.OngoingBegan, thing.id, sheet, owner, until)


def end_ongoing(game: Any, moment: str) -> None:
    """What lasted until this moment ends."""
    world = game.world
    gone = [o for o in world.ongoing if o.until == moment]
    if gone:
        world.ongoing = [o for o in world.ongoing if o.until != moment]
        for owner in dict.fromkeys(o.owner for o in gone):
            game.bearers_changed(owner or TABLE)
        for thing in gone:
            game.tell(e.OngoingEnded, thing.id, thing.sheet)
            meter.end_card(game, thing.id)
