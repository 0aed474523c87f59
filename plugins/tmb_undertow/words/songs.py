"""Songs: dice that are played without a roll and go on by sections (Undertow rulebook, Live Battle; R93, R94)."""

from typing import Any

from msgspec import Struct

from tmb.effects.env import Env, Get
from tmb.effects.program import CHOOSE, Op
from tmb.errors import RulesError, close
from tmb_base import changes, counters
from tmb_base.words.mat import this_die
from tmb_base.words.slots import turn_in_slot
from tmb_base.world import Gearloc, Shown, shown

FOCUS, USED = "luitar", "focus-used"
"""The marks of a Gearloc: its Focus, and what it has used of it this turn."""
ADVANCE, VAMP, END = "advance", "vamp", "end"


class Song(Struct, forbid_unknown_fields=True):
    """`song`: the song in a slot whose face says this is turned to its next section, or to its Vamp, which uses 1
    Focus; or it ends, and its die is exhausted. Without `next` it is at its last section.
    """

    next: str = ""
    vamp: str = ""


def focus_left(game: Any, unit: Any) -> int:
    """The Focus that a Gearloc has not used yet this turn."""
    return max(0, int(unit.marks.get(FOCUS, 0) - unit.marks.get(USED, 0)))


def make_song(compiler: Any, op: Song, at: str) -> Op:
    """Ask how it goes on. Raises RulesError outside of a face, and for faces that the die does not have."""
    kind, _, rest = at.partition(".")[0].partition("/")
    if kind != "icon":
        raise RulesError("`song` is for a face of a die that lies in a slot")
    faces = compiler.dice[rest.partition("/")[0]]
    if bad := [face for face in (op.next, op.vamp) if face and face not in faces]:
        raise RulesError(f"the die has no face {bad[0]!r}{close(bad[0], faces)}")

    def lists(game: Any, env: Env) -> list[tuple[str, Shown | str]]:
        unit, die = game.thing(env.bearer.holder), this_die(env)
        found = counters.lying(unit, die) if type(unit) is Gearloc else None
        if found is None:
            return []
        ways = [(ADVANCE, op.next)] if op.next else []
        ways += [(VAMP, op.vamp)] if op.vamp and focus_left(game, unit) else []
        return [*[(way, shown(die, face)) for way, face in ways], (END, die)]

    def takes(game: Any, env: Env, ref: tuple[str, Shown | str]) -> None:
        unit, (way, to) = game.thing(env.bearer.holder), ref
        if way == VAMP:
            game.mark(unit, USED, unit.marks.get(USED, 0) + 1)
        if isinstance(to, Shown):
            turn_in_slot(game, unit, to.die, to.face, env.about)
        elif (found := counters.lying(unit, to)) is not None:
            changes.remove(game, unit, found[1], found[0])

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="song")


def value_focus(compiler: Any, arg: bool) -> Get:
    """The Focus that the holder has not used yet this turn."""
    return lambda game, env: focus_left(game, game.thing(env.bearer.holder))


OPS: dict[str, tuple[Any, Any]] = {"song": (Song, make_song)}
VALUES: dict[str, tuple[Any, Any]] = {"focus": (bool, value_focus)}
