"""An Engagement: the Strategy phase, as often as Strategy says (rulebook, Flow of a Day; 20 Strong, Strategy Phase)."""

from __future__ import annotations

from typing import Any

from tmb.core.decisions import Pick, Several
from tmb.core.flow import choice, flow, menu, opens, roll
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb_twenty_strong import changes, needs, resolve
from tmb_twenty_strong import events as e
from tmb_twenty_strong import ruleoptions as options
from tmb_twenty_strong.battle import undefeated
from tmb_twenty_strong.frames import Engagement, by_hero
from tmb_twenty_strong.plans import plan_in, slot_for
from tmb_twenty_strong.world import COLOURS, DICE, HERO, MISS, SHOWN, colour_of, face_of


def begin(game: Any, frame: Engagement) -> None:
    """Hits of an earlier Engagement do not count (rulebook, Battle)."""
    game.world.fresh = {}
    for foe in game.world.foes.values():
        foe.struck = False
    game.tell(e.EngagementBegan, frame.number)


def strategy(game: Any) -> int:
    """How often the Strategy phase may be done."""
    return max(1, number(game, "strategy", HERO, game.world.hero.strategy))


before_commit = menu(
    "before_commit",
    plan_in("commit"),
    moment="commit",
    seat="player",
    cite="rulebook, Backup Plans",
    doc="Backup plans and items before dice are committed. Falls: dice in the plan + uses of items.",
)


@choice("commit", seat="player", cite="rulebook, Flow of a Day (Commit Dice); R68")
def commit(game: Any, frame: Engagement) -> Several | None:
    """Any number of dice of the pool."""
    world = game.world
    picks = [Pick(c, times=world.pool[c]) for c in COLOURS if c in world.pool and _may_commit(game, c)]
    return Several(picks, 0, sum([p.times for p in picks])) if picks else None


def _may_commit(game: Any, colour: str) -> bool:
    return "commit" not in game.index.forbids or refusal(game, "commit", HERO, "", colour) is None


@commit.taken
def committed(game: Any, frame: Engagement, dice: list[str]) -> None:
    """They go to the active area."""
    changes.move(game, "commit", "pool", "ready", {c: dice.count(c) for c in dict.fromkeys(dice)})


def all_are_rolled_again(game: Any, frame: Engagement) -> str | None:
    """Where a rule option leaves the choice to the player, it is asked (R68)."""
    return "all of them" if game.option(options.ROLL_AGAIN) == "roll-again" else None


@choice("reroll", seat="player", when=all_are_rolled_again, cite="R68")
def keep_or_roll(game: Any, frame: Engagement) -> Several | None:
    """Which of the dice that lie unapplied are rolled again, where that is the player's choice."""
    shown = game.world.open
    picks = [Pick(d, times=shown[d]) for d in DICE if d in shown]
    return Several(picks, 0, changes.size(shown)) if picks else None


@keep_or_roll.taken
def taken_up(game: Any, frame: Engagement, dice: list[str]) -> None:
    """Those."""
    changes.roll_again(game, {d: dice.count(d) for d in dict.fromkeys(dice)})


def take_up(game: Any, frame: Engagement) -> None:
    """Dice that were rolled and not applied are rolled again (R68)."""
    if game.option(options.ROLL_AGAIN) == "roll-again":
        changes.roll_again(game, dict(game.world.open))
    ready = game.world.ready
    frame.dice = [c for c in COLOURS if c in ready for _ in range(ready[c])]
    frame.passes += 1
    game.tell(e.PassBegan, frame.passes)


@roll("", what="strategy", by=by_hero, cite="rulebook, Flow of a Day (Roll Dice)")
def roll_dice(game: Any, frame: Engagement) -> list[str]:
    """Every die in the active area that lies on no card."""
    return frame.dice


@roll_dice.taken
def dice_rolled(game: Any, frame: Engagement, faces: list[str]) -> None:
    """They lie open."""
    changes.rolled(game, frame.dice, faces)
    frame.dice = []
    if game.option(options.MOVE):
        frame.lifts = sum([changes.size(foe.dice) for foe in undefeated(game)])


