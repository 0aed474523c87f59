"""Which skill dice a Gearloc may learn by training (Undertow rulebook, Professions, Consumables, Skill Dice)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tmb.content.content import Complaint, Content
from tmb_base.entries import SkillDie
from tmb_base.tables import entries_of, short
from tmb_base.world import Gearloc


def learnable(rules: Any, unit: Gearloc) -> list[str]:
    """The skill dice that this Gearloc may learn now, by their place on the mat."""
    return learnable_dice(rules.tables["dice_of"][unit.kind], unit.skills)


def learnable_dice(dice: Mapping[str, SkillDie], known: Collection[str]) -> list[str]:
    """Of a Gearloc's dice those that can be learned with these known: not known yet, not there from the start, no
    consumable; starred (without `needs`), or one of what it needs is known. In the order of their slots.
    """
    names = [n for n in dice if n not in known and trained(dice[n]) and ready(dice[n], known)]
    return sorted(names, key=lambda n: dice[n].slot)


def trained(die: SkillDie) -> bool:
    """Whether a die comes by training at all: consumables come through loot, others are there from the start."""
    return die.sort != "consumable" and not die.starts


def ready(die: SkillDie, known: Collection[str]) -> bool:
    """Whether a die is starred, or an arrow leads to it from one that is known; one arrow is enough."""
    return not die.needs or any(need in known for need in die.needs)


def unreachable(dice: Mapping[str, SkillDie]) -> list[str]:
    """The dice that no training ever comes to."""
    known = [n for n, die in dice.items() if die.starts]
    while found := learnable_dice(dice, known):
        known += found
    return [n for n, die in dice.items() if trained(die) and n not in known]


def check(content: Content) -> list[Complaint]:
    """Dice whose `needs` are another Gearloc's, and dice that no training ever comes to."""
    dice, out = short(content, "skill-die"), []
    own = [{n: d for n, d in dice.items() if d.gearloc == g} for g in short(content, "gearloc")]
    lost = {name for some in own for name in unreachable(some)}
    for (name, die), (full, _) in zip(dice.items(), entries_of(content, "skill-die"), strict=True):
        wrong = [need for need in die.needs if dice[need].gearloc != die.gearloc]
        if wrong:
            text = f"{wrong[0]!r} is a die of {dice[wrong[0]].gearloc}, and this one is of {die.gearloc}"
        elif name in lost:
            text = "nobody can ever learn it: none of what it needs can be known without it"
        else:
            continue
        out.append(Complaint("skill-die", full, ("needs",), "bad_needs", text))
    return out
