"""The words of effects of 20 Strong, a module a subject. A module has any of OPS, CONDITIONS, VALUES, SELECTORS, THINGS
and FLOWS (of the frames that its ops push)."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from tmb_twenty_strong.words import dice, facts, table

if TYPE_CHECKING:
    from tmb.registry import Registry

WORDS: tuple[ModuleType, ...] = (facts, dice, table)
FLOWS = tuple(flow for module in WORDS for flow in getattr(module, "FLOWS", ()))


def register_words(register: Registry) -> None:
    """Hand all words over."""
    for module in WORDS:
        for name, (struct, make) in getattr(module, "OPS", {}).items():
            register.op(name, struct, make)
        for name, (arg, make) in getattr(module, "CONDITIONS", {}).items():
            register.condition(name, arg, make)
        for name, (arg, make) in getattr(module, "VALUES", {}).items():
            register.value(name, arg, make)
        for name, (arg, make) in getattr(module, "SELECTORS", {}).items():
            register.selector(name, arg, make)
        for name, get in getattr(module, "THINGS", {}).items():
            register.things(name, get)
