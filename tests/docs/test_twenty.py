"""docs/twenty-strong.md is true: its blocks are a sound pack that plays, its lists are what the engine knows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.docs.test_authoring import fields_of, rows
from tmb.core.chance import seeded
from tmb.core.rolls import AFTER, SEAT
from tmb.effects.shapes import Text
from tmb.plugins import rules_for
from tmb.registry import Registry
from tmb.scenario import collect
from tmb.sim.bots import RandomBot
from tmb_twenty_strong import entries, facts, scene
from tmb_twenty_strong.registration import MARKS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/twenty-strong.md").read_text(encoding="utf-8")
RULES = rules_for(["twenty-strong"])
REGISTRY, CORE = RULES.registry, Registry()


def test_its_blocks_are_a_pack_that_plays(tmp_path: Path) -> None:
    found = re.findall(r"<!-- (?:file|scenario): my-cards/(\S+) -->\n```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(found) == PAGE.count("```toml") == 3
    for path, text in found:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    rules = rules_for(["twenty-strong", "my-cards"], [str(tmp_path)])
    for seed in range(5):
        options = rules.options("twenty-strong", {})
        game, bot = rules.start("twenty-strong", options, seeded(f"page {seed}")), RandomBot(f"{seed}")
        while game.ask is not None:
            game.answer(bot.choose(game))
        assert game.mode.invariants(game) == []
    checks = list(collect(tmp_path / "tests", rules))
    assert len(checks) == 1
    for _, check in checks:
        check()


LISTS = [
    ("Moments", "moment", REGISTRY.moments),
    ("Windows", "window", REGISTRY.windows.keys() - {AFTER}),
    ("Queries", "query", REGISTRY.queries.keys() - {SEAT}),
    ("Permits", "permit", REGISTRY.permits),
    ("Marks", "mark", [m.name for m in MARKS]),
    ("Ops", "op", REGISTRY.ops.keys() - CORE.ops.keys()),
    ("Values, conditions, selectors", "value", REGISTRY.values.keys() - CORE.values.keys()),
    ("Values, conditions, selectors", "condition", REGISTRY.conditions.keys() - CORE.conditions.keys()),
    (
        "Values, conditions, selectors",
        "selector",
        [*(REGISTRY.bare.keys() - CORE.bare.keys()), *(REGISTRY.selectors.keys() - CORE.selectors.keys())],
    ),
    ("Scenarios", "key", scene.KEYS),
]


@pytest.mark.parametrize(("heading", "column", "known"), LISTS, ids=[row[1] for row in LISTS])
def test_it_names_all_words_of_a_list_and_no_other(heading: str, column: str, known: Any) -> None:
    assert set(rows(PAGE, heading, column)) == set(known)


def test_it_names_all_keys_of_all_ops() -> None:
    for name, rest in rows(PAGE, "Ops", "op").items():
        keys = re.findall(r"`([^`]+)`", rest.partition(" |")[0])
        assert set(keys) == {f.encode_name for f in msgspec.structs.fields(REGISTRY.ops[name][0])}, name


def test_it_names_stages_of_queries_and_roles_of_permits_and_windows() -> None:
    for name, rest in rows(PAGE, "Queries", "query").items():
        assert re.findall(r"`([^`]+)`", rest.split("|")[0]) == [s for s, _ in REGISTRY.queries[name].stages]
    for name, rest in rows(PAGE, "Permits", "permit").items():
        assert re.findall(r"`([^`]+)`", rest.split("|")[0]) == list(REGISTRY.permits[name].roles)
    for name, rest in rows(PAGE, "Windows", "window").items():
        said = set(re.findall(r"`([^`]+)`", rest))
        frames = [f.frame for f in REGISTRY.flows.values() if name in [s.name for s in f.stages]]
        assert any(said <= set(frame.__struct_fields__) for frame in frames), name


KINDS = [(name, kind) for name, _, kind in entries.KINDS]


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=[name for name, _ in KINDS])
def test_it_names_all_keys_of_a_kind(name: str, kind: Any) -> None:
    base = Text if issubclass(kind, Text) else entries.Entry
    assert set(rows(PAGE, name, "key")) == fields_of(kind, base)
    assert set(rows(PAGE, "Backup plans", "key")) == fields_of(entries.Plan)


def test_it_names_all_folders_and_facts() -> None:
    folders = dict(re.findall(r"`(\w+)/` \| `\[\[([\w-]+)\]\]`", PAGE))
    assert folders == {folder: name for name, folder, _ in entries.KINDS}
    told = set(re.findall(r"`\"?([^`\"]+)\"?`", PAGE.partition("\nFacts: ")[2].partition("`pool.blue`")[0]))
    assert told == {*facts.WHOLE, *facts.AREAS}
