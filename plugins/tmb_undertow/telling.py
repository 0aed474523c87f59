"""Asks, options and events of Undertow in words."""

from __future__ import annotations

from typing import Any

from tmb_undertow import events


def _raft(game: Any, x: Any, name: Any) -> str:
    return f"{name(x.unit)} attacks the raft at {name(x.pos)}: {x.amount} Dmg"


WORDS: dict[str, dict[Any, Any]] = {
    "asks": {
        "BaddieTurn.back_to_the_water": "Which way does {unit} go back to the water?",
        "BaddieTurn.attack_the_raft": "Where does {unit} attack the raft?",
        "LootDie.roll_it": "Roll the Loot Die for {unit}",
        "LootDie.which_consumable": "Which consumable comes to {unit}?",
    },
    "options": {
        "raft": "attack {0}",
        "pick-up": "pick up the Loot Die at {0} (1 Dex)",
        "advance": "{0}: the song goes on",
        "vamp": "{0}: the song waits, for 1 Focus",
        "end": "{0} ends",
        "ablaze": "set {0} ablaze",
        "burns": "{0} burns",
        "hires": "{0} hires",
        "overboard": "{0} goes overboard",
        "plays": "{0} plays",
        "prey": "{0} is the prey",
        "recuperates": "{0} recuperates",
        "scream": "scream at {0}",
        "share": "share with {0}",
        "shriek": "shriek at {0}",
        "takes": "{0} takes it",
        "wear": "{0} wears it",
        "wrapped": "{0} is wrapped",
    },
    "story": {events.RaftAttacked: _raft},
}
"""As `tmb_base.names.more` reads them."""
