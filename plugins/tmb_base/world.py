"""The world of a battle: units, slots, the Ini Meter, the Battle Queue. Only `changes.py` writes it."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from msgspec import Struct, field

from tmb.core.state import kebab
from tmb.core.things import Pile, Thing, Token


class Shown(Struct, frozen=True, cache_hash=True):
    """A die that shows a face: in a slot, or rolled and still open."""

    die: str
    face: str

    @property
    def id(self) -> str:
        """`shield-form:step-1`, for option ids."""
        return f"{self.die}:{self.face}"


@lru_cache(maxsize=4096)
def shown(die: str, face: str) -> Shown:
    """A die that shows a face: the same object each time, so that tables find it at a glance."""
    return Shown(die, face)


class Bones(Struct, frozen=True, omit_defaults=True):
    """A die that stands in a backup plan with its Bones. reusable: it goes back to its slot when spent."""

    die: str
    n: int
    reusable: bool = False


PARTY = "gearlocs"
FOES = "baddies"
"""The sides, as the mat names their starting positions."""
NO_SIDE = ""
"""Of what is no unit."""
START = "start"
"""In place of a position: one of the starting positions."""


class Prep(Struct, frozen=True, tag_field="is", tag=kebab):
    """In its Prep Area: no battle, or it does not stand yet."""


class KnockedOut(Struct, frozen=True, tag_field="is", tag="down"):
    """In its Prep Area without HP, out of this battle until it is revived."""


class Waiting(Struct, frozen=True, tag_field="is", tag=kebab):
    """It comes onto the mat in this battle. when: at which moment, "now", "round.start" or "round.end", or as soon
    after it as there is room; to: a position, if that is free then; else, and for "start", a starting position.
    """

    when: str
    to: str = START


class Aside(Struct, frozen=True, tag_field="is", tag=kebab):
    """A card has put it aside: it has no part in the battle until it is brought back. by: the unit whose card it is, or
    "table".
    """

    by: str


Off = Prep | KnockedOut | Waiting | Aside
"""Where a unit is that is not on the Battle Mat."""
PREP, KNOCKED_OUT = Prep(), KnockedOut()


class Unit(Thing):
    """A chip. hp of at most `most`; pos: its position on the Battle Mat, or "" and `off` says where it is."""

    kind: str = ""
    hp: int = 0
    most: int = 0
    pos: str = ""
    off: Off | None = None


class Loot(Thing):
    """A Loot or Trove Loot card that a Gearloc holds. uses: those left of a card that is used up; locked: a Trove Loot
    with its chest side up, `solved` of its locks open; chips: defeated Baddies that lie on it.
    """

    kind: str = ""
    uses: int = 0
    locked: bool = False
    solved: int = 0
    chips: list[str] = []


class Ongoing(Thing):
    """What a card does beyond the moment: its sheet, in play until then; owner: whose it is, "" = the whole table's."""

    sheet: str = ""
    owner: str = ""
    until: str = "battle"


class Gearloc(Unit):
    """A Gearloc and its mat. dex, atk, dfn: the stats as trained; trained: the Stat Dice, stat -> value; skills: skill
    dice that it knows; consumables: those it has; exhausted: skill dice out for this battle; plus: the innate talent is
    upgraded. Its seat is its own.
    """

    side: ClassVar[str] = PARTY
    dex: int = 0
    atk: int = 0
    dfn: int = 0
    buff: int = 0
    plus: bool = False
    skills: list[str] = []
    consumables: list[str] = []
    exhausted: list[str] = []
    active: list[Shown] = []
    locked: list[Shown] = []
    bones: list[Bones] = []
    trained: dict[str, int] = {}
    loot: list[Loot] = []


class Baddie(Unit):
    """A Baddie chip that has come onto the Battle Mat. lane: its Lane Marker, 0 without one; dice: the values of its
    active Def dice; face: what its Tyrant Die shows, until its next turn; felled: who took its last HP; side: a
    temporary ally is on the party's, what is no unit on nobody's; seat: who plays that ally ("": the party together);
    owner: the Gearloc whose companion it is.
    """

    lane: int = 0
    dice: list[int] = []
    face: str = ""
    felled: str = ""
    side: str = FOES
    seat: str = ""
    owner: str = ""


class Entry(Struct, frozen=True, omit_defaults=True):
    """An entry of the Ini Meter: a turn of `unit`, or a bearer `id` of that sheet and holder that runs that code when
    it is reached. once: an extra turn, that leaves the meter when it was taken; by: the program that gave it.
    """

    id: str
    unit: str = ""
    sheet: str = ""
    holder: str = ""
    code: str = ""
    once: bool = False
    by: str = ""


class Table(Struct, omit_defaults=True):
    """All that lies on the table. It holds what is on nobody's side.

    units: the party, and the chips that came onto the mat; party: the seats' Gearlocs in order; meter: the Ini Meter,
    top first; due: its entries that still come in this round; extra: how many extra turns units got in it; queue: the
    BQ; stacks: the Baddie stacks by points; defeated: chips out of play by points; seen: chips in the queue that the
    table knows; resting: those that do not come onto the mat in this round; result: "", "won" or "lost"; face_up: how
    many scouted chips lie face up on top of each stack; ongoing: what cards do beyond their moment; marks: those of the
    whole table; knock_outs: how often a Gearloc went down; joining: chips that will stand on the party's side in the
    battle that is set up; tokens: what lies on positions of the mat.
    """

    side: ClassVar[str] = ""
    mat: str
    difficulty: str
    units: dict[str, Gearloc | Baddie] = {}
    party: list[str] = []
    meter: list[Entry] = []
    due: list[str] = []
    extra: dict[str, int] = {}
    round: int = 0
    most_rounds: int = 0
    queue: Pile = field(default_factory=Pile)
    stacks: dict[str, Pile] = {}
    defeated: dict[str, list[str]] = {}
    seen: list[str] = []
    resting: list[str] = []
    result: str = ""
    face_up: dict[str, int] = {}
    ongoing: list[Ongoing] = []
    marks: dict[str, int] = {}
    knock_outs: int = 0
    joining: list[str] = []
    tokens: list[Token] = []


class Adventure(Table):
    """The table of an adventure.

    tyrant: who is hunted; day: the Day Counter, of at most `days`; progress: Progress Points, of which `needed` are
    wanted; deck: the Encounter deck; stirred: a card joined it, so that it must be shuffled; deck_known: so many
    cards on top that everybody knows; unused: General or Solo cards left in the box; specials: those that are not
    in the game yet; card: the open Encounter; done: cards under the Tyrant card; loot, trove: the decks, and what
    was discarded of them; trove_shut: what of it nobody has seen, for it was locked; leader: the Party Leader;
    trade: whether Loot changes hands; ending: "", "won" or "lost"; stored: Baddie chips on the Tyrant card.
    """

    tyrant: str = ""
    day: int = 0
    days: int = 0
    progress: int = 0
    needed: int = 0
    deck: Pile = field(default_factory=Pile)
    stirred: bool = False
    deck_known: int = 0
    unused: list[str] = []
    specials: list[str] = []
    card: str = ""
    done: list[str] = []
    loot: Pile = field(default_factory=Pile)
    trove: Pile = field(default_factory=Pile)
    loot_gone: list[str] = []
    trove_gone: list[str] = []
    trove_shut: list[str] = []
    leader: str = ""
    trade: bool = True
    ending: str = ""
    stored: list[str] = []
