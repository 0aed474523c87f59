"""The remembered options are those that would be made anew."""

import pytest

from tests.demo.world import Pawn
from tmb.core.asking import options, ref_id, ref_thing

PAWN = Pawn("fox1")


@pytest.mark.parametrize("word", ["", "step"])
@pytest.mark.parametrize(
    "ref",
    [
        "done",
        "r1",
        0,
        1,
        True,
        PAWN,
        ("step", 1),
        ("step", True),
        ("step", PAWN),
        ("done", ""),
        ("", "done"),
        ("a", "b", ""),
        (PAWN, "x"),
        ("lay", ("left", PAWN)),
        ("lay", ("left", "x")),
        ("lay", ("left", "")),
        ("lay", ("", PAWN)),
        ("lay", (PAWN, "x")),
        ("lay", ("left", "x", PAWN)),
    ],
    ids=str,
)
def test_an_option_is_the_same_remembered_or_not(word: str, ref: object) -> None:
    for _ in range(2):
        [made] = options(word, [ref])
        assert (made.id, made.ref) == (ref_id(word, ref), ref_thing(ref))
