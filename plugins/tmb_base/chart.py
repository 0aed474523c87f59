"""The Battle Mat as it is drawn: a grid of positions; with some at its sides, the field in a frame between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from tmb_base import reach
from tmb_base.legend import EMPTY, effect_sign
from tmb_base.mat import Mat
from tmb_base.turns import TURNS
from tmb_base.world import Baddie, Gearloc

WIDTH = 18
"""Of a column, unless a unit in it needs more."""
SIZES, WIDEST = ((14, 20), (14, 12), (11, 12), (8, 12)), 100
"""In a frame, where a cell has two lines: how wide a lane is at least, and how long a name that is not broken; the
first with which it is no wider than WIDEST, or the last."""
FORM = 8
"""What stands before the rows."""
NAME = re.compile(r" (?!\d)")
"""Where a name may be broken: its number stays with it."""


class Cell(NamedTuple):
    """What is drawn of one thing at a position. sign: of what lies there; name; state: HP and what lies on it."""

    name: str
    state: str = ""
    sign: str = ""

    @property
    def line(self) -> str:
        """All of it in one line."""
        return " ".join(filter(None, (self.sign, self.name, self.state)))


def name(game: Any, unit: Any) -> str:
    """A unit's name; with its id, as options and the log have it, but for a Gearloc that sits alone."""
    kind = game.rules.tables["gearlocs"].get(unit.kind) or game.rules.tables["chips"][unit.kind]
    alone = isinstance(unit, Gearloc) and [u.kind for u in game.world.units.values()].count(unit.kind) == 1
    return str(kind.name or unit.kind) + ("" if alone else f" {unit.id}")


def acting(game: Any) -> str:
    """The unit whose turn it is; outside of turns the Gearloc that is asked, if one is."""
    asked = game.ask.seat if game.ask is not None and game.ask.seat in game.world.units else ""
    return next((f.unit for f in reversed(game.stack) if type(f) in TURNS and not f.over), asked)


def mat_lines(game: Any, spoken: bool) -> list[str]:
    """The mat with what stands and lies on it. spoken: a mat that is drawn in a frame is told position by position."""
    mat = reach.mat_of(game)
    if spoken and mat.sides:
        return told(game, mat)
    there = {p: cells(game, p) for p in mat.names}
    return framed(mat, there) if mat.sides else grid(mat, there)


def told(game: Any, mat: Mat) -> list[str]:
    """`lane 1 (Baddie melee): Wreckage, Kobold b2 ♥2`: the positions at which something is."""
    kinds = game.rules.tables["tokens"]
    lying = {p: [kinds[t.kind].name for t in game.world.tokens if t.at == p] for p in mat.names}
    standing = {p: [x._replace(sign="").line for x in cells(game, p) if x.state] for p in mat.names}
    here = {p: [*lying[p], *standing[p]] for p in mat.names}
    lines = [f"  {mat.words[p]}: {', '.join(found)}" for p, found in here.items() if found]
    return [f" {mat.entry.name}", *(lines or ["  nobody"])]


def cells(game: Any, pos: str) -> list[Cell]:
    """What is at a position: the units and what is no unit, several where some do not block it; the first of them with
    the signs of what lies there."""
    found = [cell(game, u) for u in (*reach.on_mat(game), *reach.objects(game)) if u.pos == pos]
    kinds = game.rules.tables["tokens"]
    signs = " ".join([kinds[t.kind].sign for t in game.world.tokens if t.at == pos])
    if not found:
        return [Cell("" if signs else EMPTY, sign=signs)]
    return [found[0]._replace(sign=signs), *found[1:]]


def cell(game: Any, unit: Any) -> Cell:
    """A unit, or a thing with HP."""
    text = f"♥{unit.hp}"
    shields = unit.dice if isinstance(unit, Baddie) else [int(d.face) for d in unit.active if d.die == "def"]
    if shields:
        text += f" ▣{sum(shields)}"
    effects = [m for m in unit.marks if m in game.rules.tables["effects"]]
    text += "".join(f" {effect_sign(game.rules.tables['effects'], m)}{unit.marks[m]}" for m in effects)
    return Cell(("▶" if unit.id == acting(game) else "") + name(game, unit), text)


# -- a grid ------------------------------------------------------------------------------------------------------------


