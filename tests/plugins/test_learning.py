"""Which skill dice can be learned when; and that no two dice of a Gearloc are alike."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.plugins.battles import RULES
from tmb.cli.checking import checked
from tmb_base.gearlocs.learning import learnable, learnable_dice, unreachable
from tmb_base.mode import BattleOptions, new_gearloc

DICE = RULES.tables["dice_of"]
GEARLOCS = list(RULES.tables["gearlocs"])


def learned(gearloc: str, *training: str) -> list[str]:
    """What can be learned after this training."""
    unit = new_gearloc(RULES, "g1", gearloc, BattleOptions())
    unit.skills = [n for n, d in DICE[gearloc].items() if d.starts or n in training]
    return learnable(RULES, unit)


def test_at_first_the_starred_dice_can_be_learned() -> None:
    assert learned("picket") == ["stand-ground", "brace", "riposte", "vigil"]
    assert learned("boomer") == ["pop-bomb", "sling-arm", "deep-pockets", "duck"]


def test_an_arrow_leads_on_and_one_of_two_is_enough() -> None:
    assert learned("picket", "brace") == ["stand-ground", "redshirt", "rampart", "riposte", "vigil"]
    assert "ironside" in learned("picket", "brace", "rampart")
    assert "lockdown" not in learned("picket", "stand-ground")
    assert "lockdown" in learned("picket", "stand-ground", "sword-advance")
    assert "flare-bomb" in learned("boomer", "pop-bomb", "murk-bomb")


def test_what_is_known_and_what_is_no_matter_of_training_is_not_learned() -> None:
    assert "brace" not in learned("picket", "brace")
    everything = [n for n, d in DICE["boomer"].items() if d.sort != "consumable"]
    assert learned("boomer", *everything) == []
    for gearloc in GEARLOCS:
        found = set(learned(gearloc))
        assert not [n for n in found if DICE[gearloc][n].sort == "consumable" or DICE[gearloc][n].starts]


@pytest.mark.parametrize("gearloc", GEARLOCS)
def test_by_training_alone_every_skill_is_reached(gearloc) -> None:
    dice, known = DICE[gearloc], [n for n, d in DICE[gearloc].items() if d.starts]
    while found := learnable_dice(dice, known):
        known.append(found[-1])
    assert sorted(known) == sorted(n for n, d in dice.items() if d.sort != "consumable")
    assert unreachable(dice) == []
    assert unreachable({n: replace(d, needs=[n]) for n, d in dice.items() if n in ("brace", "pop-bomb")}) in (
        ["brace"],
        ["pop-bomb"],
    )


@pytest.mark.parametrize(("gearloc", "skills", "consumables"), [("picket", 14, 2), ("boomer", 14, 2)])
def test_sixteen_dice_in_sixteen_slots_and_no_two_alike(gearloc, skills, consumables) -> None:
    dice = DICE[gearloc]
    assert sorted(d.slot for d in dice.values()) == list(range(1, 17))
    sorts = Counter(d.sort == "consumable" for d in dice.values())
    assert (sorts[False], sorts[True]) == (skills, consumables)
    assert all(len(d.faces) == 6 for d in dice.values())
    alike = Counter(repr((sorted(d.faces), sorted(d.icons.items()), d.text)) for d in dice.values())
    assert max(alike.values()) == 1


def test_four_dice_of_the_captain_have_bones_to_use_again_or_a_locked_face() -> None:
    captain = [d for d in DICE["picket"].values() if d.profession == "captain"]
    assert [d.name for d in captain] == ["Stand Ground", "Shield Form", "Sword Advance", "Lockdown"]
    for die in captain:
        assert any(i.reusable or "locked" in i.place for i in die.icons.values()), die.id
        assert all(i.reusable for i in die.icons.values() if i.bones), die.id


PACK = 'id = "odd"\nversion = "1.0.0"\nname = "Odd"\nrequires = { base = "" }\n'
DIE = """
[[skill-die]]
id = "{id}"
name = "{id}"
gearloc = "picket"
slot = 99
faces = ["blank", "blank", "blank", "blank", "blank", "blank"]
needs = ["{needs}"]
source = {{ status = "standin", where = "a test" }}
"""


@pytest.mark.parametrize(
    ("needs", "says"), [("odd-die", "nobody can ever learn it"), ("pop-bomb", "'pop-bomb' is a die of boomer")]
)
def test_needs_that_lead_nowhere_are_a_problem_of_the_pack(tmp_path: Path, needs, says) -> None:
    (tmp_path / "skill_dice").mkdir()
    (tmp_path / "pack.toml").write_text(PACK)
    (tmp_path / "skill_dice" / "d.toml").write_text(DIE.format(id="odd-die", needs=needs))
    found = [str(problem) for problem in checked([tmp_path]).problems]
    assert len(found) == 1
    assert says in found[0]
    assert "d.toml:8:" in found[0]
