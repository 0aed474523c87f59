"""Before the roll: stand beside the foe that you want to hit, and keep Dex for the dice."""

from __future__ import annotations

from tmb.core.decisions import DONE, Ask
from tmb_base.bots import goods
from tmb_base.bots import ways as roads
from tmb_base.bots.ground import FAR
from tmb_base.bots.look import Look, best
from tmb_base.bots.starting import prospect
from tmb_base.bots.targets import worth


def move(ask: Ask, look: Look) -> list[str]:
    """Use what heals; walk only if nobody is in reach, and only if dice can still be rolled afterwards."""
    actions = [o.id for o in ask.options if o.id.startswith("action/") and goods.now(look, o.id, "turn") > 0]
    if look.sheets.pays:
        actions += [o.id for o in ask.options if o.id.partition("/")[0] in look.sheets.pays]
    ways = {o.id: o.ref for o in ask.options if o.id.startswith("move/")}
    if actions or not ways or not look.me:
        return [*actions, DONE]
    if look.ground.sides and (errand := _errand(look, ways)) is not None:
        return [*errand, DONE]
    if look.sheets.forms.get(look.me["kind"]) == "ranged":
        return [DONE]
    here, left = look.me["pos"], look.turn["dex"] if "dex" in look.turn else look.me["dex"]
    if look.ground.sides:
        return [*(() if _reaches(look) else roads.toward(look, here, left, ways)), DONE]
    goal = _goal(look, here)
    if not goal or look.steps(here, goal) <= 1 or look.steps(here, goal) - 1 >= left or _reaches(look):
        return [DONE]
    nearer = [o for o, pos in ways.items() if look.steps(pos, goal) < look.steps(here, goal)]
    return [*best(nearer, lambda o: -_crowd(look, ways[o])), DONE]


DEAR = 4
"""What it costs to step where the mat is destroyed, in foes beside that position."""


def _errand(look: Look, ways: dict[str, str]) -> list[str] | None:
    """Where we have to go whoever is in reach: out of where Dex buys nothing else, or where somebody is needed; [] to
    stay for it, None if there is no such thing.
    """
    here, left = look.me["pos"], look.turn["dex"] if "dex" in look.turn else look.me["dex"]
    if here in look.ground.sides:
        return best(ways, lambda o: berth(look, ways[o])) if look.ground.stuck else None
    spots = [pos for expert in look.sheets.experts for pos in expert.guard(look)]
    if not spots or here in spots:
        return [] if spots else None
    far = min(look.steps(here, pos) for pos in spots)
    nearer = [o for o, pos in ways.items() if min(look.steps(pos, spot) for spot in spots) < far <= left]
    return best(nearer, lambda o: berth(look, ways[o])) or None


def berth(look: Look, pos: str) -> int:
    """How good it is to come aboard there, or to stand guard: a foe to hit, and no wreck to climb over."""
    return prospect(look, pos) - DEAR * (pos in look.wrecked)


def overboard(ask: Ask, look: Look) -> list[str]:
    """Where one of ours is thrown into the water: where it comes aboard again at a good place, and nobody waits."""
    return best((o.id for o in ask.options), lambda o: _way_back(look, o.rpartition("/")[2]))


def _way_back(look: Look, pos: str) -> int:
    taken = {u["pos"] for u in look.units.values()}
    back = [berth(look, p) for p in sorted(look.ground.beside(pos) - look.ground.sides - taken)]
    return max(back, default=-SHUT) - WAITS * _crowd(look, pos)


SHUT, WAITS = 30, 6
"""What it costs to be where nobody gets aboard, and that a foe is beside who cannot fight."""


def out_of_the_way(ask: Ask, look: Look) -> list[str]:
    """Where something is laid that is in the way: where nobody has to go."""
    return best((o.id for o in ask.options), lambda o: -look.need(o.rpartition("/")[2]))


def _reaches(look: Look) -> bool:
    """Whether my talent lets me attack a foe beside a companion of mine."""
    return look.me["kind"] in look.sheets.far and any(_crowd(look, c["pos"]) for c in look.companions)


def walk(ask: Ask, look: Look) -> list[str]:
    """A chip in a turn that is at my will: towards the foe that we want gone, if none stands beside it; a Baddie goes
    as it has to.
    """
    ways = {o.id: o.ref for o in ask.options if o.id.startswith("move/")}
    if not look.acting:
        return list(ways)
    here = look.acting["pos"]
    if look.ground.sides:
        return [*roads.toward(look, here, look.turn.get("steps", len(ways)) + 1, ways, 0), DONE]
    goal = "" if _crowd(look, here) else _goal(look, here)
    nearer = [o for o, pos in ways.items() if goal and look.steps(pos, goal) < look.steps(here, goal)]
    return [*best(nearer, lambda o: -_crowd(look, ways[o])), DONE]


def _goal(look: Look, here: str) -> str:
    """Where the foe stands that we go for: one in reach at once, else the one that is worth the most for its way."""
    found = [u for u in look.foes.values() if look.steps(here, u["pos"]) < FAR and worth(look, u) > 0]
    value = best(found, lambda u: worth(look, u) - 12 * max(0, look.steps(here, u["pos"]) - 1))
    return str(value[0]["pos"]) if value else ""


def _crowd(look: Look, pos: str) -> int:
    """How many foes stand beside a position."""
    return sum(u["side"] == "baddies" for u in look.beside(pos).values())


def free_step(ask: Ask, look: Look) -> list[str]:
    """Steps that cost nothing: towards a foe if none is in reach; otherwise stay."""
    if not look.me or _crowd(look, look.me["pos"]):
        return [DONE]
    return move(ask, look)
