"""The kinds of content of 20 Strong, as packs write them. One class a printed component."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from tmb.content.entry import Condition, Entry, Program, name_of
from tmb.effects.shapes import Acts, Forbids, Modify, Rule, Text, When

Stat = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=20)]
Colour = Literal["yellow", "green", "blue", "purple", "red"]
Slot = Literal["yellow", "green", "blue", "purple"]
Need = Literal["any", "yellow", "green", "blue", "purple", "red"]
Needs = Annotated[dict[Need, Annotated[int, Meta(ge=1, le=20)]], Meta(min_length=1)]
"""Hits that a card needs: of a colour, or of any."""
Moment = Annotated[str, name_of("moment")]
MOMENTS = ["day", "queue", "commit", "apply", "damage", "recover", "camp"]
"""The menus of a day: "at any time" is all of them."""


class Die(Entry, frozen=True, kw_only=True):
    """A colour of unit die: its six faces, and how many dice of it there are."""

    faces: Annotated[list[Literal["miss", "hit", "crit"]], Meta(min_length=6, max_length=6)]
    copies: Annotated[int, Meta(ge=1, le=9)]


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a card that has rules of its own while it is in force."""

    text: str
    when: When | None = None
    do: Program = []
    may: bool = False
    also: list[Rule] = []
    modify: Modify | list[Modify] = []
    forbid: Forbids | list[Forbids] = []
    action: Acts | list[Acts] = []


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A backup plan ability, or (of an item) a Backup Plan Extension. cost: dice that it exhausts; at: when it can be
    used, at any time if nothing is said.
    """

    id: str
    name: str
    text: str
    cost: Annotated[int, Meta(ge=1, le=4)] = 1
    at: Annotated[list[Moment], Meta(min_length=1)] = field(default_factory=lambda: list(MOMENTS))
    usable: Condition = field(name="if", default_factory=dict)
    do: Annotated[Program, Meta(min_length=1)]


class Gains(Part, frozen=True, kw_only=True):
    """An item: what a card does for who holds it. plan: its Backup Plan Extension."""

    plan: Plan | None = None


class Baddie(Text, frozen=True, kw_only=True):
    """A Baddie card. points: its stack; hits: what defeats it; damage: what it deals in each Engagement that it is not
    defeated in; reward: what its defeat brings at once; item: what the card is afterwards; copies: how many of it.
    """

    points: Literal[1, 5]
    type: Annotated[str, Meta(min_length=1)]
    hits: Needs
    damage: Count = 1
    copies: Annotated[int, Meta(ge=1, le=4)] = 1
    reward: Program = []
    reward_text: str = ""
    item: Gains | None = None


class Tyrant(Text, frozen=True, kw_only=True):
    """A Tyrant card. days: its Minimum Days; setup: its set-up side, setup_text the same in words; the rest is
    the other side: what defeats it, its damage, its effects.
    """

    days: Annotated[int, Meta(ge=1, le=12)]
    hits: Needs
    damage: Count = 1
    setup: Annotated[Program, Meta(min_length=1)]
    setup_text: str


class Stats(Entry, frozen=True, kw_only=True):
    """What the cards of all heroes print: the stat dice at the start."""

    health: Stat
    strategy: Stat
    recovery: Stat


class Gearloc(Stats, frozen=True, kw_only=True):
    """A Gearloc card, both sides: innate and innate +1, its backup plan and the colours of its slots."""

    slots: Annotated[list[Slot], Meta(min_length=4, max_length=4)]
    innate: Part
    innate_plus: Part
    plan: Plan


class Hero(Stats, frozen=True, kw_only=True):
    """A universal hero of another deck: it takes a side of the universal card for its backup plan, and cannot flip."""

    ability: Part


class Backup(Entry, frozen=True, kw_only=True):
    """A side of the universal hero backup plan card."""

    slots: Annotated[list[Slot], Meta(min_length=4, max_length=4)]
    plan: Plan


class Peace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The peaceful option of a Mohlnor encounter: what it takes, and what it does."""

    text: str
    usable: Condition = field(name="if", default_factory=dict)
    do: Annotated[Program, Meta(min_length=1)]


class Encounter(Entry, frozen=True, kw_only=True):
    """An encounter card. Tyrant encounters: queue (what changes before cards are activated), battle (rules while it
    lies beside the active area), reward. Mohlnor encounters: peace, scouted (what scouting it brings). Lockpicking
    encounters: hits (what opens it), reward, item.
    """

    sort: Literal["tyrant", "mohlnor", "lockpicking"]
    queue: Program = []
    battle: Part | None = None
    peace: Peace | None = None
    scouted: Program = []
    scouted_text: str = ""
    hits: dict[Need, Annotated[int, Meta(ge=1, le=20)]] = {}
    reward: Program = []
    reward_text: str = ""
    item: Gains | None = None


KINDS: tuple[tuple[str, str, Any], ...] = (
    ("die", "dice", Die),
    ("baddie", "baddies", Baddie),
    ("tyrant", "tyrants", Tyrant),
    ("gearloc", "gearlocs", Gearloc),
    ("hero", "heroes", Hero),
    ("backup", "backup", Backup),
    ("encounter", "encounters", Encounter),
)
"""(kind, folder, Struct) of each."""
