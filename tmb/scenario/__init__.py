"""Scenarios: TOML that sets up a game, scripts its dice, plays picks, and says what is to be seen then.

    mode = "..."                    # for all scenarios of the file that name none; else the first of the plugins
    packs = ["base", "./pack"]      # likewise; a folder is seen from the file; else the mode's own

    [[scenario]]
    name = "what it shows"
    cites = "where the rulebook says so"
    options = { ... }               # the mode's options
    ...                             # the mode's own keys of a scene (`Mode.scene`)
    dice = ["d6: 5 6", "draw: NAME"]
    picks = ["strike/owl1", ["a", "b"], "a,b", ""]    # one answer each; forced asks answer themselves
    see = { "owl1.hp" = 3 }         # through `Mode.facts`
    options_are = [...]             # of the ask that is open then; also options_have, options_lack
    refused = [{ pick = "x", code = "unknown_option" }]
    events = ["dice.rolled", { kind = "pawn.hurt", loss = 1 }]    # in this order; others may come between
    outcome = { winner = "fox" }    # how the game ended
    until = "dice"                  # it ends where the dice end; else at the ask that no pick answers

Dice and picks that are left over are failures, and so are missing ones.
"""

from tmb.scenario.reading import Scenario, Written, read, read_all
from tmb.scenario.running import Outcome, collect, run

__all__ = ["Outcome", "Scenario", "Written", "collect", "read", "read_all", "run"]
