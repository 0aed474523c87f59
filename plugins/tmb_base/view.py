"""What the table sees of a battle, by allow-list; the referee sees the rest too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.chance import Asked, Chance
from tmb.core.rolls import Rolled
from tmb_base.battle.setup import Setup
from tmb_base.damage import Damage
from tmb_base.entries import Follower
from tmb_base.names import name_of, place_of, sheet_name
from tmb_base.turns import BaddieTurn, GearlocTurn
from tmb_base.words.extra_dice import Throw
from tmb_base.words.rolls import RollDef
from tmb_base.world import Baddie, Entry, Gearloc, Shown


def table(game: Any, referee: bool) -> dict[str, Any]:
    """The whole table."""
    world, chips = game.world, game.rules.tables["chips"]
    out: dict[str, Any] = {
        "mat": world.mat,
        "round": world.round,
        "meter": [entry(game, e) for e in world.meter],
        "difficulty": world.difficulty,
        "result": world.result,
        "units": {u.id: unit(game, u) for u in world.units.values()},
        "queue": {"size": world.queue.size(), "points": [chips[c].points for c in world.queue.all()]},
        "stacks": {p: pile.size() for p, pile in world.stacks.items()},
        "defeated": {p: sorted(gone) for p, gone in world.defeated.items()},
    }
    if world.tokens:
        out["tokens"] = [{"id": t.id, "kind": t.kind, "pos": t.at} for t in world.tokens]
    out |= under_way(game)
    if referee:
        out["queue"]["chips"] = world.queue.all()
        out["stacks"] = {p: pile.all() for p, pile in world.stacks.items()}
    return out


def entry(game: Any, e: Entry) -> dict[str, Any]:
    """An entry of the Ini Meter. unit: whose turn it is, "" for what is no unit; due: whether it still comes in this
    round; extra: it is an extra turn.
    """
    label = name_of(game, e.unit) if e.unit else sheet_name(game, e.sheet)
    return {"id": e.id, "unit": e.unit, "label": label, "due": e.id in game.world.due, "extra": e.once}


def under_way(game: Any) -> dict[str, Any]:
    """What is going on: `turn`; `roll`, dice that a talent rolled outside the turn's roll; `damage` that waits for its
    Def dice; `ini`, the Ini of units while the mat is set up. What there is not is left out.
    """
    out: dict[str, Any] = {}
    for frame in game.stack:
        name = PARTS.get(type(frame))
        if name is not None:
            out[name] = LOOKS[name](game, frame)
    return {name: told for name, told in out.items() if told}


def gearloc_turn(game: Any, turn: GearlocTurn) -> dict[str, Any]:
    """A Gearloc's turn. dex: what is left; dice: chosen and not rolled yet; open: rolled and not used yet; attacked: at
    whom Atk dice were rolled; hit, lost: what the attack did.
    """
    return {
        "unit": turn.unit,
        "side": "gearlocs",
        "dex": turn.left,
        "target": turn.target,
        "dice": turn.dice[:],
        "open": shown(turn.open),
        "attacked": turn.attacked,
        "hit": turn.hit,
        "lost": turn.lost,
        "planned": turn.planned,
    }


def baddie_turn(game: Any, turn: BaddieTurn) -> dict[str, Any]:
    """A Baddie's turn. steps: those left; target: the one it is at; targets: all that it attacks; hits: Dmg rolled and
    not dealt yet, in their order; struck: what came of the others; bones: Bones of this turn's dice.
    """
    melee = game.rules.tables["chips"][game.world.units[turn.unit].kind].form == "melee" if _here(game, turn) else False
    return {
        "unit": turn.unit,
        "side": "gearlocs" if turn.at_will else game.world.units[turn.unit].side if _here(game, turn) else "baddies",
        "steps": turn.moves if melee else 0,
        "target": turn.target,
        "targets": turn.targets[:],
        "hits": turn.hits[:],
        "struck": [{"target": s.target, "lost": s.lost, "hit": s.hit} for s in turn.struck],
        "bones": turn.bones,
    }


def _here(game: Any, turn: BaddieTurn) -> bool:
    return turn.unit in game.world.units


def turn(game: Any, frame: GearlocTurn | BaddieTurn) -> dict[str, Any]:
    """The turn that is taken; nothing when it is over."""
    if frame.over:
        return {}
    return baddie_turn(game, frame) if isinstance(frame, BaddieTurn) else gearloc_turn(game, frame)


def shown(dice: list[Shown]) -> list[dict[str, str]]:
    """Dice and their faces."""
    return [{"die": d.die, "face": d.face} for d in dice]


PARTS: dict[type, str] = {
    GearlocTurn: "turn",
    BaddieTurn: "turn",
    RollDef: "roll",
    Throw: "roll",
    Rolled: "rolled",
    Damage: "damage",
    Setup: "ini",
}
LOOKS: dict[str, Callable[[Any, Any], dict[str, Any]]] = {
    "turn": turn,
    "roll": lambda game, frame: {"unit": frame.unit, "open": shown(frame.open)},
    "rolled": lambda game, frame: {
        "unit": frame.unit,
        "for": frame.what,
        "dice": [{"die": die, "face": face} for die, face in frame.lying],
    },
    "damage": lambda game, dmg: {
        "target": dmg.target,
        "source": dmg.source,
        "amount": dmg.amount,
        "true": dmg.true,
        "attack": dmg.attack,
    },
    "ini": lambda game, setup: dict(setup.inis),
}


def unit(game: Any, u: Any) -> dict[str, Any]:
    """A chip and what lies on it."""
    marks = {m: n for m, n in sorted(u.marks.items()) if game.rules.marks[m].public}
    out: dict[str, Any] = {"kind": u.kind, "hp": u.hp, "most": u.most, "pos": u.pos, **off(u), "marks": marks}
    if type(u) is Baddie:
        chip = game.rules.tables["chips"][u.kind]
        return out | {
            "side": u.side,
            "lane": u.lane,
            "def_dice": u.dice[:],
            "atk": chip.atk,
            "def": chip.dfn,
            "points": chip.points,
            "form": chip.form,
            "target": chip.target,
            "skills": chip.skills[:],
            "bones": dict(chip.bones),
            **({"owner": u.owner} if u.owner else {}),
        }
    return out | {"side": "gearlocs"} | mat(u)


def off(u: Any) -> dict[str, str]:
    """Where a unit is. place: `mat`, `prep`, `down`, `waiting` (when, to) or `aside` (by)."""
    beside = {f: getattr(u.off, f) for f in u.off.__struct_fields__} if u.off is not None else {}
    return {"place": place_of(u), **beside}


def mat(g: Gearloc) -> dict[str, Any]:
    """A Gearloc mat."""
    return {
        "dex": g.dex,
        "atk": g.atk,
        "def": g.dfn,
        "buff": g.buff,
        "innate_plus": g.plus,
        "active": shown(g.active),
        "locked": shown(g.locked),
        "bones": [{"die": b.die, "n": b.n} for b in g.bones],
        "skills": g.skills[:],
        "consumables": g.consumables[:],
        "exhausted": g.exhausted[:],
    }


def named_chips(game: Any) -> set[str]:
    """Chips that the set-up asked for by name."""
    from tmb_base.battle.battle import Battle

    return {c for f in game.stack if type(f) is Battle for c in f.queue}


def known_chips(game: Any) -> set[str]:
    """Chips in the Battle Queue that are no secret: those of the set-up, and those that went back there."""
    return named_chips(game) | {*game.world.seen}


def redeal(game: Any, chance: Chance) -> None:
    """Hidden chips are exchanged for others of the same stack: the points stay, the chips of queue and stacks do
    not; so are chips of the Tyrant with one another. Chips that the set-up named are no secret and stay.
    """
    world, chips = game.world, game.rules.tables["chips"]
    known, by_hand = known_chips(game), type(game.chance.cards) is Asked
    for points, pile in world.stacks.items():
        if by_hand and pile.loose:
            continue  # a person draws from it, and has told which chips are in the queue
        up = world.face_up.get(points, 0)
        seen, pile.cards = pile.cards[:up], pile.cards[up:]
        spots = [i for i, c in enumerate(world.queue.cards) if chips[c].pile == points and c not in known]
        dealt = dealt_anew(game, chance, [*pile.all(), *(world.queue.cards[i] for i in spots)])
        for i, chip in zip(spots, dealt, strict=False):
            world.queue.cards[i] = chip
        lay_again(pile, dealt[len(spots) :])
        pile.cards[:0] = seen
    spots = [i for i, c in enumerate(world.queue.cards) if type(chips[c]) is Follower and c not in known]
    if len(spots) > 1:
        dealt = dealt_anew(game, chance, [world.queue.cards[i] for i in spots])
        for i, chip in zip(spots, dealt, strict=True):
            world.queue.cards[i] = chip


def dealt_anew(game: Any, chance: Chance, hidden: list[str]) -> list[str]:
    """Hidden cards in another order."""
    hidden = sorted(hidden)
    dealt = chance.cards.shuffle(game, "redeal", hidden) or hidden
    game.state.chance["redeal"] = game.state.chance.get("redeal", 0) + max(0, len(hidden) - 1)
    return dealt


def lay_again(pile: Any, cards: list[str]) -> None:
    """A pile of these cards, with as many known ones on top and at the bottom as before."""
    first, last = len(pile.cards), len(cards) - len(pile.under)
    pile.cards, pile.loose, pile.under = cards[:first], cards[first:last], cards[last:]
