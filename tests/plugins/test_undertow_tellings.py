"""What a person at the table hears of Undertow: names, not ids, and what would else go by unsaid."""

from __future__ import annotations

import re

import pytest

from tests.plugins import undertow
from tmb.core import asking
from tmb_base import events as e
from tmb_base.battle.queue import add_to_queue
from tmb_base.board import draw
from tmb_base.causes import used
from tmb_base.names import die_name, name_of, shown
from tmb_base.story import story

TABLES = undertow.RULES.tables
WATER = {"mat": ["krelln-lurer at k2", "stanza at r3c1"], "turn": "stanza"}
BATTLES = [
    (f"battle/{card}/{choice.id}", choice.battle.text)
    for card, entry in TABLES["encounters"].items()
    for choice in entry.choices
    if choice.battle is not None and choice.battle.text
]
BATTLES += [(f"battle/{id}", t.battle.text) for id, t in TABLES["tyrants"].items() if t.battle and t.battle.text]


def test_no_face_of_a_die_is_told_as_content_writes_it() -> None:
    game = undertow.staged("water", [], [], **WATER)
    told = {
        shown(game, die, face).removeprefix(die_name(game, die))
        for die in game.rules.dice
        for face in game.rules.dice[die]
    }
    assert {": section 2", ": bleed 1", ": heal loot"} <= told
    assert [line for line in told if "-" in line] == []


def test_what_a_tyrants_face_does_is_a_name() -> None:
    game = undertow.staged("water", [], [], **WATER)
    assert used(game, "b1/tentacle-wrap:face", lambda id: name_of(game, id)) == "Krelln Lurer (b1) uses Tentacle Wrap"


@pytest.mark.parametrize(("sheet", "text"), BATTLES)
def test_what_a_card_says_of_its_battle_is_told_when_it_begins(sheet: str, text: str) -> None:
    game = undertow.staged("water", [], [], **WATER)
    began = e.OngoingBegan("table/x:1", sheet, "", "battle")
    assert story(game, [began], []) == [f"In this battle: {text}"]


def test_where_a_token_lies_is_asked_by_its_name() -> None:
    scene = {"mat": ["kobold at r2c1", "picket at r3c1"], "holds": {"picket": ["tar-sap-and-twine"]}, "turn": "picket"}
    game = undertow.scene_of("adventure", {"tyrant": "barnacle", "party": ["picket"], "mat": "land"}, [], **scene)
    (pick,) = [o.id for o in asking.public(game.ask).options if o.id.startswith("action/")]
    game.answer(asking.chosen(game.ask, asking.public(game.ask), [pick]))
    assert game.ask.key == "LayingTokens.where_it_lies"
    assert game.mode.label(game, game.ask, "") == "Where does Obstacle lie? (left: 1)"


def test_a_chip_that_joins_the_queue_is_told_by_its_stack_as_far_as_that_is_known() -> None:
    game = undertow.staged("water", [], [], **WATER)
    for chip in ("krelln-mauler", "kobold", "tentacle-1"):
        add_to_queue(game, chip, "by-points")
    assert story(game, game.events[-3:], []) == [
        "a Krelln joins the Battle Queue",
        "a 1Pt Baddie joins the Battle Queue",
        "a chip of the Tyrant joins the Battle Queue",
    ]
    assert "BQ 3 left (Krelln, 1, Tyrant)" in draw(game)


def test_a_song_that_is_taken_out_of_its_slot_is_exhausted_and_said_to_be() -> None:
    mat = ["krelln-lurer at k2", "stanza at r3c1 active hush-now:intro"]
    game = undertow.staged("water", [], ["g1/hush-now:intro", "end/hush-now"], mat=mat, turn="stanza")
    assert "Stanza (g1): Hush Now is exhausted" in story(game, game.events, [])
    assert not re.search(r"active: ", draw(game))
