"""Ops of the day: Loot, locks, darts, HP and stats outside battle, and what cards do for longer."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tmb.content.entry import Selector, Value, ref
from tmb.core.flow import DONE, choice, flow, repeats
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, Op
from tmb.effects.words import one, things
from tmb.errors import RulesError
from tmb_base import changes as battle_changes
from tmb_base import reach
from tmb_base.adventure import changes
from tmb_base.adventure.darts import DARTS, Darts
from tmb_base.adventure.entries import Lock
from tmb_base.adventure.lockpicking import LOCKPICKING, Lockpicking
from tmb_base.adventure.loot import DRAW_LOOT, GIVE_UP, OVERFULL, DrawLoot, GiveUp, Overfull, locked_of
from tmb_base.seats import mine
from tmb_base.words.encounters import card_address
from tmb_base.words.loot import overfull
from tmb_base.words.units import units_of
from tmb_base.world import Gearloc


class DrawLootOp(Struct, forbid_unknown_fields=True):
    """`draw_loot`: cards of the Loot (or Trove Loot) deck, for a Gearloc or for the party to distribute. keep: of the
    drawn ones so many are kept; unlocked: a Trove Loot comes open; lent: they are for this battle, until
    `return_lent`.
    """

    n: Value = 1
    to: Selector | None = None
    trove: bool = False
    keep: Annotated[int, Meta(ge=0)] = 0
    unlocked: bool = False
    lent: bool = False


class ReturnLent(Struct, forbid_unknown_fields=True):
    """`return_lent`: cards that were drawn for a time are discarded. locked: only Trove Loot that is still locked, and
    the others are kept for good; keep: all of them are.
    """

    locked: bool = False
    keep: bool = False


class GiveUpOp(Struct, forbid_unknown_fields=True):
    """`give_up_loot`: so many cards are discarded, of a Gearloc or of the party; trove: Trove Loot counts
    too; cards: only these.
    """

    n: Value = 1
    of: Selector | None = None
    trove: bool = True
    cards: list[Annotated[str, ref("loot")]] = []


class LoseHp(Struct, forbid_unknown_fields=True):
    """`lose_hp`: HP that is no Dmg: nothing stops it (R18). least: it never goes below that."""

    n: Value
    of: Selector = "it"
    least: int = 0


class StatOp(Struct, forbid_unknown_fields=True):
    """`stat`: a stat goes up for good, or down but not below where it began."""

    stat: Literal["hp", "dex", "atk", "def"]
    n: int = 1
    of: Selector = "it"


class Unlock(Struct, forbid_unknown_fields=True):
    """`unlock`: Gearlocs pick a row of locks in turn; solved locks stay so. into: how many were solved."""

    locks: list[Lock]
    who: Selector = "party"
    into: str = "solved"


class PickTrove(Struct, forbid_unknown_fields=True):
    """`pick_trove`: a Lockpicking Attempt on a Trove Loot that it holds, beside the one of the day (R57). of: who holds
    it, if others may, too; lent: only one that was drawn for a time; optional: it can be left.
    """

    who: Selector = "it"
    of: Selector | None = None
    lent: bool = False
    optional: bool = True


class DartsOp(Struct, forbid_unknown_fields=True):
    """`darts`: a Gearloc plays Dangerous Darts. into: 1 after a win."""

    who: Selector = "it"
    into: str = "won"


class LastingOp(Struct, forbid_unknown_fields=True):
    """`lasting`: what the card calls by that name is in force from now on, for its owner or for the whole table."""

    name: str
    of: Selector | None = None


class UseCard(Struct, forbid_unknown_fields=True):
    """`use_card`: the Loot card that says this is used once. Cards with `uses` do it by themselves."""


def make_draw_loot(compiler: Any, op: DrawLootOp, at: str) -> Op:
    """Push the drawing."""
    n, to = compiler.value(op.n), units_of(compiler, op.to) if op.to is not None else None
    if op.keep and to is None:
        raise RulesError("`draw_loot` with `keep` needs `to`: who chooses and keeps the cards")

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, to) if to else None
        if (cards := n(game, env)) > 0 and (to is None or isinstance(unit, Gearloc)):
            keep, whose = min(op.keep, cards), unit.id if unit else ""
            game.push(DrawLoot(whose, cards, op.trove, keep, unlocked=op.unlocked, lent=op.lent))

    return Op(ACT, act, pushes=True)


def make_return_lent(compiler: Any, op: ReturnLent, at: str) -> Op:
    """Those that were not used up."""

    def act(game: Any, env: Env) -> None:
        for unit in [game.world.units[g] for g in game.world.party]:
            for card in [c for c in unit.loot if c.marks.get("lent")]:
                if not op.keep and (card.locked or not op.locked):
                    changes.discard_loot(game, unit, card)
                else:
                    game.mark(card, "lent", 0)

    return Op(ACT, act)


def make_give_up(compiler: Any, op: GiveUpOp, at: str) -> Op:
    """Push the discarding."""
    n, of = compiler.value(op.n), units_of(compiler, op.of) if op.of is not None else None

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, of) if of else None
        if of is None or isinstance(unit, Gearloc):
            game.push(GiveUp(unit.id if unit else "", n(game, env), op.trove, op.cards))

    return Op(ACT, act, pushes=True)


def make_lose_hp(compiler: Any, op: LoseHp, at: str) -> Op:
    """Take HP."""
    n, of, least = compiler.value(op.n), units_of(compiler, op.of), op.least

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            lost = min(n(game, env), unit.hp - least)
            if lost > 0:
                battle_changes.lose_hp(game, unit, lost, env.bearer.id)

    return Op(ACT, act)


def make_stat(compiler: Any, op: StatOp, at: str) -> Op:
    """Turn a Stat Die."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if isinstance(unit, Gearloc):
                changes.train_stat(game, unit, op.stat, op.n)

    return Op(ACT, act)


