"""Undertow's words for effects, a module a subject, as those of the base game are."""

from __future__ import annotations

from types import ModuleType

from tmb_undertow.words import loot_die, sliding, songs

WORDS: tuple[ModuleType, ...] = (loot_die, songs, sliding)
FLOWS = tuple(flow for module in WORDS for flow in getattr(module, "FLOWS", ()))
"""The flows of the frames that they push."""
