"""The properties of whole games of Undertow: adventures and battles on all mats, with the checks of `scripts/soak`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.house.files import ROOT
from tests.properties import soak
from tests.properties.hidden import check_second_table
from tests.properties.play import act, below_of, drawn, shown, start
from tests.properties.soak import Case
from tests.properties.variety import options_of, rules_of
from tmb.core.chance import Asked, Chance, Seeded
from tmb_base.adventure import changes

OWN = {"tyrants": "tyrant", "difficulties": "difficulty", "mats": "mat"}
"""Table -> the option that names one of it."""


def sound_games(played: str, numbers: range) -> Counter[str]:
    """What was counted in these games, all of which are sound."""
    found = [soak.play(Case(played, "1", number)) for number in numbers]
    assert [r.failure for r in found if r.failure] == []
    counts = sum((r.counts for r in found), Counter())
    assert counts["games"] == len(numbers)
    return counts


def test_twelve_battles_are_sound() -> None:
    counts = sound_games("undertow-battle", range(12, 24))
    assert counts["saves"] > 200
    assert counts["tables"] > 3


def test_six_adventures_are_sound() -> None:
    counts = sound_games("undertow", range(3, 9))
    assert counts["saves"] > 300
    assert counts["tables"] > 3
    assert {k for k in counts if k.startswith("games ")} == {"games stages", "games redeal"}


@pytest.mark.parametrize("played", ["undertow", "undertow-battle"])
def test_set_ups_are_various(played: str) -> None:
    rules, base = rules_of(played)[0], rules_of("battle")[0]
    made = [options_of(rules, played, f"x/{i}") for i in range(300)]
    assert {name for o in made for name in o["party"]} == set(rules.tables["gearlocs"])
    for table, option in OWN.items():
        if played == "undertow" or table != "tyrants":
            chosen = Counter(o.get(option, "") for o in made)
            assert chosen.keys() - {""} == set(rules.tables[table])
            own = rules.tables[table].keys() - base.tables[table].keys()
            assert sum(chosen[name] for name in own) > 150
    if played == "undertow-battle":
        assert {chip for o in made for chip in o.get("queue", ())} >= set(rules.tables["box"])
    for options in made:
        start(rules, "adventure" if played == "undertow" else "battle", options, "1")


def test_chips_of_stacks_with_a_name_are_dealt_anew_within_their_stack() -> None:
    """Face down they are Krelln or Mech for all to see, and nobody knows which."""
    rules = rules_of("undertow-battle")[0]
    game = start(
        rules, "battle", {"queue": ["1", "1", "1", "1", "krelln", "krelln", "mech", "mech"], "party": ["picket"]}, "1"
    )
    chips, dealt = rules.tables["chips"], set()
    for n in range(30):
        twin = game.clone()
        twin.mode.redeal(twin, Chance(Seeded(f"{n}"), Seeded(f"{n}")))
        queue = twin.world.queue.all()
        assert [chips[c].pile for c in queue] == [chips[c].pile for c in game.world.queue.all()]
        assert twin.mode.invariants(twin) == []
        dealt.update(queue)
    for stack in ("krelln", "mech"):
        left = set(rules.tables["box"][stack]) - {u.kind for u in game.world.units.values()}
        assert dealt & set(rules.tables["box"][stack]) == left


def test_which_special_opens_a_day_nobody_knows_before() -> None:
    """The view, the state and a fork of the table say no more than that one of them comes."""
    rules = rules_of("undertow")[0]
    options = {"tyrant": "vol-kesh", "party": ["picket", "boomer"], "difficulty": "adventurer"}
    game = start(rules, "adventure", options, "1")
    cards, met = rules.tables["encounters"], {1: set(), 2: set()}
    for n in range(40):
        twin = game.clone()
        twin.chance = Chance(Seeded(f"{n}"), Seeded(f"{n}"))
        below = below_of(f"{n}")
        while twin.ask is not None and twin.world.day <= 2:
            if twin.world.card:
                met[twin.world.day].add(twin.world.card)
            act(twin, drawn(shown(twin), below))
    for day in (1, 2):
        openers = {name for name, card in cards.items() if card.day == day and card.set == "undertow"}
        assert len(openers) > (day == 1)
        assert met[day] >= openers


PRINT = """
from tests.properties.checks import digest
from tests.properties.variety import options_of, rules_of
rules = rules_of("undertow")[0]
for n in range(3):
    print(digest(rules, "adventure", options_of(rules, "undertow", f"d/{n}"), [f"d/{n}"]))
