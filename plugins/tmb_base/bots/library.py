"""The cards of a rule set as everybody may read them: Encounters, Loot, Tyrants, chips, and the faces of dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from tmb.content.content import Content
from tmb.effects.shapes import many
from tmb_base.bots.goods import Good
from tmb_base.bots.ground import NOWHERE, Ground
from tmb_base.bots.locks import Die
from tmb_base.bots.look import number
from tmb_base.tables import short

HINTS = "lock-intuition"


class Library:
    """What is printed. encounters, tyrants, chips: the entries by name; printed: chips of all kinds; goods: Loot summed
    up; dice: die -> its faces; hints: the faces of the intuition die. Without content it is empty.
    """

    def __init__(self, content: Content | None = None) -> None:
        def read(kind: str) -> dict[str, Any]:
            return short(content, kind) if content is not None else {}

        self.encounters, self.tyrants, self.chips = read("encounter"), read("tyrant"), read("baddie")
        self.dice = {name: list(die.faces) for name, die in read("die").items()}
        effects, cards = read("effect"), {**read("loot"), **read("trove")}
        self.goods = {name: Good(card, effects) for name, card in cards.items()}
        self.skills, self.stacks, self.tokens = read("skill"), read("stack"), read("token")
        self.printed: dict[str, Any] = {}
        for kind in ("tyrant", "follower", "prop", "ally", "baddie"):
            self.printed |= read(kind)
        self.hints = tuple(self.dice.get(HINTS, ()))
        self.mats = {name: Ground(mat) for name, mat in read("mat").items()}

    def lock_faces(self, die: str) -> tuple[Die, ...]:
        """The faces of a lockpicking die: number, type, and that none is saved."""
        return tuple((int(f[:-1]), f[-1], False) for f in self.dice.get(die, ()))

    def ground(self, mat: str) -> Ground:
        """A mat; one on which nothing is near anything for one that is not known."""
        return self.mats.get(mat, NOWHERE)

    def speaks_of(self, card: str, chip: Any) -> bool:
        """Whether the rules that a card prints for its battles name a chip, or its type."""
        entry = self.encounters.get(card)
        rules = [c.battle for c in entry.choices if c.battle is not None] if entry is not None else []
        return any(named(to_builtins(rule), {chip.id, chip.type}) for rule in rules)

    def thick(self, written: list[str]) -> int:
        """How much Dmg skills, as written on a chip, take from each attack."""
        out = 0
        for words in written:
            name, _, n = words.partition(" ")
            rows = many(self.skills[name].modify) if name in self.skills else []
            out += sum(max(1, number(n)) for m in rows if m.query == "damage" and m.stage == "ignore")
        return out

    def danger(self, chip: str) -> int:
        """How dangerous a chip is, by the numbers that are printed on it."""
        found = self.chips.get(chip)
        return 0 if found is None else danger(found)

    def points(self, stack: str) -> int:
        """What a chip of a stack counts."""
        return self.stacks[stack].points if stack in self.stacks else int(stack)

    def weigh(self, more: Mapping[str, Any]) -> int:
        """The thousandths of a Pt that each of the chips counts of which a battle speaks: at least a point."""
        if more.get("stack"):
            return 1000 * self.points(str(more["stack"]))
        if some := more.get("followers"):
            return sum(self.weight(chip) for chip in some) // len(some)
        chip = self.chips.get(more.get("chip", ""))
        return 1000 * int(max(1, more.get("points", 0) or getattr(chip, "points", 1)))

    def weight(self, chip: str) -> int:
        """The same of one without points: as many as chips have that are as dangerous."""
        found = danger(self.printed[chip]) if chip in self.printed else 0
        low, high = self.usual("1"), self.usual("5")
        return 1000 + 4000 * max(0, found - low) // (high - low) if high > low else 1000

    def usual(self, stack: str) -> int:
        """How dangerous the chips of a stack are on the average."""
        found = [danger(c) for c in self.chips.values() if c.pile == stack]
        return sum(found) // len(found) if found else 0


def named(written: Any, words: set[str]) -> bool:
    """Whether content has one of these words in it."""
    if isinstance(written, dict):
        return any(named(part, words) for part in written.values())
    return any(named(part, words) for part in written) if isinstance(written, list) else written in words


def danger(chip: Any) -> int:
    """How dangerous a chip is, by what is printed on it."""
    return int(2 * chip.hp + 4 * chip.atk + 3 * (chip.dfn + chip.armor) + 2 * len(chip.skills) + 6 * chip.extra)
