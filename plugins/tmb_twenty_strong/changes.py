"""The only functions that move dice and change stats. Each says what happened.

Verbs (rulebook, Flow of a Day): *return* brings a die from the active area or a lock to the pool, *recover* from the
exhausted ones; *exhaust* lays it with those; *banish* takes it out of the game.
"""

from __future__ import annotations

from typing import Any

from tmb_twenty_strong import events as e
from tmb_twenty_strong import ruleoptions as options
from tmb_twenty_strong.world import COLOURS, SHOWN, Bag, Foe, Item, colour_of

MOST = 6
"""Faces of a stat die."""


def add(bag: Bag, key: str, n: int = 1) -> None:
    """Put n of something into a bag, or take them out of it (n < 0)."""
    whole = bag.get(key, 0) + n
    if whole:
        bag[key] = whole
    else:
        bag.pop(key, None)


def colours_in(bag: Bag) -> list[str]:
    """The colours of which a bag holds dice, from the weakest on."""
    return [c for c in COLOURS if c in bag]


def size(bag: Bag) -> int:
    """How many dice a bag holds."""
    return sum(bag.values())


def _told(game: Any, verb: str, dice: Bag, source: str, to: str, shown: Bag | None = None) -> None:
    if dice:
        game.tell(e.DiceMoved, verb, {c: dice[c] for c in COLOURS if c in dice}, source, to, dict(shown or {}))


def move(game: Any, verb: str, source: str, to: str, dice: Bag) -> None:
    """Dice by colour go from one of the areas pool, exhausted, banished and ready to another."""
    world = game.world
    here, there = getattr(world, source), getattr(world, to)
    for colour, n in dice.items():
        add(here, colour, -n)
        add(there, colour, n)
        if source == "exhausted" and (lost := min(n, world.fresh.get(colour, 0) - here.get(colour, 0))) > 0:
            add(world.fresh, colour, -lost)  # of like dice those go first that were exhausted earlier
        if to == "exhausted":
            add(world.fresh, colour, n)
    _told(game, verb, dice, source, to)


def rolled(game: Any, dice: list[str], faces: list[str]) -> None:
    """Committed dice show these faces now; they are open."""
    world = game.world
    world.ready = {}
    for die, face in zip(dice, faces, strict=True):
        add(world.open, SHOWN[die, face])


def roll_again(game: Any, dice: Bag) -> None:
    """Open dice are taken up, to be rolled again."""
    for die, n in dice.items():
        add(game.world.open, die, -n)
        add(game.world.ready, colour_of(die), n)
    if dice:
        game.tell(e.DiceTakenUp, dict(dice))


def turn(game: Any, die: str, face: str) -> None:
    """An open die is turned to another face."""
    add(game.world.open, die, -1)
    add(game.world.open, SHOWN[colour_of(die), face])
    game.tell(e.DieTurned, die, face)


def apply(game: Any, die: str, card: Foe | Item) -> None:
    """An open die goes onto a card."""
    add(game.world.open, die, -1)
    add(card.dice, die)
    game.tell(e.DiceApplied, die, card.id)


def lift(game: Any, die: str, card: Foe | Item) -> None:
    """A die that lies on a card is open again."""
    add(card.dice, die, -1)
    add(game.world.open, die)
    game.tell(e.DieLifted, die, card.id)


def slot(game: Any, die: str, at: int) -> None:
    """An open miss goes into a slot of the backup plan."""
    colour = colour_of(die)
    add(game.world.open, die, -1)
    game.world.hero.slots[at] = colour
    _told(game, "slot", {colour: 1}, "open", "plan")


def spend_slots(game: Any, colours: list[str]) -> None:
    """Dice of the backup plan are exhausted by using it; the only way out of it."""
    world = game.world
    spent: Bag = {}
    for colour in colours:
        world.hero.slots[world.hero.slots.index(colour)] = ""
        add(world.exhausted, colour)
        add(world.fresh, colour)
        add(spent, colour)
    _told(game, "exhaust", spent, "plan", "exhausted")


