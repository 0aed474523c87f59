"""Scenarios: set a position up from words, and name the facts of one (`tmb scenario run`).

mat = ["bog-lurk at r2c1 hp 3", "picket at r3c1 hp 4 active 2 buff 1"]     units, in the order of the Ini Meter
turn = "bog-lurk"            one turn, and the scenario is over
goes_on = true               after that turn the round goes on, and the battle after it
damage = { to = "picket", by = "bog-lurk", amount = 2, true = false }      one damage, and the scenario is over
begin = "round"              without turn and damage: a round begins (the default), or the "battle" (all stand
                             ready), or its "set-up", with those Gearlocs of `mat` and this queue
round = 2                    what the Round Counter shows
tokens = ["wreckage at r2c2"]    what lies on positions of the mat
queue = ["kobold"]           the Battle Queue, top first; "1" is drawn in the set-up
stacks = { 1 = ["kobold"] }  all that is in a stack of chips, top first; else it lies there unshuffled: "draw: NAME"
defeated = ["kobold"]        chips that were defeated before
marks = { edge = 1 }         what the whole table carries
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from tmb.core.state import END, Frame
from tmb.core.things import Token
from tmb.errors import InputError, unknown
from tmb_base import meter, reach
from tmb_base.battle.battle import Battle
from tmb_base.battle.queue import new_baddie
from tmb_base.battle.round import Round
from tmb_base.damage import Damage
from tmb_base.places import NOW, ROUND_END, ROUND_START
from tmb_base.turns import BaddieTurn, GearlocTurn
from tmb_base.world import FOES, KNOCKED_OUT, PARTY, PREP, START, Aside, Baddie, Bones, Gearloc, Shown, Waiting


class Dealt(Struct, forbid_unknown_fields=True):
    """One damage of a scene."""

    to: str
    amount: Annotated[int, Meta(ge=1)]
    by: str = ""
    true: bool = False


class Scene(Struct, forbid_unknown_fields=True):
    """The keys of a scene, as above."""

    mat: list[str] = []
    turn: str = ""
    goes_on: bool = False
    damage: Dealt | None = None
    begin: Literal["set-up", "battle", "round"] = "round"
    round: Annotated[int, Meta(ge=1)] = 1
    tokens: list[str] = []
    queue: list[str] = []
    stacks: dict[str, list[str]] = {}
    defeated: list[str] = []
    marks: dict[str, int] = {}


KEYS = Scene.__struct_fields__
SIDES = (PARTY, FOES)
MOMENTS = (NOW, ROUND_START, ROUND_END)
NUMBERS = ("hp", "most", "dex", "atk", "def", "buff", "lane")
LISTS = ("active", "locked", "bones", "skills", "exhausted", "consumables")


def stage(game: Any, table: dict[str, Any]) -> None:
    """Set the scene in a fresh game: units on the mat, and the frame that runs. Raises InputError naming the value at
    fault.
    """
    set_up(game, read(table, Scene))


def set_up(game: Any, scene: Scene) -> None:
    """Units, piles and frames as the scene says."""
    world = game.world
    world.units, world.party = {}, []
    game.stack.clear()
    units = [_unit(game, line, f"/mat/{i}") for i, line in enumerate(scene.mat)]
    order = [u.id for u in reach.has(game, "ini_die", [world.units[u] for u in units]) if u.pos]
    world.round = scene.round
    _tokens(game, scene.tokens)
    _marks(game, scene.marks)
    _piles(game, scene)
    game.stack += _frames(game, scene, order)
    game.bearers_changed()


S = TypeVar("S", bound=Scene)


def read(table: dict[str, Any], kind: type[S]) -> S:
    """The keys of a scene as their Struct. Raises InputError with the place of the value at fault."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as e:
        text, _, path = str(e).partition(" - at `$")
        where = path.rstrip("`").replace("[...]", "").replace("[", ".").replace("]", "").replace(".", "/")
        raise InputError("bad_scene", text, where=where) from e


