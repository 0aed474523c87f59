"""What single Encounters do beside battles and tasks: to chips that come along, to decks and stacks, to the day."""

from typing import Any, Literal

from msgspec import Struct

from tmb.content.entry import Selector, Value
from tmb.core.flow import flow, shuffles
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.effects.words import things
from tmb_base import changes, reach, sides
from tmb_base.adventure import changes as day_changes
from tmb_base.adventure.recovery import Scout
from tmb_base.adventure.trying import TRYING, Trying
from tmb_base.battle.searching import Searching
from tmb_base.tables import STACKS
from tmb_base.words.units import units_of
from tmb_base.world import FOES, PARTY, Baddie


class Grow(Struct, forbid_unknown_fields=True):
    """`grow`: a Baddie has so many HP more than its chip prints, for this battle."""

    n: Value = 1
    of: Selector = "unit"


class ChangeSide(Struct, forbid_unknown_fields=True):
    """`change_side`: Baddies stand on the party's side, or temporary allies on the other one."""

    of: Selector
    to: Literal["party", "baddies"] = "baddies"


class LoseBattle(Struct, forbid_unknown_fields=True):
    """`lose_battle`: the battle is lost, at once."""


class WinBattle(Struct, forbid_unknown_fields=True):
    """`win_battle`: the battle is won, at once, whoever is left."""


class Advance(Struct, forbid_unknown_fields=True):
    """`advance`: units move to the position between them and the other side in their lane, where it is free."""


class Store(Struct, forbid_unknown_fields=True):
    """`store`: a Baddie of these points and this type is laid on the Tyrant card."""

    points: Literal[1, 5, 20]
    type: str


class TyrantCard(Struct, forbid_unknown_fields=True):
    """`tyrant_card`: the first of the Tyrant's Encounters, if the deck has it, goes on top; the rest is shuffled."""


class TryTrove(Struct, forbid_unknown_fields=True):
    """`try_trove`: Trove Loot is drawn, until one has a lock of that number (0: the first), and picked by Gearlocs in
    turn; if it opens the party (or the one that picked it alone) has it, else it is discarded. into: 1 if it opened.
    """

    who: Selector = "it"
    lock: int = 0
    into: str = "opened"


class Reveal(Struct, forbid_unknown_fields=True):
    """`reveal`: the party turns up so many chips of stacks that it chooses; each may go to the bottom."""

    n: Value = 1


class LoseDay(Struct, forbid_unknown_fields=True):
    """`lose_day`: the Day Counter goes on by one."""


def make_grow(compiler: Any, op: Grow, at: str) -> Op:
    """More HP, and more of them at most."""
    n, of = compiler.value(op.n), units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if type(unit) is Baddie and unit.pos:
                sides.grow(game, unit, n(game, env))

    return Op(ACT, act)


def make_change_side(compiler: Any, op: ChangeSide, at: str) -> Op:
    """With a Lane Marker for who joins the Baddies."""
    of, to = units_of(compiler, op.of), PARTY if op.to == "party" else FOES

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, of):
            if type(unit) is Baddie and unit.pos and unit.side != to:
                sides.change_side(game, unit, to, 0 if to == PARTY else reach.lane_for(game, unit.kind))

    return Op(ACT, act)


def make_lose_battle(compiler: Any, op: LoseBattle, at: str) -> Op:
    """The checks end it."""

    def act(game: Any, env: Env) -> None:
        changes.decide_battle(game, "lost")

    return Op(ACT, act)


def make_win_battle(compiler: Any, op: WinBattle, at: str) -> Op:
    """The checks end it."""

    def act(game: Any, env: Env) -> None:
        changes.decide_battle(game, game.world.result or "won")

    return Op(ACT, act)


def make_advance(compiler: Any, op: Advance, at: str) -> Op:
    """Lane by lane."""

    def act(game: Any, env: Env) -> None:
        mat = reach.mat_of(game)
        for unit in reach.on_mat(game):
            here = mat.at[unit.pos]
            row = [p for p in mat.near[unit.pos] if (mat.at[p].side, mat.at[p].lane) == (here.side, here.lane)]
            front = [p for p in row if any(mat.at[q].side != here.side for q in mat.near[p])]
            if here.lane and front and not reach.taken(game) & mat.bit[front[0]]:
                changes.move(game, unit, front[0])

    return Op(ACT, act)


def make_store(compiler: Any, op: Store, at: str) -> Op:
    """Push the search: active stacks first, then defeated chips."""
    return Op(ACT, lambda game, env: game.push(Searching(op.points, 1, "card", type=op.type)), pushes=True)


class Finding(Frame):
    """A card of the deck is put on top of it. card: which; left: the others, while they are shuffled."""

    card: str


@shuffles("encounters")
def shuffle_rest(game: Any, frame: Finding) -> Any:
    """The deck without it."""
    return ("encounters", game.world.deck) if frame.card else None


@shuffle_rest.taken
def rest_shuffled(game: Any, frame: Finding, name: str) -> None:
    """It lies on top of them."""
    day_changes.deck_shuffled(game)
    day_changes.card_on_top(game, frame.card)


FINDING = flow(Finding, shuffle_rest, cite="base rules, Encounters")


def make_tyrant_card(compiler: Any, op: TyrantCard, at: str) -> Op:
    """Push the search."""

    def act(game: Any, env: Env) -> None:
        world, cards = game.world, game.rules.tables["encounters"]
        own = [name for name, card in cards.items() if card.sort == "tyrant" and card.tyrant == world.tyrant]
        if own and own[0] in world.deck.all():
            day_changes.take_card(game, own[0])
            game.push(Finding(own[0]))

    return Op(ACT, act, pushes=True)


def make_try_trove(compiler: Any, op: TryTrove, at: str) -> Op:
    """Push the drawing and the attempts."""
    who = units_of(compiler, op.who)
    compiler.given.add(op.into)

    def act(game: Any, env: Env) -> None:
        units = [u.id for u in things(game, env, who)]
        if units:
            game.push(Trying(units, op.lock, op.into))

    return Op(ACT, act, pushes=True)


class Revealing(Frame):
    """Chips of the stacks are turned up. left: how many."""

    left: int


def turn_next(game: Any, frame: Revealing) -> None:
    """The leader of the party turns it up."""
    if frame.left:
        frame.left -= 1
        frame.at = "turn_next"
        game.push(Scout(game.world.leader or game.world.party[0], len(STACKS), at="which_stack"))


REVEALING = flow(Revealing, turn_next, cite="R26")


def make_reveal(compiler: Any, op: Reveal, at: str) -> Op:
    """Push it."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: game.push(Revealing(n(game, env))), pushes=True)


def make_lose_day(compiler: Any, op: LoseDay, at: str) -> Op:
    """Not past the last day."""
    return Op(ACT, lambda game, env: day_changes.lose_day(game))


OPS: dict[str, tuple[Any, Any]] = {
    "grow": (Grow, make_grow),
    "change_side": (ChangeSide, make_change_side),
    "lose_battle": (LoseBattle, make_lose_battle),
    "win_battle": (WinBattle, make_win_battle),
    "advance": (Advance, make_advance),
    "store": (Store, make_store),
    "tyrant_card": (TyrantCard, make_tyrant_card),
    "try_trove": (TryTrove, make_try_trove),
    "reveal": (Reveal, make_reveal),
    "lose_day": (LoseDay, make_lose_day),
}
FLOWS = (FINDING, TRYING, REVEALING)
