"""Words that nobody knows, or that stand where a table should: what is known, and how it is written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct

from tests.content.sample import KINDS, NAMES, VOCABULARIES, said, write
from tmb.content.entry import Selector, Value, name_of
from tmb.content.findings import Known, Run
from tmb.content.ids import Ids
from tmb.content.kinds import Vocabulary
from tmb.content.load import check
from tmb.content.plans import AnyPlan
from tmb.content.problem import article, did_you_mean
from tmb.content.tables import ListPlan
from tmb.content.typed import Types


class Of(Struct):
    name: Annotated[str, name_of("window")]
    to: Selector
    begin: Value = 0


MANY = {f"word-{n}": int for n in range(1, 30)}


def problems(root: Path, line: str, **words: Mapping[str, Any]) -> list[str]:
    """What is wrong with a skill of this line, where the vocabularies have these further words."""
    known = {
        name: Vocabulary(v.name, v.tag, {**v.words, **words.get(name, {})}, v.bare, v.hints)
        for name, v in VOCABULARIES.items()
    }
    text = f'[[skill]]\nid = "x"\n{line}\nsource = {{ status = "standin", where = "ours" }}\n'
    return said(check(write(root, {"a/skills/a.toml": text}), KINDS, known, NAMES)[1])


@pytest.mark.parametrize(
    ("line", "place", "what"),
    [
        ('to = "zzz"', "3:6", "selector"),
        ("to = { zzz = 1 }", "3:8", "selector"),
        ('amount = "zzz"', "3:10", "value"),
        ("do = [{ op = 'zzz' }]", "3:14", "op"),
        ('do = [{ op = "test", if = { zzz = 1 }, then = [] }]', "3:29", "condition"),
    ],
)
def test_all_known_words_are_listed_however_many_they_are(tmp_path: Path, line: str, place: str, what: str) -> None:
    (told,) = problems(tmp_path, line, **{what: MANY})
    assert told.startswith(f'a/skills/a.toml:{place}: unknown {what} "zzz"; known here: ')
    assert told.count("word-") == len(MANY)


def test_all_known_names_are_listed(tmp_path: Path) -> None:
    names = {"window": [f"moment-{n}" for n in range(30)]}
    text = '[[skill]]\nid = "x"\nwhen = { window = "zzz" }\nsource = { status = "standin", where = "ours" }\n'
    (told,) = said(check(write(tmp_path, {"a/skills/a.toml": text}), KINDS, VOCABULARIES, names)[1])
    assert told.count("moment-") == 30


@pytest.mark.parametrize(
    ("line", "sample"),
    [
        ('to = "near"', '3:6: to: "near" wants a table: { near = "self" }'),
        ('to = "named"', '3:6: to: "named" wants a table: { named = "FOE" }'),
        ('to = "within"', '3:6: to: "within" wants a table: { within = 1 }'),
        ('amount = "count"', '3:10: amount: "count" wants a table: { count = "self" }'),
        ('amount = "twice"', '3:10: amount: "twice" wants a table: { twice = 1 }'),
        ('amount = "sum"', '3:10: amount: "sum" wants a table: { sum = [1, 1] }'),
        ('amount = "stat"', '3:10: amount: "stat" wants a table: { stat = "atk" }'),
        ('amount = "flag"', '3:10: amount: "flag" wants a table: { flag = true }'),
        ('amount = "of"', '3:10: amount: "of" wants a table: { of = { name = "WINDOW", to = "self" } }'),
        ('amount = "text"', '3:10: amount: "text" wants a table: { text = ... }'),
    ],
)
def test_a_word_that_wants_a_table_shows_one(tmp_path: Path, line: str, sample: str) -> None:
    more = {"sum": list[Value], "stat": Literal["dex", "atk"], "flag": bool, "of": Of, "text": str}
    assert problems(tmp_path, line, value=more) == [f"a/skills/a.toml:{sample}"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            'amount = "target"',
            '10: unknown value "target"; it is a selector, which some words here take: { count = "target" }',
        ),
        ('amount = { near = "self" }', '12: unknown value "near"; it is a selector; known here: count, twice'),
        ('to = { count = "self" }', '8: unknown selector "count"; it is a value; known here: named, near, within'),
        ('amount = "-2"', '10: amount: "-2" is text; write the number without quotes'),
        ('to = "2"', '6: unknown selector "2"; known here: named, near, self, target, within'),
    ],
)
def test_a_word_of_another_sort_is_told_so(tmp_path: Path, line: str, told: str) -> None:
    assert problems(tmp_path, line) == [f"a/skills/a.toml:3:{told}"]


def test_a_name_that_is_declared_twice_is_listed_once() -> None:
    assert did_you_mean("zzz", ["side", "field", "side"]) == "; known here: field, side"


@pytest.mark.parametrize(("noun", "told"), [("ally", "an ally"), ("skill", "a skill"), ("encounter", "an encounter")])
def test_a_kind_has_its_article(noun: str, told: str) -> None:
    assert article(noun) == told


@pytest.mark.parametrize(
    ("low", "high", "told"), [(1, None, "1 or more"), (None, 3, "up to 3"), (1, 3, "1 to 3"), (2, 2, "2")]
)
def test_how_long_a_list_is_to_be(low: int | None, high: int | None, told: str) -> None:
    run = Run(Known(Types(), {}, {}, Ids([])))
    ListPlan(AnyPlan(), low, high).walk([1] * (4 if high else 0), ("locks",), run, False)
    assert [f.message for f in run.found] == [f"locks: expected a list of {told}, got {4 if high else 0}"]
