"""After the roll, in this order: hit, use skills, keep Bones, a backup plan if it pays, lay shields, done."""

from __future__ import annotations

from collections.abc import Callable

from tmb.core.decisions import DONE, Ask
from tmb_base.bots import goods
from tmb_base.bots.faces import DMG, SHIELD, Face
from tmb_base.bots.look import Look, best, effort, number, shields, stored


def resolve(ask: Ask, look: Look) -> list[str]:
    """One thing at a time; the menu comes again."""
    ids = [o.id for o in ask.options]
    wishes: list[str] = []
    for advice in (hits, skills, actions, bones, plans, slots):
        wishes += advice(ids, look)
    if look.sheets.pays:
        wishes += [o for o in ids if o.partition("/")[0] in look.sheets.pays]
    return [*wishes, DONE]


def starting_with(word: str, ids: list[str]) -> list[str]:
    """The options of one kind."""
    return [o for o in ids if o.startswith(f"{word}/")]


def hits(ids: list[str], look: Look) -> list[str]:
    """All the Dmg there is, in one blow: a target's shields stop less of it."""
    return best(starting_with("hit", ids), number)


def skills(ids: list[str], look: Look) -> list[str]:
    """What is worth most first; what is worth nothing now is left, or laid, or kept for its Bones."""
    return _worthwhile(starting_with("use", ids), look, lambda face: face.used(look))


def _worthwhile(ids: list[str], look: Look, worth: Callable[[Face], int]) -> list[str]:
    """The options about a face that is worth something, the best first; of a die that is not known, last."""
    rated = [(worth(face) if face is not None else 1, o) for o in ids for face in [_face(o, look)]]
    return [o for n, o in best(rated, lambda pair: pair[0]) if n > 0]


def _face(option: str, look: Look) -> Face | None:
    """The face that an option is about."""
    found: Face | None = look.sheets.face(option.rpartition("/")[2])
    return found


def actions(ids: list[str], look: Look) -> list[str]:
    """What can be done for free is done, but a card is not wasted."""
    return [o for o in starting_with("action", ids) if goods.now(look, o, "turn") > 0]


def bones(ids: list[str], look: Look) -> list[str]:
    """Bones of Atk and Def dice first: a skill die that stands in the backup plan cannot be rolled. A die that is used
    again and again had better not be exhausted for its Bones.
    """
    found = [o for o in starting_with("keep", ids) if not look.sheets.precious(o.split("/")[1].split(":")[0])]
    return best(found, lambda o: o.split("/")[1].split(":")[0] in ("atk", "def"))


def plans(ids: list[str], look: Look) -> list[str]:
    """The best backup plan whose moment has come."""
    offered = starting_with("plan", ids)
    return _first([(_plan(o.rpartition("/")[2], look), o) for o in offered])


def _first(rated: list[tuple[int, str]]) -> list[str]:
    """Those that are worth something, the best first."""
    return [o for n, o in best(rated, lambda pair: pair[0]) if n > 0]


def _plan(plan: str, look: Look) -> int:
    """What is left of the worth of a plan when its Bones are paid; one that nobody knows when no more could be kept."""
    known: tuple[Face, int] | None = look.sheets.plans.get(look.me.get("kind", ""), {}).get(plan)
    full = stored(look.me) >= FULL
    if known is None:
        return int(full)
    face, cost = known
    if any(script in BASHES for script in face.scripts):
        return DMG * int(_finishes(look))
    if face.again:
        return 0
    return face.used(look) - (1 if full else PRICE * cost)


def _finishes(look: Look) -> bool:
    """Our shields, in slots and just rolled, are enough to defeat the target if they are thrown at it."""
    rolled = sum(number(d["face"]) for d in look.turn.get("open", ()) if d["die"] == "def" and d["face"] != "bones")
    return bool(look.target) and shields(look.me) - look.me["buff"] + rolled >= effort(look.target)


BASHES = ("shield-bash",)
"""Scripts that throw all shields at the target."""
FULL, PRICE = 5, 7
"""Bones of a full backup plan; what a Bone is worth as long as it is not full."""


def slots(ids: list[str], look: Look) -> list[str]:
    """Lay what lasts into slots, the largest shields first."""
    rated = [(_laid(o, look), o) for o in starting_with("place", ids)]
    return _first(rated)


def _laid(option: str, look: Look) -> int:
    """A Def die its number, a skill die what it does there."""
    die, _, shown = option.rpartition("/")[2].partition(":")
    face = _face(option, look)
    return face.lying(look) if face is not None else SHIELD * max(1, number(shown)) if die == "def" else 1


def again(ask: Ask, look: Look) -> list[str]:
    """Roll blanks again: steps, which nobody needs now."""
    return [o.id for o in ask.options if (face := _face(o.id, look)) is not None and not face.worth(look)]
