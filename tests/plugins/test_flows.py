"""The stages of every procedure of the base game, in the rulebook's order. A missing one gives a plausible game and no
error, so they are pinned here."""

import pytest

from tmb.core.flow import Menu
from tmb_base import registration

STAGES = {
    "Journey": "set_out free_training next_day",
    "SetOut": "draw_tyrant set_tyrant shuffle_stacks gather_deck shuffle_deck specials_on_top choose_leader",
    "Day": "new_day day.start morning encounter_or_tyrant replenish_deck shuffle_deck draw_encounter draw_common "
    "draw_more which_to_meet read_card meet another face_tyrant recovery.start recover day.end day_over "
    "shuffle_again",
    "Encounter": "encounter.drawn before_choice choose carry_out judge aftermath encounter.over reward_phase",
    "Challenge": "challenged set_up_as_printed won_or_lost",
    "Rewards": "reward.start draw_for_each draw_for_party train_all record_progress",
    "Training": "choose_training nothing_left roll_attempt training.rolled judge_attempt training.failed trained "
    "next_point",
    "Recovery": "recover",
    "Search": "roll_search look_at_cards",
    "Scout": "roll_scout which_stack made_of_defeated shuffle_defeated turn_up leave_or_cycle",
    "Battle": "begin_battle battle.before build_queue set_up surprise to_arms battle.start next_round clean_up "
    "battle.end over",
    "Muster": "count_points queue.points include_chips draw_by_points add_others add_tyrant queue.built queue_built",
    "Mixing": "draw_next",
    "Searching": "look find_chip shuffle_searched next_find",
    "Setup": "shuffle_stacks known_chips draw_queue stack_queue place_baddies roll_ini ini.rolled who_stands "
    "the_others_wait place_gearlocs place_allies build_meter meter_built",
    "Entering": "brings_others unit.enters",
    "Landing": "roll_position",
    "Calling": "look_for_chips shuffle_defeated draw_chip next_chip",
    "Round": "fatigue early_arrivals top_of_meter round.start next_turn round.end late_turns arrivals round_over",
    "CardTurn": "card_acts",
    "Arriving": "chips_come_back refill_mat who_enters where_it_enters more_enter join_below join_above meter_grown",
    "GearlocTurn": "start_of_turn turn.start gain_dex before_roll choose_target choose_dice roll_dice aim_late "
    "resolve put_back attacked turn.end end_of_turn",
    "BaddieTurn": "start_of_turn turn.start act_or_miss determine_targets walk who_is_in_reach further_targets "
    "baddie.skills what_is_rolled take_dice roll_dice turn.rolled apply_damage attack.done bones.skills tyrant.die "
    "react turn.end end_of_turn",
    "Attacked": "attacked",
    "Damage": "damage.before add_and_ignore def_dice buff_and_hp damage.after",
    "Blast": "next_of_blast",
    "Down": "who_first the_others",
    "Falling": "unit.down leave_mat",
    "Pouncing": "nearest where_beside strike",
    "Homing": "step_home",
    "Rejoining": "which_chip",
    "Reroll": "which_dice roll_again",
    "Turning": "which_face",
    "RollDef": "roll_shields lay to_the_pool",
    "Laying": "effect.before laid",
    "Moment": "over",
    "Sharing": "for_whom",
    "SharingDmg": "who_takes_it parts_dealt",
    "FreeSteps": "free_step",
    "ExtraTurns": "hold take_turn go_on",
    "Pushing": "where_to",
    "LayingTokens": "where_it_lies",
    "Displacing": "where_displaced",
    "Exhausting": "which_die",
    "Fight": "fight tidy after_battle",
    "Tidying": "clear_slots",
    "DrawLoot": "look_for_cards shuffle_discards draw_card for_whom next_card which_to_keep",
    "Overfull": "too_much",
    "GiveUp": "which_to_give_up",
    "Lockpicking": "next_attempt ready_dice roll_dice pick after_lock tell_result",
    "Darts": "choose_darts next_turn throw use_bones again over",
    "ExtraAttempt": "which_trove which_of_them over",
    "RollMore": "roll_more",
    "Throw": "throw_dice deal_hits lay_bones gone",
    "Finding": "shuffle_rest",
    "Trying": "find_deck shuffle_discards draw_chest pick_locks whose put_away",
    "Revealing": "turn_next",
    "TurningUp": "turn_one",
    "Looking": "shuffle_first draw_ahead draw_which next_ahead which_comes_next on_top_again",
}
MENUS = {
    "Recovery.recover": "trade pick rest search scout discard",
    "GearlocTurn.before_roll": "move clear",
    "GearlocTurn.resolve": "hit use place keep plan innate clear",
    "RollDef.lay": "place keep",
    "Tidying.clear_slots": "clear",
    "Lockpicking.pick": "open intuition",
    "Day.morning": "",
    "Encounter.before_choice": "",
    "Throw.lay_bones": "keep",
    "Darts.use_bones": "bones",
}
FLOWS = {flow.name: flow for flow in registration.FLOWS}


def test_every_procedure_is_pinned():
    assert list(FLOWS) == list(STAGES)


@pytest.mark.parametrize("name", STAGES)
def test_its_stages_come_in_order(name):
    assert " ".join(stage.name for stage in FLOWS[name].stages) == STAGES[name]


def test_its_menus_hold_their_entries_in_order():
    menus = {
        f"{flow.name}.{stage.name}": " ".join(entry.word for entry in stage.entries)
        for flow in registration.FLOWS
        for stage in flow.stages
        if isinstance(stage, Menu)
    }
    assert menus == MENUS


def test_the_checks_come_in_order():
    assert [check.name for check in sorted(registration.CHECKS, key=lambda c: c.rank)] == [
        "unit down",
        "actor gone",
        "battle lost",
        "battle won",
    ]
