"""Content made ready for play: chips, mats, sheets, icons and plans, computed once a rule set.

Ids in the state are as short as they can be: an entry's own id where no other pack has the same, else the full one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tmb.content.content import Complaint, Content
from tmb.core.bearers import Bearer, Sheet
from tmb.core.things import Mark
from tmb.effects.compiler import Compiler
from tmb.effects.shapes import Text, When, sheet
from tmb.errors import RulesError
from tmb_base import entries
from tmb_base.mat import Mat, problems
from tmb_base.world import Shown, shown


def short(content: Content, kind: str) -> dict[str, Any]:
    """The entries of a kind by their shortest unambiguous id."""
    found = content.entries(kind)
    count = Counter(e.id for e in found.values())
    return {e.id if count[e.id] == 1 else full: e for full, e in found.items()}


def entries_of(content: Content, kind: str) -> Iterable[tuple[str, Any]]:
    """The entries of a kind with their full ids; each kind has its own Struct."""
    return content.entries(kind).items()


def skill_of(written: str) -> tuple[str, int]:
    """`poison 2` -> ("poison", 2); a skill printed without a number counts as 1 (publisher FAQ)."""
    name, _, n = written.partition(" ")
    if n and not n.isdigit():
        raise ValueError(f'"{written}" should be a skill and a whole number, as in "poison 2"')
    return name, int(n or 1)


def skill_id(written: str) -> str:
    """The id in a written skill."""
    return skill_of(written)[0]


# -- sheets ------------------------------------------------------------------------------------------------------------


def sheets(compiler: Compiler, content: Content) -> Iterable[Sheet]:
    """Every sheet of the base game's kinds of content."""
    for kind in ("skill", "effect", "mat", "token"):
        for name, entry in short(content, kind).items():
            yield sheet(compiler, f"{kind}/{name}", entry)
    backup = [entry for kind in CHIPS for entry in entries_of(content, kind)]
    for name in sorted({skill_id(s) for _, b in backup for s in b.bones.values()}):
        yield _bones_sheet(compiler, name, content.get("skill", name))
    for name, die in short(content, "skill-die").items():
        yield sheet(compiler, f"die/{name}", die)
        for face, icon in die.icons.items():
            yield sheet(compiler, f"icon/{name}/{face}", _as_text(f"{die.name or name}", die.source, icon, icon.then))
    for name, g in short(content, "gearloc").items():
        for key, innate in (("innate", g.innate), ("innate-plus", g.innate_plus)):
            yield sheet(compiler, f"{key}/{name}", _as_text(f"{g.name} {key}", g.source, innate, innate.do))


def _as_text(name: str, source: Any, part: entries.Icon | entries.Innate, do: Any) -> Text:
    return Text(
        id="part",
        name=name,
        text=part.text,
        source=source,
        when=part.when,
        do=do,
        may=part.may,
        modify=part.modify,
        forbid=part.forbid,
        action=part.action,
    )


def _bones_sheet(compiler: Compiler, name: str, skill: Any) -> Sheet:
    """A skill of a Baddie's backup plan: what it does comes when enough Bones were rolled, after the Dmg, whatever its
    text says of time; only what comes right after a roll stays before the Dmg (Undertow rulebook, Baddie Backup Plan
    Skills). Of several targets the party chooses one.
    """
    first = skill.when or When("bones.skills")
    window = first.window if first.window == "turn.rolled" else "bones.skills"
    when = When(window, "unit", {**first.when, "bones_rolled": "$needs"})
    at_one = at_it(skill.do)
    do = skill.do if at_one == skill.do else [{"op": "choose", "of": "targets", "word": "target", "do": at_one}]
    text = Text(id="part", name=skill.name, text=skill.text, source=skill.source, when=when, do=do, takes=skill.takes)
    return sheet(compiler, f"bones/{name}", text, numbers=["needs"])


def at_it(do: Any) -> Any:
    """A program that speaks of all targets, spoken of the one that was chosen."""
    if isinstance(do, dict):
        return {key: at_it(value) for key, value in do.items()}
    if isinstance(do, list):
        return [at_it(part) for part in do]
    return "it" if do == "targets" else do


# -- what faces and plans mean -----------------------------------------------------------------------------------------


