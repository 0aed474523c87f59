"""The Loot Die (Undertow rulebook, Loot Die; R60, R95)."""

from typing import Any

from msgspec import Struct

from tmb.content.entry import Selector
from tmb.core.events import Said
from tmb.core.flow import choice, flow, roll
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb.effects.program import ACT, Op
from tmb.effects.words import one
from tmb_base import changes
from tmb_base.adventure import changes as adventure
from tmb_base.adventure.loot import DrawLoot
from tmb_base.seats import mine
from tmb_base.words.loot import lacking
from tmb_base.words.units import units_of
from tmb_base.world import Adventure, Gearloc

DIE = "loot-die"
HEALS = 2
DOORWAY = "ebonite-doorway"
"""The Special that a face names."""
CARDS = {"heal-loot": (1, False), "2-loot": (2, False), "trove": (1, True)}
"""Face -> how many cards are drawn, and whether they are Trove Loot."""


class LootDie(Frame):
    """The Loot Die is rolled. unit: for whom; by: the bearer that says so; face: what it shows."""

    unit: str
    by: str = ""
    face: str = ""


@roll("", what="card", by=lambda game, frame: frame.unit)
def roll_it(game: Any, frame: LootDie) -> list[str]:
    """One die."""
    return [DIE]


@roll_it.taken
def rolled(game: Any, frame: LootDie, faces: list[str]) -> None:
    """It shows that."""
    frame.face = faces[0]


def heal(game: Any, frame: LootDie) -> None:
    """Two of its results heal; more HP than the stat are lost."""
    unit = game.world.units[frame.unit]
    if frame.face.startswith("heal") and unit.hp > 0:
        changes.heal(game, unit, HEALS, frame.by)


@choice("gain", seat=mine)
def which_consumable(game: Any, frame: LootDie) -> list[str] | None:
    """Any of those in storage."""
    if frame.face != "heal-consumable":
        return None
    found = lacking(game, game.world.units[frame.unit])
    if not found:
        nothing(game, frame, "no consumable is left in storage")
    return found or None


@which_consumable.taken
def consumable_gained(game: Any, frame: LootDie, die: str) -> None:
    """It comes to the Skills Area."""
    adventure.gain_consumable(game, game.world.units[frame.unit], die)


def draw_cards(game: Any, frame: LootDie) -> None:
    """Loot or Trove Loot for who has rolled; only an adventure has decks."""
    n, trove = CARDS.get(frame.face, (0, False))
    if n and type(game.world) is not Adventure:
        nothing(game, frame, "there is no deck to draw from")
    elif n:
        game.push(DrawLoot(frame.unit, n, trove))


def find_doorway(game: Any, frame: LootDie) -> None:
    """The Special joins the Encounter deck, unless it has been in it already, or is not in the box."""
    if frame.face != "doorway":
        return
    if DOORWAY in getattr(game.world, "specials", ()):
        adventure.card_into_deck(game, DOORWAY)
    else:
        nothing(game, frame, "the Ebonite Doorway is not in the box")


def nothing(game: Any, frame: LootDie, why: str) -> None:
    """A result that cannot happen does nothing, and the table is told why."""
    game.tell(Said, f"the Loot Die does no more: {why}", by=frame.by)


LOOT_DIE = flow(
    LootDie,
    roll_it,
    heal,
    which_consumable,
    draw_cards,
    find_doorway,
    cite="Undertow rulebook, Loot Die",
)


class LootDieOp(Struct, forbid_unknown_fields=True):
    """`loot_die`: a Gearloc rolls the Loot Die and gains what it shows."""

    of: Selector = "self"


def make_loot_die(compiler: Any, op: LootDieOp, at: str) -> Op:
    """Push the roll."""
    of = units_of(compiler, op.of)

    def act(game: Any, env: Env) -> None:
        unit = one(game, env, of)
        if type(unit) is Gearloc:
            game.push(LootDie(unit.id, env.bearer.id))

    return Op(ACT, act, pushes=True)


OPS: dict[str, tuple[Any, Any]] = {"loot_die": (LootDieOp, make_loot_die)}
FLOWS = (LOOT_DIE,)
