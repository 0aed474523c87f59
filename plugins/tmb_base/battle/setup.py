"""Battle set-up (Undertow rulebook, Battle Set-up Sequence; Ini Dice Placement; Starting Positions)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, draws, flow, opens, repeats, roll, shuffles
from tmb.core.state import Frame
from tmb_base import changes, events, reach
from tmb_base.battle.queue import add_to_queue, enter_top
from tmb_base.tables import STACKS
from tmb_base.world import Baddie, Gearloc


class Setup(Frame):
    """The mat is made ready. queue: what the BQ is made of, ids or points; shuffled: stacks that are done; built: the
    BQ as far as it is known; inis: the Ini of every unit; order: the meter as far as it is built.
    """

    queue: list[str]
    shuffled: list[str] = []
    built: list[str] = []
    inis: dict[str, int] = {}
    order: list[str] = []


@shuffles("setup", repeat=True)
def shuffle_stacks(game: Any, setup: Setup) -> Any:
    """Each stack of chips that will be drawn from."""
    for points in STACKS:
        if points in setup.queue and f"stack/{points}" not in setup.shuffled:
            return (f"stack/{points}", game.world.stacks[points])
    return None


@shuffle_stacks.taken
def shuffled(game: Any, setup: Setup, name: str) -> None:
    """That stack is done."""
    setup.shuffled.append(name)


def known_chips(game: Any, setup: Setup) -> None:
    """Chips that are named go into the queue as they come."""
    while (i := len(setup.built)) < len(setup.queue) and setup.queue[i] not in STACKS:
        setup.built.append(setup.queue[i])


@draws("setup", repeat=True)
def draw_queue(game: Any, setup: Setup) -> Any:
    """The next chip of the BQ, face down (Undertow rulebook, Battle Queue)."""
    i = len(setup.built)
    return (f"stack/{setup.queue[i]}", game.world.stacks[setup.queue[i]]) if i < len(setup.queue) else None


@draw_queue.taken
def drawn(game: Any, setup: Setup, chip: str) -> None:
    """It joins the queue."""
    setup.built.append(chip)
    known_chips(game, setup)


def stack_queue(game: Any, setup: Setup) -> None:
    """The queue lies ready, top first. Its points are known, its chips are not (R26)."""
    game.world.queue.refill(setup.built, ordered=True)
    chips = game.rules.tables["chips"]
    game.tell(events.QueueBuilt, [chips[c].points for c in setup.built])


@repeats
def place_baddies(game: Any, setup: Setup) -> Any:
    """From the top of the BQ until four are on the mat or it is empty."""
    unit = enter_top(game)
    if unit is None:
        return DONE
    setup.inis[unit.id] = game.rules.tables["chips"][unit.kind].ini
    return None


def able(game: Any) -> list[Gearloc]:
    """The Gearlocs that can enter: who has no HP stays knocked out (R19)."""
    return [game.world.units[g] for g in game.world.party if game.world.units[g].hp > 0]


@roll("", repeat=True)
def roll_ini(game: Any, setup: Setup) -> list[str] | None:
    """Each Gearloc's own Ini die."""
    waiting = [g for g in able(game) if g.id not in setup.inis]
    return [game.rules.tables["gearlocs"][waiting[0].kind].ini] if waiting else None


@roll_ini.taken
def ini_rolled(game: Any, setup: Setup, faces: list[str]) -> None:
    """Its number is that Gearloc's Ini for the first round."""
    setup.inis[next(g.id for g in able(game) if g.id not in setup.inis)] = int(faces[0])


@choice("start", seat=lambda game, setup: next(g.id for g in able(game) if not g.pos), repeat=True)
def place_gearlocs(game: Any, setup: Setup) -> list[str] | None:
    """Each Gearloc takes a starting position of its form."""
    waiting = [g for g in able(game) if not g.pos]
    return gearloc_starts(game, waiting[0]) if waiting else None


def gearloc_starts(game: Any, unit: Gearloc) -> list[str]:
    """The free starting positions of a Gearloc's form; those of either for a melee-ranged one."""
    mat, form = reach.mat_of(game), game.rules.tables["gearlocs"][unit.kind].form
    full = {u.pos for u in game.world.units.values()}
    forms = ("melee", "ranged") if form == "melee-ranged" else (form,)
    return [p for f in forms for p in mat.starts["gearlocs", f] if p not in full]


@place_gearlocs.taken
def gearloc_placed(game: Any, setup: Setup, pos: str) -> None:
    """It stands there."""
    unit = next(g for g in able(game) if not g.pos)
    changes.enter(game, unit, pos)


@choice("first", seat="party", repeat=True, cite="Undertow rulebook, Ini Dice Placement; R25")
def build_meter(game: Any, setup: Setup) -> list[str] | None:
    """Highest Ini first; Baddies tie by lane, any tie with a Gearloc is the party's."""
    left = {u: n for u, n in setup.inis.items() if u not in setup.order and u in game.world.units}
    if not left:
        return None
    best = max(left.values())
    return tied(game, [u for u, n in left.items() if n == best])


def tied(game: Any, units: list[str]) -> list[str]:
    """Who of these may come next: every Gearloc, and of the Baddies the one of the lowest lane."""
    foes = [u for u in units if type(game.world.units[u]) is Baddie]
    lowest = [min(foes, key=lambda u: game.world.units[u].lane)] if foes else []
    return [u for u in units if u not in foes] + lowest


@build_meter.taken
def next_on_meter(game: Any, setup: Setup, unit: str) -> None:
    """It takes the next spot."""
    setup.order.append(unit)


def meter_built(game: Any, setup: Setup) -> None:
    """The Ini Meter is complete."""
    changes.set_meter(game, setup.order)


SETUP = flow(
    Setup,
    shuffle_stacks,
    known_chips,
    draw_queue,
    stack_queue,
    place_baddies,
    roll_ini,
    place_gearlocs,
    build_meter,
    meter_built,
    cite="Undertow rulebook, Battle Set-up Sequence",
)

__all__ = ["SETUP", "Setup", "add_to_queue", "opens", "tied"]
