"""docs/undertow.md is true: its commands run, its boards are drawn so, what it names is there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.inside import Here, here
from tests.plugins import undertow
from tmb.content.pack import read_pack
from tmb.core.chance import seeded
from tmb.plugins import rules_for
from tmb.scenario import collect
from tmb.sim.bots import RandomBot
from tmb_base.chart import mat_lines
from tmb_base.rulings import topics

__all__ = ["here"]

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/undertow.md").read_text(encoding="utf-8")
SCENES = {
    "water": {
        "mat": [
            "krelln-lurer at k2",
            "krelln-mauler at k5",
            "kobold-collector at r2c1",
            "duster at r3c1",
            "stanza at r4c2",
        ],
        "tokens": ["wreckage at r1c4", "wreckage at r2c2"],
        "turn": "duster",
    },
    "land": {
        "mat": [
            "mech-darter at m3",
            "kobold at r2c3",
            "picket at r3c2 active 2",
            "duster at r4c3",
            "nightshade at r2c2 owner g2",
        ],
        "tokens": ["obstacle at r2c1"],
        "turn": "picket",
    },
}


@pytest.mark.parametrize("line", re.findall(r"^tmb .*", PAGE, re.MULTILINE))
def test_its_commands_work(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [word if word != "20" else "1" for word in shlex.split(line)[1:]]
    done = Here(tmp_path, capsys, monkeypatch)(*words, stdin="q\n")
    assert (done.returncode, done.stderr.count("tmb:")) == (0, 0), done.stderr
    assert len(done.stdout) > 200


@pytest.mark.parametrize("mat", SCENES)
def test_its_boards_are_drawn_so(mat: str) -> None:
    (shown,) = re.findall(rf"<!-- board: {mat} -->\n```\n(.*?)\n```", PAGE, re.DOTALL)
    game = undertow.staged(mat, [], [], **SCENES[mat])
    assert shown.splitlines() == [line.rstrip() for line in mat_lines(game, spoken=False)]


def test_it_lists_the_rule_options_that_the_pack_sets() -> None:
    info, _ = read_pack(ROOT / "packs/undertow")
    assert info is not None
    assert dict(re.findall(r"^\| `([a-z-]+)` \| `([a-z0-9-]+)` \|$", PAGE, re.MULTILINE)) == info.rules


def test_it_names_the_tyrants_gearlocs_and_difficulties_of_the_pack() -> None:
    content, part = undertow.RULES.content, PAGE.partition("## What is in it")[2].partition("##")[0]
    for kind, head in (("tyrant", "Tyrants"), ("gearloc", "Gearlocs"), ("difficulty", "Difficulties")):
        (row,) = re.findall(rf"\*\*{head}\*\*: (.*?)(?: - \*\*|$)", " ".join(part.split()))
        mine = [e for full, e in content.entries(kind).items() if full.startswith("undertow:")]
        assert mine
        assert [e.id for e in mine if e.name not in row and f"`{e.id}`" not in row] == []


def test_its_rulings_are_there() -> None:
    assert len(set(re.findall(r"\bR\d+\b", PAGE))) > 8
    assert set(re.findall(r"\bR\d+\b", PAGE)) <= topics().keys()


@pytest.fixture
def my_water(tmp_path: Path) -> Path:
    """The pack of the page as a folder."""
    blocks = re.findall(r"<!-- file: (\S+) -->\n```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == PAGE.count("```toml") == 5
    for path, text in blocks:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path / "my-water"


def test_its_pack_is_sound_without_a_hint_and_its_scenario_passes(my_water: Path, here: Here) -> None:
    assert here("pack", "check", str(my_water)).stdout == "no problems: my-water 0.1.0, 4 entries\n"
    (check,) = (check for _, check in collect(my_water))
    check()


def test_its_chips_are_krelln_and_mech_in_play(my_water: Path) -> None:
    rules = rules_for(["undertow", "my-water"], [str(my_water)])
    for mat, chip, zone in (("water", "krelln-nipper", "k"), ("land", "mech-hauler", "m")):
        options = rules.options("battle", {"mat": mat, "party": ["duster"], "queue": [chip], "round_limit": 4})
        game, bot, stood = rules.start("battle", options, seeded("mine"), []), RandomBot("mine"), set()
        while game.ask is not None:
            stood |= {u.pos[0] for u in game.world.units.values() if u.kind == chip and u.pos}
            game.answer(bot.choose(game))
        assert zone in stood
        assert stood == {zone} or chip == "mech-hauler"


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("baddies/mine.toml", 'enters = "side"\n', 'a chip of the stack of Krelln also says enters = "side"'),
        ("baddies/mine.toml", 'enters = "side"\n', 'a chip of the stack of Mech also says enters = "side"'),
        ("baddies/mine.toml", "walks = false\n", "a chip of the stack of Krelln also says walks = false"),
        ("baddies/mine.toml", 'type = "krelln"\n', 'a chip of the stack of Krelln also says type = "krelln"'),
    ],
)
def test_a_krelln_or_mech_that_lacks_something_is_told(
    my_water: Path, here: Here, file: str, line: str, told: str
) -> None:
    text = (my_water / file).read_text(encoding="utf-8")
    assert line in text
    (my_water / file).write_text(text.replace(line, 'type = "fish"\n' * line.startswith("type")), encoding="utf-8")
    done = here("pack", "check", str(my_water))
    assert done.returncode == 3
    assert told in done.stdout


@pytest.mark.parametrize(
    ("file", "id"), [("loot", "dry-socks"), ("encounters", "leaking-raft"), ("baddies", "krelln-nipper")]
)
def test_what_says_no_set_is_a_hint_and_no_problem(my_water: Path, here: Here, file: str, id: str) -> None:
    path = my_water / file / "mine.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('set = "undertow"\n', ""), encoding="utf-8")
    done = here("pack", "check", str(my_water))
    hint, last = done.stdout.splitlines()
    assert (done.returncode, last.startswith("no problems")) == (0, True)
    assert (
        'hint: what says no `set` comes in no adventure against Barnacle, Vol\'Kesh; write set = "undertow" (' in hint
    )
    assert id in hint
    (told,) = json.loads(here("pack", "check", str(my_water), "--json").stdout)["hints"]
    assert told["file"].endswith(f"{file}/mine.toml")


def changed(pack: Path, file: str, old: str, new: str) -> None:
    """Write something else into a file of a pack."""
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("loot/mine.toml", '"undertow"', '"undertoe"', 'no Tyrant has set = "undertoe"; did you mean "undertow"?'),
        ("tokens/mine.toml", "", "\u2248", "wreckage has the sign \u2248, too"),
        (
            "tyrants/mine.toml",
            "",
            "",
            'no chip of 1, 5 or 20 points in its box has type = "beest"; did you mean "beast"?',
        ),
        ("skill_dice/mine.toml", "", "", "smoke-pouch lies in slot 16 of its Gearloc, too"),
    ],
)
def test_what_may_not_be_meant_so_is_a_hint(
    my_water: Path, here: Here, file: str, old: str, new: str, told: str
) -> None:
    if old:
        changed(my_water, file, old, new)
    else:
        (my_water / file).parent.mkdir()
        (my_water / file).write_text(MORE[file], encoding="utf-8")
    done = here("pack", "check", str(my_water))
    hint, last = done.stdout.splitlines()
    assert (done.returncode, last.startswith("no problems")) == (0, True)
    assert hint.endswith(f": hint: {told}")


OURS = 'source = { status = "standin", where = "ours" }\n'
MORE = {
    "tyrants/mine.toml": '[[tyrant]]\nid = "carp"\nname = "Carp"\nset = "undertow"\ndays = 8\nprogress = 5\n'
    'types = ["beest", "scale"]\nhp = 9\nini = 3\nform = "melee"\natk = 2\ndef = 1\ntarget = "weakest"\n'
    'setup = [{ op = "battle", tyrant = "top" }]\nfaces = ["blank", "blank", "blank", "blank", "blank", "blank"]\n'
    f"{OURS}",
    "tokens/mine.toml": f'[[token]]\nid = "reed"\nname = "Reed"\nsign = "\u2248"\n{OURS}',
    "skill_dice/mine.toml": '[[skill-die]]\nid = "net"\nname = "Net"\ngearloc = "duster"\nslot = 16\n'
    f'faces = ["a", "a", "a", "a", "a", "a"]\nicons.a = {{ text = "A Bone.", bones = 1 }}\n{OURS}',
}


@pytest.mark.parametrize(
    ("requires", "told"),
    [
        ('{ base = ">=0.1" }', 'unknown stack "krelln"; the pack undertow has it; write undertow into `requires`'),
        ('{ base = "", untertow = "" }', 'needs the pack "untertow", which is not loaded; did you mean "undertow"?'),
    ],
)
def test_who_forgets_or_misspells_undertow_is_told_where_it_is(
    my_water: Path, here: Here, requires: str, told: str
) -> None:
    changed(my_water, "pack.toml", '{ base = ">=0.1", undertow = ">=0.1" }', requires)
    done = here("pack", "check", str(my_water))
    assert done.returncode == 3
    assert any(line.endswith(f": {told}") for line in done.stdout.splitlines())


def test_the_packs_that_are_here_need_no_hint(here: Here) -> None:
    folders = [str(folder) for folder in sorted((ROOT / "packs").iterdir())]
    assert "hint" not in here("pack", "check", *folders).stdout
