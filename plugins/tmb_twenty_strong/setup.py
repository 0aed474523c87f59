"""Setting up (rulebook, Setup, Difficulty Ranking, Universal Heroes)."""

from __future__ import annotations

from typing import Any

from tmb.core.decisions import Pick, Several
from tmb.core.flow import choice, draws, flow, shuffles
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb_twenty_strong import cards, changes
from tmb_twenty_strong import events as e
from tmb_twenty_strong.world import PILES

ASKED = "?"
"""The option of a set-up that leaves a choice to the player."""
EXHAUSTS = 3
"""Dice that are exhausted where none is banished."""


class SetUp(Frame):
    """The table is set up. tyrant, hero, side: what was asked for, ASKED = the player chooses, "" = drawn; shuffled:
    stacks that are done; due: how often the rank takes dice still; three: three dice are exhausted now.
    """

    tyrant: str = ""
    hero: str = ""
    side: str = ""
    shuffled: list[str] = []
    due: int = 0
    three: bool = False


@draws("setup")
def draw_tyrant(game: Any, frame: SetUp) -> Any:
    """A Tyrant is chosen, or drawn."""
    return None if frame.tyrant else ("tyrants", Pile(loose=sorted(game.rules.tables["tyrants"])))


@draw_tyrant.taken
def tyrant_drawn(game: Any, frame: SetUp, tyrant: str) -> None:
    """It is hunted."""
    frame.tyrant = tyrant


@choice("tyrant", seat="player")
def choose_tyrant(game: Any, frame: SetUp) -> list[str] | None:
    """Any of them; both sides of the card may be read."""
    return list(game.rules.tables["tyrants"]) if frame.tyrant == ASKED else None


@choose_tyrant.taken
def tyrant_chosen(game: Any, frame: SetUp, tyrant: str) -> None:
    """It is hunted."""
    frame.tyrant = tyrant


@draws("setup")
def draw_hero(game: Any, frame: SetUp) -> Any:
    """A Gearloc is chosen, or drawn; a universal hero only comes where somebody asks for one."""
    return None if frame.hero else ("gearlocs", Pile(loose=sorted(game.rules.tables["gearlocs"])))


@draw_hero.taken
def hero_drawn(game: Any, frame: SetUp, hero: str) -> None:
    """That one."""
    frame.hero = hero


@choice("hero", seat="player")
def choose_hero(game: Any, frame: SetUp) -> list[str] | None:
    """Any Gearloc, or a universal hero."""
    return list(game.rules.tables["heroes"]) if frame.hero == ASKED else None


@choose_hero.taken
def hero_chosen(game: Any, frame: SetUp, hero: str) -> None:
    """That one."""
    frame.hero = hero


@choice("side", seat="player", cite="rulebook, Universal Heroes")
def choose_side(game: Any, frame: SetUp) -> list[str] | None:
    """Which side of the universal card is the backup plan of a universal hero."""
    if frame.hero in game.rules.tables["gearlocs"] or frame.side not in ("", ASKED):
        return None
    return list(game.rules.tables["backups"])


@choose_side.taken
def side_chosen(game: Any, frame: SetUp, side: str) -> None:
    """That one lies beside the hero."""
    frame.side = side


def lay_out(game: Any, frame: SetUp) -> None:
    """The stat dice show what the hero's card says; all unit dice are in the pool; the stacks are gathered. Of the
    Tyrant encounters 4, and one more for each rank beyond the first; which ones nobody knows.
    """
    world, tables = game.world, game.rules.tables
    card, hero = tables["heroes"][frame.hero], world.hero
    world.tyrant, hero.kind = frame.tyrant, frame.hero
    hero.side = "" if frame.hero in tables["gearlocs"] else frame.side
    hero.health, hero.strategy, hero.recovery, hero.slots = card.health, card.strategy, card.recovery, [""] * 4
    world.pool = dict(tables["supply"])
    for pile in PILES:
        world.stacks[pile] = Pile(loose=tables["box"][pile][:])
        world.tops[pile], world.scouted[pile], world.discards[pile] = "", [], []
    world.box = [name for name, card in tables["encounters"].items() if card.sort == "tyrant"]
    unseen = min(len(world.box), 3 + world.rank)
    world.stacks["encounter"].loose += [cards.UNSEEN] * unseen
    frame.due = world.rank - 1
    game.bearers_changed()
    game.tell(e.HuntBegan, world.tyrant, hero.kind, world.rank)


@shuffles("setup", repeat=True)
def shuffle_stacks(game: Any, frame: SetUp) -> Any:
    """The three stacks."""
    world = game.world
    return next(((p, world.stacks[p]) for p in PILES if p not in frame.shuffled), None)


@shuffle_stacks.taken
def shuffled(game: Any, frame: SetUp, pile: str) -> None:
    """That one is done."""
    frame.shuffled.append(pile)


def turn_up(game: Any, frame: SetUp) -> None:
    """Their top cards are seen."""
    game.touch()


@choice("rank", seat="player", cite="rulebook, Difficulty Ranking")
def pay_rank(game: Any, frame: SetUp) -> list[Any] | None:
    """For each rank beyond the first: banish one die, or exhaust three."""
    if not frame.due:
        return None
    pool = game.world.pool
    out: list[Any] = [("banish", c) for c in changes.colours_in(pool)]
    return [*out, "exhaust"] if changes.size(pool) >= EXHAUSTS else out


@pay_rank.taken
def rank_paid(game: Any, frame: SetUp, how: Any) -> None:
    """A die is banished at once; three are chosen next."""
    frame.due -= 1
    frame.three = how == "exhaust"
    if not frame.three:
        changes.move(game, "banish", "pool", "banished", {how[1]: 1})


@choice("exhaust", seat="player", cite="rulebook, Difficulty Ranking")
def exhaust_three(game: Any, frame: SetUp) -> Several | None:
    """Which three."""
    if not frame.three:
        return None
    pool = game.world.pool
    return Several([Pick(c, times=pool[c]) for c in changes.colours_in(pool)], EXHAUSTS, EXHAUSTS)


@exhaust_three.taken
def three_exhausted(game: Any, frame: SetUp, dice: list[str]) -> None:
    """They are exhausted."""
    changes.move(game, "exhaust", "pool", "exhausted", {c: dice.count(c) for c in dict.fromkeys(dice)})


def next_rank(game: Any, frame: SetUp) -> None:
    """Again for the next rank."""
    frame.three = False
    if frame.due:
        frame.at = "pay_rank"


SET_UP = flow(
    SetUp,
    draw_tyrant,
    choose_tyrant,
    draw_hero,
    choose_hero,
    choose_side,
    lay_out,
    shuffle_stacks,
    turn_up,
    pay_rank,
    exhaust_three,
    next_rank,
    cite="rulebook, Setup, Difficulty Ranking",
)
