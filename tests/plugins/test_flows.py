"""The stages of every procedure of the base game, in the rulebook's order. A missing one gives a plausible game and no
error, so they are pinned here."""

import pytest

from tmb.core.flow import Menu
from tmb_base import plugin

STAGES = {
    "Battle": "begin_battle battle.before set_up to_arms battle.start next_round clean_up battle.end",
    "Setup": "shuffle_stacks known_chips draw_queue stack_queue place_baddies roll_ini place_gearlocs build_meter "
    "meter_built",
    "Entering": "brings_others unit.enters",
    "Calling": "look_for_chips shuffle_defeated draw_chip next_chip",
    "Searching": "look find_chip look_again",
    "Round": "fatigue top_of_meter round.start next_turn round.end refill_mat join_meter",
    "GearlocTurn": "start_of_turn turn.start gain_dex before_roll choose_target choose_dice roll_dice roll.after "
    "resolve put_back attacked turn.end end_of_turn",
    "BaddieTurn": "start_of_turn turn.start act_or_miss determine_targets walk who_is_in_reach further_targets "
    "baddie.skills roll_dice roll.after apply_damage attack.done bones.skills react turn.end end_of_turn",
    "Attacked": "attacked",
    "Damage": "damage.before add_and_ignore def_dice buff_and_hp damage.after",
    "Blast": "next_of_blast",
    "Down": "who_first the_others",
    "Falling": "unit.down leave_mat",
    "Reroll": "which_dice roll_again",
    "RollDef": "roll_shields roll.after lay to_the_pool",
    "FreeSteps": "free_step",
    "Pushing": "where_to",
    "Exhausting": "which_die",
}
MENUS = {
    "GearlocTurn.before_roll": "move clear",
    "GearlocTurn.resolve": "hit use place keep plan innate clear",
    "RollDef.lay": "place keep",
}
FLOWS = {flow.name: flow for flow in plugin.FLOWS}


def test_every_procedure_is_pinned():
    assert list(FLOWS) == list(STAGES)


@pytest.mark.parametrize("name", STAGES)
def test_its_stages_come_in_order(name):
    assert " ".join(stage.name for stage in FLOWS[name].stages) == STAGES[name]


def test_its_menus_hold_their_entries_in_order():
    menus = {
        f"{flow.name}.{stage.name}": " ".join(entry.word for entry in stage.entries)
        for flow in plugin.FLOWS
        for stage in flow.stages
        if isinstance(stage, Menu)
    }
    assert menus == MENUS


def test_the_checks_come_in_order():
    assert [check.name for check in sorted(plugin.CHECKS, key=lambda c: c.rank)] == [
        "unit down",
        "actor gone",
        "battle lost",
        "battle won",
    ]
