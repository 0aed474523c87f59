"""Scenarios: set a position up from words, and name the facts of one (`tmb scenario run`).

    mat = ["bog-lurk at r2c1 hp 3", "picket at r3c1 hp 4 active 2 buff 1"]     units, in the order of the Ini Meter
    turn = "bog-lurk"      whose turn it is; or `damage`, to ask only what a hit does
"""

from __future__ import annotations

from typing import Any

from tmb.core.state import Frame
from tmb.errors import InputError, unknown
from tmb_base import changes, reach
from tmb_base.battle.battle import Battle
from tmb_base.battle.round import Round
from tmb_base.damage import Damage
from tmb_base.turns import BaddieTurn, GearlocTurn
from tmb_base.world import Baddie, Bones, Gearloc, Shown

KEYS = ("mat", "turn", "round", "queue", "damage", "rounds")
NUMBERS = ("hp", "most", "dex", "atk", "def", "buff", "lane")
LISTS = ("active", "locked", "bones", "skills", "exhausted", "consumables")


def stage(game: Any, scene: dict[str, Any]) -> None:
    """Set the scene in a fresh game: units on the mat, and the frame that runs. Raises InputError naming the line at fault."""
    for key in scene:
        if key not in KEYS:
            raise unknown("scene key", key, KEYS, "bad_scene", f"/{key}")
    world = game.world
    world.units, world.party, order = {}, [], []
    game.stack.clear()
    for i, line in enumerate(scene.get("mat", [])):
        order.append(_unit(game, str(line), f"/mat/{i}"))
    world.round = int(scene.get("round", 1))
    chips = [str(c) for c in scene.get("queue", [])]
    world.queue.refill(chips, ordered=True)
    for pile in world.stacks.values():
        pile.cards = [c for c in pile.cards if c not in chips]
    changes.set_meter(game, order)
    battle = Battle([c.kind for c in reach.baddies(game)] + chips, True, at="next_round")
    game.stack.append(battle)
    _frames(game, scene, order)
    game.bearers_changed()
    game.run()


def _frames(game: Any, scene: dict[str, Any], order: list[str]) -> None:
    if "damage" in scene:
        d = scene["damage"]
        game.stack.append(Damage(find(game, d["to"], "/damage/to"), _maybe(game, d.get("by", "")), int(d["amount"]),
                                 bool(d.get("true", False)), bool(d.get("attack", False))))
        game.stack[0].at = "scene_over"
        return
    rnd = Round(at="next_turn", due=order[:])
    if "turn" in scene:
        unit = find(game, scene["turn"], "/turn")
        rnd.due = order[order.index(unit) + 1:] if "rounds" in scene else []
        game.stack.append(rnd)
        turn: Frame = GearlocTurn(unit) if unit in game.world.party else BaddieTurn(unit)
        game.stack.append(turn)
        if "rounds" not in scene:
            game.world.most_rounds = game.world.round
    else:
        game.stack.append(rnd)
        rnd.at = ""
        game.world.most_rounds = game.world.round + int(scene.get("rounds", 1)) - 1


def _maybe(game: Any, word: str) -> str:
    return find(game, word, "/damage/by") if word else ""


def find(game: Any, word: str, where: str) -> str:
    """The unit that a scenario calls by its id, its kind, or its kind and number ("bog-lurk 2")."""
    kind, _, n = word.partition(" ")
    found = [u.id for u in game.world.units.values() if u.kind == kind]
    if word in game.world.units:
        return word
    if not found or (n and not (n.isdigit() and 1 <= int(n) <= len(found))):
        raise unknown("unit", word, [*game.world.units, *{u.kind for u in game.world.units.values()}], "bad_scene", where)
    return found[int(n or 1) - 1]


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
    elif word in NUMBERS and value.isdigit():
        setattr(unit, "dfn" if word == "def" and isinstance(unit, Gearloc) else word, int(value))
        unit.most = max(unit.most, unit.hp)
    elif word == "dice" and isinstance(unit, Baddie):
        unit.dice = [int(v) for v in value.split(",")]
    elif word == "plus" and isinstance(unit, Gearloc):
        unit.plus = value == "yes"
    elif word in LISTS and isinstance(unit, Gearloc):
        _list(game, unit, word, [v for v in value.split(",") if v != "none"], where)
    elif word in game.rules.marks and value.isdigit():
        unit.marks[word] = int(value)
    else:
        raise unknown("word", word, [*NUMBERS, *LISTS, "at", "dice", "plus", *game.rules.marks], "bad_scene", where)


def _list(game: Any, unit: Gearloc, word: str, values: list[str], where: str) -> None:
    if word == "bones":
        unit.bones = [Bones(*_bones(game, v)) for v in values]
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
        raise unknown("face", value, [f"{d}:{f}" for d, faces in game.rules.dice.items() for f in faces], "bad_scene", where)
    return shown


def _bones(game: Any, value: str) -> tuple[str, int]:
    """`atk` is an Atk die with 1 Bone, `shield-form:2` a skill die with 2."""
    die, _, n = value.partition(":")
    return die, int(n or 1)


# -- facts -------------------------------------------------------------------------------------------------------------


def fact(game: Any, name: str) -> Any:
    """A value: `picket.hp`, `bog-lurk.pos`, `picket.active`, `round`, `result`, `meter`, `queue`, `bog-lurk 2.poison`."""
    world = game.world
    whole = {
        "round": world.round, "result": world.result, "meter": [_name(game, u) for u in world.meter], "queue": world.queue.all(),
        "defeated": sorted(c for gone in world.defeated.values() for c in gone), "ask": game.ask.key if game.ask else "",
        "baddies": [b.kind for b in reach.baddies(game)],
    }
    if name in whole:
        return whole[name]
    who, _, what = name.rpartition(".")
    if what == "here":
        return any(u.kind == who.partition(" ")[0] or u.id == who for u in world.units.values() if u.pos)
    unit = world.units[find(game, who, f"/see/{name}")]
    return _fact_of(game, unit, what, name)


def _name(game: Any, id: str) -> str:
    unit = game.world.units.get(id)
    return unit.kind if unit is not None else id


def _fact_of(game: Any, unit: Any, what: str, name: str) -> Any:
    if what in ("active", "locked") and isinstance(unit, Gearloc):
        return [int(d.face) if d.die == "def" else d.id for d in changes.slots(unit, what)]
    if what == "bones" and isinstance(unit, Gearloc):
        return sum(b.n for b in unit.bones)
    if what == "dice":
        return sorted(unit.dice)
    if what in game.rules.marks:
        return unit.marks.get(what, 0)
    field = "dfn" if what == "def" else what
    if field not in unit.__struct_fields__:
        raise unknown("fact", what, [*unit.__struct_fields__, *game.rules.marks, "here"], "bad_scene", f"/see/{name}")
    value = getattr(unit, field)
    return value[:] if isinstance(value, list) else value