class Icon:
    """What a face means on a sheet, made ready. hits: Dmg of an Atk die; at_once: it can be used when rolled."""

    def __init__(self, compiler: Compiler, die: str, face: str, icon: entries.Icon, hits: int = 0) -> None:
        self.hits, self.at_once = hits, bool(icon.do)
        self.bones, self.red, self.reusable, self.shields = icon.bones, icon.red, icon.reusable, icon.shields
        self.places, self.target, self.stays, self.must = tuple(icon.place), icon.target, icon.stays, icon.must
        self.text = icon.text
        self.sheet = f"icon/{die}/{face}"
        self.usable = compiler.when(icon.usable, self.sheet)
        self.code = compiler.alone(icon.do, f"{self.sheet}.use")

    def bearer(self, unit: Any, die: str) -> Bearer:
        """The face as a bearer in the hands of a Gearloc."""
        return Bearer(f"{unit.id}/{die}", unit.id, self.sheet)


class Plan:
    """A backup plan skill, made ready. used: the hidden mark of a Gearloc that has used one with a limit."""

    def __init__(self, compiler: Compiler, owner: str, plan: entries.Plan, id: str = "") -> None:
        self.id, self.name, self.cost, self.text, self.target = (
            id or plan.id,
            plan.name,
            plan.cost,
            plan.text,
            plan.target,
        )
        self.sheet = f"plan/{owner}/{self.id}"
        self.usable = compiler.when(plan.usable, self.sheet)
        self.code = compiler.alone(plan.do, f"{self.sheet}.do")
        self.limit = plan.limit
        self.used = f"{self.sheet}:{plan.limit}" if plan.limit else ""

    def bearer(self, unit: Any) -> Bearer:
        """The plan in the hands of its Gearloc."""
        return Bearer(f"{unit.id}/{self.id}", unit.id, self.sheet)


def plan_of(tables: Any, gearloc: str, name: str) -> Plan:
    """A backup plan skill of a Gearloc, or a Backup Plan Extension."""
    found: Plan | None = tables["plans"][gearloc].get(name)
    return found if found is not None else tables["extensions"][name]


def all_plans(content: Content) -> list[tuple[str, str, entries.Plan]]:
    """Every backup plan skill and extension: whose it is, its id, and what it says."""
    plans = [(name, p.id, p) for name, g in short(content, "gearloc").items() for p in g.plan]
    plans += [
        ("loot", name, card.plan)
        for kind in ("loot", "trove")
        for name, card in short(content, kind).items()
        if card.plan is not None
    ]
    return plans


def limit_marks(content: Content) -> list[Mark]:
    """A hidden mark for every backup plan that has a limit."""
    return [
        Mark(f"plan/{owner}/{id}:{p.limit}", clears=p.limit, public=False, hi=1)
        for owner, id, p in all_plans(content)
        if p.limit
    ]


def icons(rules: Any) -> dict[str, dict[Shown, Icon]]:
    """Gearloc -> face of a die -> what it means there. Atk and Def dice mean the same to all."""
    common = _common_icons(rules)
    out = {name: dict(common) for name in short(rules.content, "gearloc")}
    for name, die in short(rules.content, "skill-die").items():
        for face in die.faces:
            out[die.gearloc][shown(name, face)] = Icon(rules.compiler, name, face, die.icons.get(face, entries.Icon()))
    return out


def _common_icons(rules: Any) -> dict[Shown, Icon]:
    """Numbers on Atk dice are hits, on Def dice shields for an Active slot; both have Bones."""
    out = {}
    for face in rules.dice["atk"]:
        icon = entries.Icon(bones=int(face == "bones"))
        out[shown("atk", face)] = Icon(rules.compiler, "atk", face, icon, int(face) if face.isdigit() else 0)
    for face in rules.dice["def"]:
        n = int(face) if face.isdigit() else 0
        icon = entries.Icon(bones=int(face == "bones"), shields=n, place=["active"] if n else [])
        out[shown("def", face)] = Icon(rules.compiler, "def", face, icon)
    return out


def plans(rules: Any) -> dict[str, dict[str, Plan]]:
    """Gearloc -> plan -> ready plan."""
    return {
        name: {p.id: Plan(rules.compiler, name, p) for p in g.plan}
        for name, g in short(rules.content, "gearloc").items()
    }


def mats(rules: Any) -> dict[str, Mat]:
    """The mats by id."""
    return {name: Mat(m) for name, m in short(rules.content, "mat").items()}