def _tokens(game: Any, lines: list[str]) -> None:
    """`wreckage at r2c2`."""
    kinds, known = game.rules.tables["tokens"], reach.mat_of(game).names
    game.world.tokens = []
    for i, line in enumerate(lines):
        kind, at, pos = line.partition(" at ")
        if not at:
            raise InputError("bad_scene", f"{line!r}: a token lies 'at' a position", where=f"/tokens/{i}", got=line)
        if kind not in kinds:
            raise unknown("token", kind, kinds, "bad_scene", f"/tokens/{i}")
        if pos not in known:
            raise unknown("position", pos, known, "bad_scene", f"/tokens/{i}")
        game.world.tokens.append(Token(game.new_id("t"), {}, kind, pos))


def _marks(game: Any, marks: dict[str, int]) -> None:
    """What the whole table carries."""
    for name, n in marks.items():
        if name not in game.rules.marks:
            raise unknown("mark", name, game.rules.marks, "bad_scene", "/marks")
        game.world.marks[name] = n


def _piles(game: Any, scene: Scene) -> None:
    """Queue, stacks and defeated chips; what lies elsewhere is in no stack."""
    world, chips = game.world, game.rules.tables["chips"]
    for chip in _known(game, scene.defeated, "/defeated"):
        world.defeated.setdefault(chips[chip].pile, []).append(chip)
    away = [*scene.queue, *scene.defeated, *reach.chips(game)]
    for points, pile in world.stacks.items():
        written = scene.stacks.get(points)
        if written is None:
            pile.refill([c for c in pile.all() if c not in away], ordered=False)
        else:
            pile.refill(_known(game, written, f"/stacks/{points}"), ordered=True)
    if scene.begin == "set-up":
        _known(game, [c for c in scene.queue if c not in world.stacks], "/queue")
    else:
        world.queue.refill(_known(game, scene.queue, "/queue"), ordered=True)


def take_away(game: Any, chip: str) -> None:
    """A chip lies elsewhere than in its stack."""
    for pile in game.world.stacks.values():
        for part in (pile.cards, pile.loose, pile.under):
            if chip in part:
                part.remove(chip)
                return


def _known(game: Any, names: list[str], where: str) -> list[str]:
    """The names, where all of them are chips."""
    for i, name in enumerate(names):
        if name not in game.rules.tables["chips"]:
            raise unknown("Baddie", name, game.rules.tables["chips"], "bad_scene", f"{where}/{i}")
    return names


def _frames(game: Any, scene: Scene, order: list[str]) -> list[Frame]:
    """The stack. A battle that stands at its end has no more rounds, but it can still be won or lost."""
    if scene.begin == "set-up":
        game.world.round = 0
        for g in game.world.party:
            game.world.units[g].off = PREP
        return [Battle(scene.queue)]
    meter.build(game, order)
    battle = Battle([b.kind for b in reach.baddies(game)] + scene.queue, fighting=True, at="next_round")
    if scene.damage is not None:
        battle.at = END
        return [battle, _damage(game, scene.damage)]
    if scene.turn:
        unit = find(game, scene.turn, "/turn")
        _known_as("unit on the mat", unit, [u.id for u in reach.on_mat(game)], "/turn")
        turn: Frame = GearlocTurn(unit) if unit in game.world.party else BaddieTurn(unit)
        after = order[order.index(unit) + 1 :] if unit in order else order
        meter.begin_round(game, meter.dice(after) if scene.goes_on else [])
        if scene.goes_on:
            return [battle, Round(at="next_turn"), turn]
        battle.at = END
        return [battle, turn]
    if scene.begin == "battle":
        battle.at, game.world.round = "to_arms", 0
        return [battle]
    return [battle, Round()]


def _damage(game: Any, row: Dealt) -> Damage:
    by = find(game, row.by, "/damage/by") if row.by else ""
    return Damage(find(game, row.to, "/damage/to"), by, row.amount, row.true)


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
    kind, *words = line.split() or [""]
    tables = game.rules.tables
    if kind in tables["gearlocs"]:
        unit: Gearloc | Baddie = _new_gearloc(game, kind)
    elif kind in tables["chips"]:
        chip = tables["chips"][kind]
        used = {b.lane for b in reach.baddies(game)}
        lane = next(n for n in range(1, 99) if n not in used) if chip.lane_marker else 0
        unit = new_baddie(game, kind)
        unit.lane = lane
    else:
        raise unknown("unit", kind, [*tables["gearlocs"], *tables["chips"]], "bad_scene", where)
    game.world.units[unit.id] = unit
    if len(words) % 2:
        raise InputError("bad_scene", f"{line!r}: words come in pairs, as in 'hp 3'", where=where, got=line)
    for word, value in zip(words[::2], words[1::2], strict=True):
        _set(game, unit, word, value, where)
    _off_the_mat(unit, line, where)
    return unit.id


