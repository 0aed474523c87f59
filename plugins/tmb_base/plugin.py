"""The base game as a plugin. What it registers is imported when a game wants it, not wherever it is installed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tmb.hookspecs import hookimpl

if TYPE_CHECKING:
    from tmb.registry import Registry

HERE = Path(__file__).parent


@hookimpl
def tmb_packs() -> Iterable[Path]:
    """The pack lies inside an installed plugin, and beside it in the source tree."""
    inside = HERE / "pack"
    return [inside if inside.is_dir() else HERE.parent.parent / "packs" / "base"]


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
