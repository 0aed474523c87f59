"""The properties of whole adventures: twenty of them, of all kinds, with the checks of `./scripts/soak adventure`."""

from __future__ import annotations

from collections import Counter

from tests.properties import soak
from tests.properties.soak import Case
from tests.properties.variety import options_of, rules_of

GAMES = 20


def test_twenty_adventures_are_sound() -> None:
    found = [soak.play(Case("adventure", "1", number)) for number in range(GAMES)]
    assert [r.failure for r in found if r.failure] == []
    counts = sum((r.counts for r in found), Counter())
    assert counts["games"] == GAMES
    assert counts["saves"] > 1000
    assert counts["copies"] > 300
    assert counts["tables"] > 10
    assert {k for k in counts if k.startswith("games ")} == {f"games {name}" for name, _ in soak.FURTHER.values()}


def test_set_ups_are_various() -> None:
    rules = rules_of("adventure")[0]
    made = [options_of(rules, "adventure", f"x/{i}") for i in range(300)]
    assert {len(o["party"]) for o in made} == {1, 2, 3, 4}
    assert {o["difficulty"] for o in made} == set(rules.tables["difficulties"])
    assert {o["tyrant"] for o in made} == {"", *rules.tables["tyrants"]}
    assert {o["trade"] for o in made} == {"on", "off"}
