"""Whom to attack: the one that you can finish, the dangerous before the harmless, and no bomb beside a friend."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_base.bots.look import Look, Unit, best, blast, effort, shields, skill
from tmb_base.bots.reacting import attacked

NOBODY, ELSE = "target/nobody", "also/nobody"
TYRANT = 20
"""How much more we want the Tyrant gone: nobody else must fall."""


def target(ask: Ask, look: Look) -> list[str]:
    """The most worthwhile foe in reach; nobody, if every choice would be the end of us."""
    units = {o.id: look.units[o.id.rpartition("/")[2]] for o in ask.options if o.id != NOBODY}
    found = best(units, lambda o: worth(look, units[o]))
    return [*(o for o in found if wanted(look, units[o]) and not deadly(look, units[o])), NOBODY]


def wanted(look: Look, unit: Unit) -> bool:
    """Whether it is any good to attack it: what is on nobody's side stays where it is, unless it must fall, or the card
    says what happens when it does."""
    if unit["side"]:
        return True
    printed = look.printed(unit)
    return printed is None or printed.must_fall or look.sheets.cards.speaks_of(look.view.get("encounter", ""), printed)


def also(ask: Ask, look: Look) -> list[str]:
    """Whom a chip attacks in a turn that is at my will: the most worthwhile foe."""
    if not look.acting:
        return attacked(ask, look)
    found = {o.id: look.units[o.id.rpartition("/")[2]] for o in ask.options if o.id != ELSE}
    return [*best(found, lambda o: worth(look, found[o])), ELSE]


def worth(look: Look, foe: Unit) -> int:
    """How much we want it gone: the more danger for the less effort; who taunts must be attacked first."""
    thick = look.sheets.cards.thick(foe["skills"]) if look.sheets is not None else 0
    value = 24 * danger(foe) // (1 + effort(foe) + thick) - 8 * blast(look, foe)
    if foe["marks"].get("taunt"):
        value += 1000
    if look.sheets is not None:
        for expert in look.sheets.experts:
            value += expert.worth(look, foe)
    return value + TYRANT if foe["kind"] == look.view.get("tyrant", "") else value


def danger(foe: Unit) -> int:
    """What it does to us in a turn, roughly."""
    extra = sum(bool(skill(foe, word)) for word in ("poison", "bleed", "frenzy", "corrosive", "signal"))
    return 2 + 2 * int(foe["atk"]) + extra


def deadly(look: Look, foe: Unit) -> bool:
    """Whether finishing it blows us up: its Detonate is more than our HP and shields can take."""
    n = skill(foe, "detonate")
    return bool(n and look.me and n >= look.me["hp"] + shields(look.me) and effort(foe) <= 4)
