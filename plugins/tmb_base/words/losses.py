"""Ops: what a Gearloc loses for the rest of a battle: a stat, a skill die."""

from typing import Any, Literal

from msgspec import Struct, field

from tmb.content.entry import Selector
from tmb.core.flow import choice, flow
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.effects.words import one
from tmb_base import changes
from tmb_base.seats import mine
from tmb_base.turns.common import unit_on_mat
from tmb_base.words.units import units_of
from tmb_base.world import Gearloc

Stat = Literal["dex", "atk", "def", "hp"]


class Lower(Struct, forbid_unknown_fields=True):
    """`lower`: one stat of a Gearloc is 1 lower for the rest of the battle; which one of them is chosen."""

    of: Selector = "target"
    stats: list[Stat] = field(default_factory=lambda: ["dex", "atk", "def", "hp"])


class ExhaustSkill(Struct, forbid_unknown_fields=True):
    """`exhaust_skill`: a Gearloc exhausts one of its ready skill dice; its player says which."""

    of: Selector = "target"


class Exhausting(Frame):
    """A Gearloc has to exhaust a skill die."""

    unit: str


@choice("exhaust", seat=mine)
def which_die(game: Any, frame: Exhausting, me: Gearloc) -> list[str]:
    """Those in its Skills Area."""
    return ready_skills(game, me)


def ready_skills(game: Any, me: Gearloc) -> list[str]:
    """Skill dice in its Skills Area; consumables and counters are no skill dice of that kind."""
    kinds = game.rules.tables["skill_dice"]
    away = [*[d.die for d in me.active], *[d.die for d in me.locked], *[b.die for b in me.bones], *me.exhausted]
    return [d for d in me.skills if d not in away and kinds[d].sort == "skill"]


@which_die.taken
def die_exhausted(game: Any, frame: Exhausting, me: Gearloc, die: str) -> None:
    """It is out for this battle."""
    changes.exhaust(game, me, die)


EXHAUSTING = flow(
    Exhausting, which_die, subject=unit_on_mat, cite="Undertow rulebook, Live Battle; Exhausted Dice Area"
)


def when_ready_skill(compiler: Any, arg: bool) -> Get:
    """The holder has a skill die that `exhaust_skill` could exhaust (or, with false, it has none)."""

    def holds(game: Any, env: Env) -> bool:
        me = game.thing(env.bearer.holder)
        return (type(me) is Gearloc and bool(ready_skills(game, me))) is arg

    return holds


def stats_left(unit: Any, stats: list[Stat]) -> list[tuple[str, str]]:
    """The stats that can still be lowered: of HP the last one stays."""
    if type(unit) is not Gearloc or not unit.pos:
        return []
    have = {
        "dex": unit.dex - unit.marks.get("dex-out", 0),
        "atk": unit.atk - unit.marks.get("atk-out", 0),
        "def": unit.dfn - unit.marks.get("def-out", 0),
        "hp": unit.most - 1,
    }
    return [("lower", stat) for stat in stats if have[stat] > 0]


def make_lower(compiler: Any, op: Lower, at: str) -> Op:
    """Ask which, where there are several."""
    of, stats = units_of(compiler, op.of), op.stats

    def takes(game: Any, env: Env, ref: tuple[str, str]) -> None:
        changes.lower_stat(game, one(game, env, of), ref[1], env.bearer.id)

    return Op(
        CHOOSE,
        lists=lambda game, env: stats_left(one(game, env, of), stats),
        takes=takes,
        pushes=True,
        word="lower",
    )


def make_exhaust_skill(compiler: Any, op: ExhaustSkill, at: str) -> Op:
    """Ask its player."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, of)
        if type(unit) is Gearloc and unit.pos:
            game.push(Exhausting(unit.id))

    return Op(ACT, act, pushes=True)


CONDITIONS: dict[str, tuple[Any, Any]] = {"ready_skill": (bool, when_ready_skill)}
OPS: dict[str, tuple[Any, Any]] = {
    "lower": (Lower, make_lower),
    "exhaust_skill": (ExhaustSkill, make_exhaust_skill),
}
FLOWS = (EXHAUSTING,)