def dice(content: Content) -> dict[str, tuple[str, ...]]:
    """Every die and its faces. Raises RulesError without the Atk and the Def die, which the rules roll by name."""
    kinds = ("die", "skill-die", "tyrant")
    out = {name: tuple(d.faces) for kind in kinds for name, d in short(content, kind).items()}
    if lost := [name for name in ("atk", "def") if name not in out]:
        raise RulesError(f"no pack has the die {lost[0]!r}, which the base game's rules roll")
    return out


def laid(effect: str) -> str:
    """The mark of a unit on which this effect die was laid in its own turn."""
    return f"{effect}:laid"


def effect_marks(content: Content) -> list[Mark]:
    """Effect dice and counter dice are marks of the same name; effect dice lie on units on the Battle Mat, and go with
    it. One that lasts beyond its turn has a second mark, which says that it was laid in this turn.
    """
    found = short(content, "effect").items()
    effects = [Mark(name, e.name, hi=e.most, clears="battle", bears=True) for name, e in found]
    effects += [Mark(laid(name), hi=1, clears="turn", public=False) for name, e in found if e.lasts]
    counters = [(n, d) for n, d in short(content, "skill-die").items() if d.sort == "counter"]
    return effects + [Mark(n, d.name, hi=3 if d.most is None else d.most) for n, d in counters]


def bearers_of_chip(rules: Any) -> dict[str, list[tuple[str, str, dict[str, int]]]]:
    """Chip -> (word of the id, sheet, numbers) for each of its skills, in printed order. The words of its backup plan
    are others, for a chip may have the same skill in both places.
    """
    out: dict[str, list[tuple[str, str, dict[str, int]]]] = {}
    for name, chip in chips(rules).items():
        rows = []
        for written in chip.skills:
            skill, n = skill_of(written)
            rows.append((skill, f"skill/{skill}", {"n": n}))
        for needs, written in chip.bones.items():
            skill, n = skill_of(written)
            rows.append((f"{skill}:bones", f"bones/{skill}", {"n": n, "needs": int(needs)}))
        out[name] = rows
    return out


def inborn(rules: Any) -> dict[str, list[tuple[str, str, dict[str, int]]]]:
    """Chip -> those of them that no effect die silences; mostly none."""
    kept = {f"skill/{name}" for name, skill in short(rules.content, "skill").items() if skill.inborn}
    found = {chip: [row for row in rows if row[1] in kept] for chip, rows in bearers_of_chip(rules).items()}
    return {chip: rows for chip, rows in found.items() if rows}


def speaks(made: Sheet) -> bool:
    """Whether a sheet does anything by itself."""
    return bool(made.triggers or made.modifiers or made.forbids or made.actions)


def chips(rules: Any) -> dict[str, Any]:
    """Baddies, Tyrants and their followers, temporary allies and props by id."""
    return {name: chip for kind in CHIPS for name, chip in short(rules.content, kind).items()}


def lacking(rules: Any) -> dict[str, frozenset[str]]:
    """Flag of a unit's kind -> the chips that are not so; mostly none."""
    found = chips(rules).items()
    return {flag: frozenset(name for name, chip in found if not getattr(chip, flag)) for flag in entries.KIND}


CHIPS = ("baddie", "tyrant", "ally", "follower", "prop")
"""The kinds of content that are chips."""


STACKS = ("1", "5", "20")
"""The stacks of Baddie chips that go by their points."""


def box(rules: Any) -> dict[str, list[str]]:
    """Stack -> every chip of it, as often as there are copies: those by points, then those with a name."""
    out: dict[str, list[str]] = {stack: [] for stack in worth(rules)}
    for name, chip in short(rules.content, "baddie").items():
        out[chip.pile].extend([name] * chip.copies)
    return out


def worth(rules: Any) -> dict[str, int]:
    """Stack -> the points of each of its chips."""
    return {p: int(p) for p in STACKS} | {name: s.points for name, s in short(rules.content, "stack").items()}


def rank(rules: Any) -> dict[str, int]:
    """Chip -> its rank in the Battle Queue: who has more lies higher. Those of a stack may have a
    place of their own.
    """
    stacks = short(rules.content, "stack")
    found = chips(rules).items()
    return {n: stacks[s].rank if (s := getattr(chip, "stack", None)) else chip.points for n, chip in found}


