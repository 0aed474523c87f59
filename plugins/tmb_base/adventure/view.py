"""What the table sees of an adventure, by allow-list; the referee sees the rest too."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tmb.core.chance import Chance
from tmb_base import view as battle_view
from tmb_base.adventure.darts import Darts
from tmb_base.adventure.encounter import Encounter
from tmb_base.adventure.frames import Day
from tmb_base.adventure.lockpicking import Lockpicking
from tmb_base.adventure.recovery import Recovery, Scout
from tmb_base.adventure.reward import Training
from tmb_base.adventure.trying import Trying
from tmb_base.battle.battle import going_on
from tmb_base.world import Gearloc, Loot


def table(game: Any, referee: bool) -> dict[str, Any]:
    """The whole table. A battle's result is told as the battle's, and no longer than the battle is there: on its own it
    would read as the end of the game, which is `ending`.
    """
    world = game.world
    out = battle_view.table(game, referee)
    result = out.pop("result")
    if going_on(game):
        out["battle"] = {"result": result}
    for g in world.party:
        out["units"][g] |= gearloc(game, world.units[g], referee)
    out |= {
        "tyrant": world.tyrant,
        "day": world.day,
        "days": world.days,
        "progress": world.progress,
        "needed": world.needed,
        "encounter": world.card,
        "deck": world.deck.size(),
        "done": world.done[:],
        "loot_deck": world.loot.size(),
        "trove_deck": world.trove.size(),
        "discards": {"loot": sorted(world.loot_gone), "trove": seen_trove(world)},
        "face_up": {p: world.stacks[p].cards[:n] for p, n in world.face_up.items() if n},
        "ongoing": [{"id": o.id, "sheet": o.sheet, "owner": o.owner, "until": o.until} for o in world.ongoing],
        "stored": world.stored[:],
        "leader": world.leader,
        "ending": world.ending,
    }
    out |= phase(game)
    if referee:
        out |= {
            "deck_cards": world.deck.all(),
            "loot_cards": world.loot.all(),
            "trove_cards": world.trove.all(),
        }
    return out


def seen_trove(world: Any) -> list[str]:
    """The discarded Trove Loot; what was locked nobody has seen: "" for each of those."""
    gone, shut = Counter(world.trove_gone), Counter(world.trove_shut)
    return [*sorted((gone - shut).elements()), *[""] * (gone & shut).total()]


def gearloc(game: Any, unit: Gearloc, referee: bool) -> dict[str, Any]:
    """What an adventure adds to a Gearloc mat."""
    return {"trained": dict(unit.trained), "loot": [card(game, c, referee) for c in unit.loot]}


def card(game: Any, c: Loot, referee: bool) -> dict[str, Any]:
    """A Loot card; what is behind the chest side nobody knows, but its locks are printed on it."""
    out: dict[str, Any] = {"id": c.id, "card": "" if c.locked and not referee else c.kind, "locked": c.locked}
    if c.locked:
        return out | {"locks": game.rules.tables["locks"][c.kind], "solved": c.solved}
    chips = {"chips": c.chips[:]} if c.chips else {}
    return out | {"uses": c.uses, "heavy": game.rules.tables["loot"][c.kind].heavy} | chips


def phase(game: Any) -> dict[str, Any]:
    """What is going on outside of battle; what there is not is left out."""
    out: dict[str, Any] = {}
    for frame in game.stack:
        if type(frame) is Encounter:
            out["choice"] = frame.choice
        elif type(frame) is Day and frame.drawn:
            out["drawn"] = frame.drawn[:]
        elif type(frame) is Training:
            out["training"] = {"unit": frame.unit, "points": frame.left, "failed": frame.failed[:]}
        elif type(frame) is Lockpicking:
            out["lockpicking"] = lockpicking(frame)
        elif type(frame) is Darts:
            out["darts"] = darts(frame)
        elif type(frame) is Recovery:
            out["recovery"] = {"picked": frame.picked[:], "did": frame.did[:]}
        elif type(frame) is Scout and frame.chip:
            out["scouted"] = {"points": frame.points, "chip": frame.chip}
    return out


def lockpicking(frame: Lockpicking) -> dict[str, Any]:
    """An attempt: the locks left, the dice that lie there and those that are left."""
    return {
        "unit": frame.unit,
        "locks": frame.locks[:],
        "dice": frame.dice[:],
        "open": [{"die": d.die, "value": d.value, "type": d.type, "saved": d.saved} for d in frame.open],
        "intuition": frame.hint,
        "solved": frame.solved,
    }


def darts(frame: Darts) -> dict[str, Any]:
    """A game of Dangerous Darts."""
    sides = {
        name: {"hp": s.hp, "shields": s.shields[:], "poison": s.poison, "weaken": s.weaken, "stun": s.stun}
        for name, s in (("me", frame.me), ("other", frame.other))
    }
    return {"unit": frame.unit, "dice": frame.dice[:], "bones": frame.bones, "turns": frame.turns} | sides


def redeal(game: Any, chance: Chance) -> None:
    """Face-down chips, the order of the decks, the cards left in the box, and what locked Trove Loot hides."""
    battle_view.redeal(game, chance)
    world = game.world
    _redeal_deck(game, chance)
    battle_view.lay_again(world.loot, battle_view.dealt_anew(game, chance, world.loot.all()))
    _redeal_trove(game, chance)


def _redeal_deck(game: Any, chance: Chance) -> None:
    """What lies on top everybody knows; of the rest only what it is, for each General card is drawn when it is met."""
    world = game.world
    pile = world.deck
    top, pile.cards = pile.cards[: world.deck_known], pile.cards[world.deck_known :]
    battle_view.lay_again(pile, battle_view.dealt_anew(game, chance, pile.all()))
    pile.cards[:0] = top


def _redeal_trove(game: Any, chance: Chance) -> None:
    """Locked cards are exchanged only for cards with the same locks, which everybody sees: those that are held or being
    tried, and the discarded ones that nobody has opened.
    """
    world, locks = game.world, game.rules.tables["locks"]
    held = [c for g in world.party for c in world.units[g].loot if c.locked]
    chests = [f for f in game.stack if type(f) is Trying and f.card]
    gone, shut = world.trove_gone, world.trove_shut
    lying = [c.kind for c in held] + [f.card for f in chests] + shut
    dealt = battle_view.dealt_anew(game, chance, [*world.trove.all(), *lying])

    def another(kind: str) -> str:
        new = next(other for other in dealt if locks[other] == locks[kind])
        dealt.remove(new)
        return new

    for card in held:
        card.kind = another(card.kind)
    for frame in chests:
        frame.card = another(frame.card)
    for i, kind in enumerate(shut):
        shut[i] = gone[gone.index(kind)] = another(kind)
    battle_view.lay_again(world.trove, dealt)
