"""The drawn table: whose turn it is, and columns that hold what is in them."""

from __future__ import annotations

import re

from tests.plugins import undertow
from tests.plugins.battles import asks
from tests.plugins.test_looks import staged
from tmb_base.board import draw
from tmb_base.chart import acting, name


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


def test_a_mat_with_positions_at_its_sides_is_drawn_in_a_frame_with_them_beside_it() -> None:
    mat = ["krelln-lurer at k3", "kobold at r2c2", "kobold at r2c3", "picket at r3c2"]
    lies = ["wreckage at r2c2", "wreckage at r3c3", "obstacle at r4c2"]
    game = undertow.staged(
        "water", [], [], mat=[*mat, "duster at k6", "nightshade at r4c1 owner g2"], tokens=lies, turn="picket"
    )
    rows = draw(game).splitlines()[2:13]
    assert rows[0].startswith(" Water ")
    assert [n for n, row in enumerate(rows) if "║" in row] == [*range(2, 10)]
    edges = {tuple(i for i, letter in enumerate(row) if letter == "║") for row in rows[2:10]}
    ((left, right),) = edges  # a straight frame
    assert all(row[left] in "╔╚" and row[right] in "╗╝" for row in (rows[1], rows[10]))
    beside = [row[:left].strip() + "|" + row[right + 1 :].strip() for row in rows[3:9:2]]
    assert beside == ["1 ·|2 ·", "3 Krelln Lurer b1|4 ·", "5 ·|6 Duster"]
    inside = [row[left + 1 : right] for row in rows[2:10]]
    assert [re.split(" {2,}", line.strip()) for line in inside] == [
        ["·", "·", "·", "·"],
        [""],
        ["·", "≈ Kobold b2", "Kobold b3", "·"],
        ["♥2", "♥2"],
        ["·", "▶Picket", "≈", "·"],
        ["♥6"],
        ["Nightshade b4", "##", "·", "·"],
        ["♥3"],
    ]
    (heads,) = [rows[0][left:]]
    assert re.findall(r"lane \d", heads) == ["lane 1", "lane 3", "lane 4", "lane 2"]
    assert "companions: Nightshade b4" in draw(game)
    assert draw(game, spoken=True).splitlines()[2:12] == [
        " Water",
        "  lane 3 (Baddie melee): Wreckage, Kobold b2 ♥2",
        "  lane 4 (Baddie melee): Kobold b3 ♥2",
        "  lane 3 (Gearloc melee): ▶Picket ♥6",
        "  lane 4 (Gearloc melee): Wreckage",
        "  lane 1 (Gearloc ranged): Nightshade b4 ♥3",
        "  lane 3 (Gearloc ranged): Obstacle",
        "  Krelln position 3: Krelln Lurer b1 ♥4",
        "  Krelln position 6: Duster ♥4",
        "",
    ]


def test_a_long_name_is_broken_rather_than_the_frame_made_wider_than_a_terminal() -> None:
    mat = ["krelln-screecher at k3", "krelln-screecher at k4", "goblin-devastator at r2c2", "goblin-devastator at r2c3"]
    game = undertow.staged("water", [], [], mat=[*mat, "picket at r3c2"], turn="picket")
    rows = [row for row in draw(game).splitlines() if "║" in row]
    assert max(map(len, rows)) <= 104
    assert [
        word for word in ("3 Krelln  ", "Screecher b1 ♥3", "Goblin  ", "Devastator b4 ♥2") if word not in "".join(rows)
    ] == []


def test_boards_of_undertow_are_straight_and_at_most_110_wide() -> None:
    drawn = 0
    for game in undertow.asks(8):
        rows = [row for row in draw(game).splitlines() if "║" in row]
        edges = {tuple(i for i, letter in enumerate(row) if letter == "║") for row in rows}
        assert len(edges) == 1
        assert max(map(len, rows)) <= 110
        standing = {u.id for u in game.world.units.values() if u.pos}
        drawn += len(standing)
        for unit in standing:
            title = name(game, game.world.units[unit])
            assert any(title.rpartition(" ")[2] in row for row in rows), (unit, rows)
    assert drawn > 500


def test_at_the_side_a_name_keeps_its_number_and_stands_apart_from_the_words_for_the_rows() -> None:
    mat = ["tentacle-4 at k1", "tentacle-5 at k3", "krelln-lurer at k5", "krelln-screecher at k4"]
    mat += ["goblin-devastator at r2c2", "goblin-devastator at r2c3", "picket at r3c2"]  # then the frame is tight
    drawn = draw(undertow.staged("water", [], [], mat=mat, turn="picket"))
    rows = [row for row in drawn.splitlines() if "║" in row]
    left = [re.split(r" {2,}", row.partition("║")[0].strip()) for row in rows]
    assert left == [
        ["ranged"], ["1 Tentacle 4"], ["b1 ♥5", "melee"], ["3 Tentacle 5"], ["b2 ♥5", "melee"], ["5 Krelln"],
        ["Lurer b3 ♥4", "ranged"], [""],
    ]  # fmt: skip
