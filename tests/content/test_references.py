"""What a short id means: in the pack that writes it, and to everybody else."""

from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Struct

from tests.content.sample import KINDS, NAMES, VOCABULARIES, Foe, Skill, loaded, look, said, write
from tmb.content.entry import Entry, Program, name_of
from tmb.content.kinds import Kind, Vocabulary
from tmb.content.load import load

SOURCE = 'source = { status = "standin", where = "ours" }\n'
STING = f'[[skill]]\nid = "sting"\n{SOURCE}'


def foe(lines: str, verb: str = 'id = "wasp"') -> str:
    return f"[[foe]]\n{verb}\n{lines}\n{SOURCE}"


def needs(pack: str, *others: str) -> str:
    wanted = ", ".join(f'{other} = ""' for other in others)
    return f'id = "{pack}"\nversion = "1"\nname = "{pack}"\nrequires = {{ {wanted} }}\n'


@pytest.fixture
def three(tmp_path: Path) -> list[Path]:
    """`base` and a fan's pack, which both have a sting, and a pack of another fan."""
    return write(
        tmp_path,
        {
            "base/skills/a.toml": STING,
            "base/foes/a.toml": foe('hp = 1\nskills = ["sting 2"]\nfaces = { 3 = "sting" }'),
            "fan/pack.toml": needs("fan", "base"),
            "fan/skills/a.toml": STING,
            "fan/foes/a.toml": foe('hp = 1\nskills = ["sting 4"]', 'id = "hornet"'),
            "other/pack.toml": needs("other", "base"),
            "other/foes/a.toml": foe('hp = 1\nskills = ["sting 5"]', 'id = "gnat"'),
        },
    )


def test_a_pack_means_its_own_entry_then_that_of_a_pack_it_requires(three: list[Path]) -> None:
    content = loaded(*three)
    skills = {full: foe.skills for full, foe in content.entries("foe").items() if isinstance(foe, Foe)}
    assert skills == {
        "base:foe/wasp": ["base:skill/sting 2"],
        "fan:foe/hornet": ["fan:skill/sting 4"],
        "other:foe/gnat": ["base:skill/sting 5"],
    }
    wasp = content.get("foe", "wasp")
    assert isinstance(wasp, Foe)
    assert wasp.faces == {3: "base:skill/sting"}


def test_a_reference_is_found_for_the_pack_that_wrote_it(three: list[Path]) -> None:
    content = loaded(*three)
    assert content.full("skill", "sting 2", within="base") == "base:skill/sting"
    assert content.full("skill", "sting", within="fan") == "fan:skill/sting"
    assert content.full("skill", "sting", within="other") == "base:skill/sting"
    assert content.get("skill", "sting", within="fan") is content.entry("fan:skill/sting")
    assert content.brief("fan:skill/sting") == "fan:skill/sting"
    assert content.brief("fan:foe/hornet") == "hornet"
    for within in ("", "nobody"):
        with pytest.raises(LookupError, match="ambiguous: base:skill/sting or fan:skill/sting"):
            content.full("skill", "sting", within=within)


def test_what_is_required_by_what_is_required_counts_too(tmp_path: Path) -> None:
    files = {"a/skills/a.toml": STING, "b/pack.toml": needs("b", "a"), "c/pack.toml": needs("c", "b")}
    files |= {"c/foes/a.toml": foe('hp = 1\nskills = ["sting"]'), "d/skills/a.toml": STING}
    content = loaded(*write(tmp_path, files))
    assert content.full("skill", "sting", within="c") == "a:skill/sting"
    wasp = content.get("foe", "wasp")
    assert isinstance(wasp, Foe)
    assert wasp.skills == ["a:skill/sting"]


def test_two_required_packs_leave_it_open(tmp_path: Path) -> None:
    files = {"a/skills/a.toml": STING, "b/skills/a.toml": STING, "c/pack.toml": needs("c", "a", "b")}
    _, problems = look(*write(tmp_path, files | {"c/foes/a.toml": foe('hp = 1\nskills = ["sting"]')}))
    assert said(problems) == ["c/foes/a.toml:4:11: ambiguous: a:skill/sting or b:skill/sting"]


def test_a_full_id_of_the_only_entry_is_kept_as_its_short_one(tmp_path: Path) -> None:
    files = {"a/skills/a.toml": STING, "a/foes/a.toml": foe('hp = 1\nskills = ["a:skill/sting 7"]')}
    wasp = loaded(*write(tmp_path, files)).get("foe", "wasp")
    assert isinstance(wasp, Foe)
    assert wasp.skills == ["sting 7"]


