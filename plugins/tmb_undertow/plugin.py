"""Undertow as a plugin on top of the base game's. What it registers is imported when a game wants it."""

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
    return [inside if inside.is_dir() else HERE.parent.parent / "packs" / "undertow"]


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
