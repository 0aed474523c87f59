"""What long runs play: the rule sets and the set-ups of a mode, and players who know only the public ask."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tests.demo.plugin import BASE, MORE, MORE_PLUGIN, PACK
from tests.properties.play import Below, below_of, drawn
from tmb.core.decisions import DONE, Ask
from tmb.core.game import Game
from tmb.plugins import rules_for
from tmb.ruleset import build

Plain = dict[str, Any]
Player = Callable[[Ask, Below], list[str]]

PACKS = Path(__file__).parent / "packs"
DEMO_WORDS, BATTLE_WORDS, TWENTY_WORDS = PACKS / "demo_words", PACKS / "battle_words", PACKS / "twenty_words"
"""Packs that use what the others do not: every word of the core, every window and word of a battle."""

DEMOS: tuple[Plain, ...] = (
    {},
    {"foxes": ["kit", "vixen", "kit"], "owls": ["owlet", "elder", "owlet"], "rounds": 6},
    {"foxes": ["vixen"], "owls": ["elder"]},
)
SPEAKING: Plain = {"foxes": ["sage", "vixen"], "owls": ["sage", "elder"]}
"""The set-up of a demo whose pawns speak every word."""
ROUNDS = 40
MOST_CHIPS = 8


class Ground(NamedTuple):
    """What is played with: pack names and folders of more packs, or folders and plugins that are not installed."""

    packs: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    plugins: tuple[tuple[str, Any], ...] = ()


BATTLES = (*(Ground(("base",)),) * 3, Ground(("base", "battle-words"), (str(BATTLE_WORDS),)))
UNDERTOW = (Ground(("base", "undertow")),)
GROUNDS: dict[str, tuple[Ground, ...]] = {
    "demo": (
        Ground(folders=(PACK,), plugins=(("demo", BASE),)),
        Ground(folders=(PACK, MORE), plugins=(("demo", BASE), ("demo-more", MORE_PLUGIN))),
        Ground(folders=(PACK, DEMO_WORDS), plugins=(("demo", BASE),)),
    ),
    "battle": BATTLES,
    "adventure": BATTLES,
    "twenty-strong": (
        *(Ground(("twenty-strong",)),) * 3,
        Ground(("twenty-strong", "twenty-words"), (str(TWENTY_WORDS),)),
    ),
    "undertow": UNDERTOW,
    "undertow-battle": UNDERTOW,
}
"""What is played -> the grounds of its games in turn: three of four battles are those of the base pack alone."""
EXPANSIONS = {"undertow": "adventure", "undertow-battle": "battle"}
"""What is played with an expansion -> the mode whose games these are; all else is a mode itself."""


def mode_of(played: str) -> str:
    """The mode of the games of what is played."""
    return EXPANSIONS.get(played, played)


@functools.cache
def rules_of(mode: str) -> tuple[Any, ...]:
    """The rule sets in which the games of a mode are played in turn."""
    return tuple(rules_for(g.packs, g.extra) if g.packs else build(g.folders, g.plugins) for g in GROUNDS[mode])


def options_of(rules: Any, mode: str, seed: str) -> Plain:
    """The set-up of the game of this seed, drawn from a stream that neither the game nor its player uses."""
    below = below_of(f"{seed}/options")
    if mode in EXPANSIONS:
        return options_of(rules, mode_of(mode), seed) | expanded(rules, mode, below_of(f"{seed}/{mode}"))
    if mode == "battle":
        return battle(rules, below) | spoken(rules, below) | {"rules": chosen_of(rules, below_of(f"{seed}/rules"))}
    if mode == "adventure":
        return adventure(rules, below) | {"rules": chosen_of(rules, below_of(f"{seed}/rules"))}
    if mode == "twenty-strong":
        return twenty(rules, below) | {"rules": chosen_of(rules, below_of(f"{seed}/rules"))}
    speak = "demo-words:pawn/sage" in rules.content.entries("pawn")
    return dict(SPEAKING if speak else DEMOS[below(len(DEMOS))])


def adventure(rules: Any, below: Below) -> Plain:
    """An adventure: one to four Gearlocs, any difficulty, any Tyrant or a drawn one, with and without trade."""
    tables = rules.tables
    levels, names = sorted(tables["difficulties"]), sorted(tables["gearlocs"])
    tyrants = ["", *sorted(tables["tyrants"])]
    return {
        "party": [names[below(len(names))] for _ in range(1 + below(4))],
        "same_gearloc": True,
        "tyrant": tyrants[below(len(tyrants))],
        "difficulty": levels[below(len(levels))],
        "leader": ("", "?")[below(2)],
        "trade": ("on", "off")[below(2)],
        "round_limit": ROUNDS,
    }


def expanded(rules: Any, mode: str, below: Below) -> Plain:
    """What the games of an expansion have other than all: mostly its own mats, Tyrants and difficulties, against
    chips of its own stacks every other time.
    """
    tables, base = rules.tables, rules_of("battle")[0].tables

    def own(table: str) -> list[str]:
        return sorted(tables[table] if not below(6) else tables[table].keys() - base[table].keys())

    def one(names: list[str]) -> str:
        return names[below(len(names))]

    out: Plain = {"difficulty": one(own("difficulties"))}
    if below(4):
        out["mat"] = one(own("mats"))
    if mode_of(mode) == "adventure":
        return out | {"tyrant": one(["", *own("tyrants") * 4])}
    some = [one(own("box")) for _ in range(1 + below(4))]
    return out | ({} if below(2) else {"queue": some})


def twenty(rules: Any, below: Below) -> Plain:
    """20 Strong: any Tyrant, any hero, drawn, chosen or named, at any rank."""
    tables = rules.tables
    tyrants, heroes = ["", "?", *tables["tyrants"]], ["", "?", *tables["heroes"]]
    hero = heroes[below(len(heroes))]
    backups = ["?"] if hero in tables["gearlocs"] else ["?", *tables["backups"]]
    return {
        "tyrant": tyrants[below(len(tyrants))],
        "gearloc": hero,
        "backup": backups[below(len(backups))],
        "rank": 1 + below(5),
    }


def chosen_of(rules: Any, below: Below) -> Plain:
    """Each rule option as the packs have it, or (one in three) with any of its values."""
    every = rules.registry.rule_options.values()
    return {o.name: o.may_be()[below(len(o.may_be()))] for o in every if not below(3)}


def battle(rules: Any, below: Below) -> Plain:
    """A battle: one to four Gearlocs, any difficulty, all skill dice or some, one of the queues."""
    tables = rules.tables
    levels = sorted(tables["difficulties"])
    names = sorted(tables["gearlocs"])
    out: Plain = {
        "party": [names[below(len(names))] for _ in range(1 + below(4))],
        "difficulty": levels[below(len(levels))],
        "round_limit": ROUNDS,
    }
    if queue := QUEUES[below(len(QUEUES))](rules, below):
        out["queue"] = queue
    if not below(4):
        out["training"] = [d for d in sorted(tables["skill_dice"]) if below(2)]
    return out


def spoken(rules: Any, below: Below) -> Plain:
    """Half of the battles with the pack of all words are those of its own units, and a Caller that is shrouded."""
    own = {
        kind: [e.id for name, e in sorted(rules.content.entries(kind).items()) if name.startswith("battle-words:")]
        for kind in ("baddie", "gearloc")
    }
    if not own["baddie"] or below(2):
        return {}
    queue = [own["baddie"][below(len(own["baddie"]))] for _ in range(1 + below(2))]
    party = [own["gearloc"][below(len(own["gearloc"]))] for _ in range(1 + below(3))]
    return {"queue": [*dict.fromkeys(queue), "goblin-caller"], "party": [*party, "picket"]}


def usual(rules: Any, below: Below) -> list[str]:
    """The queue of a battle of which nothing is said."""
    return []


def small(rules: Any, below: Below) -> list[str]:
    """One or two chips of a point, so that some battles are won."""
    return ["1"] * (1 + below(2))


def drawn_queue(rules: Any, below: Below) -> list[str]:
    """One to eight chips, drawn face down."""
    return [rules.tables["chips"][c].pile for c in _chips(rules, below)]


def high(rules: Any, below: Below) -> list[str]:
    """A chip of 20 points in front of those of a drawn queue that are lower."""
    return ["20", *(p for p in drawn_queue(rules, below)[: MOST_CHIPS - 1] if p != "20")]


def named(rules: Any, below: Below) -> list[str]:
    """One to eight chips by name."""
    return _chips(rules, below)


def mixed(rules: Any, below: Below) -> list[str]:
    """Some chips by name, the others face down."""
    chips = rules.tables["chips"]
    return [c if below(2) else chips[c].pile for c in _chips(rules, below)]


def alone(rules: Any, below: Below) -> list[str]:
    """One chip by name: what it does comes up often."""
    return _chips(rules, below)[:1]


QUEUES = (usual, small, small, drawn_queue, high, named, mixed, alone)


def _chips(rules: Any, below: Below) -> list[str]:
    """One to eight chips of the box, in any order."""
    bag = sorted(chip for stack in rules.tables["box"].values() for chip in stack)
    return [bag.pop(below(len(bag))) for _ in range(min(len(bag), 1 + below(MOST_CHIPS)))]


def eager(ask: Ask, below: Below) -> list[str]:
    """A legal answer of somebody who seldom closes a menu, seldom says "nobody" and takes as much as may be taken."""
    shy = (DONE, "target/nobody")
    some = [o for o in ask.options if o.id not in shy]
    if ask.hi == 1 and not ask.groups and 0 < len(some) < len(ask.options) and below(8):
        return drawn(msgspec.structs.replace(ask, options=some), below)
    return max((drawn(ask, below) for _ in range(3)), key=len)


PLAYERS: tuple[Player, ...] = (drawn, drawn, eager)
"""Who plays: every third game somebody who is eager, so that battles last and Bones are saved."""


def steady(ask: Ask, below: Below) -> list[str]:
    """A legal answer of somebody who commits a handful of dice, applies what can be applied and rolls again, so that a
    game of 20 Strong lasts, and is won now and then.
    """
    if ask.key == "Engagement.commit":
        return drawn(msgspec.structs.replace(ask, lo=min(4, ask.hi), hi=min(7, ask.hi)), below)
    for word in ("apply/", "strategy/again", "day/tyrant", "encounter/", "mohlnor/peace", "slot/"):
        some = [o for o in ask.options if o.id.startswith(word)]
        if ask.hi == 1 and some and below(8):
            return [some[below(len(some))].id]
    return drawn(ask, below)


STEADY_PLAYERS: tuple[Player, ...] = (drawn, steady, eager, steady)


def advised(game: Game, seed: str) -> Player:
    """Somebody who mostly does what the game's own bot would, so that battles are won and Tyrants are met."""
    bot = game.rules.bots["greedy"](seed, game.rules)
    return lambda ask, below: list(bot(ask, game.mode.view(game, False))) if below(12) else drawn(ask, below)


def player_of(number: int, played: str, game: Game, seed: str) -> Player:
    """Who plays the game of this number: every third of an expansion somebody who is advised."""
    if played in EXPANSIONS and number % 3 == 0:
        return advised(game, seed)
    players = STEADY_PLAYERS if played == "twenty-strong" else PLAYERS
    return players[number % len(players)]


def some(text: str) -> int:
    """A number of games of a command line, at least 1. Raises ArgumentTypeError: a run of none would prove nothing."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return int(text)
