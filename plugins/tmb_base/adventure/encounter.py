"""An Encounter: its choices, what they lead to, and what they pay (Undertow rulebook, Encounters).

What a choice does is a program; its tasks (a battle, locks to pick, darts ...) are ops that push a frame. A task that
fails, and `fail` and `succeed`, end the Encounter at once.
"""

from __future__ import annotations

from typing import Any

from tmb.core.bearers import Bearer
from tmb.core.cuts import Check, Cut
from tmb.core.flow import choice, flow, menu, opens, stage
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb_base import changes as battle_changes
from tmb_base.adventure import changes, events
from tmb_base.adventure.entries import Reward
from tmb_base.adventure.frames import today
from tmb_base.adventure.reward import Rewards

AGAIN = "?"


class Encounter(Frame):
    """The open Encounter. choice: the one that is carried out; next: the one that comes next, AGAIN = the party chooses
    once more; more: what tasks pay if all succeeds; result: success or failure, "" while it is open; returns: where the
    card goes; goes_on: it is neither, and the party meets another one today.
    """

    card: str
    choice: str = ""
    next: str = ""
    more: Reward = Reward()
    result: str = ""
    returns: str = ""
    goes_on: bool = False

    def carries_out(self) -> str:
        """The choice."""
        return f"choice/{self.card}/{self.choice}" if self.choice else ""


def card_of(game: Any, frame: Encounter) -> Any:
    """The card as printed."""
    return game.rules.tables["encounters"][frame.card]


def choice_of(game: Any, frame: Encounter) -> Any:
    """The choice that is carried out, made ready."""
    return game.rules.tables["choices"][frame.card, frame.choice]


def bearer_of(frame: Encounter) -> Bearer:
    """The choice as the bearer of what it does."""
    return Bearer(f"{battle_changes.TABLE}/{frame.card}", battle_changes.TABLE, frame.carries_out())


before_choice = menu(
    "before_choice",
    seat="party",
    moment="encounter",
    cite="Undertow rulebook, Loot / Trove Loot (outside of battle)",
    doc="Loot that is used before the party chooses. Falls: uses of actions.",
)


@choice("choice", seat="party", cite="Undertow rulebook, Encounters")
def choose(game: Any, frame: Encounter) -> list[str]:
    """One of the card's choices that can be chosen now."""
    ready = game.rules.tables["choices"]
    out = []
    for c in card_of(game, frame).choices:
        usable = ready[frame.card, c.id].usable
        if usable is None or usable(game, Env(bearer_of(frame), frame)):
            out.append(c.id)
    return out


@choose.taken
def chosen(game: Any, frame: Encounter, name: str) -> None:
    """It is carried out."""
    frame.choice = name
    game.tell(events.ChoiceMade, frame.card, name)


@stage(begins=("Fight", "Lockpicking", "ExtraAttempt", "Darts", "DrawLoot", "GiveUp"))
def carry_out(game: Any, frame: Encounter) -> None:
    """What the choice says, task by task."""
    if frame.choice:
        choice_of(game, frame).code.run(game, Env(bearer_of(frame), frame))


def judge(game: Any, frame: Encounter) -> None:
    """Another choice that is forced comes next; else what did not fail is a success (Undertow rulebook, Encounters)."""
    if frame.next == AGAIN:
        frame.choice, frame.next, frame.at = "", "", "choose"
    elif frame.next:
        frame.choice, frame.next = frame.next, ""
        game.tell(events.ChoiceMade, frame.card, frame.choice)
        frame.at = "carry_out"
    elif not frame.result and not frame.goes_on:
        frame.result = "success"


def aftermath(game: Any, frame: Encounter) -> None:
    """Where the card goes."""
    card = card_of(game, frame)
    returns = frame.returns
    if frame.result == "failure" and not returns and frame.choice:
        returns = choice_of(game, frame).returns
    changes.close_card(game, frame.result)
    day = today(game)
    if frame.goes_on and day is not None:
        day.again = True
    if returns == "top":
        changes.card_on_top(game, frame.card)
    elif returns == "deck" and frame.goes_on and day is not None:
        day.aside.append(frame.card)  # until another one is drawn (R52)
    elif returns == "deck":
        changes.card_into_deck(game, frame.card)
    elif frame.result == "success" and (card.reward.progress or reward_of(game, frame).progress):
        changes.keep_card(game, frame.card)


def reward_of(game: Any, frame: Encounter) -> Reward:
    """What the choice and the card pay together."""
    whole: Reward = card_of(game, frame).reward.plus(frame.more)
    return whole.plus(choice_of(game, frame).reward) if frame.choice else whole


def reward_phase(game: Any, frame: Encounter) -> None:
    """Only a success is rewarded (Undertow rulebook, Reward Phase)."""
    if frame.result == "success":
        game.push(Rewards(reward_of(game, frame)))


ENCOUNTER = flow(
    Encounter,
    opens("encounter.drawn"),
    before_choice,
    choose,
    carry_out,
    judge,
    aftermath,
    opens("encounter.over"),
    reward_phase,
    cite="Undertow rulebook, Encounter Phase, Reward Phase",
)


def encounter_frame(game: Any) -> Any:
    """The open Encounter, or None."""
    return next((f for f in reversed(game.stack) if type(f) is Encounter), None)


def decide(game: Any, result: str) -> None:
    """The open Encounter ends now, with that result."""
    frame = encounter_frame(game)
    if frame is not None and not frame.result:
        frame.result = result
        game.touch()


def encounter_decided(game: Any) -> Cut | None:
    """An Encounter whose result is known drops what is left of its tasks."""
    for i in range(len(game.stack) - 1, -1, -1):
        frame = game.stack[i]
        if type(frame) is Encounter:
            busy = frame.at == "judge" and i < len(game.stack) - 1
            return Cut(frame, "aftermath") if frame.result and busy else None
    return None


CHECKS = (Check("encounter decided", encounter_decided, 80, "a task failed, or the card says so"),)
