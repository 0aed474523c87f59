"""What to train: attempts that may fail cost nothing, so the most useful thing is tried first."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_base.bots.look import Look, Unit, best

FOE = {"side": "baddies", "kind": "", "hp": 4, "most": 4, "pos": "r2c1", "marks": {}, "def_dice": [], "skills": []}
SKILL = 24
"""A die that is worth as much as an Atk die is worth so much here, in hundredths."""


def train(ask: Ask, look: Look) -> list[str]:
    """The stat or skill that helps most."""
    if not look.me:
        return []
    neutral = _in_battle(look)
    return best((o.id for o in ask.options), lambda o: value(neutral, o.rpartition("/")[2]))


def value(look: Look, what: str) -> int:
    """What one more point, or a skill die, is worth to me."""
    me = look.me
    if what in STATS:
        return int(STATS[what](me, _dice(look)))
    own = look.sheets.learned_worth(look, what)
    later = max((look.sheets.learned_worth(look, d) for d in look.sheets.leads_to(what)), default=0)
    return int(SKILL * (own + later // 4) // 80)


def _dice(look: Look) -> int:
    """How many dice I would like to roll in a turn."""
    me = look.me
    return int(me["atk"] + min(me["def"], 2) + sum(look.sheets.die_worth(look, d) >= 50 for d in me["skills"]))


HP, DEX, ATK, DEF = 34, 28, 50, 26
"""What the next point of each is worth to a Gearloc that has what it needs of it, in hundredths."""
HP_LOW = 10
HP_LESS, DEX_MORE, ATK_LESS, DEF_LESS = 2, 5, 5, 4
"""How much less each further one is worth; how much more Dex is, for each die that cannot be rolled."""

STATS = {
    "hp": lambda me, dice: HP - HP_LESS * max(0, me["most"] - 5) + HP_LOW * max(0, 6 - me["most"]),
    "dex": lambda me, dice: DEX + DEX_MORE * min(3, dice - me["dex"]),
    "atk": lambda me, dice: ATK - ATK_LESS * max(0, me["atk"] - me["dex"] + 1),
    "def": lambda me, dice: DEF - DEF_LESS * max(0, me["def"] - 3),
}


def _in_battle(look: Look) -> Look:
    """The same Gearloc in the middle of a battle, somewhat hurt, with a foe before it."""
    me: Unit = look.me | {"hp": max(1, look.me["most"] - 2), "pos": "r3c1", "active": [], "locked": []}
    view = {"round": 1, "units": {look.seat: me, "b0": FOE}, "turn": {"unit": look.seat, "target": "b0"}}
    return Look(view, look.seat, look.sheets)
