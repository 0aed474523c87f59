"""Ops: chips that a card puts on the mat by itself, past the Battle Queue."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tmb.content.entry import Id, Value, ref
from tmb.effects.env import Env
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.errors import RulesError
from tmb_base import places, reach
from tmb_base.battle.queue import Calling, enters, entrance, has_room, new_baddie


class Place(Struct, forbid_unknown_fields=True):
    """`place`: a thing, or the Tyrant, stands on a free position of the Baddies, of that form if there is one; with a
    lane on one of that lane, the wanted one first. Where none is free it does not come, nor does a thing that counts
    while as many Baddies as may are on the mat. hp: what it has instead of what its chip prints.
    """

    prop: Annotated[str, ref("prop")] | None = None
    lane: int = 0
    form: Literal["melee", "ranged"] = "ranged"
    hp: Value | None = None


class Bring(Struct, forbid_unknown_fields=True):
    """`bring`: a Baddie from the stack of these points comes onto a free position of the field that the party chooses,
    without a Lane Marker and an Ini die, beside those for which there is room (R98).
    """

    points: Literal[1, 5, 20] = 1


class Enter(Struct, forbid_unknown_fields=True):
    """`enter`: a chip of the Tyrant comes onto the mat as one from the Battle Queue does, if there is room. hp: what it
    has instead of what its chip prints.
    """

    follower: Annotated[str, ref("follower")]
    hp: Value | None = None


def make_bring(compiler: Any, op: Bring, at: str) -> Op:
    """Where comes first: nobody knows yet which chip it is."""

    def lists(game: Any, env: Env) -> list[tuple[str, str]]:
        mat, full = reach.mat_of(game), reach.full(game)
        return [("bring", p) for p in mat.names if mat.at[p].zone == "field" and p not in full]

    def takes(game: Any, env: Env, ref: tuple[str, str]) -> None:
        game.push(Calling(str(op.points), 1, "", onto=ref[1]))

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="bring")


def make_enter(compiler: Any, op: Enter, at: str) -> Op:
    """With the first free Lane Marker, at its starting position or where a die says."""
    hp = compiler.value(op.hp) if op.hp is not None else None

    def act(game: Any, env: Env) -> None:
        spot = entrance(game, op.follower)
        if spot is not None:
            enters(game, new_baddie(game, op.follower, hp(game, env) if hp else 0), *spot)

    return Op(ACT, act, pushes=True)


class Obstacle(Struct, forbid_unknown_fields=True):
    """`obstacle`: things that are no units stand on these positions of the mat, as far as they are free. hp: what each
    has instead of what its chip prints.
    """

    prop: Annotated[str, ref("prop")]
    at: Annotated[list[Id], Meta(min_length=1)]
    hp: Value | None = None


TYRANTS = ("tyrant/", "battle/")
"""The addresses of what a Tyrant card says."""


def free_spots(game: Any, lane: int, form: str) -> list[str]:
    """Where it may stand: without a lane any free position of that form, else of the other; with a lane the first free
    one of it, from the wanted position on.
    """
    mat, full = reach.mat_of(game), reach.full(game)
    if not lane:
        rows = [mat.starts["baddies", form], mat.starts["baddies", "melee" if form == "ranged" else "ranged"]]
        return next((free for row in rows if (free := [p for p in row if p not in full])), [])
    own = [p for p in mat.names if mat.at[p].lane == lane]
    wanted = [p for p in own if p in mat.starts["baddies", form]]
    return [p for p in (*wanted, *own) if p not in full][:1]


def make_place(compiler: Any, op: Place, at: str) -> Op:
    """Ask where, if there are several positions. Who has a Lane Marker takes that of its lane; where it is in use the
    first free one. Raises RulesError for the Tyrant anywhere but on its card.
    """
    if not op.prop and not at.startswith(TYRANTS):
        raise RulesError("`place` without a `prop` places the Tyrant: that is for its card")
    hp = compiler.value(op.hp) if op.hp is not None else None

    def lists(game: Any, env: Env) -> list[tuple[str, str]]:
        if op.prop and not has_room(game, op.prop):  # the Tyrant comes even so: without it there is no battle
            return []
        return [("place", p) for p in free_spots(game, op.lane, op.form)]

    def takes(game: Any, env: Env, ref: tuple[str, str]) -> None:
        name = op.prop or game.world.tyrant
        lane = reach.lane_for(game, name, reach.mat_of(game).at[ref[1]].lane)
        enters(game, new_baddie(game, name, hp(game, env) if hp else 0), lane, ref[1])

    return Op(
        CHOOSE,
        lists=lists,
        takes=takes,
        pushes=True,
        word="place",
    )


def make_obstacle(compiler: Any, op: Obstacle, at: str) -> Op:
    """All at once; nothing happens when what is no unit comes (`spots.check` holds cards to that)."""
    hp = compiler.value(op.hp) if op.hp is not None else None

    def act(game: Any, env: Env) -> None:
        for pos in op.at:
            if pos in reach.mat_of(game).bit and pos not in reach.full(game):
                places.enter(game, new_baddie(game, op.prop, hp(game, env) if hp else 0), pos)

    return Op(ACT, act)


OPS: dict[str, tuple[Any, Any]] = {
    "place": (Place, make_place),
    "bring": (Bring, make_bring),
    "enter": (Enter, make_enter),
    "obstacle": (Obstacle, make_obstacle),
}
