"""The battle against the Tyrant (Undertow rulebook, Tyrants; base rules, Tyrant card)."""

from __future__ import annotations

from typing import Any

from tmb.core.bearers import Bearer
from tmb.core.flow import flow, stage
from tmb.core.state import Frame
from tmb.effects.env import Env
from tmb_base.adventure import changes, events
from tmb_base.changes import TABLE


class Challenge(Frame):
    """The Tyrant card is the Encounter of the day."""


def challenged(game: Any, frame: Challenge) -> None:
    """The party faces it; what came of a battle before it does not count."""
    game.world.result = ""
    game.tell(events.TyrantChallenged, game.world.tyrant)


@stage(begins=("Fight",))
def set_up_as_printed(game: Any, frame: Challenge) -> None:
    """The back of the Tyrant card says how the battle is set up."""
    tyrant = game.world.tyrant
    bearer = Bearer(f"{TABLE}/{tyrant}", TABLE, f"tyrant/{tyrant}")
    game.rules.tables["tyrant_setups"][tyrant].run(game, Env(bearer, frame))


def won_or_lost(game: Any, frame: Challenge) -> None:
    """Only the Tyrant must fall; a lost battle may be tried again on a later day."""
    if game.world.result == "won":
        changes.end_adventure(game, "won")


CHALLENGE = flow(Challenge, challenged, set_up_as_printed, won_or_lost, cite="Undertow rulebook, Tyrants")
