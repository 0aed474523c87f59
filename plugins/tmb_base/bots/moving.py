"""Before the roll: stand beside the foe that you want to hit, and keep Dex for the dice."""

from __future__ import annotations

from tmb.core.decisions import DONE, Ask
from tmb_base.bots import goods
from tmb_base.bots.ground import FAR
from tmb_base.bots.look import Look, best
from tmb_base.bots.targets import worth


def move(ask: Ask, look: Look) -> list[str]:
    """Use what heals; walk only if nobody is in reach, and only if dice can still be rolled afterwards."""
    actions = [o.id for o in ask.options if o.id.startswith("action/") and goods.now(look, o.id, "turn") > 0]
    ways = {o.id: o.ref for o in ask.options if o.id.startswith("move/")}
    if actions or not ways or not look.me or look.sheets.forms.get(look.me["kind"]) == "ranged":
        return [*actions, DONE]
    goal = _goal(look, look.me["pos"])
    here, left = look.me["pos"], look.turn["dex"] if "dex" in look.turn else look.me["dex"]
    if not goal or look.steps(here, goal) <= 1 or look.steps(here, goal) - 1 >= left or _reaches(look):
        return [DONE]
    nearer = [o for o, pos in ways.items() if look.steps(pos, goal) < look.steps(here, goal)]
    return [*best(nearer, lambda o: -_crowd(look, ways[o])), DONE]


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
