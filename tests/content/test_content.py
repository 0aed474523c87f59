"""Two sound packs: what is in them, how it is found, where it stands, who changed it."""

import shutil
from pathlib import Path

import pytest

from tests.content.sample import Coins, Foe, Skill, loaded, said, write
from tmb.content.load import Complaint, Content
from tmb.content.problem import ContentError
from tmb.errors import RulesError

PACKS = Path(__file__).parent / "packs"
MEADOW, MARSH = PACKS / "meadow", PACKS / "marsh"


@pytest.fixture
def meadow() -> Content:
    return loaded(MEADOW)


@pytest.fixture
def both() -> Content:
    return loaded(MARSH, MEADOW)


def test_entries_become_structs_in_the_order_of_packs_files_and_positions(both: Content) -> None:
    assert list(both.entries("foe")) == ["meadow:foe/beetle", "meadow:foe/hornet", "marsh:foe/beetle"]
    hornet = both.get("foe", "hornet")
    assert isinstance(hornet, Foe)
    assert (hornet.ini, hornet.form, hornet.reward) == (7, "ranged", Coins(number=2))
    assert both.kinds() == ["foe", "skill", "scene"]


def test_keys_that_are_numbers_are_read_as_such(meadow: Content) -> None:
    beetle = meadow.get("foe", "beetle")
    assert isinstance(beetle, Foe)
    assert beetle.faces == {2: "sting 2"}


def test_packs_stand_in_the_order_of_their_needs(both: Content) -> None:
    assert [(pack.id, pack.version, pack.origin) for pack in both.packs] == [
        ("meadow", "1.2", "test"),
        ("marsh", "2.0", "test"),
    ]


def test_an_entry_is_found_by_short_id_full_id_or_written_reference(both: Content) -> None:
    assert both.full("skill", "sting") == both.full("skill", "meadow:skill/sting") == "meadow:skill/sting"
    assert both.full("skill", "sting 4") == "meadow:skill/sting"
    assert isinstance(both.get("skill", "bite"), Skill)
    assert both.find("bite") == "marsh:skill/bite"
    assert both.entry("marsh:skill/bite") is both.get("skill", "bite")


def test_what_is_not_found_says_what_may_be_meant(both: Content) -> None:
    with pytest.raises(LookupError, match='unknown skill "stnig"; did you mean "sting"'):
        both.get("skill", "stnig")
    with pytest.raises(LookupError, match="ambiguous: meadow:foe/beetle or marsh:foe/beetle"):
        both.get("foe", "beetle")
    with pytest.raises(LookupError, match="ambiguous: meadow:foe/beetle or marsh:foe/beetle"):
        both.find("beetle")
    with pytest.raises(LookupError, match='no entry "marsh:foe/betle"; did you mean "marsh:foe/beetle"'):
        both.entry("marsh:foe/betle")
    with pytest.raises(LookupError, match='"x" is no number'):
        both.full("skill", "sting x")
    with pytest.raises(RulesError, match='no kind "feo" was declared; did you mean "foe"'):
        both.get("feo", "beetle")
    with pytest.raises(RulesError, match='no kind "feo" was declared; there are: foe, skill, scene'):
        both.entries("feo")


def test_a_patch_changes_the_fields_that_it_names_and_the_source(both: Content) -> None:
    hornet = both.get("foe", "hornet")
    assert isinstance(hornet, Foe)
    assert (hornet.id, hornet.hp, hornet.ini, hornet.leader) == ("hornet", 5, 7, "marsh:foe/beetle")
    assert hornet.source.where == "a harder hornet"
    assert both.history("hornet") == [("meadow", "defined", ()), ("marsh", "patched", ("hp", "leader"))]


def test_a_replacement_keeps_only_the_id(both: Content) -> None:
    beetle = both.get("foe", "meadow:foe/beetle")
    assert isinstance(beetle, Foe)
    assert (beetle.id, beetle.name, beetle.hp, beetle.skills) == ("beetle", "Tame Beetle", 1, [])
    assert both.history("meadow:foe/beetle") == [("meadow", "defined", ()), ("marsh", "replaced", ("name", "hp"))]


