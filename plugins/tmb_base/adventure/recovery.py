"""The Recovery Phase (base rules, Game Flow 4; Undertow rulebook, Recovery Phase; R51, R53)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import choice, draws, flow, menu, roll, shuffles
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb_base import ruleoptions as options
from tmb_base.adventure import changes, events
from tmb_base.adventure.lockpicking import Lockpicking
from tmb_base.adventure.loot import DrawLoot
from tmb_base.battle.queue import made_anew
from tmb_base.seats import mine
from tmb_base.tables import STACKS
from tmb_base.world import Gearloc, Loot

SEARCH_DICE = 6
SCOUTED_BY = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
"""D6 -> how many of the stacks, from the smallest chips on, may be scouted."""


class Recovery(Frame):
    """The end of a day. all_options: a card lets everybody do all of it; picked: who made its Lockpicking Attempt; did:
    "GEARLOC/OPTION" of those that were taken; moved: cards that changed hands (R51).
    """

    all_options: bool = False
    picked: list[str] = []
    did: list[str] = []
    moved: list[str] = []


def _may(game: Any, what: str, unit: str) -> bool:
    return "recover" not in game.index.forbids or refusal(game, "recover", unit, "", what) is None


def option_left(frame: Recovery, unit: str, what: str) -> bool:
    """One option a Gearloc; each of them once where a card allows all."""
    if frame.all_options:
        return f"{unit}/{what}" not in frame.did
    return all(not done.startswith(f"{unit}/") for done in frame.did)


@choice("trade", cite="base rules, Game Flow 4a; R51")
def trade(game: Any, frame: Recovery) -> list[Any] | None:
    """Any card to any other Gearloc, each once."""
    world = game.world
    if not world.trade or len(world.party) == 1:
        return None
    return [
        (card.id, other)
        for g in world.party
        for card in world.units[g].loot
        if card.id not in frame.moved
        for other in world.party
        if other != g
    ]


@trade.taken
def traded(game: Any, frame: Recovery, ref: tuple[str, str]) -> None:
    """It changes hands."""
    found = changes.card_of(game, ref[0])
    assert found is not None
    frame.moved.append(ref[0])
    changes.give_loot(game, found[0], found[1], game.world.units[ref[1]])


@choice("discard", cite="base rules, Game Flow 4a")
def leave_behind(game: Any, frame: Recovery) -> list[Loot] | None:
    """Any card may be left behind."""
    world = game.world
    if not world.trade and not any(over(game, world.units[g]) for g in world.party):
        return None
    return [card for g in world.party for card in world.units[g].loot] or None


@leave_behind.taken
def left_behind(game: Any, frame: Recovery, card: Loot) -> None:
    """It goes to the discards."""
    found = changes.card_of(game, card.id)
    assert found is not None
    changes.discard_loot(game, *found)


@choice("pick", cite="base rules, Game Flow 4b; Undertow rulebook, Lockpicking")
def pick_lock(game: Any, frame: Recovery) -> list[Any] | None:
    """One Lockpicking Attempt a Gearloc, on anybody's Trove Loot."""
    world = game.world
    locked = [card.id for g in world.party for card in world.units[g].loot if card.locked]
    if not locked:
        return None
    return [(g, id) for g in world.party if g not in frame.picked and _may(game, "pick", g) for id in locked] or None


@pick_lock.taken
def picking(game: Any, frame: Recovery, ref: tuple[str, str]) -> None:
    """The attempt."""
    frame.picked.append(ref[0])
    found = changes.card_of(game, ref[1])
    assert found is not None
    locks = game.rules.tables["locks"][found[1].kind][found[1].solved :]
    game.push(Lockpicking([ref[0]], list(locks), card=ref[1]))


@choice("rest", cite="base rules, Game Flow 4c")
def rest(game: Any, frame: Recovery) -> list[str] | None:
    """Heal to full HP."""
    return [g for g in game.world.party if option_left(frame, g, "rest") and _may(game, "rest", g)] or None


@rest.taken
def rested(game: Any, frame: Recovery, unit: str) -> None:
    """All HP are back."""
    frame.did.append(f"{unit}/rest")
    changes.rest(game, game.world.units[unit])


@choice("search", cite="base rules, Game Flow 4c; R53")
def search(game: Any, frame: Recovery) -> list[Any] | None:
    """Discard a Loot or Trove Loot, and look for a better one."""
    world = game.world
    return [
        (g, card.id)
        for g in world.party
        if option_left(frame, g, "search") and _may(game, "search", g)
        for card in world.units[g].loot
    ] or None


@search.taken
def searched(game: Any, frame: Recovery, ref: tuple[str, str]) -> None:
    """The card is gone, found or not."""
    found = changes.card_of(game, ref[1])
    assert found is not None
    frame.did.append(f"{ref[0]}/search")
    changes.discard_loot(game, *found)
    game.push(Search(ref[0]))


@choice("scout", cite="base rules, Game Flow 4c")
def scout(game: Any, frame: Recovery) -> list[str] | None:
    """Look at a Baddie of the stacks."""
    world = game.world
    if not any(face_down(game, p) for p in STACKS):
        return None
    return [g for g in world.party if option_left(frame, g, "scout") and _may(game, "scout", g)] or None


@scout.taken
def scouted(game: Any, frame: Recovery, unit: str) -> None:
    """A D6 says of which stacks."""
    frame.did.append(f"{unit}/scout")
    game.push(Scout(unit))


def over(game: Any, unit: Gearloc) -> bool:
    """Whether a Gearloc holds more than fits."""
    return changes.slots_full(game, unit) > changes.MOST_SLOTS


