"""Words of decks and stacks: chips that are turned up, Encounters that are looked at before they come."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from tmb.content.entry import Id, Value
from tmb.core.flow import choice, draws, flow, shuffles
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb_base.adventure import changes, events
from tmb_base.adventure.recovery import Scout, chips_in, face_down
from tmb_base.adventure.setup import unseen

ALL = 99

# -- stacks ------------------------------------------------------------------------------------------------------------


class TurnUp(Struct, forbid_unknown_fields=True):
    """`turn_up`: of each stack (or of these) the first n chips that lie face down are turned up, and stay there. cycle:
    each may go to the bottom; the one that is turned up in its place stays.
    """

    n: Value = 1
    stacks: list[Id] = []
    cycle: bool = False


class TurningUp(Frame):
    """Chips of stacks are turned up. todo: the stack of each; cycle: whether one may go to the bottom."""

    todo: list[str]
    cycle: bool


def turn_one(game: Any, frame: TurningUp) -> Any:
    """The leader of the party turns it up."""
    while frame.todo:
        stack = frame.todo.pop(0)
        if face_down(game, stack):
            frame.at = "turn_one"
            unit = game.world.leader or game.world.party[0]
            return game.push(Scout(unit, points=stack, stays=not frame.cycle, again=frame.cycle, at="made_of_defeated"))
    return None


TURNING_UP = flow(TurningUp, turn_one, cite="R26")


def make_turn_up(compiler: Any, op: TurnUp, at: str) -> Op:
    """Stack by stack."""
    n = compiler.value(op.n)

    def act(game: Any, env: Env) -> None:
        each = n(game, env)
        todo = [s for s in op.stacks or game.world.stacks for _ in range(min(each, chips_in(game, s)))]
        game.push(TurningUp(todo, op.cycle))

    return Op(ACT, act, pushes=True)


# -- the Encounter deck ------------------------------------------------------------------------------------------------


class LookAhead(Struct, forbid_unknown_fields=True):
    """`look_ahead`: the party looks at the top n Encounters of the deck and puts them back in any order. bottom: any of
    them may go to the bottom instead.
    """

    n: Annotated[int, Meta(ge=1, le=9)] = 2
    bottom: bool = False


class Looking(Frame):
    """Encounters are looked at. left: how many still; card: the one that was drawn; seen: those that lie there; order:
    those that go back on top, the first one first.
    """

    left: int
    bottom: bool
    card: str = ""
    seen: list[str] = []
    order: list[str] = []


@shuffles("encounters")
def shuffle_first(game: Any, frame: Looking) -> Any:
    """A card that has joined the deck is shuffled in before anybody looks."""
    return ("encounters", game.world.deck) if game.world.stirred else None


@shuffle_first.taken
def shuffled_first(game: Any, frame: Looking, name: str) -> None:
    """Nobody knows the order."""
    changes.deck_shuffled(game)


@draws("encounters")
def draw_ahead(game: Any, frame: Looking) -> Any:
    """The top card, if there is one left to look at."""
    return ("encounters", game.world.deck) if frame.left and game.world.deck.size() else None


@draw_ahead.taken
def drawn_ahead(game: Any, frame: Looking, card: str) -> None:
    """It lies there."""
    frame.left, frame.card = frame.left - 1, card
    game.world.deck_known = max(0, game.world.deck_known - 1)


@draws("encounters")
def draw_which(game: Any, frame: Looking) -> Any:
    """Which General (or Solo) card it is, or which Special."""
    cards = unseen(game, frame.card)
    return ("box", Pile(loose=cards)) if cards else None


@draw_which.taken
def which_drawn(game: Any, frame: Looking, card: str) -> None:
    """That one."""
    changes.out_of_box(game, card)
    frame.card = card


def next_ahead(game: Any, frame: Looking) -> None:
    """As many as are wanted, or as there are; what was seen then is told, for the draws of a seed tell no names."""
    if frame.card:
        frame.seen.append(frame.card)
        frame.card = ""
        frame.at = "draw_ahead"
    elif frame.seen:
        game.tell(events.CardsSeen, frame.seen[:])


@choice("ahead", seat="party", repeat=True)
def which_comes_next(game: Any, frame: Looking) -> list[Any] | None:
    """Which of them comes first, or goes to the bottom."""
    if not frame.seen:
        return None
    return [*[("next", c) for c in frame.seen], *[("bottom", c) for c in frame.seen if frame.bottom]]


@which_comes_next.taken
def laid_back(game: Any, frame: Looking, ref: tuple[str, str]) -> None:
    """There it lies."""
    frame.seen.remove(ref[1])
    if ref[0] == "bottom":
        changes.card_under(game, ref[1])
    else:
        frame.order.append(ref[1])


def on_top_again(game: Any, frame: Looking) -> None:
    """The last one first, so that the first one lies on top."""
    for card in reversed(frame.order):
        changes.card_on_top(game, card)


LOOKING = flow(
    Looking,
    shuffle_first,
    draw_ahead,
    draw_which,
    next_ahead,
    which_comes_next,
    on_top_again,
    cite="Undertow rulebook, Encounters",
)


def make_look_ahead(compiler: Any, op: LookAhead, at: str) -> Op:
    """Push it."""
    return Op(ACT, lambda game, env: game.push(Looking(op.n, op.bottom)), pushes=True)


OPS: dict[str, tuple[Any, Any]] = {
    "turn_up": (TurnUp, make_turn_up),
    "look_ahead": (LookAhead, make_look_ahead),
}
FLOWS = (TURNING_UP, LOOKING)
