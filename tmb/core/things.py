"""The shapes that every mode composes: things that carry marks, tokens, and piles of cards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tmb.core.state import kebab


class Mark(Struct, frozen=True):
    """A declared counter that things may carry. lo..hi: its bounds; clears: the moment, named by the mode, when it goes
    back to 0 by itself; public: the table sees it; bears: a sheet comes and goes with it."""

    name: str
    text: str = ""
    lo: int = 0
    hi: int = 99
    clears: str = "never"
    public: bool = True
    bears: bool = False


class Thing(Struct, omit_defaults=True, tag_field="thing", tag=kebab):
    """What has an id and carries marks. A mark that is 0 is not stored."""

    id: str
    marks: dict[str, int] = {}


class Token(Thing):
    """A chip of a declared kind that lies somewhere: on a position, on a unit, on a card."""

    kind: str = ""
    at: str = ""


class Card(Thing):
    """A card of a content id, face up or face down."""

    kind: str = ""
    face_up: bool = False


class Die(Thing):
    """A die of a kind that shows a face."""

    kind: str = ""
    face: str = ""


class Pile(Struct, omit_defaults=True):
    """A face-down pile, top first. `loose` holds cards whose order only the real table knows: they lie between
    `cards` (known, on top) and `under` (known, at the bottom)."""

    cards: list[str] = []
    loose: list[str] = []
    under: list[str] = []

    def size(self) -> int:
        """How many cards lie here."""
        return len(self.cards) + len(self.loose) + len(self.under)

    def all(self) -> list[str]:
        """Every card, known or not, in no order that a player may rely on."""
        return self.cards + self.loose + self.under

    def put_on_top(self, card: str) -> None:
        """Lay a card on top."""
        self.cards.insert(0, card)

    def put_under(self, card: str) -> None:
        """Lay a card at the bottom."""
        (self.under if self.loose or self.under else self.cards).append(card)

    def refill(self, cards: Iterable[str], ordered: bool) -> None:
        """Make this pile of exactly these cards; `ordered`: their order is known."""
        known, unknown = (list(cards), []) if ordered else ([], list(cards))
        self.cards, self.loose, self.under = known, unknown, []