"""


def test_two_processes_with_different_hash_seeds_play_the_same_adventures() -> None:
    out = set()
    for n in ("0", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": n, "PYTHONPATH": str(ROOT)}
        out.add(
            subprocess.run([sys.executable, "-c", PRINT], cwd=ROOT, env=env, capture_output=True, check=True).stdout
        )
    assert len(out) == 1
    assert len({*out.pop().split()}) == 3


@pytest.mark.parametrize("played", ["undertow", "adventure"])
def test_a_fork_that_knows_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch, played: str) -> None:
    mode = rules_of(played)[0].modes["adventure"]
    monkeypatch.setattr(type(mode), "redeal", lambda self, game, chance: None)
    said = [soak.play(Case(played, "1", number)).failure for number in (5, 11, 15)]
    assert any("what forks of the table are told differs" in text for text in said)


def test_a_person_draws_the_special_of_a_day_when_it_comes() -> None:
    """Also where a card has joined the deck before, so that nobody knows where the day's Special lies."""
    rules = rules_of("undertow")[0]
    options = {"tyrant": "vol-kesh", "party": ["picket", "boomer"], "difficulty": "legendary"}
    met = set()
    for n in range(12):
        game, below = (
            start(rules, "adventure", options, f"{n}", chance=Chance(Seeded(f"{n}"), Asked())),
            below_of(f"{n}"),
        )
        while game.ask is not None and game.world.day <= 4:
            ask = shown(game)
            assert not [o.id for o in ask.options if " " in o.id]
            wanted = [
                o.id for o in ask.options if o.id in ("draw/tools-of-the-trader", "choice/guide", "draw/opener-2")
            ]
            met.update(wanted)
            act(game, wanted[:1] or drawn(ask, below))
            assert game.mode.invariants(game) == []
    assert met == {"draw/tools-of-the-trader", "choice/guide", "draw/opener-2"}


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_chip_that_a_seed_drew_from_an_unshuffled_stack_is_dealt_anew_and_one_that_a_hand_drew_is_known(
    by_hand: bool,
) -> None:
    """A queue of names alone shuffles no stack; a Baddie may call others from it."""
    rules = rules_of("battle")[0]
    game = start(rules, "battle", {"queue": ["goblin-engineer"], "party": ["picket"]}, "1")
    stack = game.world.stacks["1"]
    assert stack.loose
    assert not stack.cards
    game.world.queue.put_under(stack.loose.pop(0))
    if by_hand:
        game.chance = Chance(Asked(), Asked())
    dealt = set()
    for n in range(20):
        game.mode.redeal(game, Chance(Seeded(f"{n}"), Seeded(f"{n}")))
        dealt.update(game.world.queue.all())
    assert (len(dealt) == 1) is by_hand


LOOKS = ("choice/guide", "choice/gift", "choice/routes", "action/table/mohlnor-adventuring-reference-guide")
"""What leads to a look at the next Encounters."""


def test_a_second_table_is_told_the_same_when_encounters_are_looked_at() -> None:
    """While they lie there, when they are back in the deck, and as they come."""
    rules, looks, differed = rules_of("undertow")[0], 0, 0
    for n in range(12):
        options = {"tyrant": "barnacle", "party": ["picket", "boomer"], "round_limit": 6}
        game, below = start(rules, "adventure", options, f"{n}"), below_of(f"{n}")
        answers: list[list[str]] = []
        steps: set[int] = set()
        while game.ask is not None:
            ask = shown(game)
            if ask.key == "Looking.which_comes_next":
                looks += 1
                steps |= {len(answers), len(answers) + 1, len(answers) + 5}
            wanted = [o.id for o in ask.options if o.id.startswith(LOOKS)]
            answers.append(wanted[:1] or drawn(ask, below))
            act(game, answers[-1])
        for step in sorted(s for s in steps if s <= len(answers)):
            differed += check_second_table(rules, "adventure", options, f"{n}", answers[:step], below)
    assert looks > 5
    assert differed > 10


@pytest.mark.parametrize("tyrant", ["barnacle", "vol-kesh"])
def test_an_adventure_of_one_goes_on_to_its_last_day(tyrant: str) -> None:
    """With Solo cards, of which there are fewer than days: without a card left there is no Encounter that day."""
    rules = rules_of("undertow")[0]
    cards, met = rules.tables["encounters"], set()
    for n in range(20):
        options = {"tyrant": tyrant, "party": ["duster" if n % 2 else "stanza"], "difficulty": "adventurer"}
        game, below = start(rules, "adventure", options | {"round_limit": 8}, f"{n}"), below_of(f"{n}")
        while game.ask is not None:
            assert game.mode.invariants(game) == []
            ask = shown(game)
            early = [o.id for o in ask.options if ask.key == "Day.encounter_or_tyrant" and "encounter" in o.id]
            act(game, early or drawn(ask, below))
            met.add(game.world.card)
        assert game.world.day == rules.tables["tyrants"][tyrant].days
    sorts = {cards[name].sort for name in met if name}
    assert sorts == {"solo", "special", "tyrant"}
    assert {name for name, card in cards.items() if card.sort == "solo" and card.set == "undertow"} <= met


def test_a_locked_chest_that_was_discarded_may_be_any_with_its_locks() -> None:
    """Two tables that differ only in it are dealt anew alike."""
    rules = rules_of("undertow")[0]
    locks = rules.tables["locks"]
    game = start(rules, "adventure", {"tyrant": "barnacle", "party": ["picket"]}, "1")
    pool = sorted(game.world.trove.all())
    one, other = next((a, b) for a in pool for b in pool if a < b and locks[a] == locks[b])
    told, lying = {one: [], other: []}, set()
    for kind in (one, other):
        table = game.clone()
        for pile in (table.world.trove.cards, table.world.trove.loose, table.world.trove.under):
            pile[:] = [card for card in pile if card != kind]
        changes.to_discards(table, kind)
        for n in range(20):
            table.mode.redeal(table, Chance(Seeded(f"{n}"), Seeded(f"{n}")))
            told[kind].append([locks[card] for card in table.world.trove.all()])
            assert table.world.trove_gone == table.world.trove_shut
            assert sorted([*table.world.trove.all(), *table.world.trove_gone]) == pool
            lying.update(table.world.trove_shut)
    assert told[one] == told[other]
    assert len(lying) > 1
