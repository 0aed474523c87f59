"""Rulings about data and about what the table sees, and that each ruling is shown somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from tests.plugins.battles import RULES
from tmb.session import Session
from tmb_base.rulings import topics

TESTS = Path(__file__).parents[1]


def test_each_ruling_is_shown_by_a_scenario_or_a_test() -> None:
    files = [f for f in TESTS.rglob("*") if f.suffix in (".toml", ".py")]
    cited = {n for f in files for n in re.findall(r"\bR\d+\b", f.read_text(encoding="utf-8", errors="replace"))}
    assert set(topics()) - cited == set()


def test_the_party_knows_the_points_of_a_face_down_queue_not_its_chips() -> None:
    """R26."""
    game = Session.new(RULES, "battle", {"queue": ["5", "1", "1", "1", "1", "1"]}, seed="7")
    assert game.view()["queue"] == {"size": 2, "points": [1, 1]}
    assert [RULES.tables["chips"][c].points for c in game.view(True)["queue"]["chips"]] == [1, 1]


def test_lanes_are_numbered_from_left_to_right() -> None:
    """R56."""
    (mat,) = (m for m in RULES.content.entries("mat").values() if m.id == "base")
    assert {(p.column, p.lane) for p in mat.positions} == {(n, n) for n in range(1, 5)}


def test_faces_of_the_plain_dice_keep_to_the_bounds_that_are_known() -> None:
    """R60."""
    assert sorted(RULES.dice["atk"]) == ["1", "1", "1", "2", "bones", "bones"]
    assert sorted(RULES.dice["def"]) == ["1", "1", "2", "bones", "bones", "bones"]
    for sheet in RULES.content.entries("gearloc").values():
        faces = RULES.dice[sheet.ini.split("/")[-1]]
        assert len(faces) == 6
        assert all(1 <= int(face) <= 6 for face in faces)
