"""Before the first turn: stand where you have one foe in front of you, not three; go first if you may."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_base.bots.look import Look, Unit, best, effort
from tmb_base.bots.strength import power


def place(ask: Ask, look: Look) -> list[str]:
    """Start beside a foe that is quickly beaten, away from the others."""
    return best((o.id for o in ask.options), lambda o: prospect(look, o.rpartition("/")[2]))


def prospect(look: Look, pos: str) -> int:
    """Someone to hit at once is worth most; every other foe near costs a little, and a friend near helps."""
    near = [u for u in look.foes.values() if look.steps(u["pos"], pos) == 1]
    value: int = max((12 - 2 * effort(u) for u in near), default=0)
    crowd = sum(
        u["form"] == "melee" and 1 < look.steps(u["pos"], pos) <= 3 and _walks(look, u) for u in look.foes.values()
    )
    friends = sum(look.steps(u["pos"], pos) == 1 for u in look.friends.values())
    return value - int(crowd) + 2 * friends


def _walks(look: Look, foe: Unit) -> bool:
    """Whether it can come: who stays at the side of the mat does not."""
    if foe["pos"] not in look.ground.sides:
        return True
    printed = look.printed(foe)
    return printed is None or bool(printed.walks)


def order(ask: Ask, look: Look) -> list[str]:
    """Of those with the same Ini, ours go first."""
    return best((o.id for o in ask.options), lambda o: o.rpartition("/")[2] in look.friends)


def enters(ask: Ask, look: Look) -> list[str]:
    """Where only some may stand on the mat: the strongest first."""
    return best((o.id for o in ask.options), lambda o: power(look.units[o.rpartition("/")[2]]))
