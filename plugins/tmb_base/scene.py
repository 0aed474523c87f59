"""Scenarios: set a position up from words, and name the facts of one (`tmb scenario run`).

mat = ["bog-lurk at r2c1 hp 3", "picket at r3c1 hp 4 active 2 buff 1"]     units, in the order of the Ini Meter
turn = "bog-lurk"            one turn, and the scenario is over
goes_on = true               after that turn the round goes on, and the battle after it
damage = { to = "picket", by = "bog-lurk", amount = 2, true = false }      one damage, and the scenario is over
begin = "round"              without turn and damage: a round begins (the default), or the "battle" (all stand
                             ready), or its "set-up", with those Gearlocs of `mat` and this queue
round = 2                    what the Round Counter shows
queue = ["kobold"]           the Battle Queue, top first; "1" is drawn in the set-up
stacks = { 1 = ["kobold"] }  all that is in a stack of chips, top first; else it lies there unshuffled: "draw: NAME"
defeated = ["kobold"]        chips that were defeated before
"""

from __future__ import annotations

from typing import Any

from tmb.core.state import END, Frame
from tmb.errors import InputError, unknown
from tmb_base import changes, reach
from tmb_base.battle.battle import Battle
from tmb_base.battle.round import Round
from tmb_base.damage import Damage
from tmb_base.turns import BaddieTurn, GearlocTurn
from tmb_base.world import Baddie, Bones, Gearloc, Shown

KEYS = ("mat", "turn", "goes_on", "damage", "begin", "round", "queue", "stacks", "defeated")
BEGINNINGS = ("set-up", "battle", "round")
NUMBERS = ("hp", "most", "dex", "atk", "def", "buff", "lane")
LISTS = ("active", "locked", "bones", "skills", "exhausted", "consumables")


def stage(game: Any, scene: dict[str, Any]) -> None:
    """Set the scene in a fresh game: units on the mat, and the frame that runs. Raises InputError naming the line at
    fault.
    """
    for key in scene:
        if key not in KEYS:
            raise unknown("scene key", key, KEYS, "bad_scene", f"/{key}")
    world = game.world
    world.units, world.party = {}, []
    game.stack.clear()
    units = [_unit(game, str(line), f"/mat/{i}") for i, line in enumerate(scene.get("mat", []))]
    order = [u for u in units if world.units[u].pos]
    world.round = int(scene.get("round", 1))
    queue = [str(c) for c in scene.get("queue", [])]
    _piles(game, scene, queue)
    game.stack += _frames(game, scene, order, queue)
    game.bearers_changed()


def _piles(game: Any, scene: dict[str, Any], queue: list[str]) -> None:
    """Queue, stacks and defeated chips; what lies elsewhere is in no stack."""
    world, chips = game.world, game.rules.tables["chips"]
    defeated = [str(c) for c in scene.get("defeated", [])]
    for chip in defeated:
        world.defeated.setdefault(str(chips[chip].points), []).append(chip)
    away = [*queue, *defeated, *(b.kind for b in reach.baddies(game))]
    for points, pile in world.stacks.items():
        written = scene.get("stacks", {}).get(points)
        if written is None:
            pile.refill([c for c in pile.all() if c not in away], ordered=False)
        else:
            pile.refill([str(c) for c in written], ordered=True)
    for i, chip in enumerate([*queue, *(c for p in world.stacks.values() for c in p.cards)]):
        if chip not in chips and chip not in world.stacks:
            raise unknown(
                "Baddie", chip, [*chips, *world.stacks], "bad_scene", f"/queue/{i}" if i < len(queue) else "/stacks"
            )
    if scene.get("begin") != "set-up":
        world.queue.refill(queue, ordered=True)