def test_where_points_at_entries_fields_and_patches(both: Content) -> None:
    assert both.where("meadow:foe/hornet") == ("meadow/foes/beetles.toml", 9, 1)
    assert both.where("hornet", ("reward", "number")) == ("meadow/foes/beetles.toml", 20, 10)
    assert both.where("hornet", ("hp",)) == ("marsh/foes/marsh.toml", 10, 6)
    assert both.where("meadow:foe/beetle", ("hp",)) == ("marsh/foes/marsh.toml", 17, 6)
    assert both.where("sting", ("do", 1, "do", 0, "skill")) == ("meadow/skills/stings.toml", 7, 72)
    assert both.where("path", ("choice", 1, "label")) == ("meadow/scenes/paths.toml", 9, 9)


def test_provenance_is_counted(both: Content) -> None:
    assert both.counts() == {
        "foe": {"standin": 3},
        "skill": {"rulebook": 1, "standin": 1},
        "scene": {"standin": 1},
    }


def test_two_packs_may_change_one_field_if_one_says_after(tmp_path: Path) -> None:
    patch = '[[foe]]\npatch = "meadow:foe/hornet"\nhp = {}\nsource = {{ status = "standin", where = "house rule" }}\n'
    manifest = 'id = "{}"\nversion = "1"\nname = "X"\nrequires = {{ meadow = "" }}\nafter = {}\n'
    packs = write(
        tmp_path,
        {
            "first/pack.toml": manifest.format("first", '["second", "not-here"]'),
            "first/foes/a.toml": patch.format(8),
            "second/pack.toml": manifest.format("second", "[]"),
            "second/foes/a.toml": patch.format(9),
        },
    )
    content = loaded(*packs, MEADOW)
    hornet = content.get("foe", "hornet")
    assert isinstance(hornet, Foe)
    assert hornet.hp == 8
    assert [pack for pack, _, _ in content.history("hornet")] == ["meadow", "second", "first"]


def test_an_error_lists_all_problems(tmp_path: Path) -> None:
    packs = write(tmp_path, {"a/foes/a.toml": "[[foe]]\n"})
    with pytest.raises(ContentError) as caught:
        loaded(*packs)
    assert str(caught.value).splitlines() == said(caught.value.problems)
    assert len(caught.value.problems) == 3
    assert str(tmp_path) not in str(caught.value)


def test_checks_of_plugins_get_their_places(meadow: Content) -> None:
    def too_weak(content: Content) -> list[Complaint]:
        return [
            Complaint("foe", full, ("hp",), "too-weak", f"hp: {full} is too weak")
            for full, foe in content.entries("foe").items()
            if isinstance(foe, Foe) and foe.hp < 3
        ]

    with pytest.raises(ContentError) as caught:
        loaded(MEADOW, links=[too_weak])
    assert said(caught.value.problems) == ["meadow/foes/beetles.toml:4:6: hp: meadow:foe/beetle is too weak"]


def test_checks_of_plugins_see_only_sound_content(tmp_path: Path) -> None:
    def never(content: Content) -> list[Complaint]:
        raise AssertionError("this content is broken")

    with pytest.raises(ContentError):
        loaded(*write(tmp_path, {"a/foes/a.toml": "[[foe]]\n"}), links=[never])


def test_a_pack_may_ask_for_a_version_of_the_engine() -> None:
    assert loaded(MEADOW, engine="0.2.0rc1").packs
    with pytest.raises(ContentError) as caught:
        loaded(MEADOW, engine="0.0.9")
    assert said(caught.value.problems) == ["meadow/pack.toml:5:10: needs tmb >=0.1, but this is 0.0.9"]


def test_digests_follow_names_and_text_but_not_line_ends_or_places(tmp_path: Path) -> None:
    original = loaded(MEADOW)
    copy = tmp_path / "elsewhere"
    shutil.copytree(MEADOW, copy)
    assert loaded(copy).digest == original.digest
    file = copy / "skills" / "stings.toml"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert loaded(copy).digest == original.digest
    file.rename(copy / "skills" / "other.toml")
    assert loaded(copy).digest != original.digest
    (copy / "skills" / "other.toml").rename(file)
    file.write_bytes(file.read_bytes() + b"# a remark\n")
    assert loaded(copy).packs[0].digest != original.packs[0].digest


def test_a_pack_without_entries_is_sound(tmp_path: Path) -> None:
    assert loaded(*write(tmp_path, {"a/pack.toml": 'id = "a"\nversion = "1"\nname = "A"\n'})).entries("foe") == {}
