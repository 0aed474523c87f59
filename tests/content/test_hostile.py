"""Whatever is in the files: problems, never a crash; and more of them are not more work each."""

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.content.sample import KINDS, NAMES, VOCABULARIES, loaded, look, said, write
from tmb.content.entry import Entry, name_of, ref
from tmb.content.kinds import Kind
from tmb.content.load import check
from tmb.errors import RulesError

T = TypeVar("T")
WORDS = [
    *(
        "id",
        "hp",
        "skills",
        "faces",
        "reward",
        "kind",
        "number",
        "do",
        "op",
        "deal",
        "each",
        "grant",
        "test",
        "n",
        "to",
    ),
    *("when", "window", "if", "all", "not", "more", "has", "count", "near", "named", "choice", "label", "source", "x"),
    *("patch", "replace", "status", "where", "self", "$n", "coins", "a:foe/b", "turn.end", "", 'ä"\\'),
]
leaves = st.one_of(st.integers(-3, 12), st.booleans(), st.floats(allow_nan=False), st.sampled_from(WORDS))
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=25,
)
tables = st.dictionaries(st.sampled_from(WORDS), values, max_size=8)


def toml(value: Any) -> str:
    """Write a value as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value).lower() if isinstance(value, bool | int) else "inf" if value > 1e300 else f"{value:.3f}"


def checked(files: dict[str, bytes]) -> list[str]:
    """Check a pack of these files and return its problems."""
    with TemporaryDirectory() as folder:
        packs = write(Path(folder), {"a/skills/none.toml": ""})
        for name, raw in files.items():
            (packs[0] / name).parent.mkdir(exist_ok=True)
            (packs[0] / name).write_bytes(raw)
        content, problems = look(*packs)
        assert (content is None) == bool(problems)
        assert folder not in "".join(said(problems))
        assert all(p.line >= 1 and p.column >= 1 and p.message and p.code for p in problems)
        return said(problems)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(KINDS), st.lists(tables, min_size=1, max_size=3))
def test_random_tables_are_refused_and_never_crash(kind: Kind, junk: list[dict[str, Any]]) -> None:
    text = "".join(f"[[{kind.name}]]\n" + "".join(f"{toml(k)} = {toml(v)}\n" for k, v in t.items()) for t in junk)
    assert checked({f"{kind.folder}/a.toml": text.encode()})


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet="[]{}=\"\n.,#ab1\\' ", max_size=60).map(str.encode))
def test_random_bytes_never_crash(raw: bytes) -> None:
    checked({"foes/a.toml": raw, "pack.toml": raw})


def skill(lines: str) -> str:
    return f'[[skill]]\nid = "poison"\n{lines}\nsource = {{ status = "standin", where = "ours" }}\n'


def test_endless_nesting_is_a_problem(tmp_path: Path) -> None:
    deep = ".".join(["twice"] * 900)
    packs = write(tmp_path, {"a/skills/a.toml": skill(f"amount.{deep} = 1"), "a/skills/b.toml": "[[skil]]\n"})
    _, problems = look(*packs)
    assert said(problems) == [
        "a/skills/a.toml:1:1: tables or lists are nested too deeply",
        'a/skills/b.toml:1:3: unknown kind "skil"; did you mean "skill"?',
    ]


def test_a_huge_file_is_a_problem(tmp_path: Path) -> None:
    packs = write(tmp_path, {"a/skills/a.toml": "#" * (1 << 20) + "\n"})
    _, problems = look(*packs)
    assert said(problems) == ["a/skills/a.toml:1:1: the file has more than 1 MiB; split it"]


def test_a_long_word_is_cut_in_the_message(tmp_path: Path) -> None:
    packs = write(tmp_path, {"a/skills/a.toml": skill(f'to = "{"x" * 5000}\\n"')})
    _, problems = look(*packs)
    assert said(problems) == [
        f'a/skills/a.toml:3:6: unknown selector "{"x" * 57}..."; known here: named, near, self, target, within'
    ]


class Loose(Entry, frozen=True, kw_only=True):
    to: Annotated[str, ref("feo")] = ""
    at: Annotated[str, name_of("windwo")] = ""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('to = "x"', 'no kind "feo" was declared; known here: loose'),
        ('at = "x"', 'uses names of "windwo", which were not declared'),
    ],
)
def test_a_declaration_that_is_wrong_is_the_fault_of_the_plugin(tmp_path: Path, line: str, message: str) -> None:
    text = skill(line).replace("skill", "loose")
    packs = write(tmp_path, {"a/loose/a.toml": text})
    with pytest.raises(RulesError, match=message):
        check(packs, [Kind("loose", "loose", Loose)], VOCABULARIES, NAMES)


def test_ten_times_as_many_entries_are_no_more_than_ten_times_the_work(tmp_path: Path) -> None:
    """Counted in calls, which are the same on every machine."""
    source = 'source = {{ status = "standin", where = "x" }}\n'
    foe = '[[foe]]\nid = "f-{0}"\nname = "Foe"\nhp = 3\nskills = ["s-{0} 1"]\n' + source
    op = '{ op = "each", of = { near = "self" }, do = [{ op = "deal", n = { count = "self" } }] }'
    text = '[[skill]]\nid = "s-{0}"\ndo = [{1}, {1}]\n' + source

    def work(times: int) -> int:
        files = {f"a/foes/{n}.toml": "".join(foe.format(f"{n}-{i}") for i in range(20)) for n in range(times)}
        files |= {f"a/skills/{n}.toml": "".join(text.format(f"{n}-{i}", op) for i in range(20)) for n in range(times)}
        packs = write(tmp_path / str(times), files)
        loaded(*packs)
        calls, content = calls_of(lambda: loaded(*packs))
        assert len(content.entries("foe")) == len(content.entries("skill")) == 20 * times
        return calls

    once = work(1)
    assert once < 40 * CALLS_AN_ENTRY
    assert work(10) <= 10 * once


CALLS_AN_ENTRY = 400
"""Between two and three times the calls of Python functions that an entry like those takes."""


def calls_of(do: Callable[[], T]) -> tuple[int, T]:
    """How many calls of Python functions something takes, and what it gives."""
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        made = do()
    finally:
        sys.setprofile(before)
    return calls, made
