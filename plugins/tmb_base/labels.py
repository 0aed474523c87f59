"""Words for asks and options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.asking import ref_id
from tmb.core.chance import SEAT
from tmb.core.decisions import DONE
from tmb.core.windows import Window
from tmb.effects.program import Program
from tmb_base.adventure import labels as adventure
from tmb_base.changes import TABLE
from tmb_base.names import count, dice_in_words, die_name, more, name_of, sheet_name, shown, token_name
from tmb_base.tables import plan_of
from tmb_base.turns.gearloc import step_cost
from tmb_base.turns.resolve import plan_cost

ASKS = {
    "Setup.place_gearlocs": "Where does {seat} start?",
    "Setup.place_allies": "Where does {ally} start?",
    "Setup.build_meter": "Equal Ini: who goes first?",
    "GearlocTurn.before_roll": "{unit} moves, clears a slot, or goes on ({left} Dex left)",
    "GearlocTurn.choose_target": "Whom does {unit} target?",
    "GearlocTurn.choose_dice": "Which dice does {unit} roll? ({left} Dex left)",
    "GearlocTurn.resolve": "{unit} uses what was rolled, in any order",
    "BaddieTurn.determine_targets": "Whom does {unit} target?",
    "BaddieTurn.walk": "Which way does {unit} go?",
    "BaddieTurn.further_targets": "Whom does {unit} attack too?",
    "BaddieTurn.what_is_rolled": "What does {unit} roll?",
    "BaddieTurn.react": "Who reacts first to the attack of {unit}?",
    "Damage.def_dice": "Which Def dice of {target} are left after {amount} Dmg?",
    "Reroll.which_dice": "Which dice of {unit} are rolled again?",
    "Turning.which_face": "Which die of {unit} is turned?",
    "GearlocTurn.aim_late": "Whom does {unit} target with what was rolled?",
    "Throw.lay_bones": "Does {unit} keep the Bones?",
    "RollMore.roll_more": "Roll for {unit}: {dice}",
    "Throw.throw_dice": "Roll for {unit}: {dice}",
    "RollDef.lay": "Where does {unit} lay what was rolled?",
    "Pushing.where_to": "Who is pushed where?",
    "Exhausting.which_die": "Which skill die does {unit} exhaust?",
    "Pouncing.nearest": "To whom does {unit} run?",
    "Pouncing.where_beside": "Where beside it does {unit} stand?",
    "Homing.step_home": "Which way does {unit} go back?",
    "Rejoining.which_chip": "Which of them fell last and comes back?",
    "FreeSteps.free_step": "Where does {unit} move without Dex? (steps left: {left})",
    "Down.who_first": "Who falls first?",
    "Program.decide": "{bearer}: choose one",
    "LayingTokens.where_it_lies": "Where does {token} lie? (left: {left})",
    "Displacing.where_displaced": "Where is {unit} moved to?",
    "Landing.roll_position": "Where does {unit} enter? Roll {dice}",
    "Setup.draw_queue": "Which chip is drawn for the Battle Queue?",
    "Searching.find_chip": "Which chip is found for the Battle Queue?",
    "Mixing.draw_next": "Which of them lies next in the Battle Queue?",
    "Calling.draw_chip": "Which chip is drawn for the Battle Queue?",
    "Setup.roll_ini": "Roll {dice}",
    "BaddieTurn.roll_dice": "Roll for {unit}: {dice}",
    "GearlocTurn.roll_dice": "Roll for {unit}: {dice}",
    "Reroll.roll_again": "Roll again for {unit}: {dice}",
    "RollDef.roll_shields": "Roll for {unit}: {dice}",
    "Program.throw": "{bearer}: roll {dice}",
} | adventure.ASKS
WINDOWS = {
    "battle.before": "Before the battle",
    "battle.start": "At the start of the battle",
    "battle.end": "After the battle",
    "unit.enters": "When {unit} enters",
    "round.start": "At the start of round {round}",
    "round.end": "At the end of round {round}",
    "turn.start": "At the start of {unit}'s turn",
    "turn.end": "At the end of {unit}'s turn",
    "roll.after": "After the roll of {unit}",
    "turn.rolled": "With the dice of {unit} on the table",
    "baddie.skills": "Skills of {unit}",
    "attack.done": "After the attack of {unit}",
    "bones.skills": "Backup plan of {unit}",
    "attacked": "After the attack of {unit} on {attacked}",
    "damage.before": "Before {amount} Dmg to {target}",
    "damage.after": "After Dmg to {target}",
    "unit.down": "When {unit} falls",
    "effect.before": "Before an effect die is laid on {target}",
} | adventure.WINDOWS
DONES = {
    "GearlocTurn.before_roll": "go on",
    "GearlocTurn.resolve": "done: what is still open goes back",
    "RollDef.lay": "done: what is still open goes back",
    "Throw.lay_bones": "done: what is still open goes back",
    "FreeSteps.free_step": "stay",
} | adventure.DONES
WORDS = {
    "move": "move to {0}",
    "start": "start at {0}",
    "target": "target {0}",
    "also": "also attack {0}",
    "keep": "keep {0} in the backup plan",
    "innate": "Innate +1 with {0}",
    "first": "{0} first",
    "down": "{0} falls first",
    "reacts": "{0} reacts first",
    "push": "{0} is pushed to {1}",
    "lay": "at {0}",
    "take": "take it off {0}",
    "to": "to {0}",
    "place": "at {0}",
    "comes": "{0}",
    "exhaust": "exhaust {0}",
    "lower": "lose 1 {0} for this battle",
    "draw": "{0}",
    "search": "search: {0}",
    "recover": "{0} can be rolled again",
    "restore": "{0}: {1} can be rolled again",
    "roll": "roll {0}",
    "atk": "the Atk die of {0}",
    "gain": "{0}",
    "buff": "{0}",
    "put": "at {0}",
    "unlock": "open {0}",
    "chip": "{0}",
    "effect": "{1} leaves {0}",
    "clear": "take {1} out of its slot",
    "lock": "{0}",
}
SLOTS = {"active": "Active", "locked": "Locked"}


class Names(dict[str, str]):
    """Names for the braces of a label; what a frame does not have is left open."""

    def __missing__(self, key: str) -> str:
        return "…"


def label(game: Any, ask: Any, option: str) -> str:
    """Words for an option, or for the ask itself (option "")."""
    if not option:
        return _of_ask(game, ask)
    if option == DONE:
        return DONES.get(ask.key) or more(game, "dones").get(ask.key, "done")
    if type(ask.frame) is Window or option.startswith("action/"):
        return _of_bearer(game, ask, option)
    word, *parts = option.split("/")
    if ask.seat == SEAT and word != "draw":
        return shown(game, word, "/".join(parts))
    special = None if type(ask.frame) is Program else OPTIONS.get(f"{ask.key}:{word}") or OPTIONS.get(word)
    if special is not None and parts:
        return special(game, ask, parts)
    words = WORDS.get(word) or more(game, "options").get(word)
    names = [name_of(game, p) for p in parts]
    return words.format(*names) if words and names else " ".join([name_of(game, word), *names])


# -- asks --------------------------------------------------------------------------------------------------------------


def _of_ask(game: Any, ask: Any) -> str:
    if type(ask.frame) is not Window:
        words = ASKS.get(ask.key) or more(game, "asks").get(ask.key)
        return words.format_map(_names(game, ask.frame, ask)) if words else str(ask.node.stage.doc or ask.key)
    name = ask.frame.name
    if words := WINDOWS.get(name) or more(game, "windows").get(name):
        return str(words).format_map(_names(game, game.stack[ask.frame.place], ask))
    return str(game.rules.registry.windows[name].doc or name)


def _names(game: Any, frame: Any, ask: Any) -> Names:
    """What the words of an ask may speak of."""
    names = Names(seat=name_of(game, ask.seat), round=str(game.world.round))
    for field in ("unit", "target", "attacked"):
        if id := getattr(frame, field, ""):
            names[field] = name_of(game, id)
    for field in ("left", "amount"):
        names[field] = str(getattr(frame, field, ""))
    if ask.seat == SEAT and ask.several is not None:
        names["dice"] = dice_in_words(game, [die for die, _, n in ask.several.groups for _ in range(n)])
        if ask.key == "Setup.roll_ini":
            names["dice"] = die_name(game, ask.several.groups[0][0])
    names |= adventure.extra_names(game, frame)
    if game.world.joining:
        names["ally"] = name_of(game, game.world.joining[0])
    if token := getattr(frame, "token", ""):
        names["token"] = token_name(game, token)
    if holder := getattr(frame, "holder", ""):
        names["bearer"] = _held_by(game, holder, frame.sheet)
    return names


def _held_by(game: Any, holder: str, sheet: str) -> str:
    """Whose it is, and what it is called; what is the whole table's is nobody's."""
    return sheet_name(game, sheet) if holder == TABLE else f"{name_of(game, holder)}: {sheet_name(game, sheet)}"


# -- options -----------------------------------------------------------------------------------------------------------


def _of_bearer(game: Any, ask: Any, option: str) -> str:
    """A trigger or an action: who has it, and what it is called."""
    ref = next(r for r in ask.refs if ref_id("", r) == option)
    *_, id, key = ref
    bearer = game.index.bearers[id]
    words = _held_by(game, bearer.holder, bearer.sheet)
    die = game.rules.tables["skill_dice"].get(bearer.sheet.removeprefix("die/"))
    if die is not None and die.text and type(ask.frame) is Window:
        words += f" ({die.text})"
    if bearer.sheet.startswith("loot/"):
        words += f" ({game.rules.tables['loot'][bearer.sheet[5:]].text})"
    several = sum(1 for r in ask.refs if isinstance(r, tuple) and len(r) == len(ref) and r[:-1] == ref[:-1]) > 1
    return f"{words} ({key})" if key and several else words


def _move(game: Any, ask: Any, parts: list[str]) -> str:
    """A step; what it costs where that is more than 1 Dex."""
    cost = step_cost(game, ask.me, parts[0])
    return f"move to {name_of(game, parts[0])}" + (f" ({cost} Dex)" if cost != 1 else "")


def _hit(game: Any, ask: Any, parts: list[str]) -> str:
    return f"deal {parts[0]} Dmg to {name_of(game, ask.frame.target)}"


def _plan(game: Any, ask: Any, parts: list[str]) -> str:
    plan = plan_of(game.rules.tables, ask.me.kind, parts[0])
    return f"backup plan: {plan.name} ({count(plan_cost(game, ask.me, plan), 'Bone')}): {plan.text}"


def _use(game: Any, ask: Any, parts: list[str]) -> str:
    die, _, face = parts[0].partition(":")
    text = next((i.text for s, i in game.rules.tables["icons"][ask.me.kind].items() if s.id == parts[0]), "")
    return f"use {shown(game, die, face)}" + (f" ({text})" if text else "")


def _die(game: Any, ask: Any, parts: list[str]) -> str:
    die, _, face = parts[0].partition(":")
    return shown(game, die, face) if face else die_name(game, die)


def _roll(game: Any, ask: Any, parts: list[str]) -> str:
    kinds = parts[0].split("+")
    return f"roll {' and '.join(die_name(game, kind) for kind in kinds)}"


def _turn(game: Any, ask: Any, parts: list[str]) -> str:
    die, _, face = parts[0].partition(":")
    return f"turn {shown(game, die, face)} to {shown(game, die, parts[1])}"


def _clear(game: Any, ask: Any, parts: list[str]) -> str:
    return f"take {name_of(game, parts[1])} out of the {SLOTS[parts[0]]} slots"


def _place(game: Any, ask: Any, parts: list[str]) -> str:
    return f"put {name_of(game, parts[1])} into {'an' if parts[0] == 'active' else 'a'} {SLOTS[parts[0]]} slot"


def _leave(game: Any, ask: Any, parts: list[str]) -> str:
    if parts[0] == "none":
        return "nothing is left"
    dice = [f"def:{d}" if d.isdigit() else d for d in parts[0].split("+")]
    return f"{' and '.join(name_of(game, d) for d in dice)} {'is' if len(dice) == 1 else 'are'} left"


OPTIONS: dict[str, Callable[[Any, Any, list[str]], str]] = {
    "GearlocTurn.before_roll:move": _move,
    "hit": _hit,
    "plan": _plan,
    "use": _use,
    "die": _die,
    "turn": _turn,
    "BaddieTurn.what_is_rolled:roll": _roll,
    "clear": _clear,
    "place": _place,
    "leave": _leave,
} | {word: words for word, words in adventure.OPTIONS.items() if word != "keep"}
OPTIONS["DrawLoot.which_to_keep:keep"] = adventure.OPTIONS["keep"]
