"""What a save holds: the world, the stack of frames, the counters."""

import functools
import re
import typing
from typing import Any, Generic, TypeVar

from msgspec import Struct

W = TypeVar("W")
F = TypeVar("F")

END = "end"
"""The name of no stage: a frame that stands here is finished and is taken off when it is on top."""


def kebab(name: str) -> str:
    """`GearTurn` -> `gear-turn`: how classes are named in a save."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Frame(Struct, kw_only=True, omit_defaults=True, tag_field="frame", tag=kebab):
    """One unfinished procedure. `at`: the stage that runs next ("" = the first); `cause`: the number of the event that
    brought it about. Subclasses add the procedure's own variables; the class name is save format."""

    at: str = ""
    cause: int = 0

    def carries_out(self) -> str:
        """The part of content that it carries out, by the key of its sheet or the address of its program; "" = none."""
        return ""


@functools.cache
def hints_of(kind: type) -> dict[str, Any]:
    """The types of the fields of a Struct, by name, those of its bases included."""
    return typing.get_type_hints(kind)


class State(Struct, Generic[W, F], omit_defaults=True):
    """All that a save holds, and all that a clone copies.

    chance: how many words of each stream are used; asks: how many asks were answered, which is the id of the open one;
    events: how many events happened; born: how many things were made (for their ids); dirty: a change wants the checks;
    rules: the rule options that are not as the rules have them, see `Game.option`.
    """

    mode: str
    world: W
    stack: list[F]
    chance: dict[str, int] = {}
    asks: int = 0
    events: int = 0
    born: int = 0
    dirty: bool = False
    rules: dict[str, str | int | bool] = {}
