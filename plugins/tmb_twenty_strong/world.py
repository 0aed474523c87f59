"""The world of 20 Strong: the hero, the areas for dice, face-up stacks, what is active, what is held. `changes.py` and
`cards.py` write it."""

from __future__ import annotations

from msgspec import Struct, field

from tmb.core.things import Pile, Thing

HERO = "hero"
TABLE = "table"
"""The holders of what is the hero's, and of what is nobody's."""

COLOURS = ("yellow", "green", "blue", "purple", "red")
"""The colours of the unit dice, from the weakest on."""
MISS, HIT, CRIT = "miss", "hit", "crit"
FACES = (MISS, HIT, CRIT)
PILES = ("1", "5", "encounter")
"""The three stacks: Baddies of 1 and 5 points, encounters."""
ANY = "any"
"""In what a card needs: hits of whatever colour."""

Bag = dict[str, int]
"""How many of each: a colour -> dice, or `blue:hit` -> dice that show it. What there is none of is left out."""


class Hero(Thing):
    """The Gearloc (or universal hero) and its three stat dice. kind: its card; plus: the innate +1 side is up; side:
    which side of the universal card is its backup plan, "" without one; slots: the backup plan, a colour or "" each.
    """

    kind: str = ""
    plus: bool = False
    side: str = ""
    health: int = 0
    strategy: int = 0
    recovery: int = 0
    slots: list[str] = []


class Foe(Thing):
    """A Baddie or the Tyrant in the active area. dice: those applied to it; extra: hits without a die; defeated: its
    requirement was met; paid: its reward was gained; struck: it dealt its damage in this Engagement.
    """

    kind: str = ""
    dice: Bag = {}
    extra: int = 0
    defeated: bool = False
    paid: bool = False
    struck: bool = False


class Item(Thing):
    """A card in an item slot. pile: where it goes when it is discarded; locked: a lockpicking card that is not open;
    dice: those that lie on it.
    """

    kind: str = ""
    pile: str = ""
    locked: bool = False
    dice: Bag = {}


class Camp(Struct, omit_defaults=True):
    """All that lies on the table.

    tyrant: who is hunted; rank: of the difficulty ladder; day: the day counter; pool, exhausted, banished, ready
    (committed and not rolled yet): dice by colour; open: rolled dice that are not applied; fresh: exhausted dice that
    this Engagement exhausted; foes: the active cards by id; encounter: the Tyrant encounter beside them; stacks: the
    cards under the face-up ones; tops: the face-up card of each stack; scouted: the piles above them, top first;
    buried: the cards of each stack that everybody knows to lie at its bottom;
    discards: cards that are done; box: Tyrant encounters that nobody has seen; items: what is held; marks: those of the
    whole table; ending: "", "won" or "lost".
    """

    tyrant: str = ""
    rank: int = 1
    day: int = 0
    hero: Hero = field(default_factory=lambda: Hero(HERO))
    pool: Bag = {}
    exhausted: Bag = {}
    banished: Bag = {}
    ready: Bag = {}
    open: Bag = {}
    fresh: Bag = {}
    foes: dict[str, Foe] = {}
    encounter: str = ""
    stacks: dict[str, Pile] = {}
    tops: dict[str, str] = {}
    scouted: dict[str, list[str]] = {}
    buried: dict[str, list[str]] = {}
    discards: dict[str, list[str]] = {}
    box: list[str] = []
    items: list[Item] = []
    marks: dict[str, int] = {}
    ending: str = ""

    @property
    def id(self) -> str:
        """As a thing it carries what is nobody's."""
        return TABLE


SHOWN = {(c, f): f"{c}:{f}" for c in COLOURS for f in FACES}
"""(colour, face) -> the die that shows it."""
DICE = tuple(SHOWN.values())
_PARTS = {die: shown for shown, die in SHOWN.items()} | {c: (c, "") for c in COLOURS}


def colour_of(die: str) -> str:
    """`blue:hit`, and a plain `blue`, -> `blue`."""
    return _PARTS[die][0]


def face_of(die: str) -> str:
    """`blue:hit` -> `hit`."""
    return _PARTS[die][1]
