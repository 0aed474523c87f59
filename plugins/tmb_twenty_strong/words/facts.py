"""Numbers and things that content may ask for."""

from typing import Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, Value
from tmb.effects.env import Env, Get
from tmb.effects.words import one, things
from tmb_twenty_strong import cards, needs
from tmb_twenty_strong.battle import undefeated
from tmb_twenty_strong.changes import cap
from tmb_twenty_strong.entries import Colour
from tmb_twenty_strong.frames import battle_of, engagement_of
from tmb_twenty_strong.world import PILES, TABLE, colour_of, face_of


class DiceIn(Struct, forbid_unknown_fields=True):
    """`{ dice = { area, colour } }`: dice in an area; of one colour, or all."""

    area: Literal["pool", "exhausted", "banished", "open", "plan"] = "pool"
    colour: Colour | None = None
    face: Literal["miss", "hit", "crit"] | None = None


class OnCard(Struct, forbid_unknown_fields=True):
    """`{ applied = { of, colour } }`: dice that lie on an active card."""

    of: Selector = "self"
    colour: Colour | None = None


class FaceUp(Struct, forbid_unknown_fields=True):
    """`{ face_up = { type, points } }`: face-up Baddies, the undefeated active ones and those on top of stacks."""

    type: str = ""
    points: Literal[0, 1, 5] = 0


class Foes(Struct, forbid_unknown_fields=True):
    """`{ active = { type, points, others } }`: undefeated active Baddies; others: without the one that speaks."""

    type: str = ""
    points: Literal[0, 1, 5] = 0
    others: bool = False


def value_dice(compiler: Any, arg: DiceIn) -> Get:
    """How many dice lie in an area."""

    def get(game: Any, env: Env) -> int:
        world = game.world
        if arg.area == "plan":
            return sum(1 for c in world.hero.slots if c and arg.colour in (None, c))
        bag = getattr(world, arg.area)
        if arg.area == "open":
            return sum(
                n for d, n in bag.items() if arg.colour in (None, colour_of(d)) and arg.face in (None, face_of(d))
            )
        return int(sum(bag.values()) if arg.colour is None else bag.get(arg.colour, 0))

    return get


def value_applied(compiler: Any, arg: OnCard) -> Get:
    """How many dice lie on a card."""
    of = compiler.selector(arg.of)

    def get(game: Any, env: Env) -> int:
        card = one(game, env, of)
        dice = getattr(card, "dice", {})
        return sum(n for d, n in dice.items() if arg.colour in (None, colour_of(d)))

    return get


def value_face_up(compiler: Any, arg: FaceUp) -> Get:
    """How many face-up Baddies there are (rulebook, New Terminology)."""

    def get(game: Any, env: Env) -> int:
        world, baddies = game.world, game.rules.tables["baddies"]
        shown = [foe.kind for foe in undefeated(game) if foe.kind in baddies]
        shown += [card for pile in PILES[:2] for card in (world.tops[pile], *world.scouted[pile][:1]) if card]
        return sum(1 for c in shown if _fits(baddies[c], arg.type, arg.points))

    return get


def _fits(baddie: Any, type: str, points: int) -> bool:
    return (not type or baddie.type == type) and (not points or baddie.points == points)


def value_stat(compiler: Any, arg: Literal["health", "strategy", "recovery"]) -> Get:
    """What a stat die of the hero shows."""
    return lambda game, env: getattr(game.world.hero, arg)


def value_day(compiler: Any, arg: Literal["number"]) -> Get:
    """The day counter."""
    return lambda game, env: game.world.day


def value_encounters_left(compiler: Any, arg: Literal["tyrant"]) -> Get:
    """Tyrant encounters that remain in the encounter stack (rulebook, Endgame)."""
    return lambda game, env: cards.tyrant_encounters_left(game)


def value_items(compiler: Any, arg: Literal["all", "unlocked"]) -> Get:
    """Items that are held."""
    return lambda game, env: sum(1 for i in game.world.items if arg == "all" or not i.locked)


def value_lacks(compiler: Any, arg: Selector) -> Get:
    """Hits that an active card lacks still."""
    of = compiler.selector(arg)
    return lambda game, env: 0 if (card := one(game, env, of)) is None else sum(needs.left(game, card).values())


def value_engagement(compiler: Any, arg: Literal["number", "passes"]) -> Get:
    """The number of the Engagement in its battle, or how often its Strategy phase was done."""

    def get(game: Any, env: Env) -> int:
        frame = engagement_of(game)
        return 0 if frame is None else frame.number if arg == "number" else frame.passes

    return get


def value_half(compiler: Any, arg: Any) -> Get:
    """Half of a value, rounded up."""
    inner = compiler.value(arg)
    return lambda game, env: (inner(game, env) + 1) // 2


def select_active(compiler: Any, arg: Foes) -> Get:
    """Undefeated active Baddies that are so."""

    def get(game: Any, env: Env) -> list[Any]:
        baddies = game.rules.tables["baddies"]
        return [
            foe
            for foe in undefeated(game)
            if foe.kind in baddies
            and _fits(baddies[foe.kind], arg.type, arg.points)
            and not (arg.others and foe.id == env.bearer.holder)
        ]

    return get


def when_in_battle(compiler: Any, arg: bool) -> Get:
    """There is an undefeated active card."""
    return lambda game, env: (battle_of(game) is not None and bool(undefeated(game))) is arg


def when_can_heal(compiler: Any, arg: bool) -> Get:
    """Health can rise."""
    return lambda game, env: (game.world.hero.health < cap(game)) is arg


def when_useful(compiler: Any, arg: Selector) -> Get:
    """An active card lacks hits."""
    of = compiler.selector(arg)
    return lambda game, env: any(needs.left(game, card) for card in things(game, env, of))


VALUES: dict[str, tuple[Any, Any]] = {
    "dice": (DiceIn, value_dice),
    "applied": (OnCard, value_applied),
    "face_up": (FaceUp, value_face_up),
    "stat": (Literal["health", "strategy", "recovery"], value_stat),
    "day": (Literal["number"], value_day),
    "encounters_left": (Literal["tyrant"], value_encounters_left),
    "held": (Literal["all", "unlocked"], value_items),
    "lacks": (Selector, value_lacks),
    "engagement": (Literal["number", "passes"], value_engagement),
    "half": (Value, value_half),
}
SELECTORS: dict[str, tuple[Any, Any]] = {"active": (Foes, select_active)}
CONDITIONS: dict[str, tuple[Any, Any]] = {
    "in_battle": (bool, when_in_battle),
    "can_heal": (bool, when_can_heal),
    "lacking": (Selector, when_useful),
}
THINGS: dict[str, Get] = {
    "foes": lambda game, env: undefeated(game),
    "hero": lambda game, env: game.world.hero,
    "table": lambda game, env: game.thing(TABLE),
}
