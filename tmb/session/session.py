"""A session: one running game with all that surrounds it: views, undo, forks, saves, its journal."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tmb.core.chance import seeded
from tmb.core.decisions import Ask
from tmb.core.events import Event
from tmb.core.game import Game
from tmb.errors import InputError
from tmb.session import looks, saves
from tmb.session.answers import unknown_option
from tmb.session.journal import Header, Redo, Undo, encode
from tmb.session.position import Ahead
from tmb.session.running import Running
from tmb.session.setup import Setup, Source, fresh_seed, make_setup, seed_of

Audience = bool
"""True: the referee, who sees all. False: the table."""


class Session(Running):
    """One running game. `where` in all methods is the JSON Pointer of the field that an error would be about."""

    @classmethod
    def new(
        cls,
        rules: Any,
        mode: str,
        options: Mapping[str, Any] | None = None,
        *,
        chosen: Mapping[str, Any] | None = None,
        seed: str | int | None = None,
        dice: Source = "seeded",
        cards: Source | None = None,
        script: list[str] | None = None,
        auto: list[str] | None = None,
        strict: bool = False,
    ) -> Session:
        """A new game of a mode, run up to its first ask. Without a seed nobody knows it before the end; a whole number
        as a seed is its digits. chosen: rule options that are not as the packs have them; auto: keys of asks that are
        answered by their first option.

        Raises InputError: unknown_mode, unknown_option_name, unknown_rule_option, bad_value, script_mismatch, internal.
        """
        setup, given = make_setup(
            rules,
            mode,
            options or {},
            chosen=chosen,
            seed=seed,
            dice=dice,
            cards=cards,
            script=script,
            auto=auto,
            strict=strict,
        )
        return cls(rules, setup, given=given)

    # -- what can be seen -------------------------------------------------------------------------------------------

    def ask(self, labels: bool = False, blocked: bool = False) -> Ask | None:
        """The open ask; with `labels`, in words; with `blocked`, with what is not legal now and why."""
        shown = self.open_ask
        if shown is None or not (labels or blocked):
            return shown
        return self._guarded(lambda: looks.dressed(self.game, shown, labels, blocked))

    @property
    def events_so_far(self) -> int:
        """The number of the last event."""
        return self.game.state.events

    def events(self, since: int = 0, referee: Audience = False) -> list[Event]:
        """The events after number `since`, as the audience saw them. Those before a load or fork are not known here."""
        begin = max(0, since - self._first_event)
        if referee:
            return self._events[begin:]
        if self._event_for_table is not None:
            return self._seen[begin:]
        return [e.for_table() if e.secret else e for e in self._events[begin:]]

    @property
    def first_event(self) -> int:
        """The number of the last event that is not known here: those before a load or fork."""
        return self._first_event

    def view(self, referee: Audience = False) -> dict[str, Any]:
        """The world as the audience sees it."""
        return self._guarded(lambda: self.game.mode.view(self.game, referee))

    def explain(self, name: str, where: str = "/params/option") -> dict[str, Any]:
        """What an option of the open ask, a blocked one, a content id or a word of the rules means.

        "" is the open ask itself. What a word means besides stands under `also`. Raises InputError: unknown_topic,
        no_ask.
        """
        return self._guarded(lambda: looks.explain(self, name, where))

    def preview(self, option: str, where: str = "/params/option") -> dict[str, Any]:
        """What an option would do as far as no chance is in it. Raises InputError: no_ask, unknown_option."""
        shown = self.open_ask
        if shown is None:
            raise looks.no_ask(where)
        if all(o.id != option for o in shown.options):
            raise unknown_option(shown, option, where)
        return self._guarded(lambda: self.game.mode.preview(self.game, self.game.ask, option))

    @property
    def script_at(self) -> int:
        """How many lines of the script were used."""
        return self._now.script_at

    @property
    def first(self) -> Header:
        """The header of the journal."""
        return self.journal.first

    # -- back and forth ---------------------------------------------------------------------------------------------

    def undo(self, steps: int = 1, where: str = "/params/steps") -> None:
        """Go back to the last unforced answer of a seat other than chance, `steps` times. The same dice come again.
        What a hand told before the first such answer is one step, so that it can be told otherwise.

        Raises InputError: nothing_to_undo, bad_value, save_failed.
        """
        self._can(steps, len(self._undo), "undone", where)
        self._guarded(lambda: self._step_back(steps))
        self._journal_step(Undo(steps), self._step_forth)

    def redo(self, steps: int = 1, where: str = "/params/steps") -> None:
        """Give so many undone answers again. Raises InputError: nothing_to_undo, bad_value, save_failed."""
        self._can(steps, len(self._redo), "done again", where)
        self._guarded(lambda: self._step_forth(steps))
        self._journal_step(Redo(steps), self._step_back)

    @property
    def undoable(self) -> int:
        """How many decisions can be taken back."""
        return len(self._undo)

    @property
    def redoable(self) -> int:
        """How many undone decisions can be given again."""
        return len(self._redo)

    def _step_back(self, steps: int) -> None:
        target, trail = self._undo[-steps], [*self._undo[-steps:], self._now]
        events, seen, picks = self._events, self._seen, self._picks
        ahead = []
        for back, after in pairwise(trail):
            span = slice(back.events - self._first_event, after.events - self._first_event)
            ahead.append(Ahead(after, picks[back.picks : after.picks], events[span], seen[span]))
        self._go_to(target)
        del self._undo[-steps:]
        self._redo += reversed(ahead)

    def _step_forth(self, steps: int) -> None:
        ahead = self._redo[-steps:][::-1]
        trail = [self._now, *(a.position for a in ahead)]
        events, seen = [e for a in ahead for e in a.events], [e for a in ahead for e in a.seen]
        picks, kept = len(self._picks), len(self._kept)
        self._picks += [pick for a in ahead for pick in a.picks]
        self._kept += [position for position in trail[1:] if position.state]
        try:
            self._go_to(trail[-1])
        except BaseException:
            del self._picks[picks:], self._kept[kept:]
            raise
        self._undo += trail[:-1]
        self._events += events
        self._seen += seen
        del self._redo[-steps:]

    def _journal_step(self, line: Undo | Redo, revert: Any) -> None:
        lines = len(self.journal.lines)
        self.journal.lines.append(encode(line))
        try:
            if type(line) is Redo and self.game.ask is None:
                self._note_end()
            self.journal.commit()
        except BaseException:
            del self.journal.lines[lines:]
            revert(line.undo if isinstance(line, Undo) else line.redo)
            raise

    def _can(self, steps: int, most: int, what: str, where: str) -> None:
        if steps < 1:
            raise InputError("bad_value", f"steps is {steps}; at least 1 is wanted", where=where, got=steps, want=1)
        if steps > most:
            raise InputError(
                "nothing_to_undo",
                f"{steps} decision{'s' * (steps > 1)} cannot be {what}; {_there_are(most)}",
                where=where,
                got=steps,
                want=most,
            )

    # -- copies -----------------------------------------------------------------------------------------------------

    def fork(self, referee: Audience = False, seed: str | int | None = None) -> Session:
        """A second game that goes on from here by itself; it cannot be undone to before the fork.

        The referee's is a plain copy (with `seed`: dice of its own). The table's never tells what is to come: all
        hidden things are dealt again and the chance to come is that of `seed`, or of a fresh one. An honest search
        uses it. What a hand answers it goes on answering, unless a `seed` is given: that answers all.
        """
        seed = seed_of(seed)
        setup = Setup(**{f: getattr(self.setup, f) for f in Setup.__struct_fields__})
        state = self._guarded(lambda: self.rules.copy(self.game.state))
        first = saves.header_of(self)
        if not referee or seed is not None:
            reseed(setup, seed, keep_script=referee)
        if not referee:
            self._guarded(lambda: self._redeal(state, setup.seed or seed or fresh_seed()))
        saves.begin_at(first, setup, self._guarded(lambda: self.codec.to_json(state)))
        return Session(self.rules, setup, state, first=first)

    def _redeal(self, state: Any, seed: str) -> None:
        """What a hand has drawn is known to it, so the game goes on as it was while it is dealt."""
        game = Game(self.rules, state, self.game.chance)
        game.mode.redeal(game, seeded(seed))

    def save(self) -> Header:
        """All that is needed to go on later, for the referee: it holds every hidden thing and the seed."""
        return self._guarded(lambda: saves.save(self))

    @classmethod
    def load(cls, rules: Any, saved: Header, where: str = "/params/save") -> Session:
        """Go on from a save. Raises InputError("save_incompatible"): other packs, another format, a broken state."""
        return saves.load(cls, rules, saved, where)


def _there_are(n: int) -> str:
    return "there is 1" if n == 1 else f"there are {n or 'none'}"


def reseed(setup: Setup, seed: str | None, keep_script: bool) -> None:
    """Give a set-up dice of its own. A script is known to nobody at the table: it gives way to the seed. So does a hand
    to a seed that was asked for."""
    if seed is not None:
        setup.dice = "seeded" if setup.dice == "hand" else setup.dice
        setup.cards = "seeded" if setup.cards == "hand" else setup.cards
    if not keep_script:
        setup.dice = "seeded" if setup.dice == "script" else setup.dice
        setup.cards = "seeded" if setup.cards == "script" else setup.cards
        setup.script = []
    if "seeded" in (setup.dice, setup.cards):
        setup.seed = fresh_seed() if seed is None else seed
