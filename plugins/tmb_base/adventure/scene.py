"""Scenarios of an adventure: the keys of a battle's scene, and these.

tyrant = "nom"                       who is hunted
day = 3                              the Day Counter
progress = 2                         Progress Points
holds = { picket = ["zelfey-seeds", "pip-loc-2000 locked 1"] }   Loot; a locked Trove Loot with so many locks open;
                                     also "multi-tool uses 2", "skinning-knife chips kobold,wyrmling"
trained = { picket = { hp = 1 } }    Stat Dice; the stats themselves are as `mat` says
decks = { encounters = ["general-05"], loot = ["zelfey-seeds"] } all that is in a deck, top first (also trove, specials,
                                     box); one that is not written is not shuffled yet, so that its cards are `draw:`
face_up = { 1 = 1 }                  so many chips on top of a stack lie face up
card = "special-002"                 this Encounter is met, and the scenario is over after its reward
phase = "recovery"                   or: the "decks" are made, the "day" from its begin, the "tyrant" battle, the
                                     "recovery", or the "reward"
goes_on = true                       after that the adventure goes on with the next day
stored = ["quill-boar"]              chips on the Tyrant card
reward = { training = 1 }            what phase = "reward" pays
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tmb.core.state import END, Frame
from tmb.errors import InputError, unknown
from tmb_base import reach
from tmb_base import scene as battle
from tmb_base.adventure.day import Journey
from tmb_base.adventure.encounter import Encounter
from tmb_base.adventure.entries import Reward
from tmb_base.adventure.frames import Day
from tmb_base.adventure.recovery import Recovery
from tmb_base.adventure.reward import Rewards
from tmb_base.adventure.setup import SetOut
from tmb_base.adventure.tyrant import Challenge
from tmb_base.battle.muster import Orders
from tmb_base.sets import active, in_play
from tmb_base.world import PREP, Loot

DECKS = ("encounters", "loot", "trove", "specials", "box")


class AdventureScene(battle.Scene, forbid_unknown_fields=True):
    """The keys of a scene, as above."""

    tyrant: str = ""
    day: Annotated[int, Meta(ge=1)] = 1
    progress: Annotated[int, Meta(ge=0)] = 0
    holds: dict[str, list[str]] = {}
    decks: dict[Literal["encounters", "loot", "trove", "specials", "box"], list[str]] = {}
    face_up: dict[str, int] = {}
    trained: dict[str, dict[Literal["hp", "dex", "atk", "def"], Annotated[int, Meta(ge=0, le=6)]]] = {}
    card: str = ""
    phase: Literal["", "decks", "day", "tyrant", "recovery", "reward"] = ""
    reward: Reward = Reward()
    stored: list[str] = []


KEYS = AdventureScene.__struct_fields__


def stage(game: Any, table: dict[str, Any]) -> None:
    """Set the scene in a fresh game. Raises InputError naming the value at fault."""
    scene = battle.read(table, AdventureScene)
    world, tables = game.world, game.rules.tables
    _tyrant(game, scene.tyrant)
    battle.set_up(game, scene)
    world.day, world.progress = scene.day, scene.progress
    world.face_up = dict(scene.face_up)
    world.stored = scene.stored[:]
    for chip in scene.stored:
        battle.take_away(game, chip)
    for who, cards in scene.holds.items():
        unit = world.units[battle.find(game, who, "/holds")]
        unit.loot = [_card(game, line, f"/holds/{who}/{i}") for i, line in enumerate(cards)]
    for _, chip in reach.on_cards(game):
        for pile in world.stacks.values():
            pile.loose = [c for c in pile.loose if c != chip]
    for who, dice in scene.trained.items():
        world.units[battle.find(game, who, "/trained")].trained = dict(dice)
    _decks(game, scene)
    if scene.card or scene.phase:
        world.round = 0
        for unit in world.units.values():
            unit.pos, unit.off = "", PREP
        world.meter, world.due = [], []
        game.stack[:] = [Journey(at="next_day" if scene.goes_on else END), *_frames(game, scene)]
    elif world.tyrant in (*(b.kind for b in reach.baddies(game)), *world.queue.all()):
        game.stack[0].orders = Orders(tyrant="bottom")
        game.stack[:0] = [Journey(at="next_day" if scene.goes_on else END), Challenge(at="won_or_lost")]
    game.bearers_changed()
    if scene.card:
        if scene.card not in tables["encounters"]:
            raise unknown("Encounter", scene.card, tables["encounters"], "bad_scene", "/card")
        world.card = scene.card


def _tyrant(game: Any, name: str) -> None:
    """Who is hunted, the first of the box if nobody says; the stacks are those of its types."""
    tables = game.rules.tables
    name = name or next(iter(tables["tyrants"]))
    if name not in tables["tyrants"]:
        raise unknown("Tyrant", name, tables["tyrants"], "bad_scene", "/tyrant")
    card, world = tables["tyrants"][name], game.world
    world.tyrant, world.days, world.needed = name, card.days, card.progress
    for stack, pile in world.stacks.items():
        pile.refill(active(game, stack), ordered=False)


def _decks(game: Any, scene: AdventureScene) -> None:
    """Decks as written; of the others all cards of the box that nobody holds."""
    world, tables = game.world, game.rules.tables
    sort = "solo" if len(world.party) == 1 else "general"
    held = [line.split()[0] for cards in scene.holds.values() for line in cards]
    locks = tables["locks"]
    for name, pile in (("loot", world.loot), ("trove", world.trove)):
        if name in scene.decks:
            pile.refill([_card(game, c, f"/decks/{name}").kind for c in scene.decks[name]], ordered=True)
        else:
            rest = [
                n
                for n, c in tables["loot"].items()
                if bool(locks[n]) is (name == "trove") and in_play(game, c)
                for _ in range(c.copies)
            ]
            for kind in held:
                if kind in rest:
                    rest.remove(kind)
            pile.refill(rest, ordered=False)
    cards = {n: c for n, c in tables["encounters"].items() if in_play(game, c)}
    written = {
        n: _known(game, scene.decks[n], f"/decks/{n}") for n in ("encounters", "specials", "box") if n in scene.decks
    }
    world.deck.refill(written.get("encounters", []), ordered=True)
    used = [*world.deck.all(), scene.card]
    world.unused = written.get("box", [n for n, c in cards.items() if c.sort == sort and n not in used])
    world.specials = written.get("specials", [n for n, c in cards.items() if c.sort == "special" and n not in used])


def _known(game: Any, names: list[str], where: str) -> list[str]:
    for i, name in enumerate(names):
        if name not in game.rules.tables["encounters"]:
            raise unknown("Encounter", name, game.rules.tables["encounters"], "bad_scene", f"{where}/{i}")
    return names


def _card(game: Any, line: str, where: str) -> Loot:
    """`zelfey-seeds`, `multi-tool uses 2`, `pip-loc-2000 locked 1`, `skinning-knife chips kobold`."""
    kind, *words = line.split() or [""]
    tables = game.rules.tables
    if kind not in tables["loot"]:
        raise unknown("Loot", kind, tables["loot"], "bad_scene", where)
    card = Loot(game.new_id("l"), {}, kind, tables["loot"][kind].uses)
    for word, value in zip(words[::2], words[1::2], strict=False):
        if word == "chips":
            card.chips = value.split(",")
            continue
        if word not in ("locked", "uses") or not value.isdigit():
            raise InputError(
                "bad_scene",
                f"{line!r}: after the card comes 'locked N', 'uses N' or 'chips NAMES'",
                where=where,
                got=line,
            )
        if word == "locked":
            card.locked, card.solved = True, int(value)
        else:
            card.uses = int(value)
    return card


def _frames(game: Any, scene: AdventureScene) -> list[Frame]:
    """What is played: a card, or a phase of the day; nothing comes after it."""
    if scene.card:
        return [Day(again=False, at=END), Encounter(scene.card)]
    if scene.phase == "day":
        game.world.day -= 1
        return [Day()]
    if scene.phase == "decks":
        return [SetOut(game.world.tyrant, at="gather_deck")]
    phases: dict[str, Frame] = {"tyrant": Challenge(), "recovery": Recovery(), "reward": Rewards(scene.reward)}
    return [Day(again=False, at=END), phases[scene.phase]]
