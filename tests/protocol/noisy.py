"""A plugin that does what no rules should: it prints, writes to descriptor 1, lets a child do so, and breaks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tmb.core.flow import choice, stage
from tmb.hookspecs import hookimpl

SHOUTS = ("a print", "a raw write", "a child")


@stage()
def shout(game: Any, turn: Any, me: Any) -> None:
    """Before every turn's menu."""
    print(SHOUTS[0], flush=True)
    os.write(1, SHOUTS[1].encode() + b"\n")
    subprocess.run([sys.executable, "-S", "-c", f"import sys; print('{SHOUTS[2]}', sys.stdin.read())"], check=True)


@choice("crash")
def crashes(game: Any, turn: Any, me: Any) -> list[str]:
    """An entry of the menu that breaks."""
    return ["now"]


@crashes.taken
def crash(game: Any, turn: Any, me: Any, what: str) -> None:
    me.hp = 0
    raise ValueError("this pawn fell over its own feet")


class Noisy:
    """The plugin."""

    @hookimpl
    def tmb_packs(self) -> list[Path]:
        return [Path(__file__).parent / "noisy_pack"]

    @hookimpl
    def tmb_flows(self, register: Any) -> None:
        register.before("Turn", "act", shout)
        register.entry("Turn", "act", crashes)


NOISY = Noisy()
