"""The base game's words for effects, a module a subject. A module has any of OPS, CONDITIONS, VALUES, SELECTORS, THINGS
and FLOWS (of the frames that its ops push)."""

from __future__ import annotations

from types import ModuleType

from tmb_base.words import (
    attempts,
    cards,
    companions,
    decks,
    encounters,
    extra_dice,
    facts,
    gearlocs,
    harm,
    loot,
    losses,
    mat,
    moving,
    places,
    placing,
    reviving,
    rolls,
    slots,
    tasks,
    terrain,
    turns,
    units,
)

WORDS: tuple[ModuleType, ...] = (
    rolls,
    harm,
    moving,
    turns,
    places,
    placing,
    terrain,
    companions,
    mat,
    losses,
    facts,
    units,
    gearlocs,
    slots,
    reviving,
    encounters,
    tasks,
    extra_dice,
    attempts,
    loot,
    cards,
    decks,
)
FLOWS = tuple(flow for module in WORDS for flow in getattr(module, "FLOWS", ()))
