"""What a player sees at a glance: who stands where, who is hurt, who is dangerous. Nothing else is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

from tmb_base.bots.ground import NOWHERE, Ground

T = TypeVar("T")
Unit = dict[str, Any]
"""A unit as the table's view has it."""


class Look:
    """The table from one seat. me: that Gearloc's unit, or {} where the party answers; foes, friends: the units of each
    side on the mat, by id; friends include me; turn: the turn that is taken, {} between turns; target: its target, or
    {}; sheets: what the faces of skill dice are good for.
    """

    def __init__(self, view: dict[str, Any], seat: str, sheets: Any = None) -> None:
        self.view, self.seat, self.sheets = view, seat, sheets
        units: dict[str, Unit] = view.get("units", {})
        self.units = units
        self.me: Unit = units.get(seat, {})
        self.turn: dict[str, Any] = view.get("turn", {})
        self.target: Unit = units.get(self.turn.get("target", ""), {})
        self.foes = {i: u for i, u in units.items() if u["side"] == "baddies" and u["pos"]}
        self.friends = {i: u for i, u in units.items() if u["side"] == "gearlocs" and u["pos"]}

    @cached_property
    def companions(self) -> list[Unit]:
        """My companions on the mat."""
        return [u for u in self.friends.values() if u.get("owner") == self.seat]

    @cached_property
    def acting(self) -> Unit:
        """The unit for which I decide in its turn: myself, or a chip of which all is at my will; else {}."""
        own = self.turn.get("side") == "gearlocs"
        return self.units.get(self.turn.get("unit", ""), {}) if own else {}

    @cached_property
    def lost(self) -> int:
        """The HP that I have lost."""
        return hurt(self.me) if self.me else 0

    @cached_property
    def guard(self) -> int:
        """The Dmg that my Def dice and Buff HP will stop."""
        return shields(self.me) if self.me else 0

    def of(self, seat: str) -> Look:
        """The same table from another seat."""
        return self if seat == self.seat else Look(self.view, seat, self.sheets)

    @cached_property
    def ground(self) -> Ground:
        """The mat of this battle."""
        return self.sheets.cards.ground(self.view.get("mat", "")) if self.sheets is not None else NOWHERE

    @cached_property
    def wrecked(self) -> list[str]:
        """The positions where a step is dearer, since the mat is destroyed there."""
        wrecks = self.ground.wrecks
        return [t["pos"] for t in self.view.get("tokens", ()) if t["kind"] == wrecks] if wrecks else []

    def spare(self, token: str) -> int | None:
        """How many more such tokens there are; None where the battle is not lost with one too many."""
        printed = self.sheets.cards.tokens.get(token) if token else None
        if printed is None or not printed.beyond:
            return None
        lying = [t for t in self.view.get("tokens", ()) if t["kind"] == token]
        return int(printed.most) - len(lying)

    def need(self, pos: str) -> int:
        """How likely one of ours has to step onto a position: foes beside it, and where one fights; not where one
        stands already."""
        units = self.beside(pos).values()
        stood = any(u["pos"] == pos for u in self.units.values())
        foes = [u for u in units if u["side"] == "baddies"]
        return 2 * len(foes) + (pos in self.ground.front) - 3 * stood

    def printed(self, unit: Unit) -> Any:
        """What is printed on a chip; None for a Gearloc, or where nothing is known."""
        return self.sheets.cards.printed.get(unit["kind"]) if self.sheets is not None else None

    def steps(self, a: str, b: str) -> int:
        """The fewest orthogonal steps from one position to another on an empty mat."""
        return self.ground.steps(a, b)

    def beside(self, pos: str) -> dict[str, Unit]:
        """The units adjacent to a position."""
        near = self.ground.beside(pos)
        return {i: u for i, u in self.units.items() if u["pos"] in near}


def hurt(unit: Unit) -> int:
    """How many HP it has lost."""
    return int(unit["most"] - unit["hp"])


def shields(unit: Unit) -> int:
    """The Dmg that its Def dice and Buff HP will stop."""
    if "def_dice" in unit:
        return int(sum(unit["def_dice"]))
    return int(unit["buff"]) + sum(
        number(d["face"]) for d in unit["active"] if d["die"] == "def" or "shield" in d["face"]
    )


def held(unit: Unit, die: str) -> int:
    """How many of something a die in one of its slots holds."""
    return sum(number(d["face"]) for d in (*unit["active"], *unit["locked"]) if d["die"] == die)


def stored(unit: Unit) -> int:
    """How many Bones stand in its backup plan."""
    return sum(b["n"] for b in unit["bones"])


def effort(foe: Unit) -> int:
    """The Dmg that it takes to defeat a Baddie."""
    return int(foe["hp"]) + shields(foe)


def number(text: str) -> int:
    """The number in a face such as `2`, `dmg-1` or `2-bones`; 0 without one."""
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


def skill(unit: Unit, name: str) -> int:
    """The number of a Baddie's skill, 1 where it has none, 0 where the Baddie does not have the skill."""
    found = [words for words in unit.get("skills", ()) if words.split()[0] == name]
    return number(found[0]) or 1 if found else 0


def blast(look: Look, foe: Unit) -> int:
    """What its Detonate would cost our side more than theirs, in Dmg; 0 without one."""
    n = skill(foe, "detonate")
    if not n:
        return 0
    near = look.beside(foe["pos"]).values()
    return n * sum(-1 if u["side"] == "baddies" else 1 for u in near)


def best(found: Iterable[T], value: Callable[[T], int]) -> list[T]:
    """What was found, the most valuable first; among equals, as they came."""
    return sorted(found, key=lambda x: -value(x))
