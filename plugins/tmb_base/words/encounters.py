"""Ops of Encounters: battles, and what ends, pays or moves the card. They are about the open Encounter."""

from typing import Annotated, Any, Literal

from msgspec import Struct

from tmb.content.entry import Value, ref
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.errors import RulesError
from tmb_base.adventure import changes
from tmb_base.adventure.encounter import AGAIN, decide, encounter_frame
from tmb_base.adventure.entries import Reward
from tmb_base.adventure.fight import FIGHT, Fight
from tmb_base.adventure.frames import today
from tmb_base.adventure.tidying import TIDYING
from tmb_base.battle.muster import Extra, Orders


class Added(Struct, forbid_unknown_fields=True):
    """Chips that a card adds to the Battle Queue, or includes in its Baddie Pts: so many of these points (0 = any) or
    of that stack, or the nearest of a kind. place: with "ally" a chip stands with the party instead; ally: a chip that
    is in no stack does; prop: such a thing comes as the Baddies do; followers: the first n
    of these, in random order; tyrant: the Tyrant comes along, and need not fall; stored: all chips on the Tyrant card.
    """

    points: Literal[0, 1, 5, 20] = 0
    stack: Annotated[str, ref("stack")] | None = None
    n: Value = 1
    place: Literal["top", "bottom", "by-points", "ally"] = "by-points"
    chip: Annotated[str, ref("baddie")] | None = None
    type: str = ""
    tag: str = ""
    form: Literal["", "melee", "ranged"] = ""
    ally: Annotated[str, ref("ally")] | None = None
    prop: Annotated[str, ref("prop")] | None = None
    followers: list[Annotated[str, ref("follower")]] = []
    tyrant: bool = False
    stored: bool = False

    @property
    def who(self) -> str:
        """Where it comes from."""
        if self.ally:
            return "ally"
        if self.prop:
            return "prop"
        if self.followers:
            return "followers"
        return "tyrant" if self.tyrant else "stored" if self.stored else "stack"

    def extra(self, n: int) -> Extra:
        """As orders, n times."""
        chip = self.chip or self.ally or self.prop or ""
        stack, rows = self.stack or "", self.followers
        return Extra(self.points, n, self.place, chip, self.type, self.tag, self.form, self.who, stack, rows)


class BattleOp(Struct, forbid_unknown_fields=True):
    """`battle`: one battle. points: with Baddie Pts (day x Gearlocs); plus: so many more (or fewer) of them; half: half
    of them, rounded up; largest: the biggest chips drawn for them; prefer: a Baddie type used as far as it goes; only:
    the one type that comes; out_of_play: for `prefer` the box is looked through, too; add: further chips; include:
    chips that take their points from the Baddie Pts, and do not come where these do not suffice; tyrant: where the
    Tyrant's chip goes, or that a program has placed it already; surprised: who is; may_lose: the Encounter goes on
    after a lost battle; into: a variable that is 1 after a won one; mat: what it is fought on.
    """

    points: bool = True
    plus: Value = 0
    half: bool = False
    largest: Literal[1, 5, 20] = 20
    prefer: str = ""
    only: str = ""
    out_of_play: bool = False
    add: list[Added] = []
    include: list[Added] = []
    tyrant: Literal["", "top", "bottom", "placed"] = ""
    surprised: Literal["", "party", "baddies"] = ""
    may_lose: bool = False
    into: str = ""
    mat: Annotated[str, ref("mat")] | None = None


class Fail(Struct, forbid_unknown_fields=True):
    """`fail`: the Encounter is unsuccessful, at once."""


class Succeed(Struct, forbid_unknown_fields=True):
    """`succeed`: the Encounter is successful, at once."""


class GoTo(Struct, forbid_unknown_fields=True):
    """`go_to`: when this choice is carried out, another one comes, or the party chooses again."""

    choice: str = AGAIN


class Pay(Struct, forbid_unknown_fields=True):
    """`pay`: the Encounter also pays this if it is successful."""

    reward: Reward


class ReturnCard(Struct, forbid_unknown_fields=True):
    """`return_card`: the card is not discarded but goes back, on top of the deck or into it."""

    where: Literal["top", "deck"] = "deck"


class ShuffleIn(Struct, forbid_unknown_fields=True):
    """`shuffle_in`: a Special joins the deck, unless it is in it or was there already."""

    card: Annotated[str, ref("encounter")]


class Another(Struct, forbid_unknown_fields=True):
    """`another`: this is no success and no failure; the party meets another Encounter today."""