def nobody_over(game: Any, frame: Recovery) -> str | None:
    """Why the phase cannot end: somebody holds more than four slots of Loot."""
    full = [g for g in game.world.party if over(game, game.world.units[g])]
    return f"{full[0]} holds more than {changes.MOST_SLOTS} slots of Loot" if full else None


recover = menu(
    "recover",
    trade,
    pick_lock,
    rest,
    search,
    scout,
    leave_behind,
    seat="party",
    moment="recovery",
    closes=nobody_over,
    cite="base rules, Game Flow 4; Undertow rulebook, Recovery Phase",
    doc="Trade, lockpicking, an option for each Gearloc. Falls: cards that did not move + cards + attempts + options.",
)

RECOVERY = flow(Recovery, recover, cite="base rules, Game Flow 4; Undertow rulebook, Recovery Phase")


class Search(Frame):
    """Search for better Loot. found: cards that may be looked at."""

    unit: str
    found: int = 0


@roll("", what="search", cite="base rules, Game Flow 4c; R53")
def roll_search(game: Any, frame: Search) -> list[str]:
    """Six Atk dice."""
    return ["atk"] * SEARCH_DICE


@roll_search.taken
def search_rolled(game: Any, frame: Search, faces: list[str]) -> None:
    """A card for each Bone; or for each die that hits, where the rule option says so (R53)."""
    bones = faces.count("bones")
    frame.found = bones if game.option(options.SEARCH) == "bones" else len(faces) - bones


def look_at_cards(game: Any, frame: Search) -> None:
    """One of them is kept."""
    if "search.cards" in game.index.modifiers:
        frame.found = number(game, "search.cards", frame.unit, frame.found, frame)
    if not frame.found:
        game.tell(events.LootRevealed, frame.unit, [])
    if frame.found:
        game.push(DrawLoot(frame.unit, frame.found, keep=1))


SEARCH = flow(Search, roll_search, look_at_cards, cite="base rules, Game Flow 4c; R53")


class Scout(Frame):
    """Scout the area. most: so many stacks may be looked at; points: the one that is; mixed: the defeated chips are
    that stack now; chip: what was turned up; stays: it stays where it is; again: if it goes to the bottom the next one
    is turned up, and stays.
    """

    unit: str
    most: int = 0
    points: str = ""
    chip: str = ""
    stays: bool = False
    again: bool = False
    mixed: bool = False


def chips_in(game: Any, points: str) -> int:
    """How many chips a stack has: one that ran out has the defeated ones (R30)."""
    size: int = game.world.stacks[points].size()
    return size or len(game.world.defeated.get(points, ()))


def face_down(game: Any, points: str) -> bool:
    """Whether a stack has a chip that is not turned up yet."""
    return bool(chips_in(game, points) > game.world.face_up.get(points, 0))


@roll("", what="scout", cite="base rules, Game Flow 4c")
def roll_scout(game: Any, frame: Scout) -> list[str]:
    """A D6."""
    return ["d6"]


@roll_scout.taken
def scout_rolled(game: Any, frame: Scout, faces: list[str]) -> None:
    """1-3: 1Pt; 4-5: up to 5Pt; 6: up to 20Pt."""
    frame.most = SCOUTED_BY[int(faces[0])]


@choice("stack", seat=mine)
def which_stack(game: Any, frame: Scout) -> list[str] | None:
    """Of these stacks."""
    return [p for p in STACKS[: frame.most] if face_down(game, p)] or None


@which_stack.taken
def stack_chosen(game: Any, frame: Scout, points: str) -> None:
    """Its first face-down chip is turned up; those that lie face up on it stay there meanwhile."""
    frame.points = points


def made_of_defeated(game: Any, frame: Scout) -> None:
    """A stack that ran out is made of its defeated chips (R30)."""
    frame.mixed = bool(frame.points) and made_anew(game, frame.points)


@shuffles("")
def shuffle_defeated(game: Any, frame: Scout) -> Any:
    """The defeated chips, as the new stack."""
    return (f"stack/{frame.points}", game.world.stacks[frame.points]) if frame.mixed else None


@draws("")
def turn_up(game: Any, frame: Scout) -> Any:
    """The first chip that lies face down."""
    if not frame.points:
        return None
    pile, up = game.world.stacks[frame.points], game.world.face_up.get(frame.points, 0)
    hidden = type(pile)(pile.cards[up:], pile.loose, pile.under)
    return (f"stack/{frame.points}", hidden)


@turn_up.taken
def turned_up(game: Any, frame: Scout, chip: str) -> None:
    """It is looked at."""
    pile, up = game.world.stacks[frame.points], game.world.face_up.get(frame.points, 0)
    frame.chip = chip
    game.tell(events.ChipTurnedUp, frame.unit, chip, game.rules.tables["worth"][frame.points])
    if len(pile.cards) > up:
        del pile.cards[up]


@choice("scouted", seat=mine)
def leave_or_cycle(game: Any, frame: Scout) -> list[str] | None:
    """It stays on top, face up, or goes to the bottom."""
    if not frame.chip:
        return None
    return ["leave"] if frame.stays else ["leave", "bottom"]


@leave_or_cycle.taken
def left_or_cycled(game: Any, frame: Scout, where: str) -> None:
    """There it lies."""
    changes.turn_up(game, game.world.units[frame.unit], frame.points, frame.chip, where == "leave")
    if where == "bottom" and frame.again:
        frame.chip, frame.again, frame.stays = "", False, True
        frame.at = "turn_up"


SCOUT = flow(
    Scout,
    roll_scout,
    which_stack,
    made_of_defeated,
    shuffle_defeated,
    turn_up,
    leave_or_cycle,
    cite="base rules, Game Flow 4c; R26, R30",
)

__all__ = ["RECOVERY", "SCOUT", "SEARCH", "Recovery", "Scout", "chips_in", "face_down", "option_left"]