def _frames(game: Any, scene: dict[str, Any], order: list[str], queue: list[str]) -> list[Frame]:
    """The stack. A battle that stands at its end has no more rounds, but it can still be won or lost."""
    begin = scene.get("begin", "round")
    if begin not in BEGINNINGS:
        raise unknown("beginning", begin, BEGINNINGS, "bad_scene", "/begin")
    if begin == "set-up":
        game.world.round = 0
        return [Battle(queue)]
    changes.set_meter(game, order)
    battle = Battle([b.kind for b in reach.baddies(game)] + queue, True, at="next_round")
    if "damage" in scene:
        battle.at = END
        return [battle, _damage(game, scene["damage"])]
    if "turn" in scene:
        unit = find(game, str(scene["turn"]), "/turn")
        turn: Frame = GearlocTurn(unit) if unit in game.world.party else BaddieTurn(unit)
        if scene.get("goes_on"):
            return [battle, Round(at="next_turn", due=order[order.index(unit) + 1 :]), turn]
        battle.at = END
        return [battle, turn]
    if begin == "battle":
        battle.at, game.world.round = "to_arms", 0
        return [battle]
    return [battle, Round()]


def _damage(game: Any, row: dict[str, Any]) -> Damage:
    by = find(game, row["by"], "/damage/by") if "by" in row else ""
    return Damage(find(game, row["to"], "/damage/to"), by, int(row["amount"]), bool(row.get("true", False)))


def find(game: Any, word: str, where: str) -> str:
    """The unit that a scenario calls by its id, its kind, or its kind and number ("bog-lurk 2")."""
    kind, _, n = word.partition(" ")
    found = [u.id for u in game.world.units.values() if u.kind == kind]
    if word in game.world.units:
        return word
    if not found or (n and not (n.isdigit() and 1 <= int(n) <= len(found))):
        raise unknown(
            "unit",
            word,
            [*game.world.units, *dict.fromkeys(u.kind for u in game.world.units.values())],
            "bad_scene",
            where,
        )
    return str(found[int(n or 1) - 1])


def _unit(game: Any, line: str, where: str) -> str:
    """`KIND [at POSITION] [hp N] [active 2,shield-form:shield-1] [locked ...] [bones 2,atk] [poison 2] ...`"""
    kind, *words = line.split()
    tables = game.rules.tables
    if kind in tables["gearlocs"]:
        unit: Gearloc | Baddie = _new_gearloc(game, kind)
    elif kind in tables["chips"]:
        chip = tables["chips"][kind]
        lane = next(n for n in range(1, 99) if n not in {b.lane for b in reach.baddies(game)})
        unit = Baddie(game.new_id("b"), {}, kind, chip.hp, chip.hp, "", lane, [1] * chip.armor)
    else:
        raise unknown("unit", kind, [*tables["gearlocs"], *tables["chips"]], "bad_scene", where)
    game.world.units[unit.id] = unit
    if len(words) % 2:
        raise InputError("bad_scene", f"{line!r}: words come in pairs, as in 'hp 3'", where=where, got=line)
    for word, value in zip(words[::2], words[1::2], strict=True):
        _set(game, unit, word, value, f"{where} ({word})")
    return unit.id


def _new_gearloc(game: Any, kind: str) -> Gearloc:
    from tmb_base.mode import BattleOptions, new_gearloc

    id = f"g{len(game.world.party) + 1}"
    game.world.party.append(id)
    return new_gearloc(game.rules, id, kind, BattleOptions(difficulty=game.world.difficulty))


def _set(game: Any, unit: Any, word: str, value: str, where: str) -> None:
    if word == "at":
        if value not in reach.mat_of(game).bit:
            raise unknown("position", value, reach.mat_of(game).bit, "bad_scene", where)
        unit.pos = value
    elif word in NUMBERS and value.isdigit() and (field := "dfn" if word == "def" else word) in unit.__struct_fields__:
        setattr(unit, field, int(value))
        unit.most = max(unit.most, unit.hp)
    elif word == "dice" and isinstance(unit, Baddie):
        unit.dice = [int(v) for v in value.split(",")]
    elif word == "plus" and isinstance(unit, Gearloc):
        unit.plus = value == "yes"
    elif word in LISTS and isinstance(unit, Gearloc):
        _list(game, unit, word, [v for v in value.split(",") if v != "none"], where)
    elif word in game.rules.marks and value.isdigit():
        game.mark(unit, word, int(value))
    else:
        raise unknown("word", word, [*NUMBERS, *LISTS, "at", "dice", "plus", *game.rules.marks], "bad_scene", where)