class Recover(Struct, forbid_unknown_fields=True):
    """`recovery`: today there is no Recovery Phase, or each Gearloc may do all of it."""

    may: Literal["nothing", "everything"]


def card_address(at: str) -> str:
    """`choice/special-002/fight.do.0` -> `special-002/fight`: whose program an op stands in."""
    return at.partition("/")[2].partition(".")[0]


def baddie_points(game: Any) -> int:
    """Day x Gearlocs (Undertow rulebook, Baddie Points)."""
    return int(game.world.day * len(game.world.party))


def make_battle(compiler: Any, op: BattleOp, at: str) -> Op:
    """Push the battle with its orders; the rules that the card prints for it are in force."""
    if not at.startswith(("choice/", "tyrant/")):
        raise RulesError("`battle` begins a battle of a choice or a Tyrant's set-up; here one may be going on")
    plus = compiler.value(op.plus)
    added = [(x, compiler.value(x.n)) for x in op.add]
    included = [(x, compiler.value(x.n)) for x in op.include]
    if any(x.who != "stack" or not (x.chip or x.stack or x.points) for x in op.include):
        raise RulesError("what is included has points: name its `points`, `stack` or `chip`")
    rules = f"battle/{card_address(at)}"
    if op.into:
        compiler.given.add(op.into)

    def act(game: Any, env: Env) -> None:
        points = baddie_points(game) if op.points else 0
        points = (points + 1) // 2 if op.half else points
        orders = Orders(
            max(0, points + plus(game, env)),
            op.largest,
            op.prefer,
            op.only,
            [x.extra(n(game, env)) for x, n in added],
            op.tyrant,
            op.surprised,
            rules if rules in game.rules.sheets else "",
            op.mat or "",
            [x.extra(n(game, env)) for x, n in included],
            op.out_of_play,
        )
        game.push(Fight(orders, op.may_lose, op.into))

    return Op(ACT, act, pushes=True)


def make_fail(compiler: Any, op: Fail, at: str) -> Op:
    """Unsuccessful."""
    return Op(ACT, lambda game, env: decide(game, "failure"))


def make_succeed(compiler: Any, op: Succeed, at: str) -> Op:
    """Successful."""
    return Op(ACT, lambda game, env: decide(game, "success"))


def make_go_to(compiler: Any, op: GoTo, at: str) -> Op:
    """The next choice."""

    def act(game: Any, env: Env) -> None:
        if frame := encounter_frame(game):
            frame.next = op.choice

    return Op(ACT, act)


def make_pay(compiler: Any, op: Pay, at: str) -> Op:
    """More reward."""

    def act(game: Any, env: Env) -> None:
        if frame := encounter_frame(game):
            frame.more = frame.more.plus(op.reward)

    return Op(ACT, act)


def make_return_card(compiler: Any, op: ReturnCard, at: str) -> Op:
    """Where the card goes afterwards."""

    def act(game: Any, env: Env) -> None:
        if frame := encounter_frame(game):
            frame.returns = op.where

    return Op(ACT, act)


def make_shuffle_in(compiler: Any, op: ShuffleIn, at: str) -> Op:
    """A Special that is still in the box."""

    def act(game: Any, env: Env) -> None:
        if op.card in game.world.specials:
            changes.card_into_deck(game, op.card)

    return Op(ACT, act)


def make_another(compiler: Any, op: Another, at: str) -> Op:
    """The day goes on with another card."""

    def act(game: Any, env: Env) -> None:
        if frame := encounter_frame(game):
            frame.goes_on = True

    return Op(ACT, act)


def make_recovery(compiler: Any, op: Recover, at: str) -> Op:
    """Today's Recovery Phase."""

    def act(game: Any, env: Env) -> None:
        day = today(game)
        if day is not None:
            day.no_recovery, day.all_options = op.may == "nothing", op.may == "everything"

    return Op(ACT, act)


OPS: dict[str, tuple[Any, Any]] = {
    "battle": (BattleOp, make_battle),
    "fail": (Fail, make_fail),
    "succeed": (Succeed, make_succeed),
    "go_to": (GoTo, make_go_to),
    "pay": (Pay, make_pay),
    "return_card": (ReturnCard, make_return_card),
    "shuffle_in": (ShuffleIn, make_shuffle_in),
    "another": (Another, make_another),
    "recovery": (Recover, make_recovery),
}
FLOWS = (FIGHT, TIDYING)
