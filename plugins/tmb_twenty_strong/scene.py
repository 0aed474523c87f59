"""Scenarios: set a position up from words (`tmb scenario run`).

hero = "duster health 4 recovery 3 plus yes slots yellow,blue"     what is not said is as printed
day = 4                      the day that goes on, or (begin = "day") begins
begin = "day"                a day begins; "queue": a battle, before cards are activated; "engagement" (the default): a
                             battle with these foes; "set-up": from the very beginning
stage = "apply_dice"         the Engagement stands here and not at its beginning
source = "tyrant"            whose battle it is: battle, encounter, tyrant
encounter = "war-camp"       the Tyrant encounter beside the active area
foes = ["mud-pup", "swamp-hulk dice blue:hit,red:crit"]            active cards; the Tyrant by its name
open = ["blue:hit", "yellow:miss"]                                 rolled dice that are not applied
exhausted = "yellow 2 red 1"       also banished; all other dice are in the pool, or (pool = "...") those are, and the
                                   rest is exhausted
items = ["rune-chest locked dice blue:hit"]
stacks = { 1 = ["mud-pup", "cave-bat"] }     top first; else what is left of the box, as printed
scouted = { 5 = ["swamp-hulk"] }             also discards
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb.errors import InputError, unknown
from tmb_twenty_strong import cards, changes
from tmb_twenty_strong.day import Hunt
from tmb_twenty_strong.frames import Battle, Day, Engagement
from tmb_twenty_strong.plans import slot_for
from tmb_twenty_strong.world import COLOURS, DICE, PILES, Bag, Foe, Item, colour_of

Heap = dict[str, list[str]]


class Scene(Struct, forbid_unknown_fields=True):
    """The keys of a scene, as above."""

    hero: str = ""
    day: Annotated[int, Meta(ge=1, le=12)] = 1
    begin: Literal["set-up", "day", "queue", "engagement"] = "engagement"
    stage: str = ""
    source: Literal["battle", "encounter", "tyrant"] = "battle"
    encounter: str = ""
    foes: list[str] = []
    open: list[str] = []
    pool: str | None = None
    exhausted: str = ""
    banished: str = ""
    items: list[str] = []
    stacks: Heap = {}
    scouted: Heap = {}
    discards: Heap = {}


KEYS = Scene.__struct_fields__
NUMBERS = ("health", "strategy", "recovery")


def stage(game: Any, table: dict[str, Any]) -> None:
    """Set the scene in a fresh game. Raises InputError naming the value at fault."""
    try:
        scene = msgspec.convert(table, Scene)
    except msgspec.ValidationError as e:
        text, _, path = str(e).partition(" - at `$")
        where = path.rstrip("`").replace("[...]", "").replace("[", ".").replace("]", "").replace(".", "/")
        raise InputError("bad_scene", text, where=where) from e
    if scene.begin == "set-up":
        return
    world, hunt = game.world, game.stack[0]
    world.tyrant = hunt.tyrant or next(iter(game.rules.tables["tyrants"]))
    _hero(game, scene.hero or hunt.hero or next(iter(game.rules.tables["heroes"])), hunt.side)
    world.encounter = _known(game, "encounters", scene.encounter, "/encounter") if scene.encounter else ""
    for i, line in enumerate(scene.foes):
        _card(game, line, f"/foes/{i}", False)
    for i, line in enumerate(scene.items):
        _card(game, line, f"/items/{i}", True)
    _piles(game, scene)
    _dice(game, scene)
    world.day = scene.day
    game.stack[:] = _frames(game, scene)
    game.bearers_changed()
    game.touch()


def _frames(game: Any, scene: Scene) -> list[Frame]:
    hunt = Hunt(at="next_day")
    if scene.begin == "day":
        game.world.day -= 1
        return [hunt]
    card = scene.encounter if scene.source == "encounter" else ""
    day = Day(what=scene.source, card=card, at="day_over")
    if scene.begin == "queue":
        return [hunt, day, Battle(scene.source)]
    battle = Battle(scene.source, at="next_engagement", points=scene.day)
    if not scene.stage:
        return [hunt, day, battle]
    names = [n.name for n in game.rules.flows[Engagement].values()]
    if scene.stage not in names:
        raise unknown("stage", scene.stage, names, "bad_scene", "/stage")
    battle.engagements = 1
    return [hunt, day, battle, Engagement(passes=1, at=scene.stage)]


def _hero(game: Any, line: str, side: str) -> None:
    kind, *words = line.split()
    heroes, hero = game.rules.tables["heroes"], game.world.hero
    if kind not in heroes:
        raise unknown("hero", kind, heroes, "bad_scene", "/hero")
    card = heroes[kind]
    hero.kind, hero.side = kind, "" if kind in game.rules.tables["gearlocs"] else _side(game, side)
    hero.health, hero.strategy, hero.recovery, hero.slots = card.health, card.strategy, card.recovery, [""] * 4
    for word, value in _pairs(words, "/hero"):
        if word in NUMBERS:
            setattr(hero, word, _number(value, "/hero"))
        elif word == "plus":
            hero.plus = value == "yes"
        elif word == "slots":
            for colour in value.split(","):
                at = slot_for(game, colour)
                if at < 0:
                    raise InputError("bad_scene", f"{kind} has no free slot for a {colour} die", where="/hero")
                hero.slots[at] = colour
        else:
            raise unknown("word", word, [*NUMBERS, "plus", "slots"], "bad_scene", "/hero")


def _side(game: Any, side: str) -> str:
    backups = game.rules.tables["backups"]
    return side if side in backups else next(iter(backups))


def _pairs(words: list[str], where: str) -> list[tuple[str, str]]:
    if len(words) % 2:
        raise InputError("bad_scene", f"{' '.join(words)!r}: words come in pairs, as in 'health 3'", where=where)
    return list(zip(words[::2], words[1::2], strict=True))


def _number(text: str, where: str) -> int:
    if not text.isdigit():
        raise InputError("bad_scene", f"{text!r} is no whole number", where=where, got=text)
    return int(text)


def _known(game: Any, table: str, name: str, where: str) -> str:
    if name not in game.rules.tables[table]:
        raise unknown("card", name, game.rules.tables[table], "bad_scene", where)
    return name


def _card(game: Any, line: str, where: str, held: bool) -> None:
    """`KIND [locked] [dice blue:hit,red:crit]`"""
    kind, *words = line.split() or [""]
    _known(game, "cards", kind, where)
    locked = "locked" in words
    dice: Bag = {}
    for word, value in _pairs([w for w in words if w != "locked"], where):
        if word != "dice":
            raise unknown("word", word, ["dice", "locked"], "bad_scene", where)
        for die in value.split(","):
            _add_shown(dice, die, where)
    if held:
        id, pile = game.new_id("i"), cards.pile_of(game, kind)
        game.world.items.append(Item(id, {}, kind, pile, locked, dice))
    else:
        id = game.new_id("b")
        game.world.foes[id] = Foe(id, {}, kind, dice)


def _add_shown(bag: Bag, die: str, where: str) -> None:
    if die not in DICE:
        raise unknown("die", die, DICE, "bad_scene", where)
    changes.add(bag, die)


def _piles(game: Any, scene: Scene) -> None:
    """Stacks, scouted piles, discards; what is nowhere else lies in its stack, as printed."""
    world, tables = game.world, game.rules.tables
    used = [c.kind for c in (*world.foes.values(), *world.items)] + [world.encounter]
    written = (scene.stacks, scene.scouted, scene.discards)
    named = [c for heaps in written for heap in heaps.values() for c in heap]
    for where, heaps in zip(("/stacks", "/scouted", "/discards"), written, strict=True):
        for p, heap in heaps.items():
            if p not in PILES:
                raise unknown("stack", p, PILES, "bad_scene", f"{where}/{p}")
            for i, card in enumerate(heap):
                if card != cards.UNSEEN:
                    _known(game, "cards", card, f"{where}/{p}/{i}")
    sorts = tables["encounters"]
    world.box = [n for n, c in sorts.items() if c.sort == "tyrant" and n not in (*used, *named)]
    for pile in PILES:
        left = tables["box"][pile][:]
        for card in (*used, *named):
            if card in left:
                left.remove(card)
        world.scouted[pile], world.discards[pile] = scene.scouted.get(pile, [])[:], scene.discards.get(pile, [])[:]
        if pile == "encounter":
            left += [cards.UNSEEN] * max(0, min(len(world.box), 3 + world.rank) - sum(c in sorts for c in used + named))
        top, rest = scene.stacks.get(pile), left
        if top is not None:
            rest = []
            world.discards[pile] += [c for c in left if c != cards.UNSEEN]
        world.stacks[pile] = Pile(cards=[*(top or []), *rest])
        world.tops[pile] = ""
    for pile in PILES:
        heap = world.stacks[pile].cards
        if heap and heap[0] != cards.UNSEEN:
            world.tops[pile] = heap.pop(0)


def _dice(game: Any, scene: Scene) -> None:
    """All dice that are nowhere else are in the pool; or exhausted, where the pool is written."""
    world = game.world
    for i, die in enumerate(scene.open):
        _add_shown(world.open, die, f"/open/{i}")
    world.exhausted, world.banished = _bag(scene.exhausted, "/exhausted"), _bag(scene.banished, "/banished")
    left = dict(game.rules.tables["supply"])
    for bag in (world.exhausted, world.banished, *([_bag(scene.pool, "/pool")] if scene.pool is not None else [])):
        for colour, n in bag.items():
            changes.add(left, colour, -n)
    for shown in (world.open, *(c.dice for c in (*world.foes.values(), *world.items))):
        for die, n in shown.items():
            changes.add(left, colour_of(die), -n)
    for colour in world.hero.slots:
        if colour:
            changes.add(left, colour, -1)
    if over := [c for c, n in left.items() if n < 0]:
        raise InputError("bad_scene", f"more {over[0]} dice than there are", where="/pool")
    if scene.pool is None:
        world.pool = left
        return
    world.pool = _bag(scene.pool, "/pool")
    for colour, n in left.items():
        changes.add(world.exhausted, colour, n)


def _bag(text: str, where: str) -> Bag:
    """`yellow 2 red 1`"""
    out: Bag = {}
    for colour, n in _pairs(text.split(), where):
        if colour not in COLOURS:
            raise unknown("colour", colour, COLOURS, "bad_scene", where)
        changes.add(out, colour, _number(n, where))
    return out
