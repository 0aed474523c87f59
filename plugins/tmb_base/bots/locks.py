"""Lockpicking: the exact expectation of every way to go on with the dice that lie there and those that are left.

Worth is told in thousandths of a lock. All that is computed is kept, for the same locks come again and again.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Any

from tmb.core.decisions import DONE, Ask
from tmb_base.bots.look import Look, best

TYPES = "LTF"
LOCK, WHOLE = 1000, 1000
"""What an open lock is worth, and what it is worth to have opened the last one."""
SWEEPS = 3
"""How often the intuition die may be rolled again by itself; the chance of more is small."""

Die = tuple[int, str, bool]
"""Value, type, and whether it is saved."""
Dice = tuple[tuple[str, tuple[Die, ...]], ...]
"""The action dice that are left: name and faces of each."""
Locks = tuple[tuple[int, str], ...]


class Picking:
    """One roll for the first of a row of locks, by the dice that were rolled for it."""

    def __init__(self, locks: Locks, dice: Dice, hints: tuple[str, ...]) -> None:
        self.locks, self.dice, self.hints = locks, dice, hints
        self.plainly: dict[tuple[Die, ...], int] = {}

    def opened(self, used: tuple[int, ...], shown: tuple[Die, ...]) -> int:
        """What it is worth to open the lock with these of the dice."""
        left = tuple(d for i, d in enumerate(self.dice) if i not in used or shown[i][2])
        rest = self.locks[1:]
        return LOCK + (expected(rest, left, self.hints) if rest else WHOLE)

    def ways(self, shown: tuple[Die, ...]) -> list[tuple[int, ...]]:
        """The dice that open it, none in vain."""
        number, kind = self.locks[0]
        fit = [i for i, die in enumerate(shown) if die[1] == kind]
        groups = [g for size in range(1, len(fit) + 1) for g in combinations(fit, size)]
        return [
            g for g in groups if (total := sum(shown[i][0] for i in g)) >= number > total - min(shown[i][0] for i in g)
        ]

    def plain(self, shown: tuple[Die, ...]) -> int:
        """The best that can be done without intuition."""
        found = self.plainly.get(shown)
        if found is None:
            found = self.plainly[shown] = max((self.opened(way, shown) for way in self.ways(shown)), default=0)
        return found

    def turned(self, shown: tuple[Die, ...], hint: str) -> int:
        """The best with an intuition die that turns a die to another type or saves one."""
        ways = (self.plain(self.replaced(shown, i, die)) for i, d in enumerate(shown) for die in turns(d, hint))
        return max(self.plain(shown), max(ways, default=0))

    @staticmethod
    def replaced(shown: tuple[Die, ...], i: int, die: Die) -> tuple[Die, ...]:
        """The same dice with another face of one."""
        return (*shown[:i], die, *shown[i + 1 :])

    def again(self, shown: tuple[Die, ...], i: int, known: dict[tuple[Die, ...], int]) -> int:
        """The mean of what comes when a die and the intuition die are rolled once more. known: what a further `reroll`
        is worth."""
        faces = self.dice[i][1]
        total = 0
        for face in faces:
            after = self.replaced(shown, i, face)
            total += sum(known.get(after, 0) if h == "reroll" else self.hinted(after, h) for h in self.hints)
        return total // (len(faces) * len(self.hints))

    def hinted(self, shown: tuple[Die, ...], hint: str) -> int:
        """`turned`, remembered."""
        key = (*shown, (0, hint, False))
        found = self.plainly.get(key)
        if found is None:
            found = self.plainly[key] = self.turned(shown, hint)
        return found

    def rerolls(self) -> dict[tuple[Die, ...], int]:
        """What the intuition die's `reroll` is worth with all that the dice may show."""
        rolls = list(product(*(faces for _, faces in self.dice)))
        known = {shown: self.plain(shown) for shown in rolls}
        for _ in range(SWEEPS if "reroll" in self.hints else 0):
            known = {
                shown: max(self.plain(shown), max(self.again(shown, i, known) for i in range(len(shown))))
                for shown in rolls
            }
        return known


def turns(die: Die, hint: str) -> list[Die]:
    """What a die may become."""
    value, kind, saved = die
    if hint == "save":
        return [(value + 1, kind, True)]
    return [(value, t, saved) for t in TYPES if t != kind] if hint == "convert" else []


@lru_cache(maxsize=4096)
def picking(locks: Locks, dice: Dice, hints: tuple[str, ...]) -> tuple[Picking, dict[tuple[Die, ...], int]]:
    """A roll, and what `reroll` is worth in it."""
    made = Picking(locks, dice, hints)
    return made, made.rerolls()


@lru_cache(maxsize=4096)
def expected(locks: Locks, dice: Dice, hints: tuple[str, ...]) -> int:
    """What a row of locks is worth with these dice, before they are rolled."""
    if not dice or not locks:
        return 0
    made, known = picking(locks, dice, hints)
    rolls = list(product(*(faces for _, faces in dice)))
    total = sum(known[s] if h == "reroll" else made.hinted(s, h) for s in rolls for h in hints)
    return total // (len(rolls) * len(hints))


# -- the ask -----------------------------------------------------------------------------------------------------------


def pick(ask: Ask, look: Look) -> list[str]:
    """The best way to go on; cards that help only where the lock stays shut without them."""
    at, cards = look.view.get("lockpicking"), look.sheets.cards
    if at is None or not at["locks"] or not at["open"]:
        return [*(o.id for o in ask.options if o.id != DONE), DONE]
    shown = tuple((d["value"], d["type"], d["saved"]) for d in at["open"])
    names = [d["die"] for d in at["open"]]
    locks = tuple((int(x[:-1]), x[-1]) for x in at["locks"])
    made, known = picking(locks, tuple((n, cards.lock_faces(n)) for n in names), cards.hints)
    rated = [(_value(made, known, shown, names, o.id), o.id) for o in ask.options if o.id != DONE]
    wishes = [o for n, o in best(rated, lambda pair: pair[0]) if n > 0]
    shut = not any(o.startswith("open/") for o in wishes)
    return [*wishes, *(o.id for o in ask.options if shut and o.id.startswith("action/")), DONE]


def _value(
    made: Picking, known: dict[tuple[Die, ...], int], shown: tuple[Die, ...], names: list[str], option: str
) -> int:
    word, *parts = option.split("/")
    if word == "open":
        return made.opened(tuple(names.index(p.partition(":")[0]) for p in parts), shown)
    if word != "intuition":
        return 0
    die, _, face = parts[0].partition(":")
    i = names.index(die)
    if not face:
        return made.again(shown, i, known)
    saved = face.endswith("+")
    plain = face.removesuffix("+")
    return made.plain(made.replaced(shown, i, (int(plain[:-1]), plain[-1], saved)))


def which(ask: Ask, look: Look) -> list[str]:
    """Of several locked cards the one that is nearest to be open."""
    cards = {c["id"]: c for u in look.units.values() for c in u.get("loot", ())}
    return [*best((o.id for o in ask.options if o.id != DONE), lambda o: -far(cards, o)), DONE]


def far(cards: dict[str, dict[str, Any]], option: str) -> int:
    """How much of its locks is left."""
    card = cards.get(option.rpartition("/")[2], {})
    locks, solved = card.get("locks", ()), card.get("solved", 0)
    return sum(2 + int(x[:-1]) for x in locks[solved:])
