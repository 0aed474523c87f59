"""Battle set-up (Undertow rulebook, Battle Set-up Sequence; Ini Dice Placement; Starting Positions)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, draws, flow, opens, repeats, roll, shuffles
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb_base import changes, events, meter, places, reach
from tmb_base.battle.queue import Entering, enter_top
from tmb_base.mat import FORMS
from tmb_base.terrain_events import NoSides
from tmb_base.world import FOES, PARTY, Baddie, Gearloc, Prep


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
    for stack, pile in game.world.stacks.items():
        if stack in setup.queue and f"stack/{stack}" not in setup.shuffled:
            return (f"stack/{stack}", pile)
    return None


@shuffle_stacks.taken
def shuffled(game: Any, setup: Setup, name: str) -> None:
    """That stack is done."""
    setup.shuffled.append(name)


def known_chips(game: Any, setup: Setup) -> None:
    """Chips that are named go into the queue as they come."""
    while (i := len(setup.built)) < len(setup.queue) and setup.queue[i] not in game.world.stacks:
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
    if not reach.mat_of(game).sides and (beside := _beside(game, setup)):
        game.tell(NoSides, beside)


def _beside(game: Any, setup: Setup) -> list[str]:
    """The stacks and chips that the queue names and that come onto positions beside the field."""
    chips, box = game.rules.tables["chips"], game.rules.tables["box"]
    return [q for q in dict.fromkeys(setup.queue) if any([chips[c].enters for c in box.get(q, [q])])]


@repeats
def place_baddies(game: Any, setup: Setup) -> Any:
    """From the top of the BQ until four are on the mat or it is empty. Each has the Ini that its chip prints, or what
    a skill makes of it as it enters.
    """
    if enter_top(game) is not None:
        return None
    chips = game.rules.tables["chips"]
    foes = reach.has(game, "ini_die", reach.baddies(game))
    setup.inis = {b.id: number(game, "ini", b.id, chips[b.kind].ini) for b in foes}
    return DONE


def able(game: Any) -> list[Gearloc]:
    """The Gearlocs that can enter: who has no HP stays knocked out (R19)."""
    units = game.world.units
    return [unit for g in game.world.party if (unit := units[g]).hp > 0]


def next_ini(game: Any, setup: Setup) -> str:
    """The Gearloc whose Ini die is rolled next."""
    id: str
    for id in game.world.party:
        if id not in setup.inis and game.world.units[id].hp > 0:
            return id
    return ""


@roll("", what="ini", by=next_ini, repeat=True)
def roll_ini(game: Any, setup: Setup) -> list[str] | None:
    """Each Gearloc's own Ini die."""
    unit = next_ini(game, setup)
    return [game.rules.tables["gearlocs"][game.world.units[unit].kind].ini] if unit else None


@roll_ini.taken
def ini_rolled(game: Any, setup: Setup, faces: list[str]) -> None:
    """Its number is that Gearloc's Ini for the first round."""
    unit = next_ini(game, setup)
    setup.inis[unit] = number(game, "ini", unit, int(faces[0]))


def roll_ini_again(game: Any, setup: Setup, unit: str) -> None:
    """A Gearloc's Ini die is rolled once more."""
    del setup.inis[unit]
    setup.at = "roll_ini"


def most_gearlocs(game: Any) -> int:
    """How many Gearlocs may stand on the mat at once: as many as it has starting positions, unless a card says less."""
    mat = reach.mat_of(game)
    room = len(mat.starts[PARTY, "melee"]) + len(mat.starts[PARTY, "ranged"])
    return number(game, "gearlocs.most", changes.TABLE, min(room, len(game.world.party)))


@choice("enters", seat="party")
def who_stands(game: Any, setup: Setup) -> list[str] | None:
    """Where only some may stand on the mat: which of them begin. The others wait."""
    return [g.id for g in kept_waiting(game, setup)] if len(setup.standing) < most_gearlocs(game) else None


@who_stands.taken
def stands(game: Any, setup: Setup, unit: str) -> None:
    """That one begins."""
    setup.standing.append(unit)
    setup.at = "who_stands"


def kept_waiting(game: Any, setup: Setup) -> list[Gearloc]:
    """The Gearlocs that do not stand on the mat at once, where not all may."""
    fit = able(game)
    return [g for g in fit if g.id not in setup.standing] if most_gearlocs(game) < len(fit) else []


