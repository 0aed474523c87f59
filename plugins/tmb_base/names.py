"""Units, dice, faces and bearers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tmb_base.world import START, Aside, Gearloc, KnockedOut, Prep, Unit, Waiting

FACES = {"bones": "Bones", "2-bones": "2 Bones", "red-bones": "red Bones"}
IRREGULAR = {"die": "dice"}
STATS = {"dex": "Dex", "hp": "HP"}
PLACES: dict[type, str] = {Prep: "prep", KnockedOut: "down", Waiting: "waiting", Aside: "aside"}
MOMENTS = {
    "now": "as soon as there is room",
    "round.start": "at the start of the next round",
    "round.end": "at the end of the round",
}


def name_of(game: Any, id: str) -> str:
    """A unit or a die of an option id in words: `b2`, `atk`, `def:1`. What is no such thing stays as it is."""
    unit = game.world.units.get(id)
    tables = game.rules.tables
    if unit is None:
        die, _, face = id.partition(":")
        if die not in game.rules.dice and (place := spot(game, id)) != id:
            return place
        return die_name(game, die) + (f" ({face_name(face)})" if face else "")
    kind = tables["gearlocs"].get(unit.kind) or tables["chips"].get(unit.kind)
    alone = type(unit) is Gearloc and [u.kind for u in game.world.units.values()].count(unit.kind) == 1
    return str(kind.name) if alone else f"{kind.name or unit.kind} ({id})"


def more(game: Any, part: str) -> dict[Any, Any]:
    """What expansions say in words beside the base game: "asks" and what ends them ("dones") by key, "windows" by name,
    "options" by word, "story" by event. An expansion hands it over as a table `words/NAME`.
    """
    out: dict[Any, Any] = {}
    for name, table in game.rules.tables.items():
        if name.startswith("words/"):
            out |= table.get(part, {})
    return out


def spot(game: Any, id: str) -> str:
    """A position of the mat in words: `lane 2 (Gearloc melee)`."""
    return str(game.rules.tables["mats"][game.world.mat].words.get(id, id))


def stack_name(game: Any, stack: str) -> str:
    """A stack of chips in words: `5Pt`, or the name of one that has its own."""
    named = game.rules.tables["stacks"].get(stack)
    return f"{stack}Pt" if named is None else str(named.name)


def chips_name(game: Any, chips: str) -> str:
    """A stack of chips in words, or a chip."""
    chip = game.rules.tables["chips"].get(chips)
    return stack_name(game, chips) if chip is None else str(chip.name)


def token_name(game: Any, token: str) -> str:
    """A token that lies on the mat, by its id."""
    return str(game.rules.tables["tokens"][token].name or token)


def place_of(unit: Unit) -> str:
    """Where a unit is, in a word: `mat`, or what its `off` says, `down`."""
    return "mat" if unit.off is None else PLACES[type(unit.off)]


def place_in_words(game: Any, unit: Unit) -> str:
    """Where a unit is that is not on the mat; "" in its Prep Area."""
    off = unit.off
    if type(off) is Waiting:
        return f"comes {MOMENTS[off.when]}" + ("" if off.to == START else f" to {spot(game, off.to)}")
    if type(off) is Aside:
        return "put aside" + (f" by {name_of(game, off.by)}" if off.by in game.world.units else "")
    return "knocked out" if type(off) is KnockedOut else ""


def die_name(game: Any, die: str) -> str:
    """A die, a chip or an effect by its id."""
    tables = game.rules.tables
    entry = tables["skill_dice"].get(die) or tables["effects"].get(die) or tables["chips"].get(die)
    if entry is None and die in game.rules.dice:
        entry = game.rules.content.get("die", die)
    return str(entry.name) if entry is not None and entry.name else STATS.get(die, die)


def face_name(face: str) -> str:
    """A face of a die."""
    return FACES.get(face) or face.replace("-", " ")


def shown(game: Any, die: str, face: str) -> str:
    """A die that shows a face: `Atk die: 2`."""
    return f"{die_name(game, die)}: {face_name(face)}"


def count(n: int, word: str) -> str:
    """`1 Bone`, `2 Bones`, `2 Atk dice`."""
    if n == 1:
        return f"1 {word}"
    head, _, last = word.rpartition(" ")
    return f"{n} {head} {IRREGULAR.get(last, f'{last}s')}".replace("  ", " ")


def dice_in_words(game: Any, dice: Iterable[str]) -> str:
    """Dice that are rolled: `2 Atk dice, 1 Def die, Shield Form`."""
    skills = game.rules.tables["skill_dice"]
    rows = Counter(dice).items()
    return ", ".join(die_name(game, d) if d in skills else count(n, die_name(game, d)) for d, n in rows)


def sheet_name(game: Any, sheet: str) -> str:
    """What a bearer is called by its sheet: a skill, an effect die, a face that lies in a slot."""
    kind, _, rest = sheet.partition("/")
    if kind in ("innate", "innate-plus"):
        return "innate talent"
    if kind == "plan":
        owner, _, plan = rest.partition("/")
        plans = game.rules.tables["extensions"] if owner == "loot" else game.rules.tables["plans"][owner]
        return str(plans[plan].name)
    made = game.rules.sheets.get(sheet)
    name = made.label if made is not None and made.label else rest
    if kind == "icon":
        return f"{name} ({face_name(rest.rpartition('/')[2])})"
    return name + {"effect": " die", "bones": " (backup plan)"}.get(kind, "")
