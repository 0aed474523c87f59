"""Every shape that TOML has: where its keys, values and tables stand."""

import sys
from pathlib import Path

import pytest

from tests.content.sample import loaded
from tmb.content import files
from tmb.content.files import SourceFile
from tmb.content.spans import Spans

TEXT = """\
top = 1 # a remark
"quoted key" = 'x'
a.b."c.d" = [1, 2.5, "three"]
inline = { x = 1, y.z = { w = true }, list = [{ k = 1 }, { k = 2 }] }
many = [
  # a remark
  1,
  { deep = [
    [7, 8],
  ] }, # another
]
text = \"\"\"
two lines
\"\"\"
"""

TABLES = """\
[plain]
x = 1
[plain.inner."odd name"]
y = 2
[[foe]]
id = "a"
  [[foe.kid]]
  n = 1
    [foe.kid.toy]
    name = "ball"
  [[foe.kid]]
  n = 2
[[foe]]
id = "b"
size.x = 3
size.y = 4
[foe.size.more]
z = 5
[[ foe ]]
   id = "ääß"    # wide letters
   t = { "ö" = 1, s = 2 }
"""


@pytest.mark.parametrize(
    ("path", "at", "place"),
    [
        (("top",), "value", (1, 7)),
        (("top",), "key", (1, 1)),
        (("quoted key",), "value", (2, 16)),
        (("quoted key",), "key", (2, 1)),
        (("a", "b", "c.d"), "value", (3, 13)),
        (("a", "b", "c.d"), "key", (3, 5)),
        (("a", "b", "c.d", 2), "value", (3, 22)),
        (("a", "b"), "value", (3, 3)),
        (("inline",), "value", (4, 10)),
        (("inline",), "table", (4, 10)),
        (("inline", "y", "z", "w"), "value", (4, 31)),
        (("inline", "y", "z"), "table", (4, 25)),
        (("inline", "list", 1, "k"), "value", (4, 64)),
        (("inline", "list", 1), "table", (4, 58)),
        (("many", 0), "value", (7, 3)),
        (("many", 1, "deep", 0, 1), "value", (9, 9)),
        (("text",), "value", (12, 8)),
    ],
)
def test_values(path: tuple[str | int, ...], at: str, place: tuple[int, int]) -> None:
    assert Spans(TEXT).place(path, at) == place


@pytest.mark.parametrize(
    ("path", "at", "place"),
    [
        (("plain",), "table", (1, 1)),
        (("plain",), "key", (1, 2)),
        (("plain", "x"), "value", (2, 5)),
        (("plain", "inner", "odd name", "y"), "value", (4, 5)),
        (("plain", "inner", "odd name"), "key", (3, 14)),
        (("foe",), "key", (5, 3)),
        (("foe", 0), "table", (5, 1)),
        (("foe", 0, "id"), "value", (6, 6)),
        (("foe", 0, "kid", 0, "n"), "value", (8, 7)),
        (("foe", 0, "kid", 0, "toy", "name"), "value", (10, 12)),
        (("foe", 0, "kid", 0, "toy"), "table", (9, 5)),
        (("foe", 0, "kid", 1), "table", (11, 3)),
        (("foe", 0, "kid", 1, "n"), "value", (12, 7)),
        (("foe", 1), "table", (13, 1)),
        (("foe", 1, "size", "y"), "value", (16, 10)),
        (("foe", 1, "size", "y"), "key", (16, 6)),
        (("foe", 1, "size"), "table", (15, 1)),
        (("foe", 1, "size", "more", "z"), "value", (18, 5)),
        (("foe", 2, "id"), "value", (20, 9)),
        (("foe", 2, "t", "ö"), "value", (21, 16)),
        (("foe", 2, "t", "s"), "key", (21, 19)),
    ],
)
def test_tables(path: tuple[str | int, ...], at: str, place: tuple[int, int]) -> None:
    assert Spans(TABLES).place(path, at) == place


def test_what_is_not_there_is_shown_at_the_nearest_thing_around_it() -> None:
    spans = Spans(TABLES)
    assert spans.place(("foe", 0, "kid", 1, "no", "such"), "value") == (11, 3)
    assert spans.place(("nowhere",), "key") is None


def test_columns_count_letters_and_not_bytes() -> None:
    assert Spans('x = ["ää", "ß", 3]\n').place(("x", 2)) == (1, 17)
    assert Spans('x = ["\U0001f41d", 3]\n').place(("x", 1)) == (1, 11)


def test_keys_are_read_with_their_escapes() -> None:
    spans = Spans('"a\\u0062" = 1\n\'a"c\' = 2\n"" = 3\n')
    assert [spans.place((key,)) for key in ("ab", 'a"c', "")] == [(1, 13), (2, 9), (3, 6)]


def test_line_ends_of_the_other_sort_change_nothing() -> None:
    file = SourceFile("a/b.toml", TABLES.replace("\n", "\r\n").encode())
    assert file.problems == []
    assert file.place(("foe", 2, "t", "s"), "key") == (21, 19)


def test_without_the_parser_places_are_those_of_the_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tmb.content.spans")
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    file = SourceFile("a/b.toml", TABLES.encode())
    assert file.place(("foe", 1, "size", "y")) == (13, 1)
    assert file.place(("foe", 2, "t")) == (19, 1)
    assert file.place(("foe", 9)) == (1, 1)
    assert file.place(("plain", "x")) == (1, 1)


def test_sound_packs_need_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    packs = Path(__file__).parent / "packs"
    monkeypatch.setitem(sys.modules, "tmb.content.spans", None)
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    assert loaded(packs / "meadow", packs / "marsh").entries("foe")


def test_a_file_is_parsed_when_it_is_first_asked_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    real = files.tomli.loads
    monkeypatch.setattr(files.tomli, "loads", lambda text: (calls.append(text), real(text))[1])
    file = SourceFile("p/a.toml", b"a = 1\r\n")
    assert (file.raw, calls) == (b"a = 1\n", [])
    assert (file.doc, file.problems, file.doc) == ({"a": 1}, [], {"a": 1})
    assert calls == ["a = 1\n"]
