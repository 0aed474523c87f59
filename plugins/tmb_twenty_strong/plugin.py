"""20 Strong: Too Many Bones as a plugin. What it registers is imported when a game wants it."""

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
    return [own_pack(__file__, "twenty_strong")]


@hookimpl
def tmb_words(register: Registry) -> None:
    """Windows, moments, queries, permits, marks, checks, events, rule options."""
    from tmb_twenty_strong import registration

    registration.add_words(register)


@hookimpl
def tmb_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors."""
    from tmb_twenty_strong import registration

    registration.add_effects(register)


@hookimpl
def tmb_content(register: Registry) -> None:
    """Kinds of entries, dice, sheets, tables, checks."""
    from tmb_twenty_strong import registration

    registration.add_content(register)


@hookimpl
def tmb_flows(register: Registry) -> None:
    """The procedures of a game."""
    from tmb_twenty_strong import registration

    registration.add_flows(register)


@hookimpl
def tmb_modes(register: Registry) -> None:
    """The mode, and who plays it well."""
    from tmb_twenty_strong import registration

    registration.add_modes(register)
