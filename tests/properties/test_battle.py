"""The properties of whole battles: twenty of them, of all kinds, with the checks of `./scripts/soak battle`."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.properties import checks, soak
from tests.properties.play import act, below_of, finish, shown, start
from tests.properties.soak import Case, Result
from tests.properties.variety import PLAYERS, QUEUES, options_of, rules_of
from tmb.core.bearers import Index

GAMES = 20


def results() -> list[Result]:
    return [soak.play(Case("battle", "1", number)) for number in range(GAMES)]


def test_twenty_battles_are_sound() -> None:
    found = results()
    assert [r.failure for r in found if r.failure] == []
    counts = sum((r.counts for r in found), Counter())
    assert counts["games"] == GAMES
    assert counts["end won"] + counts["end lost"] == GAMES
    assert min(counts[f"end {how}"] for how in ("won", "lost")) > 0
    assert counts["saves"] > 200
    assert counts["copies"] > 100
    assert counts["tables"] > 3
    assert {k for k in counts if k.startswith("games ")} == {f"games {name}" for name, _ in soak.FURTHER.values()}
    assert {k for k in counts if k.startswith("refused ")} >= {"refused unknown_option", "refused too_many"}


def test_no_bearer_outlives_the_battle() -> None:
    """Baddies that were not defeated are put away at the end: nothing of theirs is heard any more."""
    rules = rules_of("battle")[0]
    game = start(rules, "battle", {"queue": ["golden-golem", "troll", "bog-lurk"]}, "1")
    finish(game, below_of("1"))
    assert game.world.result == "lost"
    assert set(game.index.bearers) == set(Index(game.mode.bearers(game), rules).bearers) == set()


@pytest.mark.parametrize("player", dict.fromkeys(PLAYERS))
def test_players_answer_legally_from_the_public_ask(player) -> None:
    game = start(rules_of("battle")[0], "battle", {"queue": ["1", "5"], "party": ["picket"] * 3}, "2")
    below, steps = below_of("2"), 0
    while game.ask is not None:
        act(game, player(shown(game), below))
        steps += 1
    assert steps > 10


def test_set_ups_are_various() -> None:
    rules = rules_of("battle")[0]
    made = [options_of(rules, "battle", f"x/{i}") for i in range(300)]
    assert {len(o["party"]) for o in made} == {1, 2, 3, 4}
    assert {o["difficulty"] for o in made} == set(rules.tables["difficulties"])
    assert {len(o.get("queue", ())) for o in made} == set(range(9))
    assert {chip for o in made for chip in o.get("queue", ())} >= {
        "1",
        "5",
        "20",
        *(c for stack in rules.tables["box"].values() for c in stack),
    }
    assert len({q.__name__ for q in QUEUES}) == 7
    every = rules.registry.rule_options.values()
    assert {(n, v) for o in made for n, v in o["rules"].items()} == {(o.name, v) for o in every for v in o.may_be()}
    for options in made:
        start(rules, "battle", options, "1")


def failing(monkeypatch, owner: object, name: str, value: object, number: int = 1) -> str:
    """What a long run says of a game whose rules have this fault."""
    monkeypatch.setattr(owner, name, value)
    return soak.play(Case("battle", "1", number)).failure


def test_a_leak_to_the_table_is_found(monkeypatch) -> None:
    mode = rules_of("battle")[0].modes["battle"]
    honest = type(mode).view
    leaky = lambda self, game, referee: honest(self, game, True)  # noqa: E731
    said = failing(monkeypatch, type(mode), "view", leaky)
    assert "what the table is told differs" in said
    assert "again   scripts/soak battle 1 --seed 1 --first 1" in said


def test_a_broken_invariant_is_found_with_its_seed_and_set_up(monkeypatch) -> None:
    mode = rules_of("battle")[0].modes["battle"]
    said = failing(monkeypatch, type(mode), "invariants", lambda self, game: ["two of a kind"])
    assert said.startswith("battle, game 1: FAILED at step 0 (")
    assert "seed    1/1\noptions {" in said
    assert "two of a kind" in said


def test_a_copy_that_is_none_is_found(monkeypatch) -> None:
    codec = rules_of("battle")[0].codec("battle")
    monkeypatch.setattr(codec, "copy", lambda state: state)
    assert "FAILED" in soak.play(Case("battle", "1", 0)).failure


def test_a_game_that_goes_another_way_where_nobody_listens_is_found(monkeypatch) -> None:
    from tmb_base import changes

    honest = changes.lose_hp

    def deaf(game, unit, n, by=""):
        honest(game, unit, n + (game.events is None), by)

    monkeypatch.setattr(changes, "lose_hp", deaf)
    failures = [soak.play(Case("battle", "1", n)).failure for n in range(2, 6)]
    assert any("(the end)" in f for f in failures), failures


def test_the_run_stops_at_the_first_failure_and_says_so(monkeypatch, capsys) -> None:
    monkeypatch.setattr(checks, "sound", None)
    monkeypatch.setattr(soak, "sound", lambda game, seed, step: checks.same("nothing", seed, step, step, 0))
    assert soak.main(["battle", "5"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "battle, game 0: FAILED at step 1 (" + said[0].partition("(")[2]
    assert said[-1].startswith("FAILED  soak battle: 0 games, ")


def test_the_last_line_counts(capsys) -> None:
    assert soak.main(["demo", "4", "--seed", "9"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 1
    assert said[0].startswith("soak demo: 4 games, ")


@pytest.mark.parametrize(
    "words", [["battle", "0"], ["battle", "-3"], ["battle", "many"], ["battle", "3", "--jobs", "0"]]
)
def test_a_run_of_no_games_is_refused(words, capsys) -> None:
    with pytest.raises(SystemExit):
        soak.main(words)
    assert capsys.readouterr().err.splitlines()[-1].startswith("scripts/soak: error: ")