def test_a_patch_means_its_own_packs_entries_and_leaves_the_others_be(three: list[Path]) -> None:
    file = three[1] / "foes" / "b.toml"
    file.write_text(foe('skills = ["sting 9"]', 'patch = "base:foe/wasp"'))
    wasp = loaded(*three).get("foe", "wasp")
    assert isinstance(wasp, Foe)
    assert (wasp.skills, wasp.faces) == (["fan:skill/sting 9"], {3: "base:skill/sting"})
    file.write_text(foe('hp = 2\nfaces = { 1 = "sting" }', 'replace = "base:foe/wasp"'))
    wasp = loaded(*three).get("foe", "wasp")
    assert isinstance(wasp, Foe)
    assert (wasp.skills, wasp.faces) == ([], {1: "fan:skill/sting"})


def test_references_inside_programs_are_kept_likewise(three: list[Path]) -> None:
    op = '{ op = "each", of = "self", do = [{ op = "grant", skill = "sting" }] }'
    (three[1] / "skills" / "b.toml").write_text(f'[[skill]]\nid = "nest"\ndo = [{op}]\n{SOURCE}')
    nest = loaded(*three).get("skill", "nest")
    assert isinstance(nest, Skill)
    assert nest.do == [{"op": "each", "of": "self", "do": [{"op": "grant", "skill": "fan:skill/sting"}]}]


class Lay(Struct, forbid_unknown_fields=True):
    token: Annotated[str, name_of("counter")]


class Rite(Entry, frozen=True, kw_only=True):
    do: Program = []
    cost: dict[Annotated[str, name_of("counter")], int] = {}


def test_names_that_entries_declare_are_kept_as_their_entries_ids(tmp_path: Path) -> None:
    kinds = [*KINDS, Kind("token", "tokens", Entry, declares="counter"), Kind("rite", "rites", Rite)]
    words = VOCABULARIES | {"op": Vocabulary("op", "op", {"lay": Lay})}
    token = f'[[token]]\nid = "ash"\n{SOURCE}'
    rite = f'[[rite]]\nid = "ritual"\ndo = [{{ op = "lay", token = "ash" }}]\ncost = {{ pain = 2, ash = 1 }}\n{SOURCE}'
    files = {"a/tokens/a.toml": token, "a/rites/a.toml": rite}
    files |= {"b/pack.toml": needs("b", "a"), "b/tokens/a.toml": token, "b/rites/a.toml": rite}
    content = load(write(tmp_path, files), kinds, words, NAMES | {"counter": ["pain"]})
    for pack in ("a", "b"):
        made = content.entry(f"{pack}:rite/ritual")
        assert isinstance(made, Rite)
        assert made.do == [{"op": "lay", "token": f"{pack}:token/ash"}]
        assert list(made.cost.items()) == [("pain", 2), (f"{pack}:token/ash", 1)]


def test_a_patch_may_use_the_short_id_of_an_entry_of_a_required_pack(three: list[Path]) -> None:
    (three[2] / "foes" / "b.toml").write_text(foe("hp = 5", 'patch = "wasp"'))
    wasp = loaded(*three).get("foe", "wasp")
    assert isinstance(wasp, Foe)
    assert wasp.hp == 5


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("wsap", 'patch: no foe "wsap"; did you mean "wasp"?'),
        ("gnat", 'patch: "other:foe/gnat" is of this pack; change it where it stands'),
        ("hornet", 'patch: "fan:foe/hornet" is of a pack that this one does not require; add fan to requires'),
    ],
)
def test_a_short_id_that_cannot_be_patched_says_why(three: list[Path], written: str, message: str) -> None:
    (three[2] / "foes" / "b.toml").write_text(foe("hp = 5", f'patch = "{written}"'))
    assert said(look(*three)[1]) == [f"other/foes/b.toml:2:9: {message}"]


def test_a_short_id_of_two_required_packs_is_not_guessed(three: list[Path]) -> None:
    (three[2] / "pack.toml").write_text(needs("other", "base", "fan"))
    (three[2] / "foes" / "a.toml").unlink()
    (three[2] / "skills").mkdir()
    (three[2] / "skills" / "a.toml").write_text(STING.replace("id =", "patch ="))
    assert said(look(*three)[1]) == [
        'other/skills/a.toml:2:9: patch: "sting" may be base:skill/sting or fan:skill/sting; write the whole id'
    ]


def test_an_entry_that_lacks_keys_and_has_a_required_packs_id_may_be_a_patch(three: list[Path]) -> None:
    (three[2] / "foes" / "b.toml").write_text('[[foe]]\nid = "wasp"\n[[foe]]\nid = "hornet"\n')
    assert said(look(*three)[1]) == [
        'other/foes/b.toml:1:1: missing key "hp" (a whole number from 1); '
        'to change base:foe/wasp write patch = "base:foe/wasp" in place of id',
        'other/foes/b.toml:1:1: missing key "source" (a table)',
        'other/foes/b.toml:3:1: missing key "hp" (a whole number from 1)',
        'other/foes/b.toml:3:1: missing key "source" (a table)',
    ]
