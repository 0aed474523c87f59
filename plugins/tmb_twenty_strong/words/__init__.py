"""The words of effects of 20 Strong, a module a subject. A module has any of OPS, CONDITIONS, VALUES, SELECTORS, THINGS
and FLOWS (of the frames that its ops push)."""

from __future__ import annotations

from types import ModuleType

from tmb_twenty_strong.words import dice, facts, table

WORDS: tuple[ModuleType, ...] = (facts, dice, table)
FLOWS = tuple(flow for module in WORDS for flow in getattr(module, "FLOWS", ()))
