"""Conditions and values: what content asks of a battle."""

from typing import Annotated, Any, Literal

from msgspec import Struct, field

from tmb.content.entry import Selector, Value, ref
from tmb.core.queries import number
from tmb.effects.env import Env, Get
from tmb.effects.words import one, things
from tmb_base import reach
from tmb_base.lying import dice_at
from tmb_base.words.rolls import of_line
from tmb_base.words.units import units_of
from tmb_base.world import Baddie, Gearloc


def when_in_reach(compiler: Any, arg: Any) -> Get:
    """The holder can attack it from where it stands."""
    select = units_of(compiler, arg)
    return lambda game, env: (
        (t := one(game, env, select)) is not None
        and (me := game.world.units.get(env.bearer.holder)) is not None
        and reach.in_reach(game, me, t)
    )


def when_adjacent(compiler: Any, arg: Any) -> Get:
    """It stands beside the holder."""
    select = units_of(compiler, arg)
    return lambda game, env: (
        (t := one(game, env, select)) is not None
        and (me := game.world.units.get(env.bearer.holder)) is not None
        and reach.adjacent(game, me, t)
    )


def when_bones_rolled(compiler: Any, arg: Any) -> Get:
    """This turn's dice show at least so many Bones."""
    n = compiler.value(arg)
    return lambda game, env: getattr(env.about, "bones", 0) >= n(game, env)


def when_hurt(compiler: Any, arg: Any) -> Get:
    """It has less HP than its stat."""
    select = units_of(compiler, arg)
    return lambda game, env: any(u.hp < u.most for u in things(game, env, select))


def when_round(compiler: Any, arg: list[int]) -> Get:
    """The Round Counter shows one of these."""
    wanted = frozenset(arg)
    return lambda game, env: game.world.round in wanted


def when_points(compiler: Any, arg: list[int]) -> Get:
    """The target is a Baddie of one of these points."""
    wanted = frozenset(arg)
    return lambda game, env: (
        (u := game.world.units.get(env.role("target"))) is not None
        and type(u) is Baddie
        and game.rules.tables["chips"][u.kind].points in wanted
    )


class Chip(Struct, forbid_unknown_fields=True):
    """`chip`: a unit is a chip (a Baddie or an ally of the party), of that name, of that type, with that tag, of one of
    those points, with that Lane Marker.
    """

    of: Selector = "self"
    name: Annotated[str, ref("baddie")] | None = field(name="is", default=None)
    type: str = ""
    tag: str = ""
    points: list[int] = []
    lane: int = 0


def when_chip(compiler: Any, arg: Chip) -> Get:
    """What is not said does not matter."""
    of, wanted = units_of(compiler, arg.of), frozenset(arg.points)

    def holds(game: Any, env: Env) -> bool:
        unit = one(game, env, of)
        if type(unit) is not Baddie or (arg.lane and unit.lane != arg.lane):
            return False
        if arg.name and unit.kind != arg.name:
            return False
        chip = game.rules.tables["chips"][unit.kind]
        if (arg.type and chip.type != arg.type) or (arg.tag and arg.tag not in chip.tags):
            return False
        return not wanted or chip.points in wanted

    return holds


def when_open_dice(compiler: Any, arg: bool | str) -> Get:
    """Dice lie there (or, with false, none; with a profession, such dice)."""
    if isinstance(arg, str):
        return lambda game, env: bool(of_line(game, dice_at(env.about), arg))
    return lambda game, env: bool(dice_at(env.about)) is arg


class Form(Struct, forbid_unknown_fields=True):
    """`form`: a unit is ranged, or it is melee (or melee-ranged)."""

    form: Literal["melee", "ranged"] = field(name="is")
    of: Selector = "self"


def when_form(compiler: Any, arg: Form) -> Get:
    """Whom it reaches says which."""
    of, wanted = units_of(compiler, arg.of), arg.form == "melee"
    return lambda game, env: (u := one(game, env, of)) is not None and reach.melee(game, u) is wanted


