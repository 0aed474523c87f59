"""What the plugin registers, in the order of the hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmb.core.things import Mark

if TYPE_CHECKING:
    from tmb.registry import Registry

MARKS = (Mark("equipment", "what a Baddie rolled for its kit", hi=6, clears="battle"),)


def add_words(register: Registry) -> None:
    """Marks, events."""
    for mark in MARKS:
        register.mark(mark)


def add_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors."""


def add_flows(register: Registry) -> None:
    """What it adds to the base game's flows."""
