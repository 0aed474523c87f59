"""The pages for authors are true: each TOML block is loaded or run, each list is what the engine knows.

A comment before a block says what it is: `file: PACK/PATH` (part of a pack), `scenario` (a file of scenarios; with a
path, inside that pack), `pyproject` (like a part of ours).
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tmb.cli.hints import hints
from tmb.content.entry import Source
from tmb.content.pack import Manifest
from tmb.core.chance import seeded
from tmb.effects import shapes
from tmb.effects.words import ROLES
from tmb.errors import InputError
from tmb.plugins import rules_for
from tmb.scenario import collect
from tmb.scenario.reading import OWN
from tmb_base import entries, scene
from tmb_base.adventure import entries as cards
from tmb_base.adventure import scene as adventure_scene
from tmb_base.adventure.facts import WHOLE

ROOT = Path(__file__).parents[2]
PAGES = ("CONTRIBUTING.md", "docs/packs.md", "docs/scenarios.md")
PACKS, SCENARIOS = [(ROOT / page).read_text(encoding="utf-8") for page in PAGES[1:]]
RULES = rules_for(["base"])
MANIFEST = 'id = "{}"\nversion = "0.1.0"\nname = "A pack of a page"\nrequires = {{ base = ">=0.1" }}\n'


class Block(NamedTuple):
    page: str
    what: str
    path: str
    text: str


def blocks() -> list[Block]:
    """All TOML blocks of the pages; one without a comment that says what it is has what = ""."""
    pattern = re.compile(r"(?:<!-- (\w+)(?:: (\S+))? -->\n)?```toml\n(.*?)```", re.DOTALL)
    return [
        Block(page, found[1] or "", found[2] or "", found[3])
        for page in PAGES
        for found in pattern.finditer((ROOT / page).read_text(encoding="utf-8"))
    ]


def written(root: Path) -> dict[str, Path]:
    """The packs of all pages as folders: name -> folder."""
    packs: dict[str, Path] = {}
    for block in blocks():
        if block.what == "file" or (block.what == "scenario" and block.path):
            file = root / block.path
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as out:
                out.write(block.text + "\n")
            name = block.path.partition("/")[0]
            packs[name] = root / name
    for name, folder in packs.items():
        if not (folder / "pack.toml").exists():
            (folder / "pack.toml").write_text(MANIFEST.format(name), encoding="utf-8")
    return packs


def test_every_block_says_what_it_is() -> None:
    kinds = [(block.page, block.what) for block in blocks()]
    assert {what for _, what in kinds} == {"file", "scenario", "pyproject"}
    assert {page for page, _ in kinds} == set(PAGES)


def test_every_pack_of_a_page_is_sound_and_plays(tmp_path: Path) -> None:
    packs = written(tmp_path)
    assert set(packs) == {"mud", "my-pack", "contributing"}
    rules = rules_for(["base", *packs], [str(folder) for folder in packs.values()])
    made = {full.partition(":")[0] for kind in rules.content.kinds() for full in rules.content.entries(kind)}
    assert made == {"base", *packs}
    assert hints(rules, packs) == []
    chips = [chip for chip in rules.tables["chips"] if not chip.startswith("base:")]
    options = rules.options("battle", {"party": ["picket", "stub"], "queue": chips[:6], "round_limit": 6})
    for seed in range(5):
        from tmb.sim.bots import RandomBot

        game, bot = rules.start("battle", options, seeded(f"page {seed}")), RandomBot(f"{seed}")
        while game.ask is not None:
            game.answer(bot.choose(game))
        assert game.mode.invariants(game) == []


@pytest.mark.parametrize("folder", ["pages", "mud"])
def test_every_scenario_of_a_page_passes(tmp_path: Path, folder: str) -> None:
    written(tmp_path)
    (tmp_path / "pages").mkdir()
    for at, block in enumerate(blocks()):
        if block.what == "scenario" and not block.path:
            (tmp_path / "pages" / f"{at}.toml").write_text(block.text, encoding="utf-8")
    found = list(collect(tmp_path / folder))
    assert found
    for _, check in found:
        check()


def test_the_commands_of_the_pages_are_verbs() -> None:
    from click import Context, Group

    from tmb.cli.app import app

    for page in PAGES:
        for line in re.findall(r"^tmb (.*)$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE):
            command: Any = app
            for word in line.split():
                if not isinstance(command, Group):
                    break
                command = command.get_command(Context(command), word)
                assert command is not None, f"{page}: tmb {line}"


def test_the_part_of_the_pyproject_is_like_ours() -> None:
    (block,) = (block for block in blocks() if block.what == "pyproject")
    shown = tomllib.loads(block.text.replace("..., ", ""))
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    def like(want: Any, got: Any, path: str) -> None:
        assert type(want) is type(got), path
        for key in want if isinstance(want, dict) else ():
            name = key.replace("splice", "base")
            assert name in got, f"{path}.{name}"
            like(want[key], got[name], f"{path}.{name}")

    like(shown, ours, "pyproject")


# -- the lists ---------------------------------------------------------------------------------------------------------


def rows(page: str, heading: str, column: str) -> dict[str, str]:
    """The rows of the tables below a heading whose first column has this head: name -> the rest of its row."""
    section = re.split(r"\n#+ ", page.partition(f"# {heading}\n")[2])[0]
    found: dict[str, str] = {}
    ours = False
    for line in section.splitlines():
        first, _, rest = line.removeprefix("| ").partition(" |")
        if not line.startswith("|"):
            ours = False
        elif first == column:
            ours = True
        elif ours and first != "---":
            found |= dict.fromkeys(re.findall(r"`([^`]+)`", first), rest)
    return found


REGISTRY = RULES.registry
LISTS = [
    ("Ops", "op", REGISTRY.ops),
    ("when", "window", REGISTRY.windows),
    ("modify", "query", REGISTRY.queries),
    ("forbid", "permit", REGISTRY.permits),
    ("Values", "value", REGISTRY.values),
    ("Conditions", "condition", REGISTRY.conditions),
    ("Selectors", "selector", [*ROLES, *REGISTRY.bare, *REGISTRY.selectors]),
]


@pytest.mark.parametrize(("heading", "column", "known"), LISTS, ids=[row[0] for row in LISTS])
def test_the_page_names_all_words_of_a_list_and_no_other(heading: str, column: str, known: Any) -> None:
    assert set(rows(PACKS, heading, column)) == set(known)


def test_the_page_names_all_keys_of_all_ops() -> None:
    for name, rest in rows(PACKS, "Ops", "op").items():
        keys = re.findall(r"`([^`]+)`", rest.partition(" |")[0])
        fields = {f.encode_name: f.required for f in msgspec.structs.fields(REGISTRY.ops[name][0])}
        assert set(keys) == set(fields), name
        for key, required in fields.items():
            assert not (required and f"`{key}` [" in rest), f"{name}: {key} has no default"


def test_the_page_names_all_stages_of_queries_and_roles_of_permits() -> None:
    for name, rest in rows(PACKS, "modify", "query").items():
        assert re.findall(r"`([^`]+)`", rest.split("|")[0]) == [s for s, _ in REGISTRY.queries[name].stages]
    for name, rest in rows(PACKS, "forbid", "permit").items():
        assert re.findall(r"`([^`]+)`", rest.split("|")[0]) == list(REGISTRY.permits[name].roles)


def test_the_page_names_the_roles_and_facts_of_windows_as_their_frames_have_them() -> None:
    frames: dict[str, list[set[str]]] = {}
    for flow in REGISTRY.flows.values():
        for stage in flow.stages:
            if stage.name in REGISTRY.windows:
                frames.setdefault(stage.name, []).append(set(flow.frame.__struct_fields__))
    for name, rest in rows(PACKS, "when", "window").items():
        _, roles, facts = rest.split("|")[:3]
        said = set(re.findall(r"`([^`]+)`", roles + facts))
        assert any(said <= fields for fields in frames[name]), name


def fields_of(kind: Any, without: Any = None) -> set[str]:
    """The keys of a Struct, without those of another."""
    names = {f.encode_name for f in msgspec.structs.fields(kind)}
    return names - ({f.encode_name for f in msgspec.structs.fields(without)} if without else set())


SHAPES = [
    ("pack.toml", Manifest, None, set()),
    ("What all entries share", entries.Entry, None, set()),
    ("baddie", entries.Baddie, entries.Entry, set()),
    ("effect", entries.Effect, shapes.Text, set()),
    ("gearloc", entries.Gearloc, entries.Entry, set()),
    ("skill-die", entries.SkillDie, shapes.Text, fields_of(entries.Icon)),
    ("die", entries.Die, entries.Entry, set()),
    ("mat", entries.Mat, shapes.Text, set()),
    ("token", entries.Token, shapes.Text, set()),
    ("stack", entries.Stack, entries.Entry, set()),
    ("difficulty", entries.Difficulty, entries.Entry, set()),
    ("encounter", cards.Encounter, entries.Entry, set()),
    ("loot", cards.LootCard, shapes.Text, set()),
    ("trove", cards.Trove, cards.LootCard, set()),
    ("ally", entries.Ally, entries.Chip, set()),
    ("tyrant", cards.Tyrant, entries.Chip, set()),
    ("What an entry does", shapes.Text, entries.Entry, set()),
    ("when", shapes.When, None, set()),
    ("modify", shapes.Modify, None, set()),
    ("forbid", shapes.Forbids, None, set()),
    ("action", shapes.Acts, None, set()),
]


@pytest.mark.parametrize(("heading", "kind", "without", "more"), SHAPES, ids=[row[0] for row in SHAPES])
def test_the_page_names_all_keys_of_a_shape(heading: str, kind: Any, without: Any, more: set[str]) -> None:
    assert set(rows(PACKS, heading, "key")) == fields_of(kind, without) | more


def test_the_page_names_what_is_inside_of_tables() -> None:
    inside = {
        "positions": rows(PACKS, "mat", "key")["positions"],
        "plan": rows(PACKS, "gearloc", "key")["plan"],
        "innate": rows(PACKS, "gearloc", "key")["innate"],
        "source": PACKS.partition("\n`source` has")[2].partition("\n\n")[0],
    }
    shapes_inside = {
        "positions": entries.Position, "plan": entries.Plan, "innate": entries.Innate, "source": Source,
    }  # fmt: skip
    for name, text in inside.items():
        assert fields_of(shapes_inside[name]) - {"status"} <= set(re.findall(r"`([^`]+)`", text)), name
    assert fields_of(shapes.Rule) == {"when", "do", "may"}


def test_the_page_names_all_folders_and_kinds() -> None:
    folders = dict(re.findall(r"`(\w+)/` \| `\[\[([\w-]+)\]\]`", PACKS))
    assert folders == {kind.folder: kind.name for kind in REGISTRY.kinds.values()}
    for kind in folders.values():
        assert f"\n### {kind}\n" in PACKS


def test_the_page_of_scenarios_names_all_keys() -> None:
    assert set(rows(SCENARIOS, "Keys of every scenario", "key")) == set(OWN)
    assert set(rows(SCENARIOS, "The scene of a battle", "key")) == set(scene.KEYS)
    more = set(rows(SCENARIOS, "The scene of a battle", "key of an adventure"))
    assert more == set(adventure_scene.KEYS) - set(scene.KEYS)
    words = set(rows(SCENARIOS, "The scene of a battle", "word"))
    assert words == {"at", "waits", "aside", *scene.NUMBERS, "dice", "side", "seat", "owner", "plus", *scene.LISTS}


@pytest.mark.parametrize("mode", ["battle", "adventure"])
def test_the_page_of_scenarios_names_all_facts_of_the_table(mode: str) -> None:
    game = RULES.start(mode, RULES.options(mode, {}), seeded("facts"))
    with pytest.raises(InputError) as caught:
        game.mode.facts(game, "no-such-fact")
    (told,) = re.findall(r"\*\*Facts\.\*\*.*?\n\n", SCENARIOS, re.DOTALL)
    known = {name for name in [*caught.value.want, *WHOLE] if not name.startswith(("stack ", "UNIT."))}
    assert {"tokens", "objects", "knock_outs"} <= known
    assert known - {name.strip('"') for name in re.findall(r"`([^`]+)`", told)} == set()


def test_the_codes_of_refused_answers_are_those_that_are_known() -> None:
    from typing import get_args

    from tmb.scenario.reading import Code

    assert set(get_args(Code)) <= set(
        re.findall(r"`([^`]+)`", rows(SCENARIOS, "Keys of every scenario", "key")["refused"])
    )


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\(([^)#]*)(#[^)]*)?\)", text):
            file = (ROOT / page).parent / target if target else ROOT / page
            assert file.exists(), f"{page}: {target}"
            if anchor:
                heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
                assert anchor[1:] in [head.lower().replace(" ", "-") for head in heads], f"{page}: {anchor}"
