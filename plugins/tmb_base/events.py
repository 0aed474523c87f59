"""What can happen in a battle."""

from __future__ import annotations

from tmb.core.events import Event


class BattleBegan(Event):
    """A battle begins on this mat."""

    mat: str


class BattleEnded(Event):
    """The battle is won or lost. left: the Baddies that still stood on the mat, with their HP."""

    result: str
    left: dict[str, int] = {}


class RoundBegan(Event):
    """The Round Counter die shows this round."""

    round: int


class TurnBegan(Event):
    """A unit takes its turn."""

    unit: str


class TurnMissed(Event):
    """A unit has of its turn only its start and end."""

    unit: str


class TurnIdle(Event):
    """A Gearloc has rolled no dice on its turn. dex: what it still had when it would have rolled some, where it had no
    dice to roll; 0 where it wanted none, or had no Dex left.
    """

    unit: str
    dex: int = 0


class QueueBuilt(Event):
    """The Battle Queue holds so many chips; their points are known, top first."""

    points: list[int]


class ChipsLeftOut(Event):
    """So many chips that a card includes do not come: the Baddie Pts do not suffice. chips: a stack, or a chip."""

    chips: str
    left_out: int


class QueueAdded(Event):
    """A chip of these points was added to the Battle Queue, face down; of this stack, if that is not called by them."""

    points: int
    place: str
    stack: str = ""


class QueueShort(Event):
    """There were no chips of these points left, not even defeated ones; so many did not come."""

    points: int
    chips: int


class UnitEntered(Event):
    """A unit came onto the Battle Mat."""

    unit: str
    chip: str
    pos: str
    hp: int


class UnitMoved(Event):
    """A unit moved to a position."""

    unit: str
    pos: str


class UnitsSwapped(Event):
    """Two units exchanged their positions; `pos` and `other_pos` are where they stand now."""

    unit: str
    pos: str
    other: str
    other_pos: str


class UnitTargeted(Event):
    """A unit has a target now."""

    unit: str
    target: str


class UnitAttacked(Event):
    """A unit's Atk dice deal so much Dmg to another, before anything stops it."""

    unit: str
    target: str
    dmg: int


class UnitHurt(Event):
    """A unit lost HP and has `hp` left."""

    unit: str
    lost: int
    hp: int


class UnitHealed(Event):
    """A unit gained HP and has `hp` now."""

    unit: str
    gained: int
    hp: int


class UnitGrown(Event):
    """A chip has so many HP more than it prints, for this battle, and has `hp` now."""

    unit: str
    gained: int
    hp: int


class BuffChanged(Event):
    """A Gearloc has so much Buff HP."""

    unit: str
    buff: int


class UnitDefeated(Event):
    """A Baddie lost its last HP and left the Battle Mat."""

    unit: str
    chip: str


class UnitReturned(Event):
    """A Baddie left the Battle Mat for the Battle Queue."""

    unit: str
    chip: str
    place: str


class UnitLeft(Event):
    """A Baddie left the battle, undefeated."""

    unit: str
    chip: str


class GearlocDown(Event):
    """A Gearloc was knocked out."""

    unit: str


class GearlocStaysOut(Event):
    """A Gearloc that has no HP begins the battle knocked out."""

    unit: str


class GearlocRevived(Event):
    """A knocked-out Gearloc has so many HP, and will be on the mat again."""

    unit: str
    hp: int


class UnitPutAside(Event):
    """A card of this unit ("table": of nobody's) took a unit off the mat."""

    unit: str
    of: str


class UnitWaits(Event):
    """A unit off the mat comes onto it at that moment (`now`, `round.start`, `round.end`), as soon as there is room.
    to: a position, or "start" for a starting one.
    """

    unit: str
    when: str
    to: str


class DamageStopped(Event):
    """Dmg was taken away by `what` (skill, def) before it reached HP."""

    unit: str
    stopped: int
    what: str


class DiePlaced(Event):
    """A die was laid into a slot (`at`: active or locked)."""

    unit: str
    die: str
    face: str
    at: str


class DieRemoved(Event):
    """A die left a slot; to: pool, exhausted, storage or skills."""

    unit: str
    die: str
    to: str


class DieUsed(Event):
    """A face of a rolled die was used."""

    unit: str
    die: str
    face: str


class DieTurned(Event):
    """A die in a slot that counts something shows another face."""

    unit: str
    die: str
    face: str


class RollTurned(Event):
    """A die that was rolled is turned to another face. unit: who rolled it."""

    unit: str
    die: str
    before: str
    after: str


class DieExhausted(Event):
    """A die is out for this battle."""

    unit: str
    die: str


class ConsumableGained(Event):
    """A consumable die came from storage to the Skills Area."""

    unit: str
    die: str


class DieRecovered(Event):
    """A die that was out for this battle can be rolled again."""

    unit: str
    die: str


class DiceReturned(Event):
    """Rolled dice that were not used went back; Bones among them are lost."""

    unit: str
    dice: list[str]


class DefChanged(Event):
    """A unit's active Def dice show these values now."""

    unit: str
    values: list[int]


class TyrantDieShown(Event):
    """A Tyrant's die shows this face, or "" from the start of its next turn on."""

    unit: str
    face: str


class BonesKept(Event):
    """A die with Bones stands in a backup plan."""

    unit: str
    die: str
    bones: int


class BonesSpent(Event):
    """Bones left a backup plan; lost: surplus of the last die, or what an effect took."""

    unit: str
    spent: int
    lost: int = 0


class PlanUsed(Event):
    """A backup plan skill was used."""

    unit: str
    plan: str
    cost: int


class SideChanged(Event):
    """A chip stands on this side from now on: `gearlocs` (the party) or `baddies`."""

    unit: str
    side: str


class ChipStored(Event):
    """A chip lies on the Tyrant card from now on."""

    chip: str


class TypeRemoved(Event):
    """The chips of a Baddie type have left the stacks for the rest of the adventure."""

    type: str


class InnateUpgraded(Event):
    """A Gearloc's innate talent is Innate +1 from now on."""

    unit: str


class EntryAdded(Event):
    """The Ini Meter has an entry that is no Ini die: an extra turn of that unit, or what acts there of that sheet."""

    id: str
    unit: str
    sheet: str


class MeterSet(Event):
    """The Ini Meter, top first."""

    meter: list[str]


class SlotsCleared(Event):
    """A Gearloc's Active slots and backup plan were emptied, and its Locked slots if `locked`."""

    unit: str
    locked: bool


class OngoingBegan(Event):
    """What a card says is in force from now on; owner: whose it is, "" = the whole table's."""

    id: str
    sheet: str
    owner: str
    until: str


class OngoingEnded(Event):
    """What a card said is in force no longer."""

    id: str
    sheet: str
