"""Dangerous Darts: which dice, and what to do with Bones."""

from __future__ import annotations

from tmb.core.decisions import DONE, Ask
from tmb_base.bots.look import Look, best, number

DMG, DEF, BONE, STATUS = 12, 9, 8, 9
"""What each that a face shows is worth."""


def choose(ask: Ask, look: Look) -> list[str]:
    """The dice that show most, by their faces."""
    faces = look.sheets.cards.dice
    wishes = [(_worth(o.ref, faces.get(o.ref, [])), o.id) for o in ask.options for _ in range(o.times)]
    return [o for _, o in best(wishes, lambda pair: pair[0])]


def _worth(die: str, faces: list[str]) -> int:
    each = {"atk": DMG, "def": DEF}.get(die, 0)
    total = sum(BONE if f == "bones" else each * number(f) if f.isdigit() else STATUS for f in faces)
    return 10 * total // max(1, len(faces))


def bones(ask: Ask, look: Look) -> list[str]:
    """Win; else stun; else take what stops us off the other side, or what hurts us off ours."""
    return ["bones/win", "bones/stun", "bones/theirs-def", "bones/mine-poison", "bones/mine-weaken", DONE]
