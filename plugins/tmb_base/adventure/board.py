"""The table of an adventure in plain text: the day, the mat while there is a battle, the Gearlocs and their Loot."""

from __future__ import annotations

from typing import Any

from tmb_base import board as battle_board
from tmb_base.adventure import names
from tmb_base.adventure.tyrant import Challenge
from tmb_base.battle.battle import going_on
from tmb_base.chart import name
from tmb_base.world import Gearloc, Loot


def draw(game: Any, spoken: bool = False) -> str:
    """The whole table. spoken: for people who hear it."""
    world = game.world
    lines = [headline(game), ""]
    if going_on(game):
        lines += [battle_board.draw(game, spoken)]
    else:
        lines += [line for g in world.party for line in battle_board.gearloc_lines(game, world.units[g])]
    lines += [line for g in world.party for line in loot_lines(game, world.units[g])]
    return "\n".join(line.rstrip() for line in lines)


def headline(game: Any) -> str:
    """` Day 4 of 8   Progress 3/6   Nom waits     The Dreaded Bog`"""
    world = game.world
    if not world.tyrant:
        return " The party sets out"
    tyrant = game.rules.tables["tyrants"][world.tyrant].name
    waits = f"{tyrant} can be challenged" if world.progress >= world.needed else f"{tyrant} waits"
    if any(type(f) is Challenge for f in game.stack):
        waits = f"{tyrant} is challenged"
    if world.ending:
        waits = f"{tyrant} is defeated" if world.ending == "won" else f"{tyrant} got away"
    card = f"   {names.card_name(game, world.card)}" if world.card else ""
    enough = f"{world.progress}/{world.needed}"
    if world.progress > world.needed:
        enough = f"{world.progress} ({world.needed} needed)"
    return f" Day {world.day} of {world.days}   Progress {enough}   {waits}{card}"


def loot_lines(game: Any, unit: Gearloc) -> list[str]:
    """What a Gearloc holds."""
    if not unit.loot:
        return []
    return [f"   {name(game, unit)} holds: " + ", ".join(held(game, card) for card in unit.loot)]


def held(game: Any, card: Loot) -> str:
    """A card, with its uses or its locks."""
    if card.locked:
        locks = game.rules.tables["locks"][card.kind]
        marks = " ".join("open" if i < card.solved else lock for i, lock in enumerate(locks))
        return f"Trove Loot {card.id} [{marks}]"
    title = names.loot_name(game, card.kind)
    return f"{title} ({card.uses})" if card.uses > 1 else title
