"""Drawing Loot and Trove Loot, and what does not fit (Undertow rulebook, Loot / Trove Loot, Loot Area; R29, R30)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import choice, draws, flow, shuffles
from tmb.core.state import Frame
from tmb_base.adventure import changes, events
from tmb_base.seats import mine
from tmb_base.world import Gearloc, Loot


class DrawLoot(Frame):
    """Cards are drawn. unit: for whom, "" = the party says for each; left: how many; trove: of which deck; keep: of the
    drawn ones so many are kept (0: all); seen: drawn and not kept yet; card: drawn just now; mixed: the discards are
    the deck now; unlocked: a Trove Loot comes open; lent: they are given back after the battle.
    """

    unit: str
    left: int
    trove: bool = False
    keep: int = 0
    seen: list[str] = []
    card: str = ""
    mixed: bool = False
    unlocked: bool = False
    lent: bool = False


def deck_of(game: Any, frame: DrawLoot) -> tuple[str, Any]:
    """The deck."""
    return ("trove", game.world.trove) if frame.trove else ("loot", game.world.loot)


def look_for_cards(game: Any, frame: DrawLoot) -> None:
    """An empty deck is made of its discards; without any nothing is drawn (R30)."""
    name, deck = deck_of(game, frame)
    if not frame.left or deck.size():
        return
    gone = game.world.trove_gone if frame.trove else game.world.loot_gone
    game.tell(events.DeckEmpty, name)
    if gone:
        deck.refill(gone, ordered=False)
        gone[:] = []
        if frame.trove:
            game.world.trove_shut = []
        frame.mixed = True
    else:
        frame.left = 0


@shuffles("")
def shuffle_discards(game: Any, frame: DrawLoot) -> Any:
    """The discards, as the new deck."""
    return deck_of(game, frame) if frame.mixed else None


@draws("")
def draw_card(game: Any, frame: DrawLoot) -> Any:
    """The top card."""
    return deck_of(game, frame) if frame.left else None


@draw_card.taken
def card_drawn(game: Any, frame: DrawLoot, card: str) -> None:
    """It is for somebody, or lies there to choose from."""
    frame.left -= 1
    frame.mixed = False
    frame.card = card
    if frame.keep:
        frame.seen.append(card)
        frame.card = ""
        if not frame.left:
            game.tell(events.LootRevealed, frame.unit, [side_up(game, c) for c in frame.seen])


@choice("for", seat="party")
def for_whom(game: Any, frame: DrawLoot) -> list[str] | None:
    """The party distributes what is for nobody alone."""
    if not frame.card:
        return None
    return [frame.unit] if frame.unit else list(game.world.party)


@for_whom.taken
def taken_by(game: Any, frame: DrawLoot, unit: str) -> None:
    """It lies in that Loot Area."""
    owner = game.world.units[unit]
    card = changes.gain_loot(game, owner, frame.card)
    if frame.unlocked:
        changes.unlock(game, owner, card)
    if frame.lent:
        game.mark(card, "lent", 1)
    frame.card = ""
    game.push(Overfull(unit))


def next_card(game: Any, frame: DrawLoot) -> None:
    """Until all are drawn."""
    if frame.left:
        frame.at = "look_for_cards"


def side_up(game: Any, card: str) -> str:
    """What is seen of a card that was drawn: a Loot, or of a Trove Loot its locks."""
    return "-".join(game.rules.tables["locks"][card]) or card


@choice("keep", seat=mine, repeat=True)
def which_to_keep(game: Any, frame: DrawLoot) -> list[str] | None:
    """Of the drawn cards some are kept."""
    return list(dict.fromkeys(side_up(game, c) for c in frame.seen)) if frame.keep and frame.seen else None


@which_to_keep.taken
def kept(game: Any, frame: DrawLoot, card: str) -> None:
    """The others are discarded when as many as may be are kept."""
    card = next(c for c in frame.seen if side_up(game, c) == card)
    frame.seen.remove(card)
    frame.keep -= 1
    changes.gain_loot(game, game.world.units[frame.unit], card)
    if not frame.keep:
        for other in frame.seen:
            changes.to_discards(game, other)
        frame.seen = []
    game.push(Overfull(frame.unit))


DRAW_LOOT = flow(
    DrawLoot,
    look_for_cards,
    shuffle_discards,
    draw_card,
    for_whom,
    next_card,
    which_to_keep,
    cite="Undertow rulebook, Reward Phase, Loot / Trove Loot; R30",
)


class Overfull(Frame):
    """A Gearloc holds more than fits: it discards one after the other (R29)."""

    unit: str


@choice("discard", seat=mine, repeat=True, cite="Undertow rulebook, Loot Area; R29")
def too_much(game: Any, frame: Overfull) -> list[Loot] | None:
    """Any card, until the rest fits into four slots."""
    unit = game.world.units[frame.unit]
    return unit.loot[:] if changes.slots_full(game, unit) > changes.MOST_SLOTS else None


@too_much.taken
def discarded(game: Any, frame: Overfull, card: Loot) -> None:
    """It goes to the discards."""
    changes.discard_loot(game, game.world.units[frame.unit], card)


OVERFULL = flow(Overfull, too_much, cite="R29")


class GiveUp(Frame):
    """Loot must be discarded. unit: whose, "" = the party's; left: how many; cards: only these, open ones."""

    unit: str
    left: int
    trove: bool = True
    cards: list[str] = []


@choice("give-up", seat=mine, repeat=True)
def which_to_give_up(game: Any, frame: GiveUp) -> list[Loot] | None:
    """Any card; one that affects only Loot leaves Trove Loot alone (base rules Q&A)."""
    if not frame.left:
        return None
    owners = [frame.unit] if frame.unit else game.world.party
    trove = game.rules.tables["locks"]
    found = [c for g in owners for c in game.world.units[g].loot if frame.trove or not trove[c.kind]]
    if frame.cards:
        found = [c for c in found if c.kind in frame.cards and not c.locked]
    return found or None


@which_to_give_up.taken
def given_up(game: Any, frame: GiveUp, card: Loot) -> None:
    """It goes to the discards."""
    owner = changes.card_of(game, card.id)
    assert owner is not None
    frame.left -= 1
    changes.discard_loot(game, owner[0], card)


GIVE_UP = flow(GiveUp, which_to_give_up)


def holder_of(game: Any, card: Loot) -> Gearloc:
    """Whose card it is."""
    found = changes.card_of(game, card.id)
    assert found is not None
    return found[0]


def locked_of(units: list[Any], lent: bool = False) -> list[Loot]:
    """The locked Trove Loot of these units; only what was drawn for a time."""
    held = [c for u in units for c in getattr(u, "loot", ()) if c.locked]
    return [c for c in held if c.marks.get("lent")] if lent else held


__all__ = ["DRAW_LOOT", "GIVE_UP", "OVERFULL", "DrawLoot", "GiveUp", "Overfull", "holder_of", "locked_of"]