def dice_of(rules: Any) -> dict[str, dict[str, entries.SkillDie]]:
    """Gearloc -> its skill dice by name."""
    dice = short(rules.content, "skill-die").items()
    return {g: {name: die for name, die in dice if die.gearloc == g} for g in short(rules.content, "gearloc")}


TABLES = {
    "chips": chips,
    "lacking": lacking,
    "gearlocs": lambda rules: short(rules.content, "gearloc"),
    "skill_dice": lambda rules: short(rules.content, "skill-die"),
    "dice_of": dice_of,
    "box": box,
    "effects": lambda rules: short(rules.content, "effect"),
    "fading": lambda rules: {name: laid(name) for name, e in short(rules.content, "effect").items() if e.lasts},
    "silencing": lambda rules: {name for name, e in short(rules.content, "effect").items() if e.silences},
    "difficulties": lambda rules: short(rules.content, "difficulty"),
    "stacks": lambda rules: short(rules.content, "stack"),
    "worth": worth,
    "rank": rank,
    "mats": mats,
    "speaking_mats": lambda rules: {m for m in short(rules.content, "mat") if speaks(rules.sheets[f"mat/{m}"])},
    "tokens": lambda rules: short(rules.content, "token"),
    "numbers": lambda rules: {f: int(f) for die in ("atk", "def") for f in rules.dice[die] if f.isdigit()},
    "icons": icons,
    "plans": plans,
    "cheapest": lambda rules: min([p.cost for _, _, p in all_plans(rules.content)], default=0),
    "chip_bearers": bearers_of_chip,
    "inborn": inborn,
}


# -- checks ------------------------------------------------------------------------------------------------------------


def check(content: Content) -> list[Complaint]:
    """What the types cannot say: faces that a sheet explains exist, mats hold together, Bones costs are numbers."""
    out: list[Complaint] = []
    for full, m in entries_of(content, "mat"):
        out += [Complaint("mat", full, (), "bad_mat", text) for text in problems(m)]
    for full, die in entries_of(content, "skill-die"):
        out += [
            Complaint(
                "skill-die",
                full,
                ("icons", f),
                "unknown_face",
                f"the die has no face {f!r}; it has {', '.join(dict.fromkeys(die.faces))}",
            )
            for f in die.icons
            if f not in die.faces
        ]
        if die.sort != "counter":
            out += [
                Complaint("skill-die", full, ("faces",), "unexplained_face", f"no icon says what the face {f!r} means")
                for f in dict.fromkeys(die.faces)
                if f not in die.icons and f != "blank"
            ]
    out += [
        Complaint("token", full, ("beyond",), "bad_token", "one more can only be needed where `most` says how many")
        for full, t in entries_of(content, "token")
        if t.beyond and not t.most
    ]
    out += _stacks(content)
    for kind, full, b in [(k, *e) for k in CHIPS for e in entries_of(content, k)]:
        out += [
            Complaint(
                kind, full, ("bones", k), "bad_cost", f"how many Bones is {k!r}? Write a whole number from 1 to 9"
            )
            for k in b.bones
            if not (k.isdigit() and 1 <= int(k) <= 9)
        ]
    return out


def _stacks(content: Content) -> list[Complaint]:
    """A chip lies in a stack, and all chips of one count the same; no stack is called as those that go by points."""
    stacks = short(content, "stack")
    out = [
        Complaint("stack", full, ("id",), "bad_stack", f"{s.id!r} are the chips that go by points; write another id")
        for full, s in entries_of(content, "stack")
        if s.id in STACKS
    ]
    for full, chip in entries_of(content, "baddie"):
        if chip.stack is None and str(chip.points) not in STACKS:
            lies = f"there is no stack of {chip.points} points; say which `stack` it lies in"
            out.append(Complaint("baddie", full, ("points",), "bad_stack", lies))
        elif chip.stack is not None and chip.points != stacks[chip.stack].points:
            lies = f"each chip of the stack {chip.stack!r} counts {stacks[chip.stack].points}, not {chip.points}"
            out.append(Complaint("baddie", full, ("points",), "bad_stack", lies))
    return out


__all__ = ["TABLES", "check", "dice", "effect_marks", "sheets", "short", "skill_id", "skill_of"]
