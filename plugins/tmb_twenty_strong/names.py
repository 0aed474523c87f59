"""Cards, dice and bearers in words."""

from __future__ import annotations

from typing import Any

from tmb_twenty_strong.world import ANY, COLOURS, CRIT, DICE, HERO, HIT, MISS, SHOWN, TABLE, Bag, colour_of, face_of

IRREGULAR = {"die": "dice", "miss": "misses"}
STACKS = {"1": "1Pt Baddies", "5": "5Pt Baddies", "encounter": "encounters"}
RANKS = ("Prepared", "Daring", "Seasoned", "Heroic", "Legendary")
UNSEEN_NAME = "a Tyrant encounter"


def card_name(game: Any, card: str) -> str:
    """A card by its id."""
    tables = game.rules.tables
    for table in ("cards", "heroes", "backups"):
        if card in tables[table]:
            return str(tables[table][card].name or card)
    return UNSEEN_NAME if card == "tyrant-encounter" else card


def name_of(game: Any, id: str) -> str:
    """An active card or an item by its id, told apart from others of its kind; a card of content; a die; other words
    stay as they are."""
    world = game.world
    found = world.foes.get(id) or next((i for i in world.items if i.id == id), None)
    if found is not None:
        several = [c.kind for c in (*world.foes.values(), *world.items)].count(found.kind) > 1
        return card_name(game, found.kind) + (f" ({id})" if several else "")
    if id == HERO:
        return card_name(game, world.hero.kind)
    if id == TABLE:
        return "the table"
    return die_name(id) if id in DICE else colour_name(id) if id in COLOURS else card_name(game, id)


def rank_name(rank: int) -> str:
    """`rank 2 (Daring)`"""
    return f"rank {rank} ({RANKS[rank - 1]})"


def colour_name(colour: str, n: int = 1) -> str:
    """`1 blue die`, `2 blue dice`."""
    return f"{n} {colour} {'die' if n == 1 else 'dice'}"


def die_name(die: str) -> str:
    """`blue hit`."""
    return f"{colour_of(die)} {face_of(die)}"


def count(n: int, word: str) -> str:
    """`1 hit`, `2 hits`, `2 dice`."""
    return f"{n} {word if n == 1 else IRREGULAR.get(word, word + 's')}"


def dice_in_words(bag: Bag) -> str:
    """Dice by colour: `2 blue, 1 red`; "none"."""
    return ", ".join(f"{bag[c]} {c}" for c in COLOURS if c in bag) or "none"


def shown_in_words(bag: Bag) -> str:
    """Rolled dice by colour: `blue 2 hits; red 1 crit, 1 hit`; "none"."""
    rows = []
    for colour in COLOURS:
        faces = [(bag[SHOWN[colour, f]], f) for f in (CRIT, HIT, MISS) if SHOWN[colour, f] in bag]
        if faces:
            rows.append(f"{colour} " + ", ".join(count(n, face) for n, face in faces))
    return "; ".join(rows) or "none"


def needs_in_words(needs: Bag) -> str:
    """Hits: `2 any, 1 blue`; "nothing"."""
    return ", ".join(f"{needs[k]} {k}" for k in (ANY, *COLOURS) if needs.get(k)) or "nothing"


def sheet_name(game: Any, sheet: str) -> str:
    """What a bearer is called by its sheet."""
    kind, _, card = sheet.partition("/")
    if kind == "plan":
        return "backup plan"
    name = card_name(game, card)
    return name if kind in ("baddie", "tyrant", "item", "battle", "card") else f"{name}'s innate ability"


def text_of(game: Any, sheet: str) -> str:
    """What the rule of a sheet says, in the card's words."""
    kind, _, card = sheet.partition("/")
    tables = game.rules.tables
    if kind == "plan":
        return "use it now"
    if kind == "innate-plus":
        return str(tables["heroes"][card].innate_plus.text)
    if kind == "innate":
        hero = tables["heroes"][card]
        return str((hero.innate if hasattr(hero, "innate") else hero.ability).text)
    found = tables["cards"][card]
    part = {"item": "item", "battle": "battle"}.get(kind)
    return str(getattr(found, part).text if part else found.text)
