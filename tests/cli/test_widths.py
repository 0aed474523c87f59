"""Long lines of drawings are broken, columns are not."""

from __future__ import annotations

from tmb.cli.text import folded

DICE = "   dice: " + ", ".join(f"Stand Ground {n}" for n in range(12))


def test_a_long_line_goes_on_a_little_further_in(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    first, *more = folded(DICE).split("\n")
    assert first.startswith("   dice: Stand Ground 0,")
    assert more
    assert all(line.startswith("     ") and line[5] != " " for line in more)
    assert max(map(len, (first, *more))) <= 60
    assert " ".join(line.strip() for line in (first, *more)) == DICE.strip()


def test_lines_of_columns_and_short_ones_stay(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    drawn = " melee  Kobold b1 ♥1" + " " * 20 + "Bog Lurk b2 ♥3\n\n   dice: Brace"
    assert folded(drawn) == drawn
    edge = "   ╔" + "═" * 70 + "╗"
    assert folded(f"{edge}\n   ║ ·{' ' * 68}║\n{edge}") == f"{edge}\n   ║ ·{' ' * 68}║\n{edge}"


def test_demo_and_show_keep_to_100_columns_where_there_is_no_terminal(tmb):
    made = ["--mode", "adventure", "--seed", "7"]
    lines = tmb("demo", *made).stdout.splitlines()
    assert [line for line in lines[1:-1] if len(line) > 100 and "│" not in line and "(g" not in line] == []
    tmb("new", "--mode", "battle", "--party", "picket,boomer", "--save", "g.tmb")
    shown = tmb("show", "g.tmb").stdout.splitlines()
    assert any(line.startswith("   dice: ") for line in shown)
    assert [line for line in shown if line.startswith("   ") and len(line) > 100] == []