def make_unlock(compiler: Any, op: Unlock, at: str) -> Op:
    """Push the attempts."""
    who = units_of(compiler, op.who)
    compiler.given.add(op.into)

    def act(game: Any, env: Env) -> None:
        game.push(Lockpicking([u.id for u in things(game, env, who)], list(op.locks), into=op.into))

    return Op(ACT, act, pushes=True)


class ExtraAttempt(Frame):
    """A Gearloc makes a Lockpicking Attempt on one Trove Loot. owners: who holds it; lent: only one that was drawn for
    a time; optional: it may be left.
    """

    unit: str
    owners: list[str]
    lent: bool = False
    optional: bool = True


def locked_ones(game: Any, frame: ExtraAttempt) -> list[str] | None:
    """The locked ones that may be tried."""
    found = locked_of([game.world.units[u] for u in frame.owners], frame.lent)
    return [card.id for card in found] or None


@choice("pick", seat=mine, until="done")
def which_trove(game: Any, frame: ExtraAttempt) -> list[str] | None:
    """One that is locked, or none."""
    return locked_ones(game, frame) if frame.optional else None


@choice("pick", seat=mine)
def which_of_them(game: Any, frame: ExtraAttempt) -> list[str] | None:
    """One that is locked."""
    return None if frame.optional else locked_ones(game, frame)


@which_trove.taken
@which_of_them.taken
def trove_chosen(game: Any, frame: ExtraAttempt, id: str) -> None:
    """The attempt; there is only one."""
    found = changes.card_of(game, id)
    assert found is not None
    frame.at = "over"
    locks = game.rules.tables["locks"][found[1].kind][found[1].solved :]
    game.push(Lockpicking([frame.unit], list(locks), card=id))


@repeats
def over(game: Any, frame: ExtraAttempt) -> Any:
    """Done, with or without an attempt. A Heavy one that is open now may be too much for its holder (R29)."""
    while frame.owners:
        unit = game.world.units[frame.owners.pop()]
        if overfull(game, unit):
            game.push(Overfull(unit.id))
            return None
    return DONE


EXTRA_ATTEMPT = flow(ExtraAttempt, which_trove, which_of_them, over, cite="R57")


def make_pick_trove(compiler: Any, op: PickTrove, at: str) -> Op:
    """Push the attempt."""
    who, of = units_of(compiler, op.who), units_of(compiler, op.of) if op.of is not None else None

    def act(game: Any, env: Env) -> None:
        if isinstance(unit := one(game, env, who), Gearloc):
            owners = [u.id for u in things(game, env, of) if isinstance(u, Gearloc)] if of else [unit.id]
            game.push(ExtraAttempt(unit.id, owners, op.lent, op.optional))

    return Op(ACT, act, pushes=True)


