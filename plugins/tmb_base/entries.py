"""The kinds of content of the base game, as packs write them. One class a printed component."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from tmb.content.entry import Condition, Entry, Face, Id, Program, ref
from tmb.effects.shapes import Acts, Forbids, Modify, Rule, Text, When

Count = Annotated[int, Meta(ge=0, le=99)]
Form = Literal["melee", "ranged", "melee-ranged"]


Zone = Literal["field", "side"]
"""A part of a Battle Mat: its field, or the positions at its sides."""


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a Battle Mat. side: whose starting positions it belongs to ("": nobody's); form: of whom; lane:
    which (0: none); row, column: where it is drawn; zone: the part of the mat; number: by which a die names it there
    (0: none).
    """

    id: Id
    row: Count
    column: Count
    side: Literal["", "baddies", "gearlocs"] = ""
    form: Literal["", "melee", "ranged"] = ""
    lane: Count = 0
    zone: Zone = "field"
    number: Count = 0


class Mat(Text, frozen=True, kw_only=True):
    """A side of the Battle Mat: its positions; `adjacent` and `diagonal` list pairs of neighbours; sides: what people
    call a position at its side; wrecks: the token that lies where the field is destroyed. Its rules are in force in
    every battle on it.
    """

    positions: list[Position]
    adjacent: list[tuple[str, str]]
    diagonal: list[tuple[str, str]] = []
    sides: str = ""
    wrecks: Annotated[str, ref("token")] | None = None


class Token(Text, frozen=True, kw_only=True):
    """A token that lies on a position of the mat. Its rules are in force while it lies there. sign: how it is drawn;
    blocks: no unit can be there; most: how many there are (0: enough); beyond: what happens when one more is needed.
    """

    sign: Annotated[str, Meta(pattern=r"^\S{1,2}\Z", extra={"form": "one or two letters"})]
    blocks: bool = False
    most: Count = 0
    beyond: Literal["", "lost"] = ""


class Die(Entry, frozen=True, kw_only=True):
    """A kind of die and its faces. `numbers` gives faces their value where the name is not a number."""

    faces: Annotated[list[Face], Meta(min_length=1)]


class Effect(Text, frozen=True, kw_only=True):
    """An effect die on a unit: its value is the mark of the same name. most: the highest value; negative: as the
    rulebook lists; silences: the skills of the unit do nothing while it lies there; lasts: when it goes by itself.
    """

    most: Count = 1
    negative: bool = False
    silences: bool = False
    lasts: Literal["", "next-turn"] = ""


class Skill(Text, frozen=True, kw_only=True):
    """A Baddie skill. `takes` names the number that a chip prints behind it; inborn: it is what the creature is, and no
    effect die silences it.
    """

    inborn: bool = False


class Chip(Entry, frozen=True, kw_only=True):
    """What the chips of Baddies and Tyrants print (Undertow rulebook, The Baddie Chip). bones: how many Bones a skill
    of its backup plan needs -> the skill; targets: how many units it attacks; armor: Def it enters with instead of
    rolling.

    Its kind of unit, as an ordinary Baddie if nothing is said: lane_marker, ini_die: it has one; turns: it takes turns;
    counts: it is one of the four for which there is room on the mat; blocks: nobody else can be at its position;
    must_fall: the battle is not won while it stands or is to come; walks: it goes to its target, if it is melee; unit:
    it is one (what is none is on nobody's side, and only Atk dice of the party can be turned against it).
    enters: the part of the mat onto which it comes, at a position that a D6 says ("": at a starting position).
    """

    hp: Annotated[int, Meta(ge=1, le=60)]
    ini: Annotated[int, Meta(ge=1, le=6)]
    form: Literal["melee", "ranged"]
    atk: Count
    dfn: Count = field(name="def")
    armor: Count = 0
    target: Literal["weakest", "strongest"]
    targets: Annotated[int, Meta(ge=1, le=4)] = 1
    diagonal: bool = False
    extra: Count = 0
    skills: list[Annotated[str, ref("skill")]] = []
    bones: dict[str, Annotated[str, ref("skill")]] = {}
    lane_marker: bool = True
    ini_die: bool = True
    turns: bool = True
    counts: bool = True
    blocks: bool = True
    must_fall: bool = True
    walks: bool = True
    unit: bool = True
    enters: Literal["", "side"] = ""


KIND = ("lane_marker", "ini_die", "turns", "counts", "blocks", "must_fall", "walks", "unit")
"""The flags of a unit's kind."""


class Stack(Entry, frozen=True, kw_only=True):
    """A stack of Baddie chips of its own, beside those that go by points; it is in every adventure, whatever the
    Tyrant. points: what each of its chips counts; queue: where they lie in the Battle Queue ("" = by their points).
    """

    points: Annotated[int, Meta(ge=1, le=60)]
    queue: Literal["", "top", "bottom"] = ""

    @property
    def rank(self) -> int:
        """Who has more lies higher in the Battle Queue (Undertow rulebook, Battle Queue; R61)."""
        return {"top": 99, "bottom": -1}.get(self.queue, self.points)


class Baddie(Chip, frozen=True, kw_only=True):
    """A Baddie chip. points: what it counts, and the stack it lies in unless `stack` names another; copies: how many
    chips of it there are; tags: what cards call it; set: the box that it comes from.
    """

    type: Id
    points: Annotated[int, Meta(ge=1, le=60)]
    stack: Annotated[str, ref("stack")] | None = None
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    tags: list[Id] = []
    set: Id | None = None

    @property
    def pile(self) -> str:
        """The stack it lies in."""
        return self.stack or str(self.points)

    @property
    def high(self) -> bool:
        """Whether it joins the Ini Meter at its top (Undertow rulebook, Ini Dice During Battle)."""
        return self.points >= 20

    @property
    def die(self) -> str:
        """Only Tyrants have a die of their own."""
        return ""