def return_open(game: Any, dice: Bag) -> None:
    """Open dice go back to the pool."""
    back: Bag = {}
    for die, n in dice.items():
        add(game.world.open, die, -n)
        add(game.world.pool, colour_of(die), n)
        add(back, colour_of(die), n)
    _told(game, "return", back, "open", "pool", dice)


def return_from(game: Any, card: Foe | Item) -> None:
    """All dice on a card go back to the pool."""
    _off(game, card, game.world.pool, "return", "pool")


def exhaust_from(game: Any, card: Foe | Item) -> None:
    """All dice on a card are exhausted."""
    back = _off(game, card, game.world.exhausted, "exhaust", "exhausted")
    for colour, n in back.items():
        add(game.world.fresh, colour, n)


def _off(game: Any, card: Foe | Item, to: Bag, verb: str, where: str) -> Bag:
    back: Bag = {}
    for die, n in card.dice.items():
        add(back, colour_of(die), n)
    for colour, n in back.items():
        add(to, colour, n)
    card.dice = {}
    _told(game, verb, back, card.id, where)
    return back


def exhaust_open(game: Any, dice: Bag) -> None:
    """Open dice are exhausted."""
    out: Bag = {}
    for die, n in dice.items():
        add(game.world.open, die, -n)
        for bag in (game.world.exhausted, game.world.fresh, out):
            add(bag, colour_of(die), n)
    _told(game, "exhaust", out, "open", "exhausted", dice)


def exhaust_active(game: Any) -> None:
    """The Exhaust Dice step: every die in the active area, applied to a card or not."""
    world = game.world
    out = world.ready
    world.ready = {}
    for bag in (world.open, *[foe.dice for foe in world.foes.values() if foe.dice]):
        for die, n in bag.items():
            add(out, colour_of(die), n)
        bag.clear()
    for foe in world.foes.values():
        foe.extra = 0
    for colour, n in out.items():
        add(world.exhausted, colour, n)
        add(world.fresh, colour, n)
    _told(game, "exhaust", out, "active", "exhausted")


# -- stats -------------------------------------------------------------------------------------------------------------


def cap(game: Any) -> int:
    """The highest number of a stat (R46)."""
    return MOST if game.option(options.STAT_CAP) else 99


def lose_health(game: Any, n: int, by: str = "") -> None:
    """Health falls by n; below 1 the game is lost at once."""
    if n <= 0:
        return
    hero = game.world.hero
    hero.health = max(0, hero.health - n)
    game.tell(e.DamageSuffered, n, hero.health, by=by)
    if not hero.health:
        game.touch()


def gain_health(game: Any, n: int, by: str = "") -> None:
    """Health rises by n, as far as its die goes."""
    hero = game.world.hero
    n = min(n, cap(game) - hero.health)
    if n > 0:
        hero.health += n
        game.tell(e.HealthGained, n, hero.health, by=by)


def change_stat(game: Any, stat: str, n: int) -> None:
    """Strategy or Recovery changes by n, and stays between 1 and what the die shows at most."""
    hero = game.world.hero
    value = min(max(1, getattr(hero, stat) + n), cap(game))
    if value != getattr(hero, stat):
        setattr(hero, stat, value)
        game.tell(e.StatChanged, stat, value)
        game.touch()


def flip(game: Any) -> None:
    """Innate +1: a better innate ability, 1 Strategy and 1 Recovery (rulebook, Backup Plans)."""
    hero = game.world.hero
    hero.plus = True
    game.bearers_changed(hero.id)
    game.tell(e.InnateFlipped, hero.kind)
    change_stat(game, "strategy", 1)
    change_stat(game, "recovery", 1)


def end(game: Any, result: str) -> None:
    """The game is won or lost."""
    if not game.world.ending:
        game.world.ending = result
        game.tell(e.HuntEnded, result)
        game.touch()


def clear(game: Any, moment: str) -> None:
    """Marks that go back to 0 at this moment."""
    names = game.rules.clears.get(moment)
    if names:
        for thing in (game.world, game.world.hero, *game.world.foes.values()):
            if thing.marks:
                for name in [n for n in thing.marks if n in names]:
                    game.mark(thing, name, 0)
