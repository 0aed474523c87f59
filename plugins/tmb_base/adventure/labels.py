"""Words for the asks and options of an adventure, beside those of its battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb_base.adventure import names
from tmb_base.names import count, die_name, name_of, stack_name

ASKS = {
    "SetOut.draw_tyrant": "Which Tyrant is drawn?",
    "SetOut.choose_leader": "Who leads the party?",
    "Day.encounter_or_tyrant": "Day {day}: an Encounter, or the Tyrant?",
    "Day.morning": "Day {day}: is Loot used first?",
    "Encounter.before_choice": "{titled} is Loot used first?",
    "Day.which_to_meet": "Which of these Encounters does the party meet?",
    "Day.draw_encounter": "Which Encounter is drawn?",
    "Day.draw_common": "Which card is it?",
    "Encounter.choose": "{titled} what does the party do?",
    "Training.choose_training": "What does {unit} train? (points left: {left})",
    "Training.roll_attempt": "Training Attempt of {unit}: roll {dice}",
    "DrawLoot.draw_card": "Which card is drawn?",
    "DrawLoot.for_whom": "Who takes the {loot}?",
    "DrawLoot.which_to_keep": "Which card does {unit} keep?",
    "Overfull.too_much": "{unit} holds too much: what is discarded?",
    "GiveUp.which_to_give_up": "What is given up? (left: {left})",
    "Recovery.recover": "Recovery: trade, locks, and one option for each Gearloc",
    "Search.roll_search": "Search for better Loot: roll {dice}",
    "Scout.roll_scout": "Scout the area: roll {dice}",
    "Scout.which_stack": "Which stack does {unit} scout?",
    "Scout.turn_up": "Which chip is turned up?",
    "Scout.leave_or_cycle": "{chip} was turned up: where does it lie?",
    "Lockpicking.roll_dice": "{unit} picks a lock: roll {dice}",
    "Lockpicking.pick": "{unit} picks a lock: {lock}",
    "Trying.draw_chest": "Which chest is it?",
    "Trying.whose": "Who takes the chest?",
    "ExtraAttempt.which_trove": "Does {unit} try a lock?",
    "ExtraAttempt.which_of_them": "Which lock does {unit} try?",
    "Darts.choose_darts": "Dangerous Darts: which three dice does {unit} play?",
    "Darts.throw": "Dangerous Darts: roll {dice}",
    "Darts.use_bones": "Dangerous Darts: {unit} has {bones}",
    "Arriving.who_enters": "Which Gearloc enters?",
    "Arriving.where_it_enters": "Where does {seat} enter?",
    "Arriving.join_above": "Who is first on the Ini Meter?",
    "Setup.who_stands": "Which Gearloc begins the battle?",
    "Tidying.clear_slots": "After the battle: does {unit} take dice out of Locked slots?",
    "SharingDmg.who_takes_it": "Who takes a Dmg? (left: {left})",
    "Sharing.for_whom": "Who gets a Buff HP? (left: {left})",
    "Looking.draw_ahead": "Which Encounter lies there?",
    "Looking.draw_which": "Which card lies there?",
    "Looking.which_comes_next": "Which of these Encounters comes first?",
    "Mixing.draw_next": "Which chip comes next?",
    "Searching.find_chip": "Which chip is found?",
}
WINDOWS = {
    "day.start": "At the start of day {day}",
    "day.end": "At the end of day {day}",
    "encounter.drawn": "Before {card}",
    "encounter.over": "After {card}",
    "queue.points": "The Battle Queue is built of {points}",
    "queue.built": "The Battle Queue is built",
    "recovery.start": "Before the Recovery Phase",
    "reward.start": "Before the reward",
    "ini.rolled": "After the Ini dice",
    "training.rolled": "After the Training Attempt of {unit}",
    "training.failed": "The Training Attempt of {unit} is judged",
    "tyrant.die": "The Tyrant Die of {unit}",
}
DONES = {
    "Recovery.recover": "end the Recovery Phase",
    "Lockpicking.pick": "give this lock up",
    "ExtraAttempt.which_trove": "no attempt",
    "Day.morning": "go on",
    "Encounter.before_choice": "go on",
    "Darts.use_bones": "go on",
}
DAYS = {"encounter": "draw an Encounter", "tyrant": "challenge the Tyrant"}
USES = {"stun": "stun the opponent (2 Bones)", "win": "win at once (3 Bones)"}


def extra_names(game: Any, frame: Any) -> dict[str, str]:
    """What the words of these asks may speak of."""
    world = game.world
    out = {
        "day": str(getattr(world, "day", "")),
        "card": names.card_name(game, getattr(world, "card", "")),
        "titled": names.titled(names.card_name(game, getattr(world, "card", ""))),
        "points": count(points, "Baddie Pt") if type(points := getattr(frame, "points", "")) is int else str(points),
        "bones": count(getattr(frame, "bones", 0), "Bone"),
        "chip": die_name(game, getattr(frame, "chip", "")),
    }
    if locks := getattr(frame, "locks", None):
        out["lock"] = names.lock_name(locks[0])
    if card := getattr(frame, "card", ""):
        out["loot"] = names.loot_name(game, card)
        if game.rules.tables["locks"].get(card):
            out["loot"] = "Trove Loot"
    return out


def _choice(game: Any, ask: Any, parts: list[str]) -> str:
    tables = game.rules.tables
    ready, card = tables["choices"][ask.frame.card, parts[0]], tables["encounters"][ask.frame.card]
    paid = names.reward_words(card.reward.plus(ready.reward).plus(ask.frame.more))
    return str(ready.text) + (f" [{paid}]" if paid else "")


def _train(game: Any, ask: Any, parts: list[str]) -> str:
    what = parts[0]
    if what not in names.STATS:
        return f"learn {die_name(game, what)}"
    return f"train {names.STATS[what]}" + (" (Bones make it fail)" if what in ("atk", "def") else "")


def _intuition(game: Any, ask: Any, parts: list[str]) -> str:
    if ":" not in parts[0]:
        return f"roll the {names.lock_die(parts[0])} and the intuition die again"
    return f"make it the {names.lock_die(parts[0])}"


def _bones(game: Any, ask: Any, parts: list[str]) -> str:
    who, _, what = parts[0].partition("-")
    if not what:
        return USES[who]
    return f"take {what} off {'yourself' if who == 'mine' else 'the opponent'} (1 Bone)"


def _stack(game: Any, ask: Any, parts: list[str]) -> str:
    return f"the {stack_name(game, parts[0])} stack"


def _rest(game: Any, ask: Any, parts: list[str]) -> str:
    unit = game.world.units[parts[0]]
    return f"{name_of(game, unit.id)} rests: " + ("all HP back" if unit.hp < unit.most else "no HP are missing")


def _held(words: str) -> Callable[[Any, Any, list[str]], str]:
    return lambda game, ask, parts: words.format(names.held_name(game, parts[0]))


OPTIONS: dict[str, Callable[[Any, Any, list[str]], str]] = {
    "day": lambda game, ask, parts: DAYS[parts[0]],
    "choice": _choice,
    "meet": lambda game, ask, parts: names.card_name(game, parts[0]),
    "Looking.which_comes_next:next": lambda game, ask, parts: f"{names.card_name(game, parts[0])} comes next",
    "Looking.which_comes_next:bottom": lambda game, ask, parts: f"{names.card_name(game, parts[0])} goes to the bottom",
    "train": _train,
    "intuition": _intuition,
    "bones": _bones,
    "stack": _stack,
    "discard": _held("discard {0}"),
    "give-up": _held("give up {0}"),
    "keep": lambda game, ask, parts: f"keep {names.side_up(game, parts[0])}",
    "for": lambda game, ask, parts: name_of(game, parts[0]),
    "trade": lambda game, ask, parts: f"give {names.held_name(game, parts[0])} to {name_of(game, parts[1])}",
    "rest": _rest,
    "search": lambda game, ask, parts: (
        f"{name_of(game, parts[0])} discards {names.held_name(game, parts[1])} and searches for better Loot"
    ),
    "scout": lambda game, ask, parts: f"{name_of(game, parts[0])} scouts",
    "scouted": lambda game, ask, parts: {
        "leave": "leave it face up on top",
        "bottom": "put it face down at the bottom",
    }[parts[0]],
    "open": lambda game, ask, parts: "open the lock with the " + " and the ".join(map(names.lock_die, parts)),
    "pick": lambda game, ask, parts: (
        f"{name_of(game, parts[0])} tries {names.held_name(game, parts[-1])}" if len(parts) > 1 else f"try {parts[0]}"
    ),
    "leader": lambda game, ask, parts: name_of(game, parts[0]),
    "enters": lambda game, ask, parts: f"{name_of(game, parts[0])} enters",
    "dart": lambda game, ask, parts: die_name(game, parts[0]),
}
