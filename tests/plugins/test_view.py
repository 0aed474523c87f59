"""What the table sees of a turn is enough to draw it again, and is nothing hidden."""

from __future__ import annotations

import json
from typing import Any

from tests.plugins.battles import RULES, asks
from tests.plugins.test_looks import staged
from tmb.core.chance import Asked, Chance, seeded
from tmb.core.game import Game
from tmb.session import Session
from tmb.session.answers import first
from tmb_base.turns import TURNS


def seen(game: Game) -> dict[str, Any]:
    """The table's view, as a client gets it."""
    return dict(json.loads(json.dumps(game.mode.view(game, False))))


def test_a_gearlocs_turn_is_told_at_each_of_its_asks() -> None:
    scene: dict[str, Any] = {"mat": ["bog-lurk hp 3 at r2c1", "picket at r3c1 atk 2 bones atk:1"], "turn": "picket"}
    nothing = {"unit": "g1", "side": "gearlocs", "target": "", "dice": [], "open": [], "attacked": ""}
    nothing |= {"hit": False, "lost": 0, "planned": False}
    assert seen(staged([], [], **scene))["turn"] == {**nothing, "dex": 3}
    assert seen(staged([], ["move/r3c2"], **scene))["turn"] == {**nothing, "dex": 2}
    assert seen(staged([], ["done", "target/b1"], **scene))["turn"] == {**nothing, "dex": 3, "target": "b1"}
    rolled = ["done", "target/b1", "die/atk,die/atk,die/def"]
    told = seen(staged(["atk: 1 bones", "def: 2"], rolled, **scene))["turn"]
    faces = [("atk", "1"), ("atk", "bones"), ("def", "2")]
    assert [(d["die"], d["face"]) for d in told["open"]] == faces
    assert (told["dex"], told["attacked"], told["planned"]) == (0, "b1", False)
    told = seen(staged(["atk: 1 bones", "def: 2"], [*rolled, "hit/1", "keep/atk:bones"], **scene))["turn"]
    assert (told["open"], told["hit"], told["lost"]) == ([{"die": "def", "face": "2"}], True, 1)
    told = seen(staged(["atk: 1 bones", "def: 2"], [*rolled, "keep/atk:bones", "plan/shield-bash"], **scene))["turn"]
    assert told["planned"]


def test_dice_that_wait_for_a_hand_are_told() -> None:
    game = Session.new(RULES, "battle", {"queue": ["kobold"]}, seed="7", dice="hand")
    assert game.view()["ini"] == {"b1": 3}
    while (ask := game.ask()) is not None and ask.key != "GearlocTurn.roll_dice":
        game.act(["done"] if any(o.id == "done" for o in ask.options) else first(ask))
    assert game.view()["turn"]["dice"] == ["atk"]
    assert "ini" not in game.view()


def test_a_baddies_turn_is_told() -> None:
    scene: dict[str, Any] = {"mat": ["kobold at r2c1", "picket at r4c2"], "turn": "kobold"}
    told = seen(staged([], [], **scene))["turn"]
    assert told == {
        "unit": "b1",
        "side": "baddies",
        "steps": 2,
        "target": "",
        "targets": ["g1"],
        "hits": [],
        "struck": [],
        "bones": 0,
    }


def test_dmg_that_waits_for_its_def_dice_is_told() -> None:
    game = staged([], [], mat=["bog-lurk at r2c1", "picket at r3c1 active 2,1"], damage={"to": "picket", "amount": 1})
    assert game.ask is not None
    assert game.ask.key == "Damage.def_dice"
    told = seen(game)["damage"]
    assert (told["target"], told["amount"], told["true"]) == ("g1", 1, False)


def test_the_turn_survives_a_save_and_a_fork_and_comes_from_open_frames_only() -> None:
    codec, turns = RULES.codec("battle"), 0
    for game in asks(12):
        view = seen(game)
        open_turns = [f for f in game.stack if type(f) in TURNS and not f.over]
        assert ("turn" in view) == bool(open_turns)
        turns += bool(open_turns)
        if game.ask is None:
            continue
        again = Game(RULES, codec.from_json(codec.to_json(game.state)), Chance(Asked(), Asked()))
        again.run()
        assert seen(again) == view
        game.mode.redeal(again, seeded("elsewhere"))
        assert seen(again) == view
    assert turns > 100


def test_dice_rolled_outside_a_turn_are_told() -> None:
    game = next(g for g in asks(12) if g.ask is not None and g.ask.key == "RollDef.lay")
    frame = game.stack[-1]
    assert seen(game)["roll"] == {"unit": frame.unit, "open": [{"die": d.die, "face": d.face} for d in frame.open]}
    assert frame.open


def test_a_view_and_a_board_tell_where_units_are_that_are_not_on_the_mat() -> None:
    mat = [
        "kobold at r2c1",
        "troll aside g1 hp 5",
        "picket waits round.start:r3c2 hp 2",
        "boomer hp 0",
        "picket at r3c1",
    ]
    game = staged([], [], mat=mat, turn="picket 2")
    told = {
        id: {k: u[k] for k in ("pos", "place", "when", "to", "by") if k in u} for id, u in seen(game)["units"].items()
    }
    assert told == {
        "b1": {"pos": "r2c1", "place": "mat"},
        "b2": {"pos": "", "place": "aside", "by": "g1"},
        "g1": {"pos": "", "place": "waiting", "when": "round.start", "to": "r3c2"},
        "g2": {"pos": "", "place": "down"},
        "g3": {"pos": "r3c1", "place": "mat"},
    }
    drawn = game.mode.board(game)
    assert " Troll b2 \u26655  put aside by Picket (g1)" in drawn
    assert "comes at the start of the next round to lane 2 (Gearloc melee)" in drawn


def test_a_view_tells_who_still_comes_in_this_round() -> None:
    mat = ["kobold at r2c1", "picket at r3c1", "bog-lurk at r2c4"]
    game = staged([], [], mat=mat, turn="picket", goes_on=True)
    rows = [(e["id"], e["unit"], e["label"], e["due"], e["extra"]) for e in seen(game)["meter"]]
    assert rows == [
        ("b1", "b1", "Kobold (b1)", False, False),
        ("g1", "g1", "Picket", False, False),
        ("b2", "b2", "Bog Lurk (b2)", True, False),
    ]
