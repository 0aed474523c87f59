"""Clones: generated from the Structs' own fields, equal to the way through bytes, sharing nothing that can change."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

import msgspec
import pytest
from msgspec import Struct, field

from tests.core.tiny import Main, card, ids, log, note, pick, play, tiny
from tmb.core.copier import copier
from tmb.core.flow import flow, opens

T = TypeVar("T")


class Leaf(Struct):
    n: int = 0
    tags: list[str] = []


class Ice(Struct, frozen=True):
    n: int = 0


class Red(Struct, tag="red"):
    ns: dict[str, int] = {}


class Blue(Struct, tag="blue"):
    leaf: Leaf = field(default_factory=Leaf)


class Tree(Struct, Generic[T]):
    leaf: Leaf
    rows: list[list[int]]
    by: dict[str, dict[str, Leaf]]
    one: Red | Blue
    some: list[Red | Blue]
    maybe: Leaf | None
    noted: Annotated[list[int], "noted"]
    part: T
    ice: Ice = Ice()
    pair: tuple[int, str] = (1, "x")
    children: list[Tree[T]] = []


def tree() -> Tree[Red]:
    inner = Tree(Leaf(), [], {}, Red(), [], None, [], Red({"i": 1}))
    return Tree(
        Leaf(1, ["x"]),
        [[1], [2, 3]],
        {"a": {"b": Leaf(2, ["y"])}},
        Blue(Leaf(3, ["z"])),
        [Red({"k": 1}), Blue()],
        Leaf(4),
        [5],
        Red({"p": 6}),
        children=[inner],
    )


def mutables(thing: Any) -> list[int]:
    """The addresses of everything in here that can change."""
    if isinstance(thing, list):
        return [id(thing), *(i for x in thing for i in mutables(x))]
    if isinstance(thing, dict):
        return [id(thing), *(i for x in thing.values() for i in mutables(x))]
    if isinstance(thing, Struct) and not thing.__struct_config__.frozen:
        return [id(thing), *(i for f in thing.__struct_fields__ for i in mutables(getattr(thing, f)))]
    return []


def test_a_copy_is_equal_to_the_way_through_bytes_and_shares_nothing_that_can_change() -> None:
    made = tree()
    twin = copier(Tree, {T: Red})(made)
    there = msgspec.msgpack.decode(msgspec.msgpack.encode(made), type=Tree[Red])
    assert msgspec.msgpack.encode(twin) == msgspec.msgpack.encode(made) == msgspec.msgpack.encode(there)
    assert len(mutables(made)) == len(mutables(twin)) > 20
    assert not {*mutables(made)} & {*mutables(twin)}
    assert twin.ice is made.ice


def test_nothing_stays_nothing() -> None:
    made = tree()
    made.maybe = None
    assert copier(Tree, {T: Red})(made).maybe is None


class Bag(Struct):
    things: set[str]


class Row(Struct):
    things: tuple[list[int], ...]


class Mixed(Struct):
    things: list[int] | dict[str, int]


class Loose(Struct):
    things: Any


class Half(Struct):
    things: Red | Ice


class Word(Struct):
    things: str | list[str]


@pytest.mark.parametrize("kind", [Bag, Row, Mixed, Loose, Half, Word])
def test_what_cannot_be_copied_is_told_when_the_copier_is_made(kind) -> None:
    with pytest.raises(TypeError, match=rf"{kind.__name__}\.things: .* cannot be copied"):
        copier(kind)


def test_a_clone_of_a_game_goes_on_by_itself() -> None:
    made = flow(Main, opens("bell"), note("after"))
    game = play(tiny(made, sheets=[card("ring", "bell")], cards=["r a ring", "s a ring", "t a ring"]))
    twin = game.clone()
    before = game.rules.codec("tiny").pack(game.state)
    assert (ids(twin), twin.events) == (ids(game), None)
    assert log(pick(pick(twin, "t"), "r")) == "t r s after"
    assert (game.rules.codec("tiny").pack(game.state), ids(game)) == (before, ["r", "s", "t"])
    assert not {*mutables(game.state)} & {*mutables(twin.state)}


def test_a_clone_of_a_finished_game_is_finished() -> None:
    twin = play(tiny(flow(Main, note("x")))).clone()
    assert (twin.ask, log(twin)) == (None, "x")
