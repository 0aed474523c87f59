"""Which components are in an adventure: with several boxes on the table, those of the box that its
Tyrant comes from.
"""

from __future__ import annotations

from typing import Any

from tmb.content.content import Complaint, Content
from tmb.content.problem import quoted
from tmb.errors import close, listed
from tmb_base.tables import STACKS, entries_of


def in_play(game: Any, entry: Any) -> bool:
    """Whether a chip or card comes from the box of the Tyrant who is hunted (R79); without one all do."""
    tyrant = game.rules.tables["tyrants"].get(getattr(game.world, "tyrant", ""))
    return tyrant is None or entry.set == tyrant.set


def active(game: Any, stack: str) -> list[str]:
    """The chips of a stack that are in play against the Tyrant: those of its types, in a stack with a name all."""
    tables = game.rules.tables
    types, chips = tables["tyrants"][game.world.tyrant].types, tables["chips"]
    found = [c for c in tables["box"][stack] if in_play(game, chips[c])]
    return [c for c in found if chips[c].type in types] if stack in STACKS else found


BOXED = ("baddie", "encounter", "loot", "trove")
"""Kinds of chips and cards that lie in a box."""


def left_in_the_box(content: Content) -> list[Complaint]:
    """A hint for a pack that extends one with a box of its own: what says no `set` does not come with its Tyrants.

    A pack that has Tyrants of the base game's box itself means what it says, and so may another: nothing is wrong.
    """
    out: list[Complaint] = []
    for pack in content.packs:
        out += [*_strange(content, pack.id), *_nobody(content, pack.id)]
        theirs = [t for need in pack.requires for t in _of(content, need, "tyrant").values() if t.set]
        if not theirs or any(t.set is None for t in _of(content, pack.id, "tyrant").values()):
            continue
        mine = [(kind, full, e) for kind in BOXED for full, e in _of(content, pack.id, kind).items() if _lies_there(e)]
        if mine:
            out.append(Complaint(mine[0][0], mine[0][1], (), "no_set", _no_set([e for *_, e in mine], theirs)))
    return out


def _strange(content: Content, pack: str) -> list[Complaint]:
    """A hint at each `set` from which no Tyrant comes: nobody ever meets what lies in that box."""
    known = sorted({t.set for _, t in entries_of(content, "tyrant") if t.set})
    first = {e.set: (kind, full) for kind in BOXED for full, e in reversed(_of(content, pack, kind).items()) if e.set}
    return [
        Complaint(*first[name], ("set",), "strange_set", f"no Tyrant has set = {quoted(name)}{close(name, known)}")
        for name in first
        if name not in known
    ]


def _nobody(content: Content, pack: str) -> list[Complaint]:
    """A hint at each of a Tyrant's types of which its box has no chip of 1, 5 or 20 points."""
    chips = [c for _, c in entries_of(content, "baddie") if c.stack is None]
    out: list[Complaint] = []
    for full, tyrant in _of(content, pack, "tyrant").items():
        known = sorted({c.type for c in chips if c.set == tyrant.set})
        for at, type_ in enumerate(tyrant.types):
            if type_ not in known:
                text = f"no chip of 1, 5 or 20 points in its box has type = {quoted(type_)}{close(type_, known)}"
                out.append(Complaint("tyrant", full, ("types", at), "strange_type", text))
    return out


def _of(content: Content, pack: str, kind: str) -> dict[str, Any]:
    return {full: e for full, e in entries_of(content, kind) if full.startswith(f"{pack}:")}


def _lies_there(entry: Any) -> bool:
    """Whether it says no `set` and is drawn from somewhere; a Tyrant's own card comes with the Tyrant."""
    return entry.set is None and getattr(entry, "copies", 1) > 0 and getattr(entry, "sort", "") != "tyrant"


def _no_set(mine: list[Any], theirs: list[Any]) -> str:
    sets = " or ".join(f'set = "{s}"' for s in dict.fromkeys(t.set for t in theirs))
    against = listed([t.name for t in theirs])
    here = listed([e.id for e in mine])
    return f"what says no `set` comes in no adventure against {against}; write {sets} (here: {here})"