def when_defeated(compiler: Any, arg: Annotated[str, ref("baddie")]) -> Get:
    """Such a chip lies among the defeated ones, or on a Loot card that keeps one."""
    return lambda game, env: (
        any(arg in gone for gone in game.world.defeated.values()) or any(c == arg for _, c in reach.on_cards(game))
    )


StatName = Literal["dex", "atk", "def"]
FIELDS = {"dex": "dex", "atk": "atk", "def": "dfn"}


class StatOf(Struct, forbid_unknown_fields=True):
    """`{ stat = { name, of } }`: the stat of another than the holder, of several their sum."""

    name: StatName
    of: Selector = "self"


def value_stat(compiler: Any, arg: StatName | StatOf) -> Get:
    """A stat of the holder, or of whom `of` says, as it is now: dex, atk or def; of a Baddie as its chip prints it."""
    spec = arg if isinstance(arg, StatOf) else StatOf(arg)
    of, name, field = units_of(compiler, spec.of), spec.name, FIELDS[spec.name]

    def get(game: Any, env: Env) -> int:
        total = 0
        for unit in things(game, env, of):
            if type(unit) is Gearloc:
                total += number(game, name, unit.id, getattr(unit, field), env.about)
            elif type(unit) is Baddie and name != "dex":
                total += number(game, name, unit.id, getattr(game.rules.tables["chips"][unit.kind], field), env.about)
        return total

    return get


TrainedName = Literal["hp", "dex", "atk", "def"]


class TrainedOf(Struct, forbid_unknown_fields=True):
    """`{ trained = { name, of } }`: the Stat Die of another than the holder."""

    name: TrainedName
    of: Selector = "self"


def value_trained(compiler: Any, arg: TrainedName | TrainedOf) -> Get:
    """What a Stat Die of the holder shows, or of whom `of` says."""
    spec = arg if isinstance(arg, TrainedOf) else TrainedOf(arg)
    of, name = units_of(compiler, spec.of), spec.name
    return lambda game, env: u.trained.get(name, 0) if isinstance(u := one(game, env, of), Gearloc) else 0


def value_queued(compiler: Any, arg: list[int]) -> Get:
    """How many chips of these points lie in the Battle Queue; any, where none are named."""
    wanted = frozenset(arg)

    def get(game: Any, env: Env) -> int:
        chips = game.rules.tables["chips"]
        return sum(1 for c in game.world.queue.all() if not wanted or chips[c].points in wanted)

    return get


def value_half(compiler: Any, arg: Any) -> Get:
    """Half of a value, rounded down."""
    inner = compiler.value(arg)
    return lambda game, env: inner(game, env) // 2


def value_hp(compiler: Any, arg: Any) -> Get:
    """The HP of a unit."""
    select = units_of(compiler, arg)
    return lambda game, env: u.hp if (u := one(game, env, select)) is not None else 0


def value_round(compiler: Any, arg: bool) -> Get:
    """The Round Counter; 0 outside of battle."""
    return lambda game, env: game.world.round


CONDITIONS: dict[str, tuple[Any, Any]] = {
    "in_reach": (Selector, when_in_reach),
    "adjacent_to": (Selector, when_adjacent),
    "bones_rolled": (Value, when_bones_rolled),
    "hurt": (Selector, when_hurt),
    "rounds": (list[int], when_round),
    "target_points": (list[int], when_points),
    "chip": (Chip, when_chip),
    "form": (Form, when_form),
    "defeated": (Annotated[str, ref("baddie")], when_defeated),
    "open_dice": (bool | str, when_open_dice),
}
VALUES: dict[str, tuple[Any, Any]] = {
    "stat": (StatName | StatOf, value_stat),
    "trained": (TrainedName | TrainedOf, value_trained),
    "queued": (list[int], value_queued),
    "hp": (Selector, value_hp),
    "half": (Value, value_half),
    "round": (bool, value_round),
}
