"""Complaints about data that fits no type name the place, what is there and what may be, in words."""

from __future__ import annotations

import enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from tmb.core.plainly import misfit


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Inner(Struct, forbid_unknown_fields=True):
    sort: Literal["wet", "dry"] = "dry"
    need: int | None = None


class Whole(Struct, kw_only=True):
    must: int = 0
    some: Annotated[list[str], Meta(min_length=1, max_length=2)] = []
    n: Annotated[int, Meta(ge=0, le=9)] = 0
    inner: Inner | None = None
    inners: list[Inner] = []
    text: Annotated[str, Meta(max_length=3)] = ""
    yes: bool = False
    by_name: dict[str, Colour] = {}


class Required(Struct):
    x: int


@pytest.mark.parametrize(
    ("given", "where", "says"),
    [
        ({"some": []}, "/some", "at least 1 entry wanted"),
        ({"some": ["a"] * 3}, "/some", "at most 2 entries wanted"),
        ({"some": ["a", 1]}, "/some/1", "a string is wanted, not a whole number"),
        ({"some": "a"}, "/some", "a list is wanted, not a string"),
        ({"n": -1}, "/n", "at least 0 is wanted, not -1"),
        ({"n": 10}, "/n", "at most 9 is wanted, not 10"),
        ({"n": "x"}, "/n", "a whole number is wanted, not a string"),
        ({"n": 1.5}, "/n", "a whole number is wanted, not a number"),
        ({"n": True}, "/n", "a whole number is wanted, not true"),
        ({"text": "long"}, "/text", "at most 3 characters wanted"),
        ({"yes": 1}, "/yes", "true or false is wanted, not a whole number"),
        ({"inner": {"sort": "wett"}}, "/inner/sort", "'wett' is none of dry, wet; did you mean \"wet\"?"),
        ({"inners": [{}, {"sort": "?"}]}, "/inners/1/sort", "'?' is none of dry, wet"),
        ({"by_name": {"a": "green"}}, "/by_name", "'green' is none of red, blue"),
        ({"inner": {"q": 1}}, "/inner", "unknown field 'q'"),
        ({"inner": {"need": "x"}}, "/inner/need", "a whole number or null is wanted, not a string"),
    ],
)
def test_it_is_told(given: dict[str, Any], where: str, says: str) -> None:
    with pytest.raises(msgspec.ValidationError) as e:
        msgspec.convert(given, Whole)
    found = misfit(e.value, Whole, given)
    assert (found.where, found.message) == (where, says)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(msgspec.ValidationError) as e:
        msgspec.convert({}, Required)
    assert misfit(e.value, Required, {}).message == "the field 'x' is missing"
