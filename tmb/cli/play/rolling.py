"""Real dice: a roll is asked, and somebody types what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmb.cli.naming import one_of
from tmb.cli.play.reading import words_of
from tmb.core.chance import SEAT
from tmb.errors import InputError, cut, listed

if TYPE_CHECKING:
    from tmb.core.decisions import Ask


HOW = (
    "A roll: type the face of each die as it lies there, between blanks: `1 2 3`.",
    "They are meant in the order of the list; `KIND: 1 2` names the kind of die before its faces.",
)
"""How several dice are typed."""


def is_roll(ask: Ask) -> bool:
    """Whether this ask is a roll of dice."""
    return ask.seat == SEAT and bool(ask.groups)


def sides(ask: Ask) -> dict[str, list[str]]:
    """Kind of die -> its faces."""
    return {g.id: [face_of(o.id) for o in ask.options if o.group == g.id] for g in ask.groups}


def face_of(option: str) -> str:
    """The face in the id of an option of a roll."""
    return option.partition("/")[2]


def asked(ask: Ask) -> list[str]:
    """Which dice to roll, and what each kind can show."""
    asked = ask.label if ask.label not in ("", ask.key) else f"Roll {_dice(ask)}"
    shows = sides(ask)
    return [f" {asked}. Type what you see:", *(f"   {g.lo} {g.id}: {', '.join(shows[g.id])}" for g in ask.groups)]


def faces(ask: Ask, line: str) -> list[str]:
    """The ids of the faces that a line names: in the order of the dice, or after the name of their kind (`def: 1`).

    Raises InputError that says which die lacks a face.
    """
    shows, left = sides(ask), {g.id: g.lo for g in ask.groups}
    out, kind = [], ""
    for word in (w.rstrip(":") for w in words_of(line.replace(":", ": "))):
        if word in shows and word not in shows.get(kind or _next(left), ()):
            kind = word
            continue
        kind = kind if left.get(kind) else _next(left)
        if not kind:
            raise InputError("too_many", f"{_dice(ask)} were rolled; {cut(word)} is one face too many")
        face = one_of({f: f for f in shows[kind]}, word, f"face of the die {kind}")
        left[kind] -= 1
        out.append(f"{kind}/{face}")
    if missing := [f"{n} {k}" for k, n in left.items() if n]:
        raise InputError("too_few", f"{_dice(ask)} were rolled; faces are missing: {listed(missing)}")
    return out


def _next(left: dict[str, int]) -> str:
    """The first kind of which dice are still to be told; "" for none."""
    return next((kind for kind, n in left.items() if n), "")


def _dice(ask: Ask) -> str:
    return " and ".join(f"{g.lo} {g.id}" for g in ask.groups)