def _off_the_mat(unit: Any, line: str, where: str) -> None:
    """A Gearloc without a position is in its Prep Area, or knocked out; a chip must say where it is."""
    if unit.pos:
        return
    if isinstance(unit, Baddie):
        unit.lane = 0
        if unit.off is None:
            raise InputError("bad_scene", f"{line!r}: it stands 'at' a position, 'waits' or is 'aside'", where=where)
    elif unit.hp <= 0 and unit.off == PREP:
        unit.off = KNOCKED_OUT


def _new_gearloc(game: Any, kind: str) -> Gearloc:
    from tmb_base.mode import BattleOptions, new_gearloc

    id = f"g{len(game.world.party) + 1}"
    game.world.party.append(id)
    return new_gearloc(game.rules, id, kind, BattleOptions(difficulty=game.world.difficulty))


def _set(game: Any, unit: Any, word: str, value: str, where: str) -> None:
    """One word and its value. Words that are no word of this unit are refused."""
    field = "dfn" if word == "def" else word
    lists = LISTS if isinstance(unit, Gearloc) else ()
    if word == "at":
        unit.pos, unit.off = _known_as("position", value, reach.mat_of(game).bit, where), None
    elif word in ("waits", "aside"):
        unit.off = _waiting(game, value, where) if word == "waits" else Aside(value)
    elif word in NUMBERS and field in unit.__struct_fields__:
        setattr(unit, field, _number(value, where))
        unit.most = max(unit.most, unit.hp)
    elif word == "dice" and isinstance(unit, Baddie):
        unit.dice = [_number(v, where) for v in value.split(",")]
    elif word == "side" and isinstance(unit, Baddie):
        unit.side = _known_as("side", value, SIDES, where)
        unit.lane = 0 if unit.side == PARTY else unit.lane
    elif word == "seat" and isinstance(unit, Baddie):
        unit.seat = value
    elif word == "owner" and isinstance(unit, Baddie):
        unit.side, unit.seat, unit.owner, unit.lane = PARTY, value, value, 0
    elif word == "plus" and isinstance(unit, Gearloc):
        unit.plus = _known_as("answer", value, ("yes", "no"), where) == "yes"
    elif word in lists:
        _list(game, unit, word, [v for v in value.split(",") if v != "none"], where)
    elif word in game.rules.marks:
        game.mark(unit, word, _number(value, where))
    else:
        own = ["dice", "side", "seat", "owner"] if isinstance(unit, Baddie) else ["plus", *lists]
        numbers = [n for n in NUMBERS if ("dfn" if n == "def" else n) in unit.__struct_fields__]
        raise unknown("word", word, ["at", "waits", "aside", *numbers, *own, *game.rules.marks], "bad_scene", where)


def _waiting(game: Any, value: str, where: str) -> Waiting:
    """`round.end`, or `round.end:r3c1` with a position of its own."""
    when, _, to = value.partition(":")
    known = (START, *reach.mat_of(game).bit)
    return Waiting(_known_as("moment", when, MOMENTS, where), _known_as("position", to or START, known, where))


def _number(text: str, where: str) -> int:
    if not text.isdigit():
        raise InputError("bad_scene", f"{text!r} is no whole number", where=where, got=text)
    return int(text)


def _known_as(what: str, value: str, known: Any, where: str) -> str:
    if value not in known:
        raise unknown(what, value, known, "bad_scene", where)
    return value


def _list(game: Any, unit: Gearloc, word: str, values: list[str], where: str) -> None:
    if word == "bones":
        unit.bones = [_bones(game, v, where) for v in values]
    elif word in ("active", "locked"):
        setattr(unit, word, [_shown(game, v, where) for v in values])
    else:
        setattr(unit, word, [_known_as("skill die", v, game.rules.tables["skill_dice"], where) for v in values])


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
    again = _known_as("word", again or "once", ("once", "reusable"), where)
    return Bones(_known_as("die", die, game.rules.dice, where), _number(n or "1", where), again == "reusable")