def make_darts(compiler: Any, op: DartsOp, at: str) -> Op:
    """Push the game."""
    who = units_of(compiler, op.who)
    compiler.given.add(op.into)

    def act(game: Any, env: Env) -> None:
        if isinstance(unit := one(game, env, who), Gearloc):
            first = "darts.first" in game.index.modifiers and number(game, "darts.first", unit.id, 0) > 0
            game.push(Darts(unit.id, op.into, mine=not first))

    return Op(ACT, act, pushes=True)


def make_lasting(compiler: Any, op: LastingOp, at: str) -> Op:
    """What the card leaves behind."""
    of = units_of(compiler, op.of) if op.of is not None else None
    sheet = f"lasting/{card_address(at.removeprefix('plan/')).partition('/')[0]}/{op.name}"

    def act(game: Any, env: Env) -> None:
        until = game.rules.tables["lasting"][sheet]
        for owner in [u.id for u in things(game, env, of)] if of else [""]:
            battle_changes.begin_ongoing(game, sheet, owner, until)

    return Op(ACT, act)


def make_use_card(compiler: Any, op: UseCard, at: str) -> Op:
    """One use."""

    def act(game: Any, env: Env) -> None:
        found = changes.card_of(game, env.bearer.id.rpartition("/")[2])
        if found is not None:
            changes.use_loot(game, *found)

    return Op(ACT, act)


# -- conditions, values, selectors -------------------------------------------------------------------------------------


def value_by_party(compiler: Any, arg: tuple[Value, Value]) -> Get:
    """The first with one or two Gearlocs, the second with three or four."""
    few, many = (compiler.value(v) for v in arg)
    return lambda game, env: (few if len(game.world.party) <= 2 else many)(game, env)


def value_slots(compiler: Any, arg: Selector) -> Get:
    """How many Loot cards units hold."""
    select = units_of(compiler, arg)
    return lambda game, env: sum(len(u.loot) for u in things(game, env, select))


def value_day(compiler: Any, arg: bool) -> Get:
    """The Day Counter."""
    return lambda game, env: game.world.day


def when_party_of(compiler: Any, arg: list[int]) -> Get:
    """The party has so many Gearlocs."""
    wanted = frozenset(arg)
    return lambda game, env: len(game.world.party) in wanted


def when_battle(compiler: Any, arg: bool) -> Get:
    """A battle is going on (or, with false, none is)."""
    return lambda game, env: (game.world.round > 0) is arg


def party(game: Any, env: Env) -> list[Any]:
    """All Gearlocs, on the mat or not."""
    return [game.world.units[g] for g in game.world.party]


def leader(game: Any, env: Env) -> list[Any]:
    """The Party Leader."""
    return [u for g in game.world.party if (u := game.world.units[g]).id == getattr(game.world, "leader", "")]


def baddies(game: Any, env: Env) -> list[Any]:
    """The Baddies on the mat."""
    return list(reach.baddies(game))


OPS: dict[str, tuple[Any, Any]] = {
    "draw_loot": (DrawLootOp, make_draw_loot),
    "return_lent": (ReturnLent, make_return_lent),
    "give_up_loot": (GiveUpOp, make_give_up),
    "lose_hp": (LoseHp, make_lose_hp),
    "stat": (StatOp, make_stat),
    "unlock": (Unlock, make_unlock),
    "pick_trove": (PickTrove, make_pick_trove),
    "darts": (DartsOp, make_darts),
    "lasting": (LastingOp, make_lasting),
    "use_card": (UseCard, make_use_card),
}
VALUES: dict[str, tuple[Any, Any]] = {
    "by_party": (tuple[Value, Value], value_by_party),
    "loot_of": (Selector, value_slots),
    "day": (bool, value_day),
}
CONDITIONS: dict[str, tuple[Any, Any]] = {"party_of": (list[int], when_party_of), "in_battle": (bool, when_battle)}
THINGS: dict[str, Get] = {"party": party, "leader": leader, "baddies": baddies}
FLOWS = (DRAW_LOOT, OVERFULL, GIVE_UP, LOCKPICKING, DARTS, EXTRA_ATTEMPT)