def the_others_wait(game: Any, setup: Setup) -> None:
    """They come onto the mat at the end of a round in which there is room."""
    for unit in kept_waiting(game, setup):
        places.wait(game, unit, places.ROUND_END)


def next_to_place(game: Any, setup: Setup) -> str:
    """The Gearloc that takes its starting position next."""
    id: str
    for id in game.world.party:
        unit = game.world.units[id]
        if type(unit.off) is Prep and unit.hp > 0:
            return id
    return ""


@choice("start", seat=next_to_place, repeat=True)
def place_gearlocs(game: Any, setup: Setup) -> list[str] | None:
    """Each Gearloc takes a starting position of its form."""
    unit = next_to_place(game, setup)
    return free_starts(game, reach.form(game, game.world.units[unit])) if unit else None


def free_starts(game: Any, form: str) -> list[str]:
    """The free starting positions of the party for a form; those of either for melee-ranged, or without one."""
    mat, full = reach.mat_of(game), reach.full(game)
    own = mat.starts.get((PARTY, form), ())
    return [p for p in own if p not in full] or [p for f in FORMS for p in mat.starts[PARTY, f] if p not in full]


@place_gearlocs.taken
def gearloc_placed(game: Any, setup: Setup, pos: str) -> None:
    """It stands there."""
    places.enter(game, game.world.units[next_to_place(game, setup)], pos)


def ally_seat(game: Any, setup: Setup) -> str:
    """Who plays a temporary ally: the Gearloc of a party of one, else the party together."""
    party = game.world.party
    return str(party[0] if len(party) == 1 else game.mode.common_seat)


@choice("start", seat=ally_seat, repeat=True, cite="Undertow rulebook, Unit Categories")
def place_allies(game: Any, setup: Setup) -> list[str] | None:
    """A temporary ally takes a starting position of its form on the party's side."""
    joining = game.world.joining
    return free_starts(game, game.rules.tables["chips"][joining[0]].form) if joining else None


@place_allies.taken
def ally_placed(game: Any, setup: Setup, pos: str) -> None:
    """It stands there, and has the Ini that its chip prints."""
    name = game.world.joining.pop(0)
    chip, seat = game.rules.tables["chips"][name], ally_seat(game, setup)
    unit = Baddie(game.new_id("a"), {}, name, chip.hp, chip.hp, dice=[1] * chip.armor, side=PARTY)
    unit.seat = seat if seat in game.world.party else ""
    if chip.ini and chip.ini_die:
        setup.inis[unit.id] = chip.ini
    places.enter(game, unit, pos)
    game.push(Entering(unit.id))


@choice("first", seat="party", repeat=True, cite="Undertow rulebook, Ini Dice Placement; R25")
def build_meter(game: Any, setup: Setup) -> list[str] | None:
    """Highest Ini first; Baddies tie by lane, any tie with a Gearloc is the party's."""
    units, best = game.world.units, 0
    left: list[str] = []
    for u, n in setup.inis.items():
        if u not in setup.order and (not left or n >= best) and u in units and units[u].pos:
            left = [*left, u] if n == best else [u]
            best = n
    return tied(game, left) if left else None


def tied(game: Any, units: list[str]) -> list[str]:
    """Who of these may come next: every unit of the party, and of the Baddies the one of the lowest lane."""
    out: list[str] = []
    lowest: Any = None
    for unit in map(game.world.units.get, units):
        if unit.side != FOES:
            out.append(unit.id)
        elif lowest is None or reach.by_lane(unit) < reach.by_lane(lowest):
            lowest = unit
    return out if lowest is None else [*out, lowest.id]


@build_meter.taken
def next_on_meter(game: Any, setup: Setup, unit: str) -> None:
    """It takes the next spot, and an ally that acts after it the one below."""
    setup.order.append(unit)
    if unit in game.world.party:
        for ally in _below(game):
            if ally.seat == unit and ally.id not in setup.inis:
                setup.order.append(ally.id)


def _below(game: Any) -> list[Baddie]:
    """The allies that come onto the meter behind somebody."""
    return reach.has(game, "ini_die", reach.allies(game))


def meter_built(game: Any, setup: Setup) -> None:
    """The Ini Meter is complete; an ally that acts after nobody on the mat is at its bottom."""
    meter.build(game, [*setup.order, *(a.id for a in _below(game) if a.id not in setup.order)])


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
    the_others_wait,
    place_gearlocs,
    place_allies,
    build_meter,
    meter_built,
    cite="Undertow rulebook, Battle Set-up Sequence",
)
