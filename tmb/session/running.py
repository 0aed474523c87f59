"""A game that takes answers behind checks. Whatever is asked of it, the game stays whole.

Every request is atomic: it is carried out and journaled, or an InputError says why not and nothing has changed. An
exception out of rules becomes an InputError("internal"), and the game is back where it was before the request.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tmb.core import asking
from tmb.core.decisions import Ask, check_answer
from tmb.core.events import Event
from tmb.core.flow import CHOICE
from tmb.core.game import Game, OpenAsk
from tmb.core.state import State
from tmb.errors import ChanceError, InputError
from tmb.session import answers
from tmb.session.faults import fault
from tmb.session.journal import (
    HASH_EVERY,
    End,
    Header,
    Journal,
    Line,
    chance_of,
    digest,
    encode,
    header,
)
from tmb.session.position import Ahead, Position
from tmb.session.setup import Setup, mismatch, pack_ids


class Running:
    """One running game.

    rules, setup: what it plays; game: the engine's game, to be looked at only; journal: what happened so far.
    `where` in all methods is the JSON Pointer of the field that an error would be about.
    """

    def __init__(
        self,
        rules: Any,
        setup: Setup,
        state: State[Any, Any] | None = None,
        *,
        first: Header | None = None,
        given: Any = None,
    ) -> None:
        """Begin a game, or go on with a `state`. `first`: the header that a journal has already; `given`: the options
        as the mode's own Struct, if they have been read already.

        Raises InputError: script_mismatch, a fault of the set-up, or internal.
        """
        self.rules, self.setup = rules, setup
        self.codec = rules.codec(setup.mode)
        self._chance, self._script = setup.chance()
        self._auto = frozenset(setup.auto)
        self._undo: list[Position] = []
        self._redo: list[Ahead] = []
        self._fresh: list[Event] = []
        self._events: list[Event] = []
        self._seen: list[Event] = []
        self._shown: Ask | None = None
        self.journal = Journal(first or header(setup, pack_ids(rules)))
        if first is not None and self._script is not None:
            self._script.at = first.script_at
        self.game: Game = self._begin(state, first.decisions if first else 0, given)
        self._event_for_table = self.game.mode.event_for_table
        self._first_event = self.game.state.events - len(self._fresh)
        self._settle_events()
        self._beginning()

    def _begin(self, state: State[Any, Any] | None, decisions: int, given: Any) -> Game:
        try:
            if state is not None:
                return self._open(state, decisions)
            options = given or self.rules.options(self.setup.mode, self.setup.options)
            game: Game = self.rules.start(self.setup.mode, options, self._chance, self._fresh, self.setup.strict)
            game.rolls = []
            return game
        except InputError:
            raise
        except ChanceError as e:
            raise mismatch(e, "/params/script") from None
        except Exception as e:
            raise fault(e) from e

    def _open(self, state: State[Any, Any], decisions: int) -> Game:
        game = Game(self.rules, state, self._chance, self._fresh, self.setup.strict)
        game.decisions, game.rolls = decisions, []
        game.run()
        return game

    def _beginning(self) -> None:
        """The first asks may be ones that are answered by themselves."""
        before = self.here()
        try:
            self._answer_auto()
            self._note_end()
        except Exception as e:
            raise self._undone(e, before, 0, 1) from e
        self.journal.commit()

    @property
    def open_ask(self) -> Ask | None:
        """The open ask without labels, or None when the game is over. Made once an ask."""
        if self._shown is None and self.game.ask is not None:
            self._shown = asking.public(self.game.ask)
        return self._shown

    def over(self) -> dict[str, Any] | None:
        """How the game ended, with the seed; None while it runs."""
        if self.game.ask is not None:
            return None
        out = {"outcome": self._guarded(lambda: self.game.mode.outcome(self.game)), "decisions": self.game.decisions}
        if self.setup.seed is not None:
            out["seed"] = self.setup.seed
        return out

    def _guarded(self, look: Any) -> Any:
        """Look at the game through code of rules: should it fail, the game is as before."""
        try:
            return look()
        except InputError:
            raise
        except Exception as e:
            raise fault(e) from e

    # -- answers ---------------------------------------------------------------------------------------------------------

    def act(self, pick: Sequence[str], ask_id: int | None = None, where: str = "/params/pick") -> None:
        """Answer the open ask. Raises InputError: game_over, stale_ask, the faults of the pick, script_mismatch, internal."""
        self._check_current(ask_id)
        before, undo, lines = self.here(), len(self._undo), len(self.journal.lines)
        redo = self._redo
        try:
            self._answer(pick, where, before)
            self._answer_auto()
            self._note_end()
            self.journal.commit()
        except BaseException as e:
            self._redo = redo
            raise self._undone(e, before, undo, lines) from e

    def act_many(
        self,
        picks: Sequence[Sequence[str]],
        partial: bool = False,
        ask_id: int | None = None,
        where: str = "/params/picks",
    ) -> tuple[int, InputError | None]:
        """Answer one ask after the other: all, or none. With `partial`, up to the first fault.

        Returns how many were answered, and the fault that stopped them. Raises as `act` does, `where` with a number.
        """
        self._check_current(ask_id)
        start = before = self.here()
        undo, lines, redo = len(self._undo), len(self.journal.lines), self._redo
        marks = (undo, lines)
        done = 0
        try:
            try:
                for done, pick in enumerate(picks):
                    if done:
                        before, marks = self.here(), (len(self._undo), len(self.journal.lines))
                    self._answer(pick, f"{where}/{done}", before)
                    self._answer_auto()
                    self._note_end()
            except BaseException as e:
                error = self._undone(e, before, *marks)
                if not partial:
                    raise error from e
                self.journal.commit()
                return done, error
            self.journal.commit()
        except BaseException as e:
            self._redo = redo
            raise self._undone(e, start, undo, lines) from e
        return len(picks), None

    def _check_current(self, ask_id: int | None) -> None:
        if ask_id is not None and ask_id != self.game.state.asks:
            self._must_be_open(ask_id)

    def _must_be_open(self, ask_id: int | None) -> Ask:
        shown = self.open_ask
        now = self.game.state.asks
        if shown is None:
            raise InputError(
                "game_over", "the game is over; there is no ask", where="/params", more={"over": self.over()}
            )
        if ask_id is not None and ask_id != now:
            was = "was answered" if ask_id < now else "is not there yet"
            raise InputError(
                "stale_ask",
                f"ask {ask_id} {was}; ask {now} is open",
                where="/params/ask",
                got=ask_id,
                want=now,
                more={"ask": shown},
            )
        return shown

    def _answer(self, pick: Sequence[str], where: str, before: Position) -> None:
        game = self.game
        ask = game.ask
        if ask is None:
            raise InputError("game_over", "the game is over; there is no ask", where=where, more={"over": self.over()})
        refs = answers.quick(ask, self._shown, pick)
        if refs is None:
            shown = self.open_ask
            assert shown is not None
            check_answer(shown, pick, where)
            refs = asking.chosen(ask, shown, list(pick))
        if ask.node.kind == CHOICE and (not self.setup.strict or not answers.forced(ask)):
            self._undo.append(before)
        self._redo = []
        self._give(ask, refs, pick, before.state, False)

    def _give(self, ask: OpenAsk, refs: Any, pick: Sequence[str], state: bytes, auto: bool) -> None:
        """Hand a checked answer to the engine and write its line."""
        game = self.game
        number, key, seat = ask.id, ask.key, ask.seat
        self._shown = None
        game.answer(refs)
        fresh = self._fresh
        rolls = game.rolls
        chance: list[Any] = []
        if rolls:
            chance = chance_of(rolls, fresh)
            rolls.clear()
        if fresh:
            self._settle_events()
        mark = digest(state) if number % HASH_EVERY == 0 else ""
        self.journal.lines.append(encode(Line(number, key, seat, pick, chance, mark, auto)))  # type: ignore[arg-type]

    def _settle_events(self) -> None:
        """Keep what happened, for both audiences; what the table sees is decided now."""
        fresh, game, see = self._fresh, self.game, self._event_for_table
        self._events += fresh
        self._seen += [see(game, e) for e in fresh]
        fresh.clear()

    def _answer_auto(self) -> None:
        """Answer the asks that `new` said to answer by themselves."""
        if not self._auto:
            return
        while (ask := self.game.ask) is not None and ask.node.kind == CHOICE and ask.key in self._auto:
            shown = asking.public(ask)
            pick = answers.first(shown)
            self._give(ask, asking.chosen(ask, shown, pick), pick, self.codec.pack(self.game.state), True)

    def _note_end(self) -> None:
        """Where the game has ended, write the last line. Raises ChanceError if the script has lines left."""
        if self.game.ask is not None:
            return
        if self._script is not None and (left := self._script.left()):
            raise ChanceError(
                f"the game is over and nobody asked for line {self._script.at + 1} of the script: {left[0]!r}"
            )
        over = self.over()
        assert over is not None
        self.journal.lines.append(encode(End({**over, "hash": self.hash(True)})))

    # -- back and forth --------------------------------------------------------------------------------------------------

    def here(self) -> Position:
        """Where the game stands now."""
        game = self.game
        script = self._script
        return Position(
            self.codec.pack(game.state), game.decisions, 0 if script is None else script.at, game.state.events
        )

    def _go_to(self, position: Position) -> None:
        if self._script is not None:
            self._script.at = position.script_at
        keep = position.events - self._first_event
        del self._events[keep:], self._seen[keep:]
        self._shown = None
        self.game = self._open(self.codec.unpack(position.state), position.decisions)
        self._fresh.clear()

    def _undone(self, e: BaseException, before: Position, undo: int, lines: int) -> BaseException:
        """Take a failed request back; the exception to raise instead."""
        if lines != len(self.journal.lines) or before.state != self.codec.pack(self.game.state) or self._fresh:
            self._go_to(before)
        self._fresh.clear()
        del self._undo[undo:], self.journal.lines[lines:]
        if isinstance(e, ChanceError):
            return mismatch(e)
        if isinstance(e, OSError):
            return unwritten(e)
        return fault(e) if isinstance(e, Exception) and not isinstance(e, InputError) else e


def unwritten(e: OSError) -> InputError:
    """The error for a journal that the disk does not take."""
    return InputError("save_failed", f"the journal cannot be written: {e.strerror or e}; nothing was changed")
