"""The Battle Mat as it is printed: which positions lie side by side, and how far it is from one to another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmb.effects.shapes import many

FAR = 99
"""Where there is no way."""


class Ground:
    """A mat. near: position -> those beside it; sides: the positions at its sides, which nobody of ours crosses;
    stuck: who stands there can do nothing with its Dex but leave; front: where melee units begin; wrecks: the token
    that lies where it is destroyed. Without an entry nothing is near anything.
    """

    def __init__(self, entry: Any = None) -> None:
        positions = entry.positions if entry is not None else []
        pairs = entry.adjacent if entry is not None else []
        self.near: dict[str, set[str]] = {p.id: set() for p in positions}
        for a, b in pairs:
            self.near[a].add(b)
            self.near[b].add(a)
        self.sides = frozenset(p.id for p in positions if p.zone == "side")
        self.front = frozenset(p.id for p in positions if p.form == "melee")
        self.stuck = entry is not None and any(f.what == "dex.spend" for f in many(entry.forbid))
        ring = sorted((p.number, p.id) for p in positions if p.id in self.sides)
        self._after: dict[str, str] = {p: ring[(i + 1) % len(ring)][1] for i, (_, p) in enumerate(ring)}
        self.wrecks: str = (entry.wrecks or "") if entry is not None else ""
        self._ways = {p: self._from(p) for p in self.near}

    def _from(self, start: str) -> dict[str, int]:
        """How many steps it is to each position; who comes to one at the side goes no further."""
        found, edge = {start: 0}, [start]
        while edge:
            edge = [*self._next(edge, found)]
        return found

    def _next(self, edge: list[str], found: dict[str, int]) -> Iterable[str]:
        for pos in edge:
            for new in sorted(self.near[pos] - found.keys()):
                found[new] = found[pos] + 1
                if new not in self.sides:
                    yield new

    def steps(self, a: str, b: str) -> int:
        """The fewest orthogonal steps from one position to another on an empty mat; FAR where there is no way."""
        ways = self._ways.get(a)
        return (0 if a == b else FAR) if ways is None else ways.get(b, FAR)

    def after(self, pos: str) -> str:
        """The position at the side with the next number, or the first after the last; "" for any other."""
        return self._after.get(pos, "")

    def beside(self, pos: str) -> set[str]:
        """The positions adjacent to one."""
        return self.near.get(pos, NONE)


NONE: set[str] = set()
NOWHERE = Ground()
"""No mat is known."""
