"""Words for skill dice that are used without a roll: how they come into slots, are turned there, what Dex they cost."""

from typing import Any, Literal

from msgspec import Struct

from tmb.core.permits import refusal
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.errors import RulesError, close
from tmb_base import changes, counters
from tmb_base.turns.gearloc import GearlocTurn, dex_of, may_spend_dex
from tmb_base.turns.resolve import icons_of
from tmb_base.words.gearlocs import SkillDie
from tmb_base.words.mat import this_die
from tmb_base.world import Gearloc, Shown, shown


class LayDie(Struct, forbid_unknown_fields=True):
    """`lay_die`: a skill die of the holder (this one, or another) that is at hand goes into a free slot without a roll;
    it shows that face, which does what it does when it is used at once.
    """

    face: str
    die: SkillDie | None = None
    at: Literal["active", "locked"] = "active"


class MakeRoom(Struct, forbid_unknown_fields=True):
    """`make_room`: the holder takes a die of its choice out of a slot, where none of that kind is free (R5)."""

    at: Literal["active", "locked"] = "active"


class TurnTo(Struct, forbid_unknown_fields=True):
    """`turn_to`: a skill die in a slot of the holder (this one, or another) is turned to that face, which does what it
    does when it is used at once.
    """

    face: str
    die: SkillDie | None = None


def die_meant(compiler: Any, op: LayDie | TurnTo, at: str) -> str:
    """The die that an op names, else the one whose text says it, by its address. Raises RulesError for a face that it
    does not have, and where there is no die.
    """
    kind, _, rest = at.partition(".")[0].partition("/")
    die = op.die or (rest.partition("/")[0] if kind in ("die", "icon") else "")
    if not die:
        raise RulesError("only the text of a skill die can leave out which die is meant")
    if op.face not in (faces := compiler.dice[die]):
        raise RulesError(f"the die {die!r} has no face {op.face!r}{close(op.face, faces)}")
    return die


def face_acts(game: Any, unit: Gearloc, die: str, face: str, about: Any) -> None:
    """A face does what it does when it is used at once, if it can be."""
    icon = icons_of(game, unit)[shown(die, face)]
    env = Env(icon.bearer(unit, die), about)
    if icon.at_once and (icon.usable is None or icon.usable(game, env)):
        icon.code.run(game, env)


def make_lay_die(compiler: Any, op: LayDie, at: str) -> Op:
    """Only if it is at hand and a slot is free."""
    die, face, slot = die_meant(compiler, op, at), op.face, op.at

    def act(game: Any, env: Env) -> None:
        unit = game.thing(env.bearer.holder)
        if type(unit) is Gearloc and counters.at_hand(game, unit, die) and counters.room(game, unit, slot):
            changes.place(game, unit, shown(die, face), slot)
            face_acts(game, unit, die, face, env.about)

    return Op(ACT, act, pushes=True)


def make_make_room(compiler: Any, op: MakeRoom, at: str) -> Op:
    """Ask which, if there are several."""
    slot = op.at

    def lists(game: Any, env: Env) -> list[tuple[str, str, Shown]]:
        unit = game.thing(env.bearer.holder)
        if type(unit) is not Gearloc or counters.room(game, unit, slot):
            return []
        return [("clear", slot, die) for die in dict.fromkeys(changes.slots(unit, slot))]

    def takes(game: Any, env: Env, picked: tuple[str, str, Shown]) -> None:
        changes.remove(game, game.thing(env.bearer.holder), picked[2], slot)

    return Op(CHOOSE, lists=lists, takes=takes, word="clear")


def make_turn_to(compiler: Any, op: TurnTo, at: str) -> Op:
    """Only if it lies in a slot."""
    die, face = die_meant(compiler, op, at), op.face

    def act(game: Any, env: Env) -> None:
        unit = game.thing(env.bearer.holder)
        if type(unit) is Gearloc:
            turn_in_slot(game, unit, die, face, env.about)

    return Op(ACT, act, pushes=True)


def turn_in_slot(game: Any, unit: Gearloc, die: str, face: str, about: Any) -> None:
    """A die in a slot shows another face from now on, and that does something."""
    found = counters.lying(unit, die)
    if found is not None:
        changes.turn(game, unit, found[1], face, found[0])
        face_acts(game, unit, die, face, about)


def when_at_hand(compiler: Any, arg: bool | SkillDie) -> Get:
    """This skill die of the holder, or the named one, lies in the Skills Area (or, with false, this one does not)."""

    def holds(game: Any, env: Env) -> bool:
        unit = game.thing(env.bearer.holder)
        die = arg if isinstance(arg, str) else this_die(env)
        return (type(unit) is Gearloc and counters.at_hand(game, unit, die)) is (arg is not False)

    return holds


def value_dex_left(compiler: Any, arg: bool) -> Get:
    """The Dex that the holder can spend on its turn; at the start of it, what it will have. Nothing where it may not
    spend any, or misses its turn, and outside of it.
    """

    def get(game: Any, env: Env) -> int:
        turn, me = env.about, game.thing(env.bearer.holder)
        if type(turn) is not GearlocTurn or turn.unit != env.bearer.holder or turn.over:
            return 0
        if not may_spend_dex(game, me) or refusal(game, "turn.act", me.id) is not None:
            return 0
        return dex_of(game, turn, me) if turn.at == "gain_dex" else turn.left

    return get


CONDITIONS: dict[str, tuple[Any, Any]] = {"at_hand": (bool | SkillDie, when_at_hand)}
VALUES: dict[str, tuple[Any, Any]] = {"dex_left": (bool, value_dex_left)}
OPS: dict[str, tuple[Any, Any]] = {
    "lay_die": (LayDie, make_lay_die),
    "make_room": (MakeRoom, make_make_room),
    "turn_to": (TurnTo, make_turn_to),
}
