"""What is printed on the sheets of a rule set, summed up once: dice, plans, cards. Content is public."""

from __future__ import annotations

from typing import Any

from tmb.core.remembered import remembered
from tmb.effects.shapes import many
from tmb_base.bots import experts
from tmb_base.bots.faces import Face
from tmb_base.bots.goods import Part
from tmb_base.bots.library import Library
from tmb_base.bots.look import Look
from tmb_base.tables import short

KNOWN, COUNTED = 20, 2
"""What rules of a die are worth that hold while it is known; how many times what a counter does is done."""

ROUNDS, LATER, STANDS = 6, 6, 10
"""How long a battle lasts, about; what a face that comes up later is worth, in tenths of one that comes up now; what a
rule is worth that holds as long as a face lies there, a turn.
"""

TALENT = "innate"
"""What a talent is called in ids."""


class Learned:
    """A skill die as something that may be learned. needs: dice that lead to it; rules: what it does without a roll."""

    def __init__(self, die: Any, effects: dict[str, Any]) -> None:
        self.needs, self.counter = tuple(die.needs), die.sort == "counter"
        self.starts = die.starts
        self.acts = [Part(a.do, effects) for a in many(die.action)]
        self.rules = KNOWN * (bool(die.modify) + bool(die.when) * (not self.counter) + bool(die.forbid))


class Sheets:
    """The reference sheets of a rule set. faces: (die, face) -> what it is; plans: Gearloc -> plan -> what it is, and
    costs; forms: Gearloc -> its Attack Form; slots: Gearloc -> how many Active slots it has; far: Gearlocs whose talent
    lets them reach farther; played: dice that are laid without a roll: the face that comes up first, the others, and
    the Dex that it costs; rolled: those that are rolled; bad: effect dice that nobody wants; talents: what innate
    talents let one do; cards: what is printed on cards; experts, asks, pays: what expansions tell, their advice by the
    key of an ask, and their options that are worth their Dex. Without a rule set nothing is known.
    """

    def __init__(self, rules: Any = None) -> None:
        self.faces: dict[tuple[str, str], Face] = {}
        self.dice: dict[str, list[tuple[Face, int]]] = {}
        self.plans: dict[str, dict[str, tuple[Face, int]]] = {}
        self.forms: dict[str, str] = {}
        self.slots: dict[str, int] = {}
        self.far: set[str] = set()
        self.talents: dict[str, list[Part]] = {}
        self.learned: dict[str, Learned] = {}
        self.played: dict[str, tuple[Face, list[Face], int]] = {}
        self.rolled: set[str] = set()
        self.bad: set[str] = set()
        self.experts = experts.of(rules)
        self.pays = [word for expert in self.experts for word in expert.pays]
        self.asks = {key: advice for expert in self.experts for key, advice in expert.asks.items()}
        self.cards = Library(rules.content if rules is not None else None)
        if rules is not None:
            self._read(rules.content)

    def _read(self, content: Any) -> None:
        effects = short(content, "effect")
        for name, die in short(content, "skill-die").items():
            made = {f: Face(icon, effects, name, f) for f, icon in die.icons.items()}
            self.faces |= {(name, f): face for f, face in made.items()}
            self.dice[name] = [(face, die.faces.count(f)) for f, face in made.items()]
            self.learned[name] = Learned(die, effects)
            if die.rolled and die.sort != "counter":
                self.rolled.add(name)
            for do in (die.do, *(rule.do for rule in die.also)):
                for op in [op for op in do if op["op"] == "lay_die" and op.get("die", name) == name]:
                    if (first := made.get(op["face"])) is None:
                        continue
                    others = [face for f, face in made.items() if f != op["face"]]
                    cost = -sum(spent["n"] for spent in do if spent["op"] == "dex" and isinstance(spent["n"], int))
                    self.played.setdefault(name, (first, others, cost))
        self.bad = {name for name, effect in effects.items() if effect.negative}
        for name, sheet in short(content, "gearloc").items():
            self.plans[name] = {p.id: (Face(p, effects), p.cost) for p in sheet.plan}
            self.forms[name], self.slots[name] = sheet.form, sheet.active
            self.talents[name] = [Part(a.do, effects) for a in many(sheet.innate.action)]
            if any(m.query == "reaches" for m in many(sheet.innate.modify)):
                self.far.add(name)

    def die_worth(self, look: Look, die: str) -> int:
        """What a roll of a die is worth now, on the scale on which an Atk die is worth 80; a middling number for one
        that is not known."""
        faces = self.dice.get(die)
        return 8 * sum([n * face.worth(look) for face, n in faces]) // 6 if faces else 50

    def is_ill(self, unit: Any) -> bool:
        """Whether a unit carries an effect die that nobody wants."""
        return not self.bad.isdisjoint(unit["marks"])

    def wasted(self, look: Look, name: str, n: int) -> bool:
        """Whether an action of a skill die or a talent would bring back an exhausted die where there is none, or roll
        open dice again of which each is of some use.
        """
        found = self.learned.get(name)
        acts = (
            found.acts if found is not None else self.talents.get(look.me.get("kind", ""), ()) if name == TALENT else ()
        )
        if n >= len(acts):
            return False
        act, lie = acts[n], look.turn.get("open", ())
        if act.again and all(self.face(f"{d['die']}:{d['face']}") is None or self._of_use(look, d) for d in lie):
            return True
        return act.recovers and not look.me["exhausted"]

    def _of_use(self, look: Look, die: dict[str, str]) -> bool:
        """Whether a face that lies there is good for something."""
        return self.faces[die["die"], die["face"]].worth(look) > 0

    def played_worth(self, look: Look, die: str) -> int:
        """What it is worth to play a die now, on the same scale: the face that comes up, and less for later ones."""
        first, others, _ = self.played[die]
        turns = max(0, ROUNDS - look.view["round"])
        later = [max(0, face.used(look)) + STANDS * face.stands for face in others[:turns]]
        return int(8 * (10 * first.used(look) + LATER * sum(later)) // 10)

    def face(self, shown: str) -> Face | None:
        """What a face is: `brace:def-1`."""
        die, _, face = shown.partition(":")
        return self.faces.get((die, face))

    def precious(self, die: str) -> bool:
        """Whether a die is used again and again, so that its Bones had better not exhaust it."""
        return any(face.stays for face, _ in self.dice.get(die, ()))

    def learned_worth(self, look: Look, die: str) -> int:
        """What it is worth to know a die, on the scale of `die_worth`."""
        found = self.learned.get(die)
        if found is None:
            return 0
        if found.counter:
            return found.rules + COUNTED * max((act.used(look) for act in found.acts), default=0)
        if die in self.played and die not in self.rolled:
            return self.played_worth(look, die)
        return self.die_worth(look, die) + found.rules

    def leads_to(self, die: str) -> list[str]:
        """The dice that can be learned after it."""
        return [name for name, found in self.learned.items() if die in found.needs]


UNKNOWN = Sheets()
"""Of no rule set: every die is worth the same."""


@remembered
def sheets_of(rules: Any) -> Sheets:
    """The sheets of a rule set, read once."""
    return Sheets(rules)
