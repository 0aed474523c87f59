"""Events: what happened, past tense, with its cause. Only the functions that write the world make them."""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace


def dotted(name: str) -> str:
    """`UnitHurt` -> `unit.hurt`: the kind of an event."""
    out = "".join(f".{c.lower()}" if c.isupper() else c for c in name)
    return out.removeprefix(".")


class Event(Struct, kw_only=True, omit_defaults=True, tag_field="kind", tag=dotted):
    """Something that happened. n: its number in the game; cause: the number of the event that brought it about (0:
    none); by: the bearer, seat or thing that did it. `secret` names the fields that the table may not see."""

    secret: ClassVar[tuple[str, ...]] = ()

    n: int = 0
    cause: int = 0
    by: str = ""

    def for_table(self) -> Event:
        """This event as the players at the table see it."""
        if not self.secret:
            return self
        return replace(self, **{field: type(getattr(self, field))() for field in self.secret})


def defined_in(module: ModuleType) -> tuple[type[Event], ...]:
    """The kinds of events that a module defines, in their order there."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event)]
    return tuple(kind for kind in kinds if kind.__module__ == module.__name__)


class DiceRolled(Event):
    """Dice were rolled: which kinds, and the faces that they show, in the same order."""

    dice: list[str]
    faces: list[str]
    stream: str = ""


class PileShuffled(Event):
    """A pile was shuffled: how many cards it holds."""

    pile: str
    size: int


class CardDrawn(Event):
    """A card was taken from the top of a pile. The table does not see which unless the flow turns it up."""

    secret: ClassVar[tuple[str, ...]] = ("card",)

    pile: str
    card: str


class MarkChanged(Event):
    """A declared mark of a thing has a new value."""

    thing: str
    mark: str
    value: int


class TriggerUsed(Event):
    """A bearer answered a window, or used an action."""

    window: str
    bearer: str


class Said(Event):
    """Words of a card that changes nothing by itself."""

    text: str


CORE: tuple[type[Event], ...] = (DiceRolled, PileShuffled, CardDrawn, MarkChanged, TriggerUsed, Said)


def as_data(event: Event) -> Any:
    """An event as plain data."""
    import msgspec

    return msgspec.to_builtins(event)
