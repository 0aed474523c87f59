"""What a first author of a pack stumbles over, and what is said then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lurk import STATS

MANIFEST = 'id = "mine"\nversion = "0.1"\nname = "Mine"\nrequires = { base = ">=0.1" }\n'
SOURCE = 'source = { status = "standin", where = "ours" }\n'
LURK = f"""[[baddie]]
id = "mud-lurk"
name = "Mud Lurk"
{STATS}skills = ["thick-skin 1"]
"""


@pytest.fixture
def mine(tmb) -> Path:
    """A sound pack in the folder where the command line runs."""
    return pack(tmb.folder / "mine", MANIFEST, {"baddies/bog.toml": LURK + SOURCE})


def pack(folder: Path, manifest: str, files: dict[str, str]) -> Path:
    for name, text in {"pack.toml": manifest, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def checked(tmb, *lines: str) -> None:
    """The check of `mine` prints exactly these problems."""
    done = tmb("pack", "check", "mine")
    assert done.stdout.splitlines()[:-1] == [f"mine/{line}" for line in lines], done.stderr
    assert done.returncode == 3


def test_a_pack_is_read_by_the_plugins_of_the_packs_that_it_requires(tmb, mine):
    done = tmb("pack", "check", "mine")
    assert (done.returncode, done.stdout) == (0, "no problems: mine 0.1, 1 entries\n")


def test_a_pack_that_nobody_reads_is_one_problem_with_a_way_out(tmb, mine):
    (mine / "pack.toml").write_text(MANIFEST.replace("requires", "# requires"))
    checked(
        tmb,
        "pack.toml:1:1: nothing reads its folders (baddies): it names no plugin and requires no pack that has one; "
        'say for example requires = { base = ">=0.1" }',
    )


def test_a_fault_of_the_manifest_hides_nothing_and_invents_nothing(tmb, mine):
    (mine / "pack.toml").write_text(MANIFEST.replace("version", "# version"))
    (mine / "baddies" / "bog.toml").write_text((LURK + SOURCE).replace("hp = 3", "hp = 0"))
    checked(
        tmb,
        "baddies/bog.toml:6:6: hp: expected a whole number from 1 to 60, got 0",
        'pack.toml:1:1: missing key "version" (text)',
    )


def test_a_pack_that_is_not_here_may_be_meant_to_be_one_that_is(tmb, mine):
    (mine / "pack.toml").write_text(MANIFEST.replace("base", "bsae"))
    checked(tmb, 'pack.toml:4:21: needs the pack "bsae", which is not loaded; did you mean "base"?')


def test_what_is_missing_is_told_to_programs_too(tmb, mine):
    (mine / "pack.toml").write_text(MANIFEST.replace("base", "bsae"))
    (row,) = json.loads(tmb("pack", "check", "mine", "--json").stdout)["problems"]
    assert (row["code"], row["lacks"]) == ("pack-missing", ["pack", "bsae"])
    (mine / "pack.toml").write_text(MANIFEST)
    (mine / "baddies" / "bog.toml").write_text((LURK + SOURCE).replace('"thick-skin 1"', '"thick 1", "mine:skill/x"'))
    rows = json.loads(tmb("pack", "check", "mine", "--json").stdout)["problems"]
    assert [row["lacks"] for row in rows] == [["skill", "thick"], ["skill", "mine:skill/x"]]
    (mine / "baddies" / "bog.toml").write_text((LURK + SOURCE).replace("hp = 3", "hp = 0"))
    (row,) = json.loads(tmb("pack", "check", "mine", "--json").stdout)["problems"]
    assert sorted(row) == ["code", "column", "file", "line", "message"]


def test_an_entry_that_lacks_all_keys_may_be_meant_as_a_patch(tmb, mine):
    (mine / "baddies" / "bog.toml").write_text('[[baddie]]\nid = "bog-lurk"\nhp = 4\n')
    first = tmb("pack", "check", "mine").stdout.splitlines()[0]
    assert first.startswith('mine/baddies/bog.toml:1:1: missing key "atk"')
    assert first.endswith('; to change base:baddie/bog-lurk write patch = "base:baddie/bog-lurk" in place of id')


def test_a_patch_may_name_its_entry_by_the_short_id(tmb, mine):
    (mine / "baddies" / "more.toml").write_text(f'[[baddie]]\npatch = "bog-lurk"\nhp = 4\n{SOURCE}')
    assert tmb("pack", "check", "mine").returncode == 0


def test_the_environment_names_packs_or_folders_that_hold_them(tmb, mine):
    pack(tmb.folder / "two", MANIFEST.replace('"mine"', '"two"'), {})
    for written in (str(tmb.folder), f"{mine}:{tmb.folder / 'two'}", "."):
        done = tmb("packs", "--json", TMB_PACKS=written)
        assert [p["id"] for p in json.loads(done.stdout)["packs"]][-2:] == ["mine", "two"]
        assert done.stderr == ""


def test_folders_of_the_environment_without_a_pack_are_warned_of(tmb, mine):
    (tmb.folder / "empty").mkdir()
    pack(tmb.folder / "bad", MANIFEST.replace("version", "verison"), {})
    sim = ("sim", "--games", "1", "--packs", "mine", "--queue", "mud-lurk")
    done = tmb(*sim, TMB_PACKS="mine:empty:nowhere:bad")
    assert done.returncode == 0
    assert done.stderr.splitlines()[:3] == [
        "tmb: TMB_PACKS: empty is left out: empty/pack.toml:1:1: no pack.toml; a pack is a folder with a pack.toml "
        "in it",
        "tmb: TMB_PACKS: nowhere is left out: there is no such folder",
        'tmb: TMB_PACKS: bad is left out: bad/pack.toml:2:1: unknown key "verison"; did you mean "version"?',
    ]
    for verb in (("packs",), ("serve",), ("rules", "ops"), ("pack", "check", "mine"), ("version",)):
        assert tmb(*verb, TMB_PACKS="nowhere").stderr.count("nowhere is left out") == 1, verb


def test_the_name_of_a_folder_in_place_of_an_id(tmb, mine):
    done = tmb("sim", "--games", "1", "--packs", "mine")
    assert done.returncode == 3
    assert done.stderr.splitlines() == [
        "tmb: there is no pack 'mine', but a folder of that name",
        "  a folder is written with a slash: ./mine",
    ]
    assert tmb("sim", "--games", "1", "--packs", "./mine").returncode == 0
    assert tmb("sim", "--games", "1", "--packs", "base,./").returncode == 0  # all packs in this folder


def test_two_folders_with_a_pack_of_one_id_are_refused(tmb, mine):
    other = pack(tmb.folder / "other", MANIFEST, {"baddies/bog.toml": LURK.replace("hp = 3", "hp = 4") + SOURCE})
    pack(tmb.folder / "both" / "x", MANIFEST, {})
    pack(tmb.folder / "both" / "y", MANIFEST, {})
    for packs in (f"./{mine.name},./{other.name}", "./both", "./mine,./both/x"):
        for verb in (["sim", "--games", "1"], ["new", "--save", "g.tmb"], ["serve"], ["rules", "options"]):
            done = tmb(*verb, "--packs", packs)
            assert (done.returncode, done.stdout) == (2, ""), done
            assert "two folders hold a pack 'mine': " in done.stderr
    assert tmb("sim", "--games", "1", "--packs", "./mine,./other/../mine").returncode == 0
    assert "is there twice" in tmb("pack", "check", "mine", "other").stdout


def test_what_the_rules_find_wrong_is_a_fault_of_content_for_every_verb(tmb, mine):
    pack(mine, MANIFEST, {"skills/s.toml": '[[skill]]\nid = "s"\nforbid = { what = "move", of = "sorce" }\n' + SOURCE})
    for verb in (["sim", "--games", "1"], ["new", "--save", "g.tmb"], ["rules", "options"]):
        done = tmb(*verb, "--packs", "./mine")
        assert (done.returncode, done.stdout) == (3, ""), done
        assert "mine/skills/s.toml:1:1: there is no role of permit 'move' called 'sorce'" in done.stderr
    line = json.dumps({"method": "new", "params": {"packs": ["mine"]}})
    data = json.loads(tmb("serve", "--packs", "./mine", stdin=line).stdout)["error"]["data"]
    assert (data["code"], data["problems"][0].partition(": ")[0]) == ("packs_broken", "mine/skills/s.toml:1:1")


def test_a_name_that_another_pack_here_has(tmb, mine):
    done = tmb("sim", "--games", "1", "--queue", "mud-lurk", TMB_PACKS=str(mine))
    assert done.returncode == 2
    assert done.stderr.splitlines()[1:] == ["  the pack mine has it: --packs mine"]
    done = tmb("sim", "--games", "1", "--packs", "mine", "--party", "mud-lurk", TMB_PACKS=str(mine))
    assert done.stderr == "tmb: unknown Gearloc 'mud-lurk'; known: boomer, picket\n"


EFFECT = """[[effect]]
id = "poison"
name = "Poison of the mud"
most = 2
when = { window = "turn.start", who = "unit" }
do = [{ op = "mark", name = "poison", add = -1 }]
"""
SKILLS = """[[skill]]
id = "thick-skin"
name = "Thick Skin of the mud"
takes = "n"
text = "Puts its own Poison on its targets."
when = { window = "baddie.skills", who = "unit", if = { exists = "targets" } }
do = [{ op = "effect", effect = "poison", value = "$n", to = "targets" }]
"""
SCENARIOS = """packs = ["./mine"]

