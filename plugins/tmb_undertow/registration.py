"""What the plugin registers, in the order of the hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tmb.registry import Registry


def add_words(register: Registry) -> None:
    """Marks, events."""


def add_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors."""


def add_flows(register: Registry) -> None:
    """What it adds to the base game's flows."""
