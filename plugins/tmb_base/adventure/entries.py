"""The kinds of content of an adventure: Encounters, Loot, Trove Loot, Tyrants. One class a printed component."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, field

from tmb.content.entry import Condition, Entry, Face, Id, Program, ref
from tmb.effects.shapes import Text
from tmb_base.entries import Count, Part, Plan, Single

Lock = Annotated[str, Meta(pattern=r"^[1-9][0-9]?[LTF]\Z", extra={"form": 'a number and L, T or F, as in "3L"'})]
"""A lock: its number and its type, Lever, Trip or Force ("3L")."""


class Reward(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an Encounter pays (Undertow rulebook, Encounter Card Icons). progress: Progress Points; training: Training
    Points for each Gearloc; loot, trove: cards that the party distributes; loot_each, trove_each: for each Gearloc.
    """

    progress: Count = 0
    training: Count = 0
    loot: Count = 0
    loot_each: Count = 0
    trove: Count = 0
    trove_each: Count = 0

    def plus(self, other: "Reward") -> "Reward":
        """Both together."""
        mine, theirs = (getattr(self, f) for f in FIELDS), (getattr(other, f) for f in FIELDS)
        return Reward(**dict(zip(FIELDS, map(sum, zip(mine, theirs, strict=True)), strict=True)))


FIELDS = Reward.__struct_fields__


class Lasting(Part, frozen=True, kw_only=True):
    """What a card does for longer than its moment. until: when it ends by itself."""

    until: Literal["turn", "round", "battle", "next-battle", "day", "adventure"] = "battle"


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of an Encounter. if: when it can be chosen; do: what happens; reward: what it pays beside the card's;
    battle: rules of every battle that it leads to; returns: where the card goes if it fails, "" = it is discarded.
    """

    id: Id
    text: str
    usable: Condition = field(name="if", default_factory=dict)
    do: Program = []
    reward: Reward = Reward()
    battle: Part | None = None
    returns: Literal["", "top", "deck"] = ""


class Encounter(Entry, frozen=True, kw_only=True):
    """An Encounter card. sort: the deck it belongs to; tyrant: whose it is; day: of a Special that opens the deck, its
    day; lasting: what it may leave behind, by name; set: the box that it comes from.
    """

    sort: Literal["general", "solo", "special", "tyrant"]
    tyrant: Annotated[str, ref("tyrant")] | None = None
    day: Count = 0
    choices: Annotated[list[Choice], Meta(min_length=1)]
    reward: Reward = Reward()
    lasting: dict[Id, Lasting] = {}
    set: Id | None = None


class LootCard(Text, frozen=True, kw_only=True):
    """A Loot card. uses: how often it can be used before it is discarded (0: permanent); heavy: it takes 3 slots; plan:
    its Backup Plan Extension; copies: how many of it the deck holds; lasting: what it may leave behind; set: the box
    that it comes from.
    """

    uses: Annotated[int, Meta(ge=0, le=9)] = 0
    heavy: bool = False
    plan: Plan | None = None
    copies: Annotated[int, Meta(ge=0, le=9)] = 1
    lasting: dict[Id, Lasting] = {}
    set: Id | None = None


class Trove(LootCard, frozen=True, kw_only=True):
    """A Trove Loot card. locks: from left to right."""

    locks: Annotated[list[Lock], Meta(min_length=1)]


class TyrantFace(Part, frozen=True, kw_only=True):
    """What a face of a Tyrant Die does while it shows. Without a `when`, its `do` comes when the Tyrant Die is
    resolved, after the Bones of its turn.
    """


class Tyrant(Single, frozen=True, kw_only=True):
    """A Tyrant card with its chip and die. days: the last day; progress: Progress Points that are wanted; types: of the
    Baddie stacks; length: the card's rating; bq: the battle's set-up; battle: rules of that battle; faces, icons: the
    Tyrant Die; form of `place`: where its chip goes in the Battle Queue; set: the box that it comes from.
    """

    type: ClassVar[str] = "tyrant"
    tags: ClassVar[tuple[str, ...]] = ()
    days: Annotated[int, Meta(ge=4, le=30)]
    progress: Annotated[int, Meta(ge=1, le=30)]
    types: Annotated[list[Id], Meta(min_length=1)]
    length: Annotated[int, Meta(ge=1, le=6)] = 1
    set: Id | None = None
    setup: Program
    battle: Part | None = None
    faces: Annotated[list[Face], Meta(min_length=6, max_length=6)]
    icons: dict[str, TyrantFace] = {}

    @property
    def die(self) -> str:
        """Its Tyrant Die."""
        return self.id


def lock_of(written: str) -> tuple[int, str]:
    """`3L` -> (3, "L")."""
    return int(written[:-1]), written[-1]


def kinds() -> tuple[tuple[str, str, Any], ...]:
    """(kind, folder, Struct) of each."""
    return (
        ("encounter", "encounters", Encounter),
        ("loot", "loot", LootCard),
        ("trove", "trove", Trove),
        ("tyrant", "tyrants", Tyrant),
    )
