"""The table in plain text: dice on top, stacks, the active cards with their dice, the hero."""

from __future__ import annotations

from typing import Any

from tmb_twenty_strong import cards, items, needs, resolve
from tmb_twenty_strong.engagement import strategy
from tmb_twenty_strong.frames import Engagement
from tmb_twenty_strong.names import (
    STACKS,
    card_name,
    count,
    dice_in_words,
    name_of,
    needs_in_words,
    rank_name,
    shown_in_words,
)
from tmb_twenty_strong.world import PILES


def draw(game: Any) -> str:
    """The whole table."""
    world = game.world
    if not world.tops:
        return " The table is set up"
    lines = [_headline(game), "", *_stacks(game), ""]
    if world.foes:
        lines += [*_foes(game), ""]
    return "\n".join(line.rstrip() for line in [*lines, *_dice(game), *_hero(game)])


def _headline(game: Any) -> str:
    """` Day 4 of 12   rank 1 (Prepared)   Goremaw waits until day 7   3 Tyrant encounters left`"""
    world, card = game.world, game.rules.tables["tyrants"][game.world.tyrant]
    waits = f"{card.name} waits until day {card.days}" if world.day < card.days else f"{card.name} can be faced"
    if world.ending:
        waits = f"{card.name} is defeated" if world.ending == "won" else f"{card.name} prevails"
    left = count(cards.tyrant_encounters_left(game), "Tyrant encounter")
    out = f" Day {world.day} of 12   {rank_name(world.rank)}   {waits}   {left} left"
    frame = next((f for f in game.stack if type(f) is Engagement), None)
    if frame is not None:
        out += f"   Engagement {frame.number}, Strategy {frame.passes} of {strategy(game)}"
    return out + (f"   BQ {world.marks['shift']:+d}" if world.marks.get("shift") else "")


def _stacks(game: Any) -> list[str]:
    """Each stack's face-up card, what lies under it, and what was scouted."""
    world, out = game.world, []
    for pile in PILES:
        top = _face_up(game, world.tops[pile]) if world.tops[pile] else "–"
        line = f" {STACKS[pile]:<12} {top} +{world.stacks[pile].size()}"
        if world.scouted[pile]:
            line += f"   scouted: {_face_up(game, world.scouted[pile][0])}"
            line += f" +{len(world.scouted[pile]) - 1}" if len(world.scouted[pile]) > 1 else ""
        out.append(line)
    if world.encounter:
        card = game.rules.tables["encounters"][world.encounter]
        out.append(f" {'beside':<12} {card.name}: {card.text}")
    return out


def _face_up(game: Any, card: str) -> str:
    """`Mud Pup [1 any]`, `War Camp [tyrant]`"""
    encounters = game.rules.tables["encounters"]
    if card in encounters:
        return f"{card_name(game, card)} [{encounters[card].sort}]"
    return f"{card_name(game, card)} [{needs_in_words(game.rules.tables['needs'][card])}]"


def _foes(game: Any) -> list[str]:
    """A line an active card: what it lacks, what it deals; its text and its dice under it."""
    rows = []
    for foe in game.world.foes.values():
        lacks = "defeated" if foe.defeated else f"needs {needs_in_words(needs.left(game, foe))}"
        deals = "" if foe.defeated else f"deals {resolve.damage_of(game, foe, None)}"
        rows.append((name_of(game, foe.id), lacks, deals, foe))
    wide = [max(len(row[i]) for row in rows) + 3 for i in range(2)]
    out = []
    for name, lacks, deals, foe in rows:
        out.append(f" {name:<{wide[0]}}{lacks:<{wide[1]}}{deals}")
        out += [f"    {text}" for text in _texts(game.rules.tables["cards"][foe.kind])]
        if foe.dice:
            out.append(f"    on it: {shown_in_words(foe.dice)}")
    return out


def _texts(card: Any) -> list[str]:
    """What an active card says: its effect, its reward, what it is as an item."""
    rows = [card.text]
    if reward := getattr(card, "reward_text", ""):
        rows.append(f"Reward: {reward}")
    if (item := getattr(card, "item", None)) is not None:
        rows.append(f"Item: {item.text}")
    return [row for row in rows if row]


def _dice(game: Any) -> list[str]:
    """The areas for dice."""
    world = game.world
    out = [f" pool         {dice_in_words(world.pool)}"]
    if world.ready:
        out.append(f" committed    {dice_in_words(world.ready)}")
    if world.open:
        out.append(f" rolled       {shown_in_words(world.open)}")
    out.append(f" exhausted    {dice_in_words(world.exhausted)}")
    return [*out, f" banished     {dice_in_words(world.banished)}"] if world.banished else out


def _hero(game: Any) -> list[str]:
    """Stat dice, backup plan, items."""
    hero, tables = game.world.hero, game.rules.tables
    guard = f"   prevents {hero.marks['guard']}" if hero.marks.get("guard") else ""
    name = card_name(game, hero.kind) + (" +1" if hero.plus else "")
    out = [f" {name}   Health {hero.health}   Strategy {hero.strategy}   Recovery {hero.recovery}{guard}"]
    colours = tables["slots"][hero.side or hero.kind]
    slots = " ".join(f"[{c} {'●' if d else '○'}]" for c, d in zip(colours, hero.slots, strict=True))
    out.append(f"   backup plan {slots}  {tables['plans'][hero.side or hero.kind].text}")
    held = [_item(game, i) for i in game.world.items]
    if held:
        out.append(f"   items {len(held)} of {items.limit(game)}: " + ", ".join(held))
    return out


def _item(game: Any, item: Any) -> str:
    """A card, with what a lock needs still."""
    name = name_of(game, item.id)
    return f"{name} [locked: {needs_in_words(needs.left(game, item))}]" if item.locked else name
