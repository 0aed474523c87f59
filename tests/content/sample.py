"""A small made-up game for the tests: its kinds of entries, its vocabularies and its names."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, field

from tmb.content.entry import Condition, Entry, Program, Selector, Value, name_of, ref
from tmb.content.kinds import Kind, Vocabulary
from tmb.content.load import Content, Link, check, load
from tmb.content.problem import Problem

SkillRef = Annotated[str, ref("skill")]
WindowName = Annotated[str, name_of("window")]


class Closed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table whose keys are all known."""


class Coins(Closed, tag_field="kind", tag="coins"):
    number: Annotated[int, Meta(gt=0)]


class Gift(Closed, tag_field="kind", tag="gift"):
    skill: SkillRef


class Foe(Entry, frozen=True, kw_only=True):
    hp: Annotated[int, Meta(ge=1)]
    ini: Annotated[int, Meta(ge=1, le=9)] = 1
    form: Literal["melee", "ranged"] = "melee"
    awake: bool = True
    weight: float = 1.0
    size: tuple[int, int] = (1, 1)
    code: Annotated[str, Meta(pattern=r"^[A-Z]{2}$")] = "AA"
    skills: Annotated[list[SkillRef], Meta(max_length=3)] = []
    faces: dict[int, SkillRef] = {}
    leader: Annotated[str, ref("foe")] | None = None
    reward: Coins | Gift | None = None


class When(Closed):
    window: WindowName
    condition: Condition | None = field(name="if", default=None)


class Skill(Entry, frozen=True, kw_only=True):
    when: When | None = None
    do: Program = []
    to: Selector = "self"
    amount: Value = 0


class Choice(Closed):
    label: str
    do: Program = []


class Scene(Entry, frozen=True, kw_only=True):
    choice: list[Choice]
    day: Annotated[int, Meta(ge=1, le=10)] | Literal["any"] = "any"


class Deal(Closed):
    n: Value
    to: Selector = "target"


class Each(Closed):
    of: Selector
    do: Program


class Grant(Struct, tag_field="op", tag="grant"):
    skill: SkillRef
    window: WindowName | None = None


class Fork(Closed):
    condition: Condition = field(name="if")
    then: Program
    otherwise: Program = field(name="else", default_factory=list)


KINDS = [
    Kind("foe", "foes", Foe),
    Kind("skill", "skills", Skill, parse_ref=lambda written: parse_skill(written)),
    Kind("scene", "scenes", Scene),
]

VOCABULARIES = {
    "op": Vocabulary("op", "op", {"deal": Deal, "each": Each, "grant": Grant, "test": Fork}, None),
    "condition": Vocabulary(
        "condition",
        None,
        {
            "more": tuple[Value, Value],
            "all": list[Condition],
            "not": Condition,
            "has": SkillRef,
            "awake": bool,
            "open": WindowName,
        },
        None,
    ),
    "value": Vocabulary("value", None, {"count": Selector, "twice": Value}, lambda text: text.startswith("$")),
    "selector": Vocabulary(
        "selector",
        None,
        {"near": Selector, "named": Annotated[str, ref("foe")], "within": Annotated[int, Meta(ge=1)]},
        lambda text: text in ("self", "target"),
        hints=("self", "target"),
    ),
}

NAMES = {"window": ["turn.start", "turn.end", "damage.before"]}


def parse_skill(written: str) -> str:
    """Take the number off "poison 1"."""
    name, _, number = written.partition(" ")
    if number and not number.isdigit():
        raise ValueError(f'"{number}" is no number')
    return name


def look(*packs: Path, links: Sequence[Link] = (), engine: str = "") -> tuple[Content | None, list[Problem]]:
    """Check packs of the made-up game."""
    return check(packs, KINDS, VOCABULARIES, NAMES, links, engine)


def loaded(*packs: Path, **more: Any) -> Content:
    """Load packs of the made-up game."""
    return load(packs, KINDS, VOCABULARIES, NAMES, **more)


def said(problems: list[Problem]) -> list[str]:
    """Return problems as their lines."""
    return [str(problem) for problem in problems]


def write(root: Path, files: dict[str, str]) -> list[Path]:
    """Write files "pack/folder/name.toml" below `root`, with a manifest where none is given; return the packs."""
    packs = sorted({name.split("/")[0] for name in files})
    for pack in packs:
        manifest = f'id = "{pack}"\nversion = "1.0"\nname = "{pack}"\n'
        files.setdefault(f"{pack}/pack.toml", manifest)
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="\n")
    return [root / pack for pack in packs]


def forbid(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make a folder one that nobody may look into, whoever runs the tests."""
    for name in ("listdir", "scandir"):
        look: Callable[[Any], Any] = getattr(os, name)

        def refused(path: Any = ".", look: Callable[[Any], Any] = look) -> Any:
            if Path(path) == folder:
                raise PermissionError(13, "Permission denied", os.fspath(path))
            return look(path)

        monkeypatch.setattr(os, name, refused)
