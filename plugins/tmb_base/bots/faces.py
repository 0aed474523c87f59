"""What the faces of skill dice are good for, read from what they say they do; so any pack's dice are played.

Content is public: everybody can ask for it. A worth is told in tenths of a Dmg: one Dmg is worth 10.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmb.effects.ops import OPS
from tmb_base.bots.look import Look, held, hurt
from tmb_base.words import WORDS

DMG, HEAL, SHIELD, BUFF, BONE, EFFECT, LOST_TURN, STRANGE = 10, 10, 7, 6, 5, 6, 12, 12
COMPONENT, FIRST, COUNTER, SPENT, LASTS, WAITS, RECOVERED = 5, 4, 16, 6, 15, 7, 8
COMPANY, ONE_MORE, ONE_DIE = 30, 14, 8
"""A companion that comes; one more turn for one; one more Atk die."""
SOLID = 4
"""Shields enough for a round."""
EARLY = 3
"""The rounds in which what lasts still pays."""


class Face:
    """One face, or one backup plan, summed up. foes: Dmg to one foe or several; wide, near: to each foe, or to
    those beside me; mine: Dmg to oneself; feeds: HP for each foe; laid: it does something while it lies in a slot;
    stands: a rule holds as long; marks: how it changes marks of the holder; wants: marks that it asks for; holds:
    what dice in slots must hold for it; counts: what it holds itself when it lies in one; pack: it asks for a
    companion; company: it brings one; turns: it gives turns; more: Atk dice beyond those of the turn; strange:
    words of another plugin, which nobody here can read.
    """

    def __init__(self, icon: Any, effects: dict[str, Any], die: str = "", shows: str = "") -> None:
        self.bones, self.reusable = getattr(icon, "bones", 0), getattr(icon, "reusable", False)
        self.place = tuple(getattr(icon, "place", ()))
        self.shields, self.target = getattr(icon, "shields", 0), icon.target
        self.laid = any(getattr(icon, part, None) for part in ("when", "modify", "forbid", "action"))
        self.stands = any(getattr(icon, part, None) for part in ("modify", "forbid"))
        self.at_once, self.stays = bool(icon.do), getattr(icon, "stays", False)
        self.foes = self.mine = self.heal = self.buff = self.effects = self.put = self.step = self.search = 0
        self.company = self.turns = self.more = self.feeds = self.strange = self.wide = self.near = 0
        self.counts = int(shows) if shows.isdigit() and not self.at_once and self.place else 0
        self.again = self.recovers = self.cures = False
        self.marks: dict[str, int] = {}
        self.gains: dict[str, int] = {}
        self.scripts: list[str] = []
        self.wants = list(wanted(icon.usable, "mark"))
        self.holds = list(wanted(icon.usable, "held"))
        self.pack = named(icon.usable.get("exists"), "companions")
        self._read(icon.do, effects, die, "")

    def _read(self, program: Iterable[dict[str, Any]], effects: dict[str, Any], die: str, it: str) -> None:
        for op in program:
            word, to = op["op"], op.get("to", "")
            if word in ("each", "choose"):
                self._read(op["do"], effects, die, whom(op))
            elif word == "at_once":
                self._read(op["do"], effects, die, it)
            elif word == "if":
                self._read(op.get("then", ()), effects, die, "")
            elif word == "either":
                self._read(next(iter(op["options"].values()), ()), effects, die, it)
            elif word == "effect":
                self.effects += effect_worth(effects.get(op["effect"]), op, to == "self")
            elif word == "hurt" and to == "self":
                self.mine += amount(op["amount"])
            elif word == "hurt" and it in ("all foes", BESIDE):
                self.wide += amount(op["amount"]) * (it != BESIDE)
                self.near += amount(op["amount"]) * (it == BESIDE)
            elif word == "heal" and it in ("units", "all foes"):
                self.feeds += amount(op["amount"])
                self.heal += amount(op["amount"]) * (it == "units")
            elif word in NUMBERS:
                field, key, default = NUMBERS[word]
                setattr(self, field, getattr(self, field) + amount(op.get(key, default)))
            elif word == "mark" and "add" in op and to in ("", "self"):
                self.marks[op["name"]] = self.marks.get(op["name"], 0) + amount(op["add"])
            elif word == "gain":
                name = op.get("die") or die
                self.gains[name] = self.gains.get(name, 0) + amount(op.get("n", 1))
            elif word == "call":
                self.scripts.append(op["script"])
            self.again |= word == "reroll"
            self.recovers |= word == "recover"
            self.cures |= word == "remove_effect"
            self.strange += word not in READ

    # -- what it is worth now ------------------------------------------------------------------------------------------

    def used(self, look: Look) -> int:
        """What it does when it is used at once."""
        if not self.at_once or (self.target and not look.target):
            return 0
        for mark, n in self.wants:
            if look.me["marks"].get(mark, 0) < n:
                return 0
        if (self.company or self.pack) and bool(look.companions) is not self.pack:
            return 0
        if self.holds and any(held(look.me, die) < n for die, n in self.holds):
            return 0
        out = (
            COMPANY * self.company
            + ONE_MORE * self.turns
            + ONE_DIE * self.more * bool(look.target)
            + DMG * (self.foes + self.wide * len(look.foes) - self.mine)
            + BUFF * self.buff
            + self.effects
            + COMPONENT * self.search
        )
        if self.heal:
            out += HEAL * min(self.heal, look.lost)
        if self.put:
            out += self.put * (SHIELD if look.guard < SOLID else 2)
        for n in self.marks.values():
            out += COUNTER * n if n > 0 else SPENT * n
        for die, n in self.gains.items():
            out += COMPONENT * n + (0 if held(look.me, die) else FIRST) if n else 0
        if self.near:
            out += DMG * self.near * sum(foe["side"] == "baddies" for foe in look.beside(look.me["pos"]).values())
        if self.feeds:
            out -= HEAL * sum(min(self.feeds, hurt(foe)) for foe in look.foes.values())
        out += EFFECT * (self.cures and look.sheets.is_ill(look.me)) + STRANGE * self.strange
        return out + RECOVERED * (self.recovers and bool(look.me["exhausted"]))

    def lying(self, look: Look) -> int:
        """What it is worth in a slot."""
        if not self.place:
            return 0
        lasts = self.laid * ((LASTS if look.view["round"] <= EARLY else BONE) if "locked" in self.place else WAITS)
        if self.counts:
            lasts += COMPONENT * self.counts + FIRST
        return lasts + (self.shields * (SHIELD if look.guard < SOLID else 2) if self.shields else 0)

    def worth(self, look: Look) -> int:
        """The best of what can be done with it: a die is used once."""
        return max(self.used(look), self.lying(look), BONE * self.bones)


NUMBERS = {
    "hurt": ("foes", "amount", 1),
    "heal": ("heal", "amount", 1),
    "buff": ("buff", "amount", 1),
    "put_def": ("put", "value", 1),
    "roll_def": ("put", "n", 1),
    "step": ("step", "n", 1),
    "search": ("search", "n", 1),
    "companion": ("company", "", 1),
    "extra_turn": ("turns", "", 1),
    "roll_more": ("more", "n", 1),
}
"""Op -> (the field that it adds to, its key, what it is without one)."""
READ = frozenset(OPS) | {name for module in WORDS for name in getattr(module, "OPS", ())}
"""The ops of the core and of the base game."""


BESIDE = "foes beside me"


def whom(op: dict[str, Any]) -> str:
    """Whom an op speaks of that does something to one or to each of several."""
    of = op["of"]
    if isinstance(of, dict) and "foes" in of.get("both", ()) and {"adjacent": "self"} in of["both"]:
        return BESIDE
    return "all foes" if op["op"] == "each" and of == "foes" else str(of)


def amount(value: Any) -> int:
    """A number as it is written, the numbers of a sum, or 1 for what only the game knows."""
    if isinstance(value, int):
        return value
    if not isinstance(value, dict):
        return 1
    return sum(p for p in value["sum"] if isinstance(p, int)) if "sum" in value else int("query" not in value)


def effect_worth(effect: Any, op: dict[str, Any], mine: bool) -> int:
    """An effect die on a foe, or on oneself: there only what is no bad one is worth something."""
    forbids = effect.forbid if effect is not None else []
    rows = forbids if isinstance(forbids, list) else [forbids]
    worth = LOST_TURN if any(f.what == "turn.act" for f in rows) else EFFECT * amount(op.get("value", 1))
    return (-worth if effect is not None and effect.negative else 0) if mine else worth


def wanted(condition: Any, what: str) -> Iterable[tuple[str, int]]:
    """The marks of the holder (`mark`), or what dice in its slots hold (`held`), for which a condition asks: (name, how
    many)."""
    for word, arg in condition.items():
        if word == "at_least" and isinstance(arg[0], dict) and isinstance(arg[1], int):
            if isinstance(name := arg[0].get(what), str):
                yield name, arg[1]
        elif word == "all":
            for part in arg:
                yield from wanted(part, what)


def named(selector: Any, word: str) -> bool:
    """Whether a selector speaks of such units."""
    if isinstance(selector, dict):
        return any(named(part, word) for part in selector.values())
    return selector == word or (isinstance(selector, list) and any(named(part, word) for part in selector))