def _list(game: Any, unit: Gearloc, word: str, values: list[str], where: str) -> None:
    if word == "bones":
        unit.bones = [_bones(game, v, where) for v in values]
    elif word in ("active", "locked"):
        setattr(unit, word, [_shown(game, v, where) for v in values])
    else:
        for v in values:
            if v not in game.rules.tables["skill_dice"]:
                raise unknown("skill die", v, game.rules.tables["skill_dice"], "bad_scene", where)
        setattr(unit, word, values)


def _shown(game: Any, value: str, where: str) -> Shown:
    """`2` is a Def die that shows 2; `shield-form:shield-1` a skill die."""
    die, _, face = value.partition(":")
    shown = Shown("def", die) if not face else Shown(die, face)
    if shown.face not in game.rules.dice.get(shown.die, ()):
        raise unknown(
            "face", value, [f"{d}:{f}" for d, faces in game.rules.dice.items() for f in faces], "bad_scene", where
        )
    return shown


def _bones(game: Any, value: str, where: str) -> Bones:
    """`atk`: an Atk die with 1 Bone; `brace:2`: a skill die with 2; `brace:1:reusable`: one whose Bones are so."""
    die, _, rest = value.partition(":")
    n, _, again = rest.partition(":")
    if die not in game.rules.dice:
        raise unknown("die", die, game.rules.dice, "bad_scene", where)
    return Bones(die, int(n or 1), again == "reusable")


# -- facts -------------------------------------------------------------------------------------------------------------


def fact(game: Any, name: str) -> Any:
    """A value: `picket.hp`, `bog-lurk.pos`, `picket.active`, `round`, `result`, `meter`, `queue`, `bog-lurk 2.poison`.

    Also `baddies` (on the mat), `defeated`, `stack 1` (top first), `ask` and `seat` (of the open ask), `UNIT.here`.
    """
    world = game.world
    whole = {
        "round": world.round,
        "result": world.result,
        "meter": [_name(game, u) for u in world.meter],
        "queue": world.queue.all(),
        "defeated": sorted(c for gone in world.defeated.values() for c in gone),
        "ask": game.ask.key if game.ask else "",
        "seat": game.ask.seat if game.ask else "",
        "baddies": [b.kind for b in reach.baddies(game)],
        **{f"stack {points}": pile.all() for points, pile in world.stacks.items()},
    }
    if name in whole:
        return whole[name]
    who, dot, what = name.rpartition(".")
    if not dot:
        raise unknown("fact", name, [*whole, "UNIT.hp"], "unknown_fact", f"/see/{name}")
    if what == "here":
        return any(who in (u.kind, u.id) for u in world.units.values() if u.pos)
    return _fact_of(game, world.units[find(game, who, f"/see/{name}")], what, name)


def _name(game: Any, id: str) -> str:
    unit = game.world.units.get(id)
    same = [u.id for u in game.world.units.values() if unit is not None and u.kind == unit.kind]
    return id if unit is None else f"{unit.kind} {same.index(id) + 1}" if len(same) > 1 else unit.kind


def _fact_of(game: Any, unit: Any, what: str, name: str) -> Any:
    if what in ("active", "locked") and isinstance(unit, Gearloc):
        return [int(d.face) if d.die == "def" else d.id for d in changes.slots(unit, what)]
    if what == "bones" and isinstance(unit, Gearloc):
        return [f"{b.die}:{b.n}" for b in unit.bones]
    if what == "dice" and isinstance(unit, Baddie):
        return sorted(unit.dice)
    if what in game.rules.marks:
        return unit.marks.get(what, 0)
    field = "dfn" if what == "def" else what
    if field not in unit.__struct_fields__:
        raise unknown(
            "fact", what, [*unit.__struct_fields__, *game.rules.marks, "here"], "unknown_fact", f"/see/{name}"
        )
    value = getattr(unit, field)
    return value[:] if isinstance(value, list) else value
