"""The Battle Mat as a graph (Undertow rulebook, The Battle Mat; Adjacent and Diagonal Movement).

Positions are few, so sets of them are bit masks: distances cost a handful of integer operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tmb_base import entries

FORMS = ("melee", "ranged")
SIDES = {"baddies": "Baddie", "gearlocs": "Gearloc"}
ZONES = ("field", "side")
NUMBERS = [1, 2, 3, 4, 5, 6]
"""Those of the positions at the sides, which a D6 names."""
NO_LANE = 99
"""In the order of lanes: no Lane Marker."""

MOST_KNOWN = 25_000
"""So many spreads of either kind are remembered."""


class Mat:
    """A mat made ready: `near` and `wide` list the neighbours of a position, orthogonal and with diagonals; `bit` is
    the mask of a position, `places` that of none ("") too; `starts[side, form]` are the starting positions, lanes in
    order; `entrances[form, lane]` where a Baddie with that Lane Marker enters: its own lane, then those of its form,
    then of the other form (R24); `zones` the masks of its parts, if it has several; `sides` the positions at its sides
    in the order of their numbers.
    """

    def __init__(self, entry: entries.Mat) -> None:
        self.entry, self.id = entry, entry.id
        self.names = [p.id for p in entry.positions]
        self.at = {p.id: p for p in entry.positions}
        self.bit = {name: 1 << i for i, name in enumerate(self.names)}
        self.places = {**self.bit, "": 0}
        self.all = (1 << len(self.names)) - 1
        self.near = self._neighbours(entry.adjacent)
        self.wide = self._neighbours([*entry.adjacent, *entry.diagonal])
        self.near_mask = {p: self.mask(q) for p, q in self.near.items()}
        self.wide_mask = {p: self.mask(q) for p, q in self.wide.items()}
        self._near = [self.near_mask[p] for p in self.names]
        self._wide = [self.wide_mask[p] for p in self.names]
        self.lanes = sorted({p.lane for p in entry.positions if p.lane})
        self.zones = self._zones()
        self.sides = [p.id for p in sorted(entry.positions, key=lambda p: p.number) if p.zone == "side"]
        self.starts = {
            (side, form): tuple(
                p.id for p in sorted(entry.positions, key=lambda p: p.lane) if (p.side, p.form) == (side, form)
            )
            for side in ("baddies", "gearlocs")
            for form in FORMS
        }
        lanes = (*self.lanes, NO_LANE)
        self.entrances = {(form, lane): self._entrances(form, lane) for form in FORMS for lane in lanes}
        self.words = self._in_words()
        self.order = {name: i for i, name in enumerate(self.names)}
        self._known: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def _zones(self) -> dict[str, int]:
        found = {zone: self.mask(p.id for p in self.entry.positions if p.zone == zone) for zone in ZONES}
        return found if all(found.values()) else {}

    def _neighbours(self, pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {name: [] for name in self.names}
        for a, b in pairs:
            found[a].append(b)
            found[b].append(a)
        return {name: tuple(sorted(set(some), key=self.names.index)) for name, some in found.items()}

    def _entrances(self, form: str, lane: int) -> tuple[str, ...]:
        own = [p for p in self.starts["baddies", form] if self.at[p].lane == lane]
        return (*own, *self.starts["baddies", form], *self.starts["baddies", FORMS[form == FORMS[0]]])

    def _in_words(self) -> dict[str, str]:
        """A position -> where it is, in words; of several that are called the same, with its id."""
        words = {p.id: self._called(p) for p in self.entry.positions}
        said = Counter(words.values())
        return {id: text if said[text] == 1 else f"{text[:-1]}, {id})" for id, text in words.items()}

    def _called(self, p: entries.Position) -> str:
        if p.side:
            return f"lane {p.lane} ({SIDES[p.side]} {p.form})"
        return f"{self.entry.sides} {p.number}" if p.zone == "side" else f"position {p.id}"

    def mask(self, positions: Iterable[str]) -> int:
        """The mask of these positions."""
        total = 0
        for p in positions:
            total |= self.bit[p]
        return total

    def spread(self, seen: int, diagonal: bool) -> int:
        """The positions in `seen` and their neighbours; remembered."""
        known = self._known[diagonal]
        out = known.get(seen)
        if out is None:
            out, table = seen, self._wide if diagonal else self._near
            left, i = seen, 0
            while left:
                if left & 1:
                    out |= table[i]
                left >>= 1
                i += 1
            if len(known) > MOST_KNOWN:
                known.clear()
            known[seen] = out
        return out

    def grown(self, start: int, until: int, free: int, diagonal: bool) -> int:
        """What lies around `start` over `free` positions, as many steps wide as it takes to meet one of `until` (all
        masks); 0 if there is no way.
        """
        seen, known = start, self._known[diagonal]
        while not seen & until:
            wider = ((known.get(seen) or self.spread(seen, diagonal)) & free) | seen
            if wider == seen:
                return 0
            seen = wider
        return seen

    def farthest(self, start: str, free: int) -> list[str]:
        """The positions of the mask `free` at the greatest step distance from `start`, units ignored (R23)."""
        seen, best = self.bit[start], 0
        while (wider := self.spread(seen, False)) != seen:
            best = (wider & ~seen & free) or best
            seen = wider
        return [p for p in self.names if self.bit[p] & best]


def problems(entry: entries.Mat) -> list[str]:
    """What is wrong with the data of a mat. One with any problem is not made ready."""
    return [*_misnamed(entry), *_unfit(entry)] or _apart(entry)


def _misnamed(entry: entries.Mat) -> list[str]:
    """Unknown names, twice the same position."""
    names = [p.id for p in entry.positions]
    unknown = {p for pair in _pairs(entry) for p in pair}.difference(names)
    twice = sorted({n for n in names if names.count(n) > 1})
    return [
        *(f"no position {p!r}" for p in sorted(unknown)),
        *(f"position {n!r} stands twice" for n in twice),
        *(f"position {a!r} is no neighbour of itself" for a, b in _pairs(entry) if a == b),
    ]


def _unfit(entry: entries.Mat) -> list[str]:
    """Positions that do not go with what they are for."""
    half = [p.id for p in entry.positions if not (bool(p.side) == bool(p.form) == bool(p.lane))]
    beside = [p for p in entry.positions if p.zone == "side"]
    stray = [p.id for p in entry.positions if (p.side if p.zone == "side" else p.number)]
    nobody = [who for side, who in SIDES.items() if not any(p.side == side for p in entry.positions)]
    return [
        *(f"position {p!r}: side, form and lane go together" for p in half),
        *(f"position {p!r}: one of the field may be a starting position, one at the side has a number" for p in stray),
        *(f"there is no starting position of a {who}" for who in nobody),
        *(["the positions at the sides have the numbers 1 to 6"] if _numbers(beside) not in ([], NUMBERS) else []),
        *(["`sides` says what a position at the side is called"] if beside and not entry.sides else []),
        *(["`wrecks` is for a mat with positions at its sides"] if entry.wrecks and not beside else []),
    ]


def _numbers(positions: list[entries.Position]) -> list[int]:
    return sorted(p.number for p in positions)


def _pairs(entry: entries.Mat) -> list[tuple[str, str]]:
    return [*entry.adjacent, *entry.diagonal]


def _apart(entry: entries.Mat) -> list[str]:
    """Positions to which no way leads, and two that are drawn on one place."""
    names, drawn = [p.id for p in entry.positions], Counter((p.row, p.column) for p in entry.positions)
    seen: set[str] = set()
    wider = set(names[:1])
    while wider - seen:
        seen |= wider
        wider = {p for pair in _pairs(entry) for p in pair if not seen.isdisjoint(pair)}
    apart = [p for p in names if p not in seen]
    return [
        *([f"no way leads from {names[0]!r} to {', '.join(map(repr, apart))}"] if apart else []),
        *(f"position {p.id!r} is drawn where another one is" for p in entry.positions if drawn[p.row, p.column] > 1),
    ]