def grid(mat: Mat, there: dict[str, list[Cell]]) -> list[str]:
    """Rows and lanes, a line each."""
    positions = mat.entry.positions
    rows = sorted({p.row for p in positions})
    columns = sorted({p.column for p in positions})
    at = {(p.row, p.column): p for p in positions}
    heads = [next((f"lane {at[r, c].lane}" for r in rows if (r, c) in at), "") for c in columns]
    drawn = {spot: " + ".join(x.line for x in there[position.id]) for spot, position in at.items()}
    widths = [max(WIDTH, *(len(drawn.get((r, c), "")) + 2 for r in rows)) for c in columns]
    out = [" " * FORM + "".join(h.ljust(w) for h, w in zip(heads, widths, strict=True))]
    for r in rows:
        form = next(at[r, c].form for c in columns if (r, c) in at)
        line = (drawn.get((r, c), "").ljust(w) for c, w in zip(columns, widths, strict=True))
        out.append(f" {form:<6} " + "".join(line))
    return out


# -- a frame -----------------------------------------------------------------------------------------------------------


def framed(mat: Mat, there: dict[str, list[Cell]]) -> list[str]:
    """The field in a frame, and the positions at its sides beside it with their numbers. What stands at a position of
    row r has the lines r and r + 1, so that a row lies between two others as it does on the mat.
    """
    *most, tight = SIZES
    drawn = (frame(mat, there, *size) for size in most)
    return next((lines for lines in drawn if max(map(len, lines)) <= WIDEST), None) or frame(mat, there, *tight)


def frame(mat: Mat, there: dict[str, list[Cell]], wide: int, long: int) -> list[str]:
    """The same, with lanes of such a width at least, where names that are longer are broken."""
    field = [p for p in mat.entry.positions if p.zone == "field"]
    first, last = min(p.column for p in field), max(p.column for p in field)
    parts: tuple[list[list[str]], ...] = ([], [], [])
    for c in sorted({p.column for p in mat.entry.positions}):
        here = [p for p in mat.entry.positions if p.column == c]
        parts[(c >= first) + (c > last)].append(column(here, there, long))
    high = max(len(lines) for part in parts for lines in part)
    forms = {p.row: p.form for p in field}
    left, inside, right = (list(together(part, high, wide)) for part in parts)
    gap, edge = " " * (FORM + len(left[0])), "═" * (len(inside[0]) + 1)
    title = f" {mat.entry.name[: FORM - 2]}"
    return [
        title.ljust(len(gap) + 2) + inside[0],
        f"{gap}╔{edge}╗",
        *(f" {left[row]}{forms.get(row, ''):<{FORM - 1}}║ {inside[row]}║  {right[row]}" for row in range(1, high)),
        f"{gap}╚{edge}╝",
    ]


def column(positions: list[Any], there: dict[str, list[Cell]], long: int) -> list[str]:
    """The lines of a column: its lane, then what is there."""
    rows = sorted(p.row for p in positions)
    tall = 2 if all(b - a > 1 for a, b in pairwise(rows)) else 1
    lines = [""] * (rows[-1] + tall)
    lines[0] = next((f"lane {p.lane}" for p in positions if p.lane), "")
    for p in positions:
        number = f"{p.number} " if p.number else ""
        for n, text in enumerate(two_lines(there[p.id], long) if tall > 1 else one_line(there[p.id])):
            lines[p.row + n] = (" " * len(number) if n else number) + text
    return lines


def one_line(here: list[Cell]) -> list[str]:
    """What is at a position, where there is no room for more."""
    return [" + ".join(x.line for x in here)]


def two_lines(here: list[Cell], long: int) -> list[str]:
    """What is at a position: its name and below it its state; a long name is broken where the lines are shortest."""
    if len(here) > 1:
        return [f"{here[0].line} +", " + ".join(x.line for x in here[1:])]
    sign = f"{here[0].sign} " if here[0].sign else ""
    above, below = here[0].name, here[0].state
    if len(above) > long and " " in above:
        words = [*NAME.split(above), *below.split()]
        pairs = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        above, below = min(pairs, key=lambda pair: max(map(len, pair)))
    return [f"{sign}{above}".rstrip(), f"{' ' * len(sign)}{below}".rstrip()]


def together(columns: list[list[str]], high: int, wide: int) -> Iterator[str]:
    """Columns of so many lines side by side, each as wide as it needs."""
    padded = [[*lines, *[""] * (high - len(lines))] for lines in columns]
    widths = [max(wide if lines[0] else 0, *(len(text) + 2 for text in lines)) for lines in padded]
    for row in range(high):
        yield "".join(lines[row].ljust(w) for lines, w in zip(padded, widths, strict=True))
