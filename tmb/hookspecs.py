"""The hooks of a plugin. All are called once, while a rule set is built, never during play.

Each gets a `register` (tmb.registry.Registry), the only door into a rule set; a name registered twice is an error.
Hooks run in the order of the packs' requirements. A plugin may be a module or an object; write
`from tmb.hookspecs import hookimpl`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from tmb.registry import Registry

hookspec = pluggy.HookspecMarker("tmb")
hookimpl = pluggy.HookimplMarker("tmb")


def own_pack(module: str, name: str) -> Path:
    """The folder of the pack that a plugin of this project brings: inside the installed plugin, beside it in the source
    tree. module: the plugin's `__file__`; name: the folder's in the source tree."""
    here = Path(module).parent
    inside = here / "pack"
    return inside if inside.is_dir() else here.parent.parent / "packs" / name


@hookspec
def tmb_packs() -> Iterable[Path]:  # type: ignore[empty-body]
    """The folders of the packs that this plugin brings. Called at discovery, before any rule set."""


@hookspec
def tmb_modes(register: Registry) -> None:
    """Games that can be started: `register.mode`, and their bots: `register.bot`."""


@hookspec
def tmb_flows(register: Registry) -> None:
    """Flows, and stages and menu entries added to those of others.

    `register.flow`, `.before`, `.after`, `.replace`, `.entry`.
    """


@hookspec
def tmb_words(register: Registry) -> None:
    """Windows, moments, queries, permits, marks, checks and event types."""


@hookspec
def tmb_effects(register: Registry) -> None:
    """Ops, values, conditions, selectors and scripts that content may use."""


@hookspec
def tmb_content(register: Registry) -> None:
    """Kinds of entries, dice, sheets and further checks of content."""
