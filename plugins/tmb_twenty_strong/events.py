"""What can happen in 20 Strong."""

from __future__ import annotations

from tmb.core.events import Event


class HuntBegan(Event):
    """The table is set up: who is hunted, by whom, at which rank."""

    tyrant: str
    hero: str
    rank: int


class DayBegan(Event):
    """The day counter shows this day."""

    day: int


class DayChosen(Event):
    """What the day is for: battle, tyrant or encounter; which encounter card."""

    what: str
    card: str = ""


class CardRevealed(Event):
    """A card lies face up on its stack now."""

    pile: str
    card: str


class StackRemade(Event):
    """A stack that ran out was made anew, of the cards of `source`: scouted or discards."""

    pile: str
    source: str
    cards: int


class StackEmpty(Event):
    """A card of this stack was wanted, and there is none, not even a discarded one."""

    pile: str


class CardScouted(Event):
    """The face-up card of a stack was moved onto the scouted pile above it."""

    pile: str
    card: str


class CardBuried(Event):
    """The face-up card of a stack went to its bottom."""

    pile: str
    card: str


class CardDiscarded(Event):
    """A card went to the discards of its kind."""

    pile: str
    card: str


class QueueCounted(Event):
    """So many Baddie Pts are activated; extra: further cards by their points."""

    points: int
    extra: list[int] = []


class FoeActivated(Event):
    """A Baddie or the Tyrant came into the active area."""

    foe: str
    card: str


class FoeDefeated(Event):
    """An active card has all the hits that it needs."""

    foe: str
    card: str


class FoeLeft(Event):
    """An active card left the active area."""

    foe: str
    card: str


class EncounterLaid(Event):
    """A Tyrant encounter lies beside the active area."""

    card: str


class EncounterDefeated(Event):
    """The battle of a Tyrant encounter was won."""

    card: str


class PeaceMade(Event):
    """The peaceful option of a Mohlnor encounter was taken."""

    card: str


class EngagementBegan(Event):
    """An Engagement of a battle begins."""

    number: int


class PassBegan(Event):
    """The Strategy phase is done for this time in the Engagement."""

    number: int


class DiceMoved(Event):
    """Dice went from one area to another, by colour. verb: commit, return, recover, exhaust, banish or slot; source and
    to: pool, ready (committed), open (rolled), active (all of the active area), exhausted, banished, plan, or a card;
    shown: the faces of those that lay open.
    """

    verb: str
    dice: dict[str, int]
    source: str
    to: str
    shown: dict[str, int] = {}


class DiceTakenUp(Event):
    """Open dice are about to be rolled again."""

    dice: dict[str, int]


class DiceApplied(Event):
    """A die that shows this was put on a card: an active one or a lock."""

    die: str
    target: str


class DieLifted(Event):
    """A die was taken off a card again."""

    die: str
    target: str


class DieTurned(Event):
    """A rolled die shows another face now."""

    die: str
    to: str


class HitsGiven(Event):
    """A card counts further hits without a die."""

    target: str
    hits: int


class DamageSuffered(Event):
    """The hero lost Health and has `health` left."""

    damage: int
    health: int


class DamagePrevented(Event):
    """So much damage of a card was prevented."""

    foe: str
    damage: int


class HealthGained(Event):
    """The hero gained Health and has `health` now."""

    gained: int
    health: int


class StatChanged(Event):
    """The Strategy or the Recovery die shows another number."""

    stat: str
    value: int


class PlanUsed(Event):
    """A backup plan ability was used; card: the Gearloc, the universal card or the item that has it."""

    plan: str
    card: str
    dice: list[str]


class InnateFlipped(Event):
    """The Gearloc card shows its innate +1 side."""

    hero: str


class ItemGained(Event):
    """A card takes an item slot."""

    item: str
    card: str
    locked: bool = False


class ItemDiscarded(Event):
    """An item was discarded."""

    item: str
    card: str


class LockOpened(Event):
    """A lockpicking card has the hits that it needs."""

    item: str
    card: str


class Rested(Event):
    """The hero rested."""


class TyrantFaced(Event):
    """The Tyrant is in the active area; left: Tyrant encounters that remain in the encounter stack."""

    tyrant: str
    left: int


class HuntEnded(Event):
    """The game is won or lost."""

    result: str
