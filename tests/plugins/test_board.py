"""The drawn table: whose turn it is, and columns that hold what is in them."""

from __future__ import annotations

from tests.plugins.battles import asks
from tests.plugins.test_looks import staged
from tmb_base.board import acting, draw


def test_long_names_do_not_run_into_each_other():
    game = staged(
        ["def: bones"],
        [],
        mat=["goblin-devastator at r2c1 hp 2 poison 1", "kobold at r2c2", "picket at r3c1", "kobold at r1c2"],
        turn="picket",
    )
    rows = draw(game).splitlines()
    (row,) = (line for line in rows if "Goblin Devastator b1 \u2665" in line)
    assert "  Kobold b2 \u2665" in row
    (header,) = (line for line in rows if "lane 2" in line)
    (above,) = (line for line in rows if "Kobold b3 \u2665" in line)
    assert header.index("lane 2") == row.index("Kobold b2") == above.index("Kobold b3")


def test_whose_turn_it_is_is_marked_on_the_meter_the_mat_and_its_own_line():
    marked = 0
    for game in asks(4):
        drawn = draw(game)
        unit = acting(game)
        if game.ask is not None and game.ask.seat in game.world.party:
            assert unit
        if unit and game.world.units[unit].pos:
            marked += 1
            own = unit in game.world.party
            assert drawn.count("\u25b6") == 1 + own + sum(entry.unit == unit for entry in game.world.meter), drawn
    assert marked > 50


def test_dex_that_is_left_is_told_in_the_turn():
    game = staged([], ["move/r3c2"], mat=["picket at r3c1 dex 3", "kobold at r2c1"], turn="picket")
    assert "Dex 3 (2 left)" in draw(game)
