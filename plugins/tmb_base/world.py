"""The world of a battle: units, slots, the Ini Meter, the Battle Queue. Only `changes.py` writes it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct, field

from tmb.core.things import Pile, Thing


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


class Unit(Thing):
    """A chip. hp of at most `most`; pos: its position, "" when it is not on the Battle Mat."""

    kind: str = ""
    hp: int = 0
    most: int = 0
    pos: str = ""


class Gearloc(Unit):
    """A Gearloc and its mat. dex, atk, dfn: the stats as trained; skills: skill dice that it knows; consumables: those
    it has; exhausted: skill dice out for this battle; plus: the innate talent is upgraded.
    """

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


class Baddie(Unit):
    """A Baddie chip on the Battle Mat. lane: its Lane Marker; dice: the values of its active Def dice."""

    lane: int = 0
    dice: list[int] = []


class Table(Struct, omit_defaults=True):
    """All that lies on the table.

    units: in the battle, on the mat or knocked out; party: the seats' Gearlocs in order; meter: the Ini Meter, top
    first; queue: the BQ; stacks: the Baddie stacks by points; defeated: chips out of play by points; seen: chips in the
    queue that the table knows; result: "", "won" or "lost".
    """

    mat: str
    difficulty: str
    units: dict[str, Gearloc | Baddie] = {}
    party: list[str] = []
    meter: list[str] = []
    round: int = 0
    most_rounds: int = 0
    queue: Pile = field(default_factory=Pile)
    stacks: dict[str, Pile] = {}
    defeated: dict[str, list[str]] = {}
    seen: list[str] = []
    result: str = ""
