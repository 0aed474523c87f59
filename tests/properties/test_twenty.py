"""The properties of whole games of 20 Strong: twenty of them, of all kinds, with the checks of `./scripts/soak`."""

from __future__ import annotations

from collections import Counter

from tests.properties import coverage, soak
from tests.properties.soak import Case
from tests.properties.variety import options_of, rules_of

GAMES = 20


def test_twenty_games_are_sound() -> None:
    found = [soak.play(Case("twenty-strong", "1", number)) for number in range(GAMES)]
    assert [r.failure for r in found if r.failure] == []
    counts = sum((r.counts for r in found), Counter())
    assert counts["games"] == GAMES
    assert counts["saves"] > 400
    assert counts["tables"] > 10
    assert {k for k in counts if k.startswith("games ")} == {f"games {name}" for name, _ in soak.FURTHER.values()}


def test_set_ups_are_various() -> None:
    rules = rules_of("twenty-strong")[0]
    made = [options_of(rules, "twenty-strong", f"x/{i}") for i in range(300)]
    assert {o["tyrant"] for o in made} == {"", "?", *rules.tables["tyrants"]}
    assert {o["gearloc"] for o in made} == {"", "?", *rules.tables["heroes"]}
    assert {o["backup"] for o in made} == {"?", *rules.tables["backups"]}
    assert {o["rank"] for o in made} == set(range(1, 6))
    assert {name for o in made for name in o["rules"]} == set(rules.registry.rule_options)


def test_all_scenarios_of_the_game_pass_while_they_are_counted() -> None:
    report = coverage.cover("twenty-strong", 8)
    assert report.failed == []
    assert report.scenarios > 150
    assert not report.stale
    assert len(report.never) < 40
