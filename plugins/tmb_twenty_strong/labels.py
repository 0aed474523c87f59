"""Words for asks and options, and what an option would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.asking import ref_id
from tmb.core.chance import SEAT
from tmb.core.decisions import DONE
from tmb.core.windows import Window
from tmb_twenty_strong import changes, needs
from tmb_twenty_strong.engagement import strategy
from tmb_twenty_strong.names import (
    STACKS,
    card_name,
    colour_name,
    count,
    die_name,
    name_of,
    needs_in_words,
    sheet_name,
    text_of,
)
from tmb_twenty_strong.plans import plans_of
from tmb_twenty_strong.world import ANY, COLOURS, DICE, PILES

ASKS = {
    "SetUp.choose_tyrant": "Which Tyrant do you hunt?",
    "SetUp.choose_hero": "Who hunts?",
    "SetUp.choose_side": "Which side of the universal card is your backup plan?",
    "SetUp.pay_rank": "Your rank takes dice: banish one, or exhaust three",
    "SetUp.exhaust_three": "Which three dice are exhausted?",
    "Day.dawn": "Day {day}: before you plan it",
    "Day.plan_day": "Day {day}: what do you do?",
    "Day.war_or_peace": "{card}: peace or battle?",
    "Battle.before_queue": "Before cards are activated",
    "Activate.which_top": "Which {points}Pt Baddie becomes active?",
    "Engagement.before_commit": "Before dice are committed",
    "Engagement.commit": "Strategy {next} of {strategy}: which dice do you commit?",
    "Engagement.keep_or_roll": "Which of the open dice are rolled again?",
    "Engagement.apply_dice": "Apply dice",
    "Engagement.once_more": "Strategy {passes} of {strategy} is done",
    "Engagement.rewards_at_once": "Whose reward comes first?",
    "Engagement.rewards_with_items": "Whose reward comes first?",
    "Engagement.before_damage": "Before damage is suffered",
    "Engagement.who_strikes": "Who deals damage first?",
    "Engagement.before_recover": "Before dice are recovered",
    "Engagement.recover": "Which dice do you recover? ({most})",
    "Engagement.roll_dice": "Roll {dice}",
    "RollAgain.roll_them": "Roll {dice}",
    "RollAgain.which_again": "Which open dice are rolled again? (up to {most})",
    "TurnDie.which_turned": "Which open dice are turned to a {to}? (up to {most})",
    "MoveDice.which_dice": "Which dice do you {verb}? ({most})",
    "ChooseStack.which_stack": "The top card of which stack do you {what}?",
    "DropItem.which_item": "Which item is discarded?",
    "Battle.camp": "All are defeated",
    "UsePlan.which_plan": "Which ability of the backup plan?",
    "Restock.turn_up": "Which card is turned up?",
    "Restock.which_tyrant_encounter": "Which Tyrant encounter is it?",
    "SetUp.draw_tyrant": "Which Tyrant is drawn?",
    "SetUp.draw_hero": "Which Gearloc is drawn?",
    "Program.decide": "{bearer}: choose one",
}
WINDOWS = {
    "day.start": "As day {day} begins",
    "queue.counted": "When the queue is counted",
    "foe.active": "{unit} is active",
    "battle.start": "As the battle begins",
    "engagement.start": "As the Engagement begins",
    "rolled": "After the roll",
    "damage.before": "Before {unit} deals damage",
    "damage.dealt": "After the damage of {unit}",
    "after": "After effects",
    "recovered": "After dice were recovered",
    "rested": "After the rest",
}
DONES = {
    "Day.dawn": "plan the day",
    "Battle.before_queue": "activate cards",
    "Engagement.before_commit": "commit dice",
    "Engagement.apply_dice": "done applying",
    "Engagement.before_damage": "suffer damage",
    "Engagement.before_recover": "recover dice",
    "Battle.camp": "end the day",
}
PLAIN = {
    "day/battle": "a standard battle",
    "day/tyrant": "face the Tyrant",
    "mohlnor/fight": "a battle with one more 1Pt Baddie",
    "strategy/again": "do the Strategy phase again",
    "strategy/resolve": "resolve the Engagement",
    "rank/exhaust": "exhaust three dice",
    "plan/flip": "backup plan: flip to innate +1 (exhausts all four dice)",
    "rest/health": "rest",
    "slot": "put misses into the backup plan",
    "stack/none": "none",
    "plus": "more",
    "minus": "less",
}


class Names(dict[str, str]):
    """Names for the braces of a label; what there is not is left open."""

    def __missing__(self, key: str) -> str:
        return "…"


def label(game: Any, ask: Any, option: str) -> str:
    """Words for an option, or for the ask itself (option "")."""
    if not option:
        return _of_ask(game, ask)
    if option == DONE:
        return DONES.get(ask.key, "done")
    if type(ask.frame) is Window or option.startswith("action/"):
        return _of_bearer(game, ask, option)
    if option in PLAIN:
        return PLAIN[option]
    word, *parts = option.split("/")
    if ask.seat == SEAT and word in COLOURS:
        return die_name(f"{word}:{parts[0]}")
    special = OPTIONS.get(word)
    if special is not None and parts:
        return str(special(game, ask, parts))
    return " ".join([name_of(game, word), *(name_of(game, p) for p in parts)])


def _of_ask(game: Any, ask: Any) -> str:
    if type(ask.frame) is Window:
        about = game.stack[ask.frame.place]
        words = WINDOWS.get(ask.frame.name) or game.rules.registry.windows[ask.frame.name].doc
        return str(words).format_map(_names(game, about, ask))
    words = ASKS.get(ask.key) or ask.node.stage.doc or ask.key
    return str(words).format_map(_names(game, ask.frame, ask)) if ask.key in ASKS else str(words)


def _names(game: Any, frame: Any, ask: Any) -> Names:
    """What the words of an ask may speak of."""
    names = Names(day=str(game.world.day), verb=getattr(frame, "verb", ""), to=getattr(frame, "to", ""))
    names |= {"what": getattr(frame, "what", ""), "passes": str(getattr(frame, "passes", 0))}
    names["next"] = str(getattr(frame, "passes", 0) + 1)
    if game.world.hero.kind:
        names["strategy"] = str(strategy(game))
    if card := getattr(frame, "card", ""):
        names["card"] = card_name(game, card)
    if unit := getattr(frame, "unit", ""):
        names["unit"] = name_of(game, unit)
    if todo := getattr(frame, "todo", None):
        names["points"] = str(todo[0])
    if ask.several is not None:
        names["most"] = count(ask.several.hi, "die")
        if ask.seat == SEAT:
            names["dice"] = ", ".join(colour_name(c, n) for c, _, n in ask.several.groups)
    if holder := getattr(frame, "holder", ""):
        names["bearer"] = sheet_name(game, frame.sheet) if holder else ""
    return names


# -- options -----------------------------------------------------------------------------------------------------------


def _of_bearer(game: Any, ask: Any, option: str) -> str:
    """A trigger or an action: whose it is, and what it says."""
    ref = next(r for r in ask.refs if ref_id("", r) == option)
    bearer = game.index.bearers[ref[-2]]
    return f"{sheet_name(game, bearer.sheet)}: {text_of(game, bearer.sheet)}"


def _apply(game: Any, ask: Any, parts: list[str]) -> str:
    return f"apply a {die_name(parts[0])} to {name_of(game, parts[1])}"


def _plan(game: Any, ask: Any, parts: list[str]) -> str:
    plan = next(p for p in plans_of(game) if p.id == parts[0])
    paid = f" ({' and '.join(parts[1].split('+'))} exhausted)" if len(parts) > 1 else ""
    return f"backup plan: {plan.name}{paid}: {plan.text}"


def _encounter(game: Any, ask: Any, parts: list[str]) -> str:
    card = game.rules.tables["encounters"][parts[0]]
    return f"{card.name} ({card.sort} encounter)"


def _peace(game: Any, ask: Any, parts: list[str]) -> str:
    return f"peace: {game.rules.tables['peace'][ask.frame.card].text}"


def _stack(game: Any, ask: Any, parts: list[str]) -> str:
    top = card_name(game, game.world.tops[parts[0]]) if parts[0] in PILES else parts[0]
    return f"{top} (of the {STACKS.get(parts[0], parts[0])})"


OPTIONS: dict[str, Callable[[Any, Any, list[str]], str]] = {
    "apply": _apply,
    "plan": _plan,
    "encounter": _encounter,
    "mohlnor": _peace,
    "stack": _stack,
    "scout": lambda game, ask, parts: f"scout {_stack(game, ask, parts)}",
    "slot": lambda game, ask, parts: f"put a {die_name(parts[0])} into the backup plan",
    "lift": lambda game, ask, parts: f"take the {die_name(parts[0])} off {name_of(game, parts[1])}",
    "commit": lambda game, ask, parts: f"{parts[0]} die",
    "recover": lambda game, ask, parts: f"{parts[0]} die",
    "exhaust": lambda game, ask, parts: f"{parts[0]} die",
    "banish": lambda game, ask, parts: f"banish a {parts[0]} die",
    "dice": lambda game, ask, parts: die_name(parts[0]) if parts[0] in DICE else f"{parts[0]} die",
    "turn": lambda game, ask, parts: die_name(parts[0]),
    "reroll": lambda game, ask, parts: die_name(parts[0]),
    "reward": lambda game, ask, parts: f"the reward of {name_of(game, parts[0])}",
    "damage": lambda game, ask, parts: name_of(game, parts[0]),
    "discard": lambda game, ask, parts: f"discard {name_of(game, parts[0])}",
    "activate": lambda game, ask, parts: card_name(game, parts[0]),
    "draw": lambda game, ask, parts: card_name(game, parts[0]),
    "hit": lambda game, ask, parts: name_of(game, parts[0]),
    "tyrant": lambda game, ask, parts: card_name(game, parts[0]),
    "hero": lambda game, ask, parts: card_name(game, parts[0]),
    "side": lambda game, ask, parts: f"{card_name(game, parts[0])}: {game.rules.tables['plans'][parts[0]].text}",
}


def preview(game: Any, ask: Any, option: str) -> dict[str, Any]:
    """What a card lacks before and after a die is applied to it; lost: hits of the die that are too many."""
    word, *parts = option.split("/")
    if word != "apply" or len(parts) != 2:
        return {}
    card = game.thing(parts[1])
    before, worth = needs.left(game, card), needs.WORTH[parts[0].partition(":")[2]]
    changes.add(card.dice, parts[0])
    after = needs.left(game, card)
    changes.add(card.dice, parts[0], -1)
    return {
        "card": card.id,
        "before": needs_in_words(before),
        "after": needs_in_words(after),
        "met": not after,
        "lost": worth - sum(before.get(k, 0) - after.get(k, 0) for k in (ANY, *COLOURS)),
    }
