"""What cards do to the hero, the queue, the stacks and items."""

from typing import Any, Literal

from msgspec import Struct, field

from tmb.content.entry import Selector, Value
from tmb.core.flow import choice, flow
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.effects.words import things
from tmb_twenty_strong import cards, changes
from tmb_twenty_strong.battle import Scouting
from tmb_twenty_strong.frames import battle_of
from tmb_twenty_strong.items import DropItem
from tmb_twenty_strong.stacks import Activate
from tmb_twenty_strong.world import PILES, Foe


class Hurt(Struct, forbid_unknown_fields=True):
    """`hurt`: the hero loses n Health."""

    n: Value = 1


class Heal(Struct, forbid_unknown_fields=True):
    """`heal`: the hero gains n Health."""

    n: Value = 1


class Stat(Struct, forbid_unknown_fields=True):
    """`stat`: Strategy or Recovery changes by n."""

    stat: Literal["strategy", "recovery"]
    n: Value = 1


class Shift(Struct, forbid_unknown_fields=True):
    """`shift`: the Baddie Pts of this day's queue change by n."""

    n: Value


class ActivateOp(Struct, forbid_unknown_fields=True):
    """`activate`: n further Baddies of these points become active: at once in a battle that has begun, with the others
    before that.
    """

    points: Literal[1, 5]
    n: Value = 1


class Scout(Struct, forbid_unknown_fields=True):
    """`scout`: the top card of a stack is scouted; without a name the player says of which, or of none."""

    pile: Literal["", "1", "5", "encounter"] = ""


class Bury(Struct, forbid_unknown_fields=True):
    """`bury`: the face-up card of a stack of the player's choice goes to its bottom, or none."""

    piles: list[Literal["1", "5", "encounter"]] = field(default_factory=lambda: ["1", "5", "encounter"])


class Drop(Struct, forbid_unknown_fields=True):
    """`drop_item`: n items are discarded."""

    n: int = 1


class DropThis(Struct, forbid_unknown_fields=True):
    """`drop_this`: the item that says so is discarded."""


class Defeat(Struct, forbid_unknown_fields=True):
    """`defeat`: active Baddies are defeated."""

    of: Selector = "it"


class DriveOff(Struct, forbid_unknown_fields=True):
    """`drive_off`: active Baddies are discarded without being defeated."""

    of: Selector = "it"


def make_hurt(compiler: Any, op: Hurt, at: str) -> Op:
    """Not by the damage of a card, so nothing prevents it."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: changes.lose_health(game, n(game, env), env.bearer.id))


def make_heal(compiler: Any, op: Heal, at: str) -> Op:
    """As far as the die goes."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: changes.gain_health(game, n(game, env), env.bearer.id))


def make_stat(compiler: Any, op: Stat, at: str) -> Op:
    """Between 1 and what its die shows at most."""
    n = compiler.value(op.n)
    return Op(ACT, lambda game, env: changes.change_stat(game, op.stat, n(game, env)))


def make_shift(compiler: Any, op: Shift, at: str) -> Op:
    """A mark of the table, until the day is over."""
    n = compiler.value(op.n)

    def act(game: Any, env: Env) -> None:
        world = game.world
        game.mark(world, "shift", world.marks.get("shift", 0) + n(game, env))

    return Op(ACT, act)


def make_activate(compiler: Any, op: ActivateOp, at: str) -> Op:
    """Push it, or add to the battle that is set up."""
    n, points = compiler.value(op.n), int(op.points)

    def act(game: Any, env: Env) -> None:
        todo = [points] * n(game, env)
        battle = battle_of(game)
        if not todo or battle is None:
            return
        if battle is game.stack[-1] and battle.at in BEFORE_ACTIVATION:
            battle.extra = battle.extra + todo
        else:
            game.push(Activate(todo))

    return Op(ACT, act, pushes=True)


BEFORE_ACTIVATION = ("before_queue", "count_points", "queue.counted", "activate_queue")


class ChooseStack(Frame):
    """The player names a stack. what: scout or bury."""

    what: str
    piles: list[str]


@choice("stack", seat="player")
def which_stack(game: Any, frame: ChooseStack) -> list[str] | None:
    """One that has a face-up card, or none."""
    found = [p for p in frame.piles if game.world.tops[p]]
    return [*found, "none"] if found else None


@which_stack.taken
def stack_named(game: Any, frame: ChooseStack, pile: str) -> None:
    """Its top card moves."""
    if pile != "none" and frame.what == "bury":
        cards.bury(game, pile)
    elif pile != "none":
        game.push(Scouting(pile))


CHOOSE_STACK = flow(ChooseStack, which_stack, cite="rulebook, Cleanup (scout)")


def make_scout(compiler: Any, op: Scout, at: str) -> Op:
    """Push it."""

    def act(game: Any, env: Env) -> None:
        if not op.pile:
            game.push(ChooseStack("scout", list(PILES)))
        elif game.world.tops[op.pile]:
            game.push(Scouting(op.pile))

    return Op(ACT, act, pushes=True)


def make_bury(compiler: Any, op: Bury, at: str) -> Op:
    """Push the choice."""
    return Op(ACT, lambda game, env: game.push(ChooseStack("bury", list(op.piles))), pushes=True)


def make_drop(compiler: Any, op: Drop, at: str) -> Op:
    """Push the choice."""
    return Op(ACT, lambda game, env: game.push(DropItem(op.n)) if game.world.items else None, pushes=True)


def make_drop_this(compiler: Any, op: DropThis, at: str) -> Op:
    """The item of the bearer."""

    def act(game: Any, env: Env) -> None:
        item = cards.item_of(game, env.bearer.id.rpartition("/")[2])
        if item is not None:
            cards.discard_item(game, item)

    return Op(ACT, act)


def make_defeat(compiler: Any, op: Defeat, at: str) -> Op:
    """Their rewards come when the Engagement is resolved."""
    of = compiler.selector(op.of)

    def act(game: Any, env: Env) -> None:
        for foe in things(game, env, of):
            if type(foe) is Foe and foe.kind != game.world.tyrant:
                cards.defeat(game, foe)

    return Op(ACT, act)


def make_drive_off(compiler: Any, op: DriveOff, at: str) -> Op:
    """Without a reward."""
    of = compiler.selector(op.of)

    def act(game: Any, env: Env) -> None:
        for foe in things(game, env, of):
            if type(foe) is Foe and foe.kind != game.world.tyrant:
                cards.leave(game, foe)

    return Op(ACT, act)


OPS: dict[str, tuple[Any, Any]] = {
    "hurt": (Hurt, make_hurt),
    "heal": (Heal, make_heal),
    "stat": (Stat, make_stat),
    "shift": (Shift, make_shift),
    "activate": (ActivateOp, make_activate),
    "scout": (Scout, make_scout),
    "bury": (Bury, make_bury),
    "drop_item": (Drop, make_drop),
    "drop_this": (DropThis, make_drop_this),
    "defeat": (Defeat, make_defeat),
    "drive_off": (DriveOff, make_drive_off),
}
FLOWS = (CHOOSE_STACK,)
