"""What chips of Krelln and Mech must say so that the rules know them as such. Checked when a pack is read."""

from __future__ import annotations

from typing import Any

from tmb.content.content import Complaint, Content
from tmb_base.tables import entries_of
from tmb_undertow.krelln import SWIMS, TYPE

KRELLN, MECH = "undertow:stack/krelln", "undertow:stack/mech"


def check(content: Content) -> list[Complaint]:
    """A chip of the stack of Krelln or of Mech comes onto a position beside the field, and a Krelln stays there."""
    out: list[Complaint] = []
    for full, chip in entries_of(content, "baddie"):
        if chip.stack is None:
            continue
        stack = content.full("stack", chip.stack)
        if stack in (KRELLN, MECH) and (wanted := _wanted(chip, stack)):
            name = "Krelln" if stack == KRELLN else "Mech"
            text = f"a chip of the stack of {name} also says {', '.join(wanted)}"
            out.append(Complaint("baddie", full, ("stack",), "bad_stack", text))
    return out


def _wanted(chip: Any, stack: str) -> list[str]:
    wanted = [] if chip.enters == "side" else ['enters = "side"']
    if stack == KRELLN and chip.walks and chip.form == "melee":
        wanted.append("walks = false")
    if stack == KRELLN and chip.type != TYPE and SWIMS not in chip.tags:
        wanted.append(f'type = "{TYPE}"')
    return wanted
