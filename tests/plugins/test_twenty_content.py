"""The cards of 20 Strong: as many as the box has, different ones, all of them marked as what they are, each shown."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from tests.plugins.twenty import RULES
from tmb.content.problem import ContentError
from tmb.ruleset import build
from tmb_twenty_strong import plugin
from tmb_twenty_strong.world import COLOURS

ROOT = Path(__file__).parents[2]
TABLES = RULES.tables
SCENARIOS = "\n".join(f.read_text(encoding="utf-8") for f in sorted((ROOT / "tests/rules/twenty").glob("*.toml")))


def test_the_box_holds_as_many_cards_as_the_rulebook_counts() -> None:
    baddies = TABLES["baddies"].values()
    for points, cards, different in ((1, 29, 20), (5, 14, 10)):
        of_points = [b for b in baddies if b.points == points]
        assert sum(b.copies for b in of_points) == cards
        assert len(of_points) >= different
    assert Counter(e.sort for e in TABLES["encounters"].values()) == {"tyrant": 8, "mohlnor": 4, "lockpicking": 4}
    assert (len(TABLES["tyrants"]), len(TABLES["gearlocs"]), len(TABLES["backups"])) == (4, 5, 2)


def test_there_are_17_unit_dice_with_the_faces_of_their_colours() -> None:
    assert [TABLES["supply"][c] for c in COLOURS] == [4, 4, 4, 4, 1]
    assert {c: sum(f != "miss" for f in RULES.dice[c]) for c in COLOURS} == dict(zip(COLOURS, range(2, 7), strict=True))
    assert all(RULES.dice[c].count("crit") == 1 for c in COLOURS)


def _says(card: Any) -> Any:
    """What a card does, without its names, numbers of copies and words."""
    left_out = {"id", "name", "source", "copies", "text", "reward_text", "setup_text", "scouted_text", "type"}
    if isinstance(card, dict):
        return {k: _says(v) for k, v in card.items() if k not in left_out}
    return [_says(v) for v in card] if isinstance(card, list) else card


@pytest.mark.parametrize("table", ["baddies", "encounters", "tyrants", "gearlocs", "backups"])
def test_no_two_cards_are_alike(table: str) -> None:
    cards = [to_builtins(c) for c in TABLES[table].values()]
    assert len({c["name"] for c in cards}) == len(cards)
    told = [str(_says(c)) for c in cards]
    twice = [c["id"] for c, text in zip(cards, told, strict=True) if told.count(text) > 1]
    assert twice == [] if table != "baddies" else len(twice) <= 4


def test_what_nobody_has_published_is_a_stand_in_and_says_what_it_does() -> None:
    entries = [e for kind in RULES.content.kinds() for e in RULES.content.entries(kind).values()]
    assert {e.source.status for e in entries if e.id not in COLOURS} == {"standin"}
    for card in TABLES["baddies"].values():
        speaks = card.when or card.modify or card.forbid or card.action
        assert bool(card.text) == bool(speaks), card.id
        assert bool(card.reward_text) == bool(card.reward), card.id
    for card in TABLES["encounters"].values():
        assert bool(card.reward_text) == bool(card.reward), card.id
        assert bool(card.scouted_text) == bool(card.scouted), card.id
        assert card.text or card.sort != "tyrant", card.id


CARDS = [*TABLES["cards"], *TABLES["heroes"], *TABLES["backups"]]


@pytest.mark.parametrize("card", [c for c in CARDS if c not in ("knife-juggler", "cave-bat", "stone-imp", "ash-skink")])
def test_a_scenario_shows_each_card_that_does_something(card: str) -> None:
    assert re.search(rf"(?<![\w-]){card}(?![\w-])", SCENARIOS), card


@pytest.mark.parametrize("plan", [p.id for t in ("plans", "extensions") for p in TABLES[t].values()])
def test_a_scenario_uses_each_backup_plan(plan: str) -> None:
    assert f'"plan/{plan}/' in SCENARIOS


def test_what_the_rulebook_names_occurs() -> None:
    """BQ shift, face-up Baddies, further Baddies, consequences of scouting, rewards, items, extensions."""
    text = str([to_builtins(c) for c in TABLES["cards"].values()])
    for word in ("shift", "activate", "scout", "drop_item"):
        assert f"'op': '{word}'" in text, word
    assert "face_up" in text
    assert "encounters_left" in text
    assert len(TABLES["extensions"]) >= 3
    assert len(TABLES["scouted"]) == 4
    assert all(TABLES["rewards"][n].ops or n in TABLES["keeps"] for n, e in TABLES["encounters"].items() if e.hits)


BROKEN = {
    'sort = "tyrant"\nhits = { blue = 1 }': "only a lockpicking encounter has 'hits'",
    'sort = "mohlnor"': "a mohlnor encounter has a peaceful option: `peace`",
    'sort = "lockpicking"': "a lockpicking encounter says which hits open it: `hits`",
    'sort = "mohlnor"\npeace = { text = "x", do = [{ op = "heal" }] }\nreward = [{ op = "heal" }]': "is no reward",
    'sort = "lockpicking"\nhits = { blue = 1 }\nqueue = [{ op = "heal" }]': "only a tyrant encounter has 'queue'",
    'sort = "lockpicking"\nhits = { blau = 1 }': "blau",
    'sort = "lockpicking"\nhits = { blue = 1 }\nreward = [{ op = "heal", n = "$k" }]': "nothing gives the variable $k",
    'sort = "mohlnor"\npeace = { text = "x", do = [{ op = "heal", n = "$k" }] }': "nothing gives the variable $k",
}


@pytest.mark.parametrize("body", BROKEN)
def test_a_card_that_cannot_be_is_told_at_its_place(tmp_path: Path, body: str) -> None:
    manifest = 'id = "mine"\nname = "Mine"\nversion = "1.0.0"\nrequires = { twenty-strong = ">=0.1" }\n'
    (tmp_path / "pack.toml").write_text(manifest)
    (tmp_path / "encounters").mkdir()
    entry = f'[[encounter]]\nid = "mine"\nname = "Mine"\n{body}\nsource = {{ status = "standin", where = "x" }}\n'
    (tmp_path / "encounters" / "mine.toml").write_text(entry)
    (home,) = plugin.tmb_packs()
    with pytest.raises(ContentError) as e:
        build([home, tmp_path], [("twenty-strong", plugin)])
    assert BROKEN[body] in str(e.value)
    assert "mine.toml:" in str(e.value)
