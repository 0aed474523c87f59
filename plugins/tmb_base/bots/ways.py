"""Ways over a mat on which others stand: what it costs to come beside a foe, and which step is the first.

Where all positions are of one kind, the shortest way over the empty mat is good enough (`moving`); where some lie at
the sides, there are few places beside a foe, and the way leads around who stands there.
"""

from __future__ import annotations

from tmb_base.bots.look import Look, Unit, best
from tmb_base.bots.targets import wanted, worth

STEP = 6
"""What a Dex is worth that a step costs, as `worth` counts."""
KEPT = 2
"""The Dex that we keep for dice if nobody can be reached."""


def costs(look: Look, start: str) -> dict[str, int]:
    """What it costs to come from a position to each other that is free: 1 a step, 1 more where the mat is destroyed."""
    taken = {u["pos"] for u in look.units.values()}
    found, edge = {start: 0}, [start]
    while edge:
        edge.sort(key=lambda pos: found[pos], reverse=True)
        here = edge.pop()
        for pos in sorted(look.ground.beside(here) - look.ground.sides - taken):
            cost = found[here] + 1 + (pos in look.wrecked)
            if cost < found.get(pos, cost + 1):
                found[pos] = cost
                edge.append(pos)
    return found


def toward(look: Look, here: str, left: int, ways: dict[str, str], kept: int = KEPT) -> list[str]:
    """The steps that lead to the foe that is worth most for its way, the best first; [] to stay. left: the Dex that is
    left; ways: option -> position; kept: what is not spent on the way to one that is too far.
    """
    reach = costs(look, here)
    rated = [
        (value - STEP * reach[pos] - FAR_OFF * (reach[pos] >= left), pos)
        for foe in sought(look)
        if (value := worth(look, foe)) > 0
        for pos in sorted(look.ground.beside(foe["pos"]))
        if pos in reach
    ]
    if not rated:
        return []
    goal = max(rated)[1]
    if goal == here or (reach[goal] >= left and left <= kept):
        return []
    back = costs(look, goal)
    price = {o: back[pos] + 1 + (pos in look.wrecked) for o, pos in ways.items() if pos in back}
    return best((o for o in price if back[ways[o]] < back.get(here, left + len(back))), lambda o: -price[o])


FAR_OFF = 100
"""Who can be reached this turn comes before all others."""


def sought(look: Look) -> list[Unit]:
    """The foes, but who acts, and what must fall though it is none."""
    things = [u for u in look.units.values() if u["pos"] and not u["side"] and wanted(look, u)]
    return [*(u for u in look.foes.values() if u is not look.acting), *things]