class Single(Chip, frozen=True, kw_only=True):
    """A chip that lies in no stack: there is one of it, no card looks for it, and it joins the Ini Meter at its top, as
    a Gearloc does, unless it says otherwise.
    """

    points: ClassVar[int] = 0
    pile: ClassVar[str] = ""
    copies: ClassVar[int] = 1
    high: ClassVar[bool] = True


class Ally(Single, frozen=True, kw_only=True):
    """The chip of a temporary ally that a card brings along, or of a companion, which each Gearloc of a party may have.
    ini: 0 = it acts right after the Gearloc that plays it.
    """

    copies: ClassVar[int] = 4
    type: ClassVar[str] = "ally"
    tags: ClassVar[tuple[str, ...]] = ()
    die: ClassVar[str] = ""
    ini: Annotated[int, Meta(ge=0, le=6)] = 0


class Follower(Single, frozen=True, kw_only=True):
    """A chip that belongs to a Tyrant: it lies in no stack, and joins the Ini Meter at its bottom (Undertow rulebook,
    Tyrant Card). type, tags: what cards call it.
    """

    high: ClassVar[bool] = False
    die: ClassVar[str] = ""
    type: Id = "follower"
    tags: list[Id] = []


class Prop(Single, frozen=True, kw_only=True):
    """A thing that a card puts on the mat: the party can attack it, and it takes no turn. type: what cards call it; hp,
    form: how it stands there; what else a chip has it can do without.
    """

    lane_marker: bool = False
    ini_die: bool = False
    turns: bool = False
    counts: bool = False
    copies: ClassVar[int] = 99
    tags: ClassVar[tuple[str, ...]] = ()
    die: ClassVar[str] = ""
    type: str = "prop"
    ini: Annotated[int, Meta(ge=0, le=0)] = 0
    form: Literal["melee", "ranged"] = "melee"
    atk: Annotated[int, Meta(ge=0, le=0)] = 0
    dfn: Annotated[int, Meta(ge=0, le=0)] = field(name="def", default=0)
    target: Literal["weakest"] = "weakest"


class Icon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a face of a die means on a Gearloc's reference sheet.

    bones: Bones that it shows; red: they must be kept; reusable: the die is not exhausted when they are spent; place:
    the slots it may lie in; shields: Dmg it prevents while it lies there; target: it says "target"; if / do: it is used
    at once; stays: it is not exhausted by that; must: it cannot be left unused; the rest works while it lies in a slot.
    """

    text: str = ""
    bones: Count = 0
    red: bool = False
    reusable: bool = False
    place: list[Literal["active", "locked"]] = []
    shields: Count = 0
    target: bool = False
    usable: Condition = field(name="if", default_factory=dict)
    do: Program = []
    stays: bool = False
    must: bool = False
    when: When | None = None
    may: bool = False
    then: Program = []
    modify: Modify | list[Modify] = []
    forbid: Forbids | list[Forbids] = []
    action: Acts | list[Acts] = []


class SkillDie(Text, frozen=True, kw_only=True):
    """A skill die of a Gearloc. sort: skill, consumable, or counter (not rolled; its number is the mark named like it);
    rolled: it can be rolled on a turn, or else only does what its rules say; needs: the dice of which one must be known
    first (none: starred); starts: known from the beginning; most: of a counter, 3 if nothing is said."""

    gearloc: Annotated[str, ref("gearloc")]
    slot: Count
    profession: str = ""
    sort: Literal["skill", "consumable", "counter"] = "skill"
    faces: Annotated[list[Face], Meta(min_length=6, max_length=6)]
    icons: dict[str, Icon] = {}
    needs: list[Annotated[str, ref("skill-die")]] = []
    starts: bool = False
    rolled: bool = True
    needs_target: bool = False
    most: Count | None = None


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A backup plan skill: its cost in Bones; target: its text says "target"; limit: once until then."""

    id: Id
    name: str
    cost: Annotated[int, Meta(ge=0, le=6)]
    text: str
    target: bool = False
    usable: Condition = field(name="if", default_factory=dict)
    do: Program
    limit: Literal["", "turn", "round", "battle", "day"] = ""


class Innate(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An innate talent: text and rules, as those of any bearer."""

    text: str
    when: When | None = None
    may: bool = False
    do: Program = []
    modify: Modify | list[Modify] = []
    forbid: Forbids | list[Forbids] = []
    action: Acts | list[Acts] = []


class Gearloc(Entry, frozen=True, kw_only=True):
    """A Gearloc mat and its reference sheet. ini: the die rolled for the Ini Meter; active, locked: how many slots."""

    hp: Annotated[int, Meta(ge=1, le=20)]
    dex: Count
    atk: Count
    dfn: Count = field(name="def")
    form: Form
    ini: Annotated[str, ref("die")]
    active: Count = 4
    locked: Count = 2
    innate: Innate
    innate_plus: Innate
    plan: list[Plan]


class Difficulty(Entry, frozen=True, kw_only=True):
    """A difficulty level: HP added to the stat, free Training Points, and whether Locked dice survive a KO or a lost
    battle.
    """

    hp: Count = 0
    training: Count = 0
    keeps_locked: bool = False
    order: Count = 0


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a card that has rules of its own while it is in force: a face of a Tyrant Die, the rules of a battle,
    what a card does for longer.
    """

    text: str = ""
    when: When | None = None
    do: Program = []
    may: bool = False
    also: list[Rule] = []
    modify: Modify | list[Modify] = []
    forbid: Forbids | list[Forbids] = []
    action: Acts | list[Acts] = []
