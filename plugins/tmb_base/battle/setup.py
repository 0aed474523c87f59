"""Battle set-up (Undertow rulebook, Battle Set-up Sequence; Ini Dice Placement; Starting Positions)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, draws, flow, opens, repeats, roll, shuffles
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb_base import changes, events, reach
from tmb_base.battle.queue import enter_top
from tmb_base.tables import STACKS
from tmb_base.world import Baddie, Gearloc


class Setup(Frame):
    """The mat is made ready. queue: what the BQ is made of, ids or points; shuffled: stacks that are done; built: the
    BQ as far as it is known; inis: the Ini of every unit; order: the meter as far as it is built; standing: who begins
    where only some Gearlocs do.
    """

    queue: list[str]
    shuffled: list[str] = []
    built: list[str] = []
    inis: dict[str, int] = {}
    order: list[str] = []
    standing: list[str] = []


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
    if not setup.queue:
        return
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


def roll_ini_again(game: Any, setup: Setup, unit: str) -> None:
    """A Gearloc's Ini die is rolled once more."""
    del setup.inis[unit]
    setup.at = "roll_ini"


def most_gearlocs(game: Any) -> int:
    """How many Gearlocs may stand on the mat at once: all, unless a card says so."""
    return number(game, "gearlocs.most", changes.TABLE, len(game.world.party))


@choice("enters", seat="party")
def who_stands(game: Any, setup: Setup) -> list[str] | None:
    """Where only some may stand on the mat: which of them begin. The others wait."""
    world = game.world
    world.waiting = [g.id for g in able(game)] if most_gearlocs(game) < len(able(game)) else []
    return world.waiting[:] or None


@who_stands.taken
def stands(game: Any, setup: Setup, unit: str) -> None:
    """That one begins."""
    setup.standing.append(unit)
    game.world.waiting.remove(unit)
    if len(setup.standing) < most_gearlocs(game):
        setup.at = "who_stands"


def to_place(game: Any) -> list[Gearloc]:
    """The Gearlocs that still take their starting position."""
    return [g for g in able(game) if not g.pos and g.id not in game.world.waiting]


@choice("start", seat=lambda game, setup: to_place(game)[0].id, repeat=True)
def place_gearlocs(game: Any, setup: Setup) -> list[str] | None:
    """Each Gearloc takes a starting position of its form."""
    waiting = to_place(game)
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
    changes.enter(game, to_place(game)[0], pos)


@choice("first", seat="party", repeat=True, cite="Undertow rulebook, Ini Dice Placement; R25")
def build_meter(game: Any, setup: Setup) -> list[str] | None:
    """Highest Ini first; Baddies tie by lane, any tie with a Gearloc is the party's."""
    units = game.world.units
    left = {u: n for u, n in setup.inis.items() if u not in setup.order and u in units and units[u].pos}
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
    opens("ini.rolled", cite="Undertow rulebook, Ini Dice Placement"),
    who_stands,
    place_gearlocs,
    build_meter,
    meter_built,
    cite="Undertow rulebook, Battle Set-up Sequence",
)
