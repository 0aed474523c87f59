"""What a player may miss in the asks of the day, and why it is not legal."""

from __future__ import annotations

from typing import Any

from tmb_base.adventure import changes
from tmb_base.adventure.reward import Training
from tmb_base.gearlocs.learning import ready, trained
from tmb_base.names import die_name
from tmb_base.world import Gearloc

Rows = list[tuple[str, str, str]]
DICE = "Undertow rulebook, Professions"
STATS = "Undertow rulebook, Stat Area, Training Points"


def blocked(game: Any, ask: Any) -> Rows:
    """What may be missed in the open ask: (option id, why not, citation)."""
    frame, me = ask.frame, ask.me
    return _training(game, frame, me) if isinstance(frame, Training) and isinstance(me, Gearloc) else []


def _training(game: Any, frame: Training, me: Gearloc) -> Rows:
    """Stats and dice that this point cannot be spent on."""
    out: Rows = []
    for stat in changes.STATS:
        if me.trained.get(stat, 0) >= changes.MOST_STAT:
            out.append((f"train/{stat}", f"its training die shows {changes.MOST_STAT} already", STATS))
    dice = game.rules.tables["dice_of"][me.kind]
    for name in sorted(dice, key=lambda n: dice[n].slot):
        if name in me.skills or not trained(dice[name]) or ready(dice[name], me.skills):
            continue
        needs = " or ".join(die_name(game, need) for need in dice[name].needs)
        out.append((f"train/{name}", f"{needs} comes first", DICE))
    out += [(f"train/{what}", "this point was tried on it in vain", "R27") for what in frame.failed]
    return out
