"""Every id and face of the base pack occurs in a scenario of tests/rules or in random battles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.plugins.battles import RULES, asks
from tests.plugins.showing import FILES, faces, is_shown
from tmb.core.events import DiceRolled, MarkChanged
from tmb.scenario import read_all
from tmb_base import events as e

KINDS = ("mat", "die", "effect", "baddie", "gearloc", "skill-die", "difficulty")
IDS = [(kind, id) for kind in KINDS for id in (entry.id for entry in RULES.content.entries(kind).values())]


class Seen:
    """What occurred. words: of scenarios, and of events; faces: (die, face)."""

    def __init__(self) -> None:
        self.words: set[str] = {"base"} & {game.world.mat for game in asks(1)}
        self.faces: set[tuple[str, str]] = set()
        self.scenarios()
        for game in asks(50):
            if game.ask is None:
                self.battle(game)

    def scenarios(self) -> None:
        """From the files, as they are written."""
        for written in read_all(FILES)[0]:
            for line in written.scenario.dice:
                die, _, faces = line.partition(":")
                self.faces |= {(die, face) for face in faces.split()}
        for file in FILES:
            self.words |= set(re.findall(r"[\w-]+", file.read_text()))

    def battle(self, game: object) -> None:
        """From the events of one battle."""
        for event in game.events:  # type: ignore[attr-defined]
            if isinstance(event, DiceRolled):
                self.faces |= set(zip(event.dice, event.faces, strict=True))
                self.words |= set(event.dice)
            elif isinstance(event, e.UnitEntered):
                self.words.add(event.chip)
            elif isinstance(event, MarkChanged):
                self.words.add(event.mark)


@pytest.fixture(scope="module")
def occurred() -> Seen:
    return Seen()


@pytest.mark.parametrize(("kind", "id"), IDS)
def test_an_id_occurs(occurred, kind, id):
    assert id in occurred.words


@pytest.mark.parametrize(
    "name",
    [
        *(n for n, die in RULES.tables["skill_dice"].items() if die.sort != "counter"),
        *("atk", "def", "ini-picket", "ini-boomer"),
    ],
)
def test_every_face_is_rolled(occurred, name):
    assert {face for die, face in occurred.faces if die == name} >= set(RULES.dice[name])


def test_every_skill_is_on_a_chip_that_occurs(occurred):
    from tmb_base.tables import skill_id

    chips = RULES.tables["chips"]
    found = {
        skill_id(s) for c, chip in chips.items() if c in occurred.words for s in [*chip.skills, *chip.bones.values()]
    }
    assert found == {entry.id for entry in RULES.content.entries("skill").values()}


CHOICES = [(card.id, c.id) for card in RULES.content.entries("encounter").values() for c in card.choices]


@pytest.fixture(scope="module")
def carried_out() -> set[tuple[str, str]]:
    """The choices of Encounters that the scenarios pick: (card, choice), of every card that stands in the scenario."""
    found: set[tuple[str, str]] = set()
    for written in read_all(FILES)[0]:
        cards = re.findall(r"[\w-]+", str(written.scene))
        picks = re.findall(r"choice(?:/|': ')([\w-]+)", f"{written.scenario.picks} {written.scenario.events}")
        found |= {(card, pick) for card in cards for pick in picks}
        found |= {(card, c) for card in cards for other, c in CHOICES if [o for o, _ in CHOICES].count(other) == 1}
    return found


@pytest.mark.parametrize(("card", "choice"), CHOICES)
def test_every_choice_of_an_encounter_is_picked(carried_out, card, choice):
    assert (card, choice) in carried_out


def test_every_backup_plan_occurs(occurred):
    assert {plan for plans in RULES.tables["plans"].values() for plan in plans} <= occurred.words


@pytest.mark.parametrize(("die", "face"), faces(RULES, RULES.tables["gearlocs"]))
def test_a_scenario_rolls_each_face_of_a_skill_die_and_does_with_it_what_it_is_for(die, face):
    assert is_shown(die, face)


def test_a_baddie_takes_at_most_twelve_lines():
    folder = Path(__file__).parents[2] / "packs" / "base" / "baddies"
    blocks = [b for file in sorted(folder.glob("*.toml")) for b in file.read_text().split("[[baddie]]")[1:]]
    assert len(blocks) >= 28
    assert [b.split("\n")[1] for b in blocks if len([line for line in b.split("\n") if line.strip()]) > 11] == []
