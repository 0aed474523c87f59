"""A mode: a game that can be started. What a plugin tells the engine about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from tmb.core.asking import public
from tmb.core.bearers import Bearer
from tmb.core.chance import Chance
from tmb.core.events import Event
from tmb.core.state import Frame


class Options(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The set-up of a mode. Field names are its command-line options; defaults are the mode's own."""


class Sign(NamedTuple):
    """A sign that a board draws. sign: as an example; doc: what it means; pattern: a regular expression of all like it,
    "" where the sign is the only one.
    """

    sign: str
    doc: str
    pattern: str = ""

    def like(self, word: str) -> bool:
        """Whether a word is this sign, or one like it."""
        return word == self.sign or bool(self.pattern and re.fullmatch(self.pattern, word))


class Mode:
    """One game that can be started. A plugin makes a subclass and registers an instance; it holds no state.

    name: what `new` calls it; options: its set-up; world: the type of its world; packs: what it plays with if nobody
    says; stream: the name of its main stream of chance; common_seat: who answers what belongs to nobody alone; scene:
    the keys that a scenario may hand to `stage`; demo: options of a short game that shows the mode, {} for none; whole:
    it is a whole game and not a part of one, so that it is meant where nobody names a mode; outcome_words: what people
    call the keys of `outcome`, "" where another key says the same.
    """

    name: ClassVar[str]
    doc: ClassVar[str] = ""
    options: ClassVar[type[Options]] = Options
    world: ClassVar[Any]
    packs: ClassVar[tuple[str, ...]] = ()
    stream: ClassVar[str] = "main"
    common_seat: ClassVar[str] = "table"
    scene: ClassVar[tuple[str, ...]] = ()
    demo: ClassVar[dict[str, Any]] = {}
    whole: ClassVar[bool] = False
    outcome_words: ClassVar[Mapping[str, str]] = {}

    def start(self, rules: Any, options: Any) -> tuple[Any, Frame]:
        """The world and the first frame for these options. Raises InputError where they do not fit together."""
        raise NotImplementedError

    def find(self, game: Any, id: str) -> Any:
        """The thing of this id, or None."""
        raise NotImplementedError

    def bearers(self, game: Any) -> Iterable[Bearer]:
        """All that carries triggers, modifiers, forbids or actions now, in the printed order."""
        return ()

    def bearers_of(self, game: Any, holder: str) -> Iterable[Bearer]:
        """Those of one holder."""
        return [b for b in self.bearers(game) if b.holder == holder]

    def holders(self, game: Any) -> Iterable[str]:
        """All that may hold bearers, in the order in which theirs are offered."""
        return dict.fromkeys(b.holder for b in self.bearers(game))

    def seat_of(self, game: Any, holder: str) -> str:
        """Who answers for what belongs to `holder`."""
        return self.common_seat

    def may_leave(self, game: Any, about: Any, bearer: Bearer) -> bool:
        """Whether what `bearer` must do may be left all the same. about: the frame that opened the window; it says that
        it is taken `at_will`.
        """
        return False

    def outcome(self, game: Any) -> dict[str, Any]:
        """How a finished game ended, as plain data."""
        return {}

    def climb(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, Any]:
        """What a finished game changes of the set-up of the next one, for those who keep a ladder; {} for nothing."""
        return {}

    def view(self, game: Any, referee: bool) -> dict[str, Any]:
        """The world as the table (or the referee) sees it, by allow-list."""
        raise NotImplementedError

    def event_for_table(self, game: Any, event: Event) -> Event:
        """An event as the table sees it."""
        return event.for_table()

    def redeal(self, game: Any, chance: Chance) -> None:
        """Deal again all that the table does not know, by `chance` (stream "redeal"). What the table sees stays."""

    def label(self, game: Any, ask: Any, option: str) -> str:
        """Words for an option of an ask (as the engine holds it), or for the ask itself (option "")."""
        return option or str(ask.key)

    def story(self, game: Any, events: Iterable[Event], earlier: Iterable[Event] = ()) -> list[str]:
        """What happened, in words: a line each for what a person would want to read. earlier: those that tell the names
        of what is gone.
        """
        return []

    def topics(self, rules: Any) -> Mapping[str, dict[str, Any]]:
        """What `explain` tells of words of the mode's own, such as numbers of rulings, with these rules: plain data by
        name."""
        return {}

    def blocked(self, game: Any, ask: Any) -> list[tuple[str, str, str]]:
        """What a player may miss in the open ask: (option id, why not, citation)."""
        return []

    def preview(self, game: Any, ask: Any, option: str) -> dict[str, Any]:
        """What an option would do, as far as no chance is in it, as plain data."""
        return {}

    def about(self, game: Any, ask: Any, option: str) -> str:
        """What explains an option: the id of an entry or another topic, "" where its label says all."""
        return next((str(o.ref) for o in public(ask).options if o.id == option), "")

    def invariants(self, game: Any) -> list[str]:
        """What is wrong with the world, for tests; nothing in a sound game."""
        return []

    def board(self, game: Any) -> str:
        """The table drawn in plain text."""
        return ""

    def spoken(self, game: Any) -> str:
        """The same for people who hear it or have no signs for drawing."""
        return self.board(game)

    def moment(self, game: Any) -> tuple[int, ...]:
        """The counters of the game's calendar. Where one of them changes, a person wants to see the board again,
        whatever is asked."""
        return ()

    def legend(self, rules: Any) -> list[Sign]:
        """The signs that `board` draws, for people who see it for the first time."""
        return []

    def stage(self, game: Any, scene: dict[str, Any]) -> None:
        """Set up a scenario's scene. scene: the scenario's keys that are named in `Mode.scene`, as TOML has them.

        The game has its world and its first frame and has not run; this changes the world and the stack of frames as
        the scene says. Raises InputError whose `where` is the JSON Pointer of the value at fault ("/mat/0").
        """
        raise NotImplementedError

    def facts(self, game: Any, name: str) -> Any:
        """The value that a scenario's `see` names, as plain data. Raises InputError("unknown_fact") for others."""
        raise NotImplementedError