@choice("apply", cite="rulebook, Flow of a Day (Apply Dice); R45")
def apply_die(game: Any, frame: Engagement) -> list[Any] | None:
    """A hit goes onto a card that needs it: a Baddie, the Tyrant, a lock."""
    world = game.world
    hits = [d for d in DICE if d in world.open and face_of(d) != MISS]
    if not hits:
        return None
    out: list[Any] = []
    for card in targets(game):
        lacks = needs.left(game, card)
        if lacks:
            out += [(d, card) for d in hits if needs.helps(game, lacks, d) and _may_apply(game, d, card)]
    return out or None


def targets(game: Any) -> list[Any]:
    """The cards that dice can be applied to."""
    return [*undefeated(game), *[item for item in game.world.items if item.locked]]


def _may_apply(game: Any, die: str, card: Any) -> bool:
    if "apply" not in game.index.forbids:
        return True
    return refusal(game, "apply", HERO, card.id, colour_of(die), die) is None


@apply_die.taken
def die_applied(game: Any, frame: Engagement, ref: tuple[str, Any]) -> None:
    """There it lies."""
    changes.apply(game, *ref)


@choice("slot", cite="rulebook, Backup Plans")
def slot_die(game: Any, frame: Engagement) -> list[str] | None:
    """A miss goes into a free slot of its colour."""
    shown = game.world.open
    misses = [SHOWN[c, MISS] for c in COLOURS if SHOWN[c, MISS] in shown and slot_for(game, c) >= 0]
    if not misses or ("slot" in game.index.forbids and refusal(game, "slot", HERO) is not None):
        return None
    return misses


@slot_die.taken
def die_slotted(game: Any, frame: Engagement, die: str) -> None:
    """It is part of the backup plan."""
    changes.slot(game, die, slot_for(game, colour_of(die)))


@choice("lift", cite="R72")
def lift_die(game: Any, frame: Engagement) -> list[Any] | None:
    """A die that lies on a card is taken off, where dice may be moved."""
    if not frame.lifts:
        return None
    return [(d, foe) for foe in undefeated(game) for d in DICE if d in foe.dice] or None


@lift_die.taken
def die_lifted(game: Any, frame: Engagement, ref: tuple[str, Any]) -> None:
    """It is open."""
    frame.lifts -= 1
    changes.lift(game, *ref)


apply_dice = menu(
    "apply_dice",
    apply_die,
    slot_die,
    lift_die,
    plan_in("apply"),
    moment="apply",
    seat="player",
    cite="rulebook, Flow of a Day (Apply Dice)",
    doc="Hits onto cards, misses into the backup plan. Falls: 2 x lifts + open dice + plan dice + uses of items.",
)


def all_rolled_out(game: Any, frame: Engagement) -> str | None:
    """Why the Strategy phase is over."""
    world = game.world
    if frame.passes >= strategy(game):
        return "Strategy is used up"
    if not world.pool and not world.open:
        return "no die is left"
    return "all is done" if all(not needs.left(game, card) for card in targets(game)) else None


@choice("strategy", seat="player", cite="R69")
def once_more(game: Any, frame: Engagement) -> list[str] | None:
    """The Strategy phase may be done again, or be left."""
    if all_rolled_out(game, frame):
        return None
    return ["again", "resolve"] if game.option(options.SKIP) else ["again"]


@once_more.taken
def decided(game: Any, frame: Engagement, what: str) -> None:
    """Once more from Commit Dice on."""
    if what == "again":
        frame.at = "before_commit"


ENGAGEMENT = flow(
    Engagement,
    begin,
    opens("engagement.start"),
    before_commit,
    commit,
    keep_or_roll,
    take_up,
    roll_dice,
    opens("rolled"),
    apply_dice,
    once_more,
    *resolve.STAGES,
    cite="rulebook, Flow of a Day",
)
