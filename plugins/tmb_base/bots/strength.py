"""How strong the party is, how hard a battle will be, and so how likely it is won."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.effects.shapes import many
from tmb_base.bots.cards import Deed, Fight
from tmb_base.bots.look import Look, Unit
from tmb_base.bots.odds import SURE, Known

HP, ATK, DEF, DEX, SKILL = 60, 80, 30, 30, 30
"""What a point of each is worth against Baddie Pts, in hundredths of one."""
BESIDE_IT = 200
"""By how much thousandths of a Pt are divided of those that come beside a Tyrant, and need not fall; for tenths."""
STEEP, LEAST, MOST = 120, 30, 970
ROUNDS, AGAIN = 4, ("round.start", "round.end", "turn.start", "turn.end")
"""How often what comes every round comes, and the windows in which it does."""


class Prospect:
    """An adventure at a glance, from the table's view: who travels, what day it is, what is still wanted."""

    def __init__(self, look: Look) -> None:
        view = look.view
        self.look, self.cards = look, look.sheets.cards
        self.party = [u for u in look.units.values() if u["side"] == "gearlocs"]
        self.n = max(1, len(self.party))
        self.day, self.days = view.get("day", 1), view.get("days", 1)
        self.wanted = max(0, view.get("needed", 0) - view.get("progress", 0))
        self.left = self.days - self.day
        loot = sum(len(u.get("loot", ())) for u in self.party)
        hp = sum(u["hp"] for u in self.party) // self.n
        self.facts = {"party": self.n, "day": self.day, "hp": hp, "loot": loot}

    def deed(self, others: Any, hard: int = 0) -> Deed:
        """A sheet to write down what comes of a program."""
        return Deed(Known(self.facts, self.cards.dice), others, self.cards.weigh, hard)

    def hardness(self, part: Any) -> int:
        """How much harder a battle is with these rules, in tenths of a Pt; less than 0 where they help us."""
        return hardness(part, self.n, self.cards.weight)

    def power(self, lost: int = 0) -> int:
        """The strength of the party when each has lost so many thousandths of an HP, in hundredths of a Baddie Pt."""
        return sum(power(u, lost) for u in self.party)

    def chance(self, fight: Fight, lost: int = 0, more: int = 0) -> int:
        """How likely a battle is won, in thousandths. more: further danger, in hundredths of a Pt."""
        ours = max(1, self.power(lost))
        theirs = max(1, fight.points // 10 + 10 * fight.hard + more)
        return min(MOST, max(LEAST, 500 + STEEP * 10 * (ours - theirs) // (ours + theirs)))


def power(unit: Unit, lost: int = 0) -> int:
    """What one Gearloc is worth in battle; nothing, if it cannot stand."""
    hp = unit["hp"] * SURE - lost
    if hp <= 0:
        return 0
    stats = ATK * unit["atk"] + DEF * unit["def"] + DEX * unit.get("dex", 0)
    return int(HP * hp // SURE + stats + SKILL * len(unit["skills"]))


def tyrant_danger(chip: Any) -> int:
    """What a Tyrant adds to its battle, in hundredths of a Pt."""
    return 40 * int(chip.hp) + 120 * int(chip.atk) + 60 * int(chip.dfn) + 40 * len(chip.skills)


# -- the rules that a card prints for a battle -------------------------------------------------------------------------


def hardness(part: Any, n: int, weight: Callable[[str], int] = lambda chip: 0) -> int:
    """How much harder a battle of n Gearlocs is with these rules, in tenths of a Pt. weight: the thousandths of a Pt
    that a chip of a Tyrant counts.
    """
    if part is None:
        return 0
    out = sum(STATS.get(m.query, 0) * n * _sign(m) * _amount(m.amount) for m in many(part.modify))
    out += sum(FORBIDDEN.get(f.kind or f.what, 5) * n for f in many(part.forbid))
    rules = [(part.when, part.do)] if part.when else []
    for when, do in (*rules, *((r.when, r.do) for r in part.also)):
        out += (ROUNDS if when.window in ("round.start", "round.end", "turn.end", "turn.start") else 1) * _harm(
            do, 0, n
        )
        out += sum(weight(op["follower"]) for op in do if op["op"] == "enter" and "follower" in op) // BESIDE_IT
    return out


STATS = {"atk": -7, "def": -4, "dex": -5, "attack": 5}
FORBIDDEN = {"skill": 4, "atk": 12, "def": 6, "move": 3, "turn.act": 8, "backup_plan": 3, "die.roll": 12}
"""Query or kind -> what one more of it, or that it is forbidden, does to the danger for each Gearloc."""


def _sign(m: Any) -> int:
    return 1 if m.stage == "add" else -1


def _amount(value: Any) -> int:
    return value if isinstance(value, int) else 1


def _harm(program: Any, side: int, n: int) -> int:
    """The harm of a program: Dmg to us, less Dmg to them. side: 1 within what is about us, -1 about them."""
    out = 0
    for op in program:
        of = str(op.get("of", op.get("to", "")))
        about = -1 if of in ("baddies", "foes") else n if of in ("gearlocs", "party") else side
        if op["op"] in ("hurt", "lose_hp", "effect"):
            out += 3 * about * _amount(op.get("amount", op.get("n", 1)))
        elif op["op"] == "add_to_bq":
            out += 8 * int(op.get("points", 1)) * _amount(op.get("n", 1))
        for key in ("do", "then"):
            out += _harm(op.get(key, ()), about, n) // (2 if key == "then" else 1)
    return out
