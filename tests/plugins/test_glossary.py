"""The rulebook's words: each with its own text and citation, found however it is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.plugins import undertow
from tmb.errors import InputError
from tmb.plugins import rules_for
from tmb.session import Session, topics, written
from tmb_base.glossary import topics as words
from tmb_base.rulings import topics as rulings

ROOT = Path(__file__).parents[2]
RULES = rules_for(["base"])
MODE = RULES.modes["battle"]
SOURCES = ("Undertow rulebook, ", "base rules, ", "base rules Q&A", "publisher FAQ")


@pytest.mark.parametrize(("found", "least"), [(words(), 60), (undertow.RULES.tables["glossary/undertow"], 15)])
def test_there_are_many_and_each_cites_a_rulebook_and_rulings_that_are_there(found: Any, least: int) -> None:
    rows = {row["name"]: row for row in found.values()}
    assert len(rows) >= least
    for name, row in rows.items():
        parts = row["cite"].split("; ")
        assert parts[0].startswith(SOURCES), name
        assert set(re.findall(r"\bR\d+\b", row["cite"])) <= rulings().keys(), name
        assert 20 < len(row["doc"]) < 240, name
        assert row["doc"].endswith("."), name
    assert len({row["doc"] for row in rows.values()}) == len(rows)


def test_no_name_is_there_twice() -> None:
    files = [ROOT / "plugins" / plugin / "glossary.toml" for plugin in ("tmb_base", "tmb_undertow")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    names = re.findall(r'^name = "(.*)"$', text, re.MULTILINE)
    also = [n for row in re.findall(r"^also = \[(.*)\]$", text, re.MULTILINE) for n in re.findall(r'"([^"]*)"', row)]
    every = [written.plainly(n) for n in names + also]
    assert sorted(every) == sorted(set(every))


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Taunt", "Taunt"), ("taunt", "Taunt"), ("INNATE +1", "Innate +1"), ("bone", "Bones"), ("bones", "Bones"),
        ("ini-meter", "Ini Meter"), ("backup", "Backup plan"), ("back", "Backup plan"), ("KO", "Knocked out"),
        ("thick_skin", "Thick Skin"), ("Bog Lurk", "Bog Lurk"), ("bog l", "Bog Lurk"), ("fatigue", "Fatigue"),
        ("true d", "True Dmg"), ("r17", ""), ("Damage.Before", ""),
    ],
)  # fmt: skip
def test_words_are_found_however_they_are_written(written: str, name: str) -> None:
    first = topics.find(RULES, MODE, written)[0]
    assert first.get("entry", first).get("name", "") == name
    assert Session.new(RULES, "battle", seed="1").explain(written)["topic"] == first["topic"]


def test_words_of_an_expansion_are_known_where_it_is_played_and_nowhere_else() -> None:
    """Beside what content says of the same word."""
    rules, mode = undertow.RULES, undertow.RULES.modes["adventure"]
    for row in rules.tables["glossary/undertow"].values():
        assert row in [{k: v for k, v in found.items() if k in row} for found in topics.find(rules, mode, row["name"])]
    for word in ("Krelln", "vamp", "mech position", "included"):
        assert not topics.find(RULES, MODE, word), word
        assert topics.find(rules, mode, word)[-1]["what"] == "word"
    session = Session.new(rules, "battle", {"mat": "water"}, seed="1")
    assert (session.explain("krelln")["kind"], session.explain("krelln")["also"][0]["name"]) == ("stack", "Krelln")
    assert session.explain("boarding")["cite"] == "Undertow rulebook, The Krelln"


def test_a_beginning_of_many_tells_them_and_how_many_more() -> None:
    with pytest.raises(InputError) as e:
        topics.find(RULES, MODE, "ba")
    assert re.search(r"'ba' may mean .* and \d+ more; write more of it", e.value.message)
    assert topics.find(RULES, MODE, "no such thing") == topics.find(RULES, MODE, "b") == []
    assert topics.find(RULES, MODE, "") == []


def test_content_comes_first_then_the_rulebooks_word_then_words_of_the_engine() -> None:
    assert [row.get("kind", row.get("what")) for row in topics.find(RULES, MODE, "poison")] == [
        "effect", "skill", "rule option",
    ]  # fmt: skip
    assert [row["what"] for row in topics.find(RULES, MODE, "fatigue")] == ["word", "permit"]


PLANS = [(p, g.name) for g in undertow.RULES.tables["gearlocs"].values() for p in g.plan]
PLANS += [(p, "Loot") for p in undertow.RULES.tables["extensions"].values()]


@pytest.mark.parametrize(("plan", "whose"), PLANS)
def test_a_backup_plan_is_found_by_its_name_and_tells_whose_it_is_and_what_it_costs(plan: Any, whose: str) -> None:
    for named in (plan.id, plan.name):
        found = topics.find(undertow.RULES, undertow.RULES.modes["battle"], named)
        (row,) = [row for row in found if row.get("what") == "backup plan"]
        assert (row["name"], plan.text in row["doc"], row["doc"].startswith(f"{whose}, {plan.cost} Bone")) == (
            plan.name,
            True,
            True,
        )


@pytest.mark.parametrize("sign", undertow.RULES.modes["adventure"].legend(undertow.RULES), ids=lambda sign: sign.sign)
def test_a_sign_of_the_board_is_a_word_too(sign: Any) -> None:
    mode = undertow.RULES.modes["adventure"]
    rows = topics.find(undertow.RULES, mode, sign.sign)
    assert rows
    assert (
        sign.doc in [row.get("doc") for row in rows] or topics.names(undertow.RULES, mode)[written.plainly(sign.sign)]
    )


@pytest.mark.parametrize("rules", [RULES, undertow.RULES], ids=["base", "undertow"])
def test_words_of_content_hide_nothing_that_is_called_so(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole name goes before them; what only begins so, and signs, come behind them."""
    mode, words = rules.modes["adventure"], dict.fromkeys(written.names(rules))
    told = {word: topics.find(rules, mode, word) for word in words}
    own = {word: written.meanings(rules, word) for word in words}
    assert all(told.values())
    monkeypatch.setattr(written, "meanings", lambda rules, name: [])
    for word, rows in told.items():
        before = topics.find(rules, mode, word) if rows != own[word] else []
        whole = written.plainly(word) in topics.names(rules, mode)
        assert rows == (before if whole else [*own[word], *before]), word


def test_a_word_of_content_is_explained_with_its_keys() -> None:
    told = Session.new(RULES, "battle", seed="1").explain("hurt")
    assert (told["what"], told["keys"], told["also"][0]["what"]) == ("op", ["amount", "to?", "true?"], "condition")
    assert Session.new(RULES, "battle", seed="1").explain("lay")["what"] == "op", "several things begin so"
    assert Session.new(RULES, "battle", seed="1").explain("At Once")["topic"] == "at_once"
    with pytest.raises(InputError) as e:
        Session.new(RULES, "battle", seed="1").explain("look_ahed")
    assert e.value.did_you_mean == "look_ahead"
