"""The base game as a plugin. What it registers is imported when a game wants it, not wherever it is installed."""

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
    return [own_pack(__file__, "base")]


@hookimpl
def tmb_words(register: Registry) -> None:
    """Windows, moments, queries, permits, marks, checks, events."""
    from tmb_base import registration

    registration.add_words(register)


@hookimpl
def tmb_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors, scripts."""
    from tmb_base import registration

    registration.add_effects(register)


@hookimpl
def tmb_content(register: Registry) -> None:
    """Kinds of entries, dice, sheets, tables, checks; every effect die is a mark."""
    from tmb_base import registration

    registration.add_content(register)


@hookimpl
def tmb_flows(register: Registry) -> None:
    """The procedures of a battle."""
    from tmb_base import registration

    registration.add_flows(register)


@hookimpl
def tmb_modes(register: Registry) -> None:
    """The modes, and who plays them well."""
    from tmb_base import registration

    registration.add_modes(register)