[[scenario]]
name = "its own skill lays its own Poison"
mat = ["mud-lurk at r2c1", "picket at r3c1 hp 5"]
turn = "mud-lurk"
dice = ["def: 1", "atk: bones"]
see = { "picket.mine:effect/poison" = 1, "picket.base:effect/poison" = 0 }

[[scenario]]
name = "a Baddie of the base game keeps the Poison of the base game"
mat = ["bog-lurk at r2c1", "picket at r3c1 hp 5"]
turn = "bog-lurk"
dice = ["def: 1", "atk: bones"]
see = { "picket.mine:effect/poison" = 0, "picket.base:effect/poison" = 1 }
"""


def test_ids_of_the_base_game_can_be_used_again_by_another_pack(tmb, mine):
    pack(mine, MANIFEST, {"effects/e.toml": EFFECT + SOURCE, "skills/s.toml": SKILLS + SOURCE})
    assert tmb("pack", "check", "mine").stdout == "no problems: mine 0.1, 3 entries\n"
    (tmb.folder / "s.toml").write_text(SCENARIOS)
    done = tmb("scenario", "run", "s.toml")
    assert (done.returncode, done.stdout) == (0, "2 passed\n"), done.stdout


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "skills/s.toml",
            '[[skill]]\nid = "mire"\nwhen = { window = "turn.start", who = "untt" }\n',
            "skills/s.toml:1:1: there is no role of window 'turn.start' called 'untt'; did you mean \"unit\"?",
        ),
        (
            "effects/e.toml",
            '[[effect]]\nid = "poison"\nmodify = { query = "attack", stage = "add", amount = 1, per = "trun" }\n',
            "effects/e.toml:1:1: per = 'trun' is no moment; known: battle, day, round, turn",
        ),
    ],
)
def test_what_only_the_rules_can_see_has_its_place_too(tmb, mine, file, text, message):
    pack(mine, MANIFEST, {file: text + SOURCE})
    checked(tmb, message)


def test_a_pack_of_a_plugin_without_its_base_pack_says_which_one_it_needs(tmb, mine):
    (mine / "pack.toml").write_text(MANIFEST.replace('requires = { base = ">=0.1" }', 'plugin = "base"'))
    lacks = (
        'mine/pack.toml:4:10: the games of the plugin "base" are played with the pack "base", which is not loaded: '
        'write requires = { base = ">=0" } here'
    )
    for args in (("pack", "check", "mine"), ("sim", "--games", "1", "--packs", "./mine")):
        done = tmb(*args)
        assert done.returncode == 3
        assert lacks in done.stdout + done.stderr, args
    (mine / "pack.toml").write_text(MANIFEST.replace(">=0.1", ">=0") + 'plugin = "base"\n')
    assert tmb("pack", "check", "mine").returncode == 0


def test_packs_that_bring_no_game_tell_how_they_are_named_together_with_one(tmb, mine):
    (mine / "pack.toml").write_text(MANIFEST.replace("requires", "# requires"))
    (mine / "baddies" / "bog.toml").unlink()
    done = tmb("new", "--save", "g.tmb", "--packs", "./mine")
    assert done.returncode == 7
    assert done.stderr.splitlines() == [
        "tmb: the packs mine bring no game",
        '  name the packs of a game as well (base,mine), or say which one it requires: requires = { base = ">=0" }',
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("--mode", "battle", "--mat", "water"), ("--mode", "battle", "--queue", "krelln"), ("--tyrant", "barnacle"),
        ("--party", "duster"), ("--difficulty", "heroic"),
    ],
)  # fmt: skip
def test_a_name_that_an_expansion_has_is_told_with_it(tmb, words):
    done = tmb("sim", "--games", "1", *words)
    assert done.returncode == 2
    assert done.stderr.splitlines()[1:] == ["  the pack undertow has it: --packs undertow"]


def test_a_name_of_another_game_is_not_told(tmb):
    done = tmb("sim", "--games", "1", "--tyrant", "rust-king")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
