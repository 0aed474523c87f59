"""Undertow as a plugin on top of the base game's. What it registers is imported when a game wants it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tmb.hookspecs import hookimpl, own_pack

if TYPE_CHECKING:
    from pathlib import Path

    from tmb.registry import Registry


@hookimpl
def tmb_packs() -> Iterable[Path]:
    """Its own pack."""
    return [own_pack(__file__, "undertow")]


@hookimpl
def tmb_words(register: Registry) -> None:
    """Marks, events."""
    from tmb_undertow import registration

    registration.add_words(register)


@hookimpl
def tmb_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors."""
    from tmb_undertow import registration

    registration.add_effects(register)


@hookimpl
def tmb_content(register: Registry) -> None:
    """What people read of it."""
    from tmb_undertow import registration

    registration.add_content(register)


@hookimpl
def tmb_flows(register: Registry) -> None:
    """What it adds to the base game's flows."""
    from tmb_undertow import registration

    registration.add_flows(register)
