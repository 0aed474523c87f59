"""What the table sees of a battle, by allow-list; the referee sees the rest too."""

from __future__ import annotations

from typing import Any

from tmb.core.chance import Chance
from tmb_base.world import Baddie, Gearloc


def table(game: Any, referee: bool) -> dict[str, Any]:
    """The whole table."""
    world, chips = game.world, game.rules.tables["chips"]
    out: dict[str, Any] = {
        "mat": world.mat,
        "round": world.round,
        "meter": world.meter[:],
        "difficulty": world.difficulty,
        "result": world.result,
        "units": {u.id: unit(game, u) for u in world.units.values()},
        "queue": {"size": world.queue.size(), "points": [chips[c].points for c in world.queue.all()]},
        "stacks": {p: pile.size() for p, pile in world.stacks.items()},
        "defeated": {p: sorted(gone) for p, gone in world.defeated.items()},
    }
    if referee:
        out["queue"]["chips"] = world.queue.all()
        out["stacks"] = {p: pile.all() for p, pile in world.stacks.items()}
    return out


def unit(game: Any, u: Any) -> dict[str, Any]:
    """A chip and what lies on it."""
    marks = {m: n for m, n in sorted(u.marks.items()) if game.rules.marks[m].public}
    out: dict[str, Any] = {"kind": u.kind, "hp": u.hp, "most": u.most, "pos": u.pos, "marks": marks}
    if type(u) is Baddie:
        chip = game.rules.tables["chips"][u.kind]
        return out | {
            "side": "baddies",
            "lane": u.lane,
            "def_dice": u.dice[:],
            "atk": chip.atk,
            "def": chip.dfn,
            "points": chip.points,
            "form": chip.form,
            "target": chip.target,
            "skills": chip.skills[:],
            "bones": dict(chip.bones),
        }
    return out | {"side": "gearlocs"} | mat(u)


def mat(g: Gearloc) -> dict[str, Any]:
    """A Gearloc mat."""
    return {
        "dex": g.dex,
        "atk": g.atk,
        "def": g.dfn,
        "buff": g.buff,
        "innate_plus": g.plus,
        "active": [{"die": d.die, "face": d.face} for d in g.active],
        "locked": [{"die": d.die, "face": d.face} for d in g.locked],
        "bones": [{"die": b.die, "n": b.n} for b in g.bones],
        "skills": g.skills[:],
        "consumables": g.consumables[:],
        "exhausted": g.exhausted[:],
    }


def named_chips(game: Any) -> set[str]:
    """Chips that the set-up asked for by name."""
    from tmb_base.battle.battle import Battle

    return {c for f in game.stack if type(f) is Battle for c in f.queue}


def redeal(game: Any, chance: Chance) -> None:
    """Hidden chips are exchanged for others of the same points: the queue's points stay, its chips and the stacks do
    not. Chips that the set-up named are no secret and stay.
    """
    world, chips = game.world, game.rules.tables["chips"]
    known = named_chips(game)
    for points, pile in world.stacks.items():
        spots = [i for i, c in enumerate(world.queue.cards) if str(chips[c].points) == points and c not in known]
        hidden = sorted([*pile.all(), *(world.queue.cards[i] for i in spots)])
        dealt = chance.cards.shuffle(game, "redeal", hidden) or hidden
        game.state.chance["redeal"] = game.state.chance.get("redeal", 0) + max(0, len(hidden) - 1)
        for i, chip in zip(spots, dealt, strict=False):
            world.queue.cards[i] = chip
        rest = dealt[len(spots) :]
        first, last = len(pile.cards), len(rest) - len(pile.under)
        pile.cards, pile.loose, pile.under = rest[:first], rest[first:last], rest[last:]
