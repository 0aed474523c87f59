"""After the roll, in this order: hit, use skills, keep Bones, a backup plan if it pays, lay shields, done."""

from __future__ import annotations

from collections.abc import Callable

from tmb.core.decisions import DONE, Ask
from tmb_base.bots.look import Look, best, effort, hurt, number, shields, stored


def resolve(ask: Ask, look: Look) -> list[str]:
    """One thing at a time; the menu comes again."""
    ids = [o.id for o in ask.options]
    wishes: list[str] = []
    for advice in (hits, skills, actions, bones, plans, slots):
        wishes += advice(ids, look)
    return [*wishes, DONE]


def starting_with(word: str, ids: list[str]) -> list[str]:
    """The options of one kind."""
    return [o for o in ids if o.startswith(f"{word}/")]


def hits(ids: list[str], look: Look) -> list[str]:
    """All the Dmg there is, in one blow: a target's shields stop less of it."""
    return best(starting_with("hit", ids), number)


def skills(ids: list[str], look: Look) -> list[str]:
    """Dmg first; food only for who is hurt as much; steps are no use now."""
    useful = [o for o in starting_with("use", ids) if _useful(o.rpartition(":")[2], look)]
    return best(useful, lambda o: 10 * ("dmg" in o) + number(o.rpartition(":")[2]))


def _useful(face: str, look: Look) -> bool:
    if face.startswith("step"):
        return False
    return not face.startswith("heal") or hurt(look.me) >= min(2, number(face))


def actions(ids: list[str], look: Look) -> list[str]:
    """What can be done for free is done."""
    return starting_with("action", ids)


def bones(ids: list[str], look: Look) -> list[str]:
    """Bones of Atk and Def dice first: a skill die that stands in the backup plan cannot be rolled."""
    return best(starting_with("keep", ids), lambda o: o.split("/")[1].split(":")[0] in ("atk", "def"))


def plans(ids: list[str], look: Look) -> list[str]:
    """A backup plan whose moment has come."""
    offered = starting_with("plan", ids)
    return [o for o in offered if PAYS.get(o.rpartition("/")[2], _full)(look)]


def _full(look: Look) -> bool:
    """No more Bones could be kept anyway."""
    return stored(look.me) >= 5


def _finishes(look: Look) -> bool:
    """Our shields, in slots and just rolled, are enough to defeat the target if they are thrown at it."""
    rolled = sum(number(d["face"]) for d in look.turn.get("open", ()) if d["die"] == "def" and d["face"] != "bones")
    return bool(look.target) and shields(look.me) - look.me["buff"] + rolled >= effort(look.target)


def _heals(look: Look) -> bool:
    return hurt(look.me) >= 2


PAYS: dict[str, Callable[[Look], bool]] = {
    "dig-in": _heals,
    "shield-bash": _finishes,
    "shield-shock": _finishes,
    "second-wind": lambda look: False,
}
"""When a backup plan is worth its Bones; any other: when no more could be kept."""


def slots(ids: list[str], look: Look) -> list[str]:
    """Lay what lasts into slots, the largest shields first."""
    return best(starting_with("place", ids), lambda o: number(o.rpartition(":")[2]))


def again(ask: Ask, look: Look) -> list[str]:
    """Roll blanks again: steps, which nobody needs now."""
    return [o.id for o in ask.options if ":step" in o.id]
