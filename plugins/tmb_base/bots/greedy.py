"""`greedy`: a player who takes the best thing at hand, by the advice of the files beside this one.

It looks at the public ask and the table's view and remembers nothing, so it plays the same from any copy of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.decisions import Ask
from tmb.sim.filling import filled
from tmb_base.bots import (
    choosing,
    darting,
    dice,
    goods,
    journey,
    locks,
    moving,
    reacting,
    recovering,
    resolving,
    starting,
    targets,
    training,
)
from tmb_base.bots.experts import Advice
from tmb_base.bots.look import Look
from tmb_base.bots.sheets import UNKNOWN, Sheets, sheets_of

Bot = Callable[[Ask, dict[str, Any]], list[str]]
"""Who answers an ask from the table's view."""

ADVICE: dict[str, Advice] = {
    "Setup.place_gearlocs": starting.place,
    "Setup.place_allies": starting.place,
    "Setup.build_meter": starting.order,
    "GearlocTurn.before_roll": moving.move,
    "GearlocTurn.choose_target": targets.target,
    "GearlocTurn.choose_dice": dice.roll,
    "GearlocTurn.aim_late": targets.target,
    "GearlocTurn.resolve": resolving.resolve,
    "RollDef.lay": resolving.resolve,
    "Throw.lay_bones": resolving.resolve,
    "Reroll.which_dice": resolving.again,
    "Tidying.clear_slots": reacting.nothing,
    "FreeSteps.free_step": moving.free_step,
    "BaddieTurn.determine_targets": reacting.attacked,
    "BaddieTurn.walk": moving.walk,
    "BaddieTurn.further_targets": targets.also,
    "BaddieTurn.what_is_rolled": reacting.window,
    "Program.decide": choosing.choose,
    "Damage.def_dice": reacting.leave,
    "Setup.who_stands": starting.enters,
    "Arriving.who_enters": starting.enters,
    "Arriving.where_it_enters": starting.place,
    "Arriving.join_above": starting.order,
    "Day.encounter_or_tyrant": journey.encounter_or_tyrant,
    "Looking.which_comes_next": journey.ahead,
    "LayingTokens.where_it_lies": moving.out_of_the_way,
    "Displacing.where_displaced": moving.overboard,
    "Sharing.for_whom": reacting.weakest,
    "SharingDmg.who_takes_it": reacting.strongest,
    "Day.morning": recovering.recover,
    "Day.which_to_meet": journey.meet,
    "Encounter.before_choice": recovering.recover,
    "Encounter.choose": journey.choose,
    "Training.choose_training": training.train,
    "DrawLoot.for_whom": goods.whose,
    "Trying.whose": goods.whose,
    "DrawLoot.which_to_keep": goods.keep,
    "Overfull.too_much": goods.away,
    "GiveUp.which_to_give_up": goods.away,
    "Recovery.recover": recovering.recover,
    "Scout.which_stack": recovering.stack,
    "Scout.leave_or_cycle": recovering.scouted,
    "Lockpicking.pick": locks.pick,
    "ExtraAttempt.which_trove": locks.which,
    "ExtraAttempt.which_of_them": locks.which,
    "Darts.choose_darts": darting.choose,
    "Darts.use_bones": darting.bones,
}


def think(ask: Ask, view: dict[str, Any], sheets: Sheets = UNKNOWN) -> list[str]:
    """A legal answer to any ask: what the advice prefers, else the first that is listed. sheets: what the dice of the
    rule set are good for."""
    advice = ADVICE.get(ask.key) or sheets.asks.get(ask.key, reacting.window)
    return filled(ask, advice(ask, Look(view, ask.seat, sheets)))


def make(seed: str, rules: Any) -> Bot:
    """The bot. The seed does not matter: it never leaves anything to chance."""
    sheets = sheets_of(rules)
    return lambda ask, view: think(ask, view, sheets)
