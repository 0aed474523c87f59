"""What can happen in an adventure beside its battles."""

from __future__ import annotations

from tmb.core.events import Event


class AdventureBegan(Event):
    """The adventure begins: who is hunted, by which day, with how many Progress Points."""

    tyrant: str
    days: int
    progress: int


class DayBegan(Event):
    """The Day Counter shows this day."""

    day: int


class DayLost(Event):
    """The Day Counter shows this day, though the day before is not over."""

    day: int


class EncounterDrawn(Event):
    """An Encounter is read to the party."""

    card: str


class TyrantChallenged(Event):
    """The party faces the Tyrant today."""

    tyrant: str


class ChoiceMade(Event):
    """The party chose this of an Encounter."""

    card: str
    choice: str


class EncounterOver(Event):
    """An Encounter is over; result: success, failure or "" (neither: the day goes on with another)."""

    card: str
    result: str


class CardPut(Event):
    """An Encounter card was put into the deck; where: top, bottom or deck (shuffled in)."""

    card: str
    where: str


class CardsSeen(Event):
    """The party looked at the next Encounters of the deck, in this order, the top one first."""

    cards: list[str]


class ProgressGained(Event):
    """The party has so many Progress Points now."""

    gained: int
    progress: int


class LootGained(Event):
    """A Gearloc holds a card; how: drawn or given. A locked card is not looked at."""

    unit: str
    id: str
    card: str
    locked: bool
    how: str


class LootRevealed(Event):
    """Cards were looked at, of which some are kept; of Trove Loot only the locks are seen ("2L-3T-3F")."""

    unit: str
    cards: list[str]


class LootLost(Event):
    """A card left a Gearloc; to: discard, another Gearloc's id, or card (it lies on a card)."""

    unit: str
    id: str
    card: str
    to: str


class LootUsed(Event):
    """A card was used; left: uses that it still has."""

    unit: str
    id: str
    card: str
    left: int


class ChipPut(Event):
    """A defeated chip was put on a Loot card."""

    id: str
    chip: str


class LockOpened(Event):
    """A lock was picked; solved: how many are open now."""

    unit: str
    id: str
    lock: str
    solved: int


class TroveOpened(Event):
    """All locks of a Trove Loot are open: it is turned over."""

    unit: str
    id: str
    card: str


class Trained(Event):
    """A Training Attempt; what: hp, dex, atk, def or a skill die; success: or the point goes elsewhere."""

    unit: str
    what: str
    success: bool


class StatChanged(Event):
    """A stat has this value now."""

    unit: str
    stat: str
    value: int


class SkillLearned(Event):
    """A skill die came to the Skills Area."""

    unit: str
    die: str


class PointLost(Event):
    """A Training Point that nothing could be done with."""

    unit: str


class Rested(Event):
    """A Gearloc rested: all its HP are back."""

    unit: str


class ChipTurnedUp(Event):
    """A chip of a stack was looked at."""

    unit: str
    chip: str
    points: int


class Scouted(Event):
    """A chip was turned up; kept: it stays on top of its stack, face up, else it went to the bottom."""

    unit: str
    chip: str
    points: int
    kept: bool


class DeckEmpty(Event):
    """A deck has no card left; deck: encounters, loot or trove."""

    deck: str


class DartsThrown(Event):
    """A turn of Dangerous Darts: who threw (mine: the Gearloc), what, and the HP of both after it."""

    unit: str
    mine: bool
    faces: list[str]
    hp: int
    other: int


class DartsBones(Event):
    """Bones of Dangerous Darts were spent on this."""

    unit: str
    use: str


class DartsOver(Event):
    """A game of Dangerous Darts is over."""

    unit: str
    won: bool


class AdventureEnded(Event):
    """The adventure is won or lost."""

    result: str
