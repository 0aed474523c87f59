"""A game that takes answers behind checks. Whatever is asked of it, the game stays whole.

Every request is atomic: it is carried out and journaled, or an InputError says why not and nothing has changed. An
exception out of rules becomes an InputError("internal"), and the game is back where it was before the request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tmb.core import asking
from tmb.core.decisions import Ask, check_answer
from tmb.core.events import Event
from tmb.core.flow import CHOICE
from tmb.core.game import Game
from tmb.core.mode import Mode
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
    digest,
    encode,
    header,
)
from tmb.session.position import EVERY, Ahead, Position
from tmb.session.setup import Setup, mismatch, pack_ids

MOST_AUTO = 1_000
"""Answers in a row that nobody gave: more is a menu that never ends."""

T = TypeVar("T")
LIST = "pass a list, also for one id"
LISTS = (list, tuple)


class Running:
    """One running game.

    rules, setup: what it plays; game: the engine's game, to be looked at only; open_ask: its open ask without labels,
    None when the game is over; journal: what happened so far.
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
        self._auto, self._strict = frozenset(setup.auto), setup.strict
        self._kept: list[Position] = []  # those with a state, in order; the first is where the game began
        self._undo: list[Position] = []
        self._redo: list[Ahead] = []
        self._picks: list[Sequence[str]] = []
        self._events: list[Event] = []
        self._seen: list[Event] = []
        self.open_ask: Ask | None = None
        self._due = 0  # at so many answers the state is kept again
        self._room = bytearray(4096)  # where states are packed: bytes that grow as they are written cost more
        self.journal = Journal(first or header(setup, pack_ids(rules)))
        if first is not None and self._script is not None:
            self._script.at = first.script_at
        self.game: Game = self._begin(state, first.decisions if first else 0, given)
        mode = self.game.mode  # None: the table sees all but what events themselves keep secret
        self._event_for_table = None if type(mode).event_for_table is Mode.event_for_table else mode.event_for_table
        self._first_event = self.game.state.events - len(self._events)
        if self._event_for_table is not None:
            self._see_events()
        self._beginning()

    def _begin(self, state: State[Any, Any] | None, decisions: int, given: Any) -> Game:
        try:
            if state is not None:
                return self._open(state, decisions, self._events)
            options = given or self.rules.options(self.setup.mode, self.setup.options)
            setup = self.setup
            game: Game = self.rules.start(setup.mode, options, self._chance, self._events, setup.strict, setup.rules)
            game.rolls = []
            return game
        except InputError:
            raise
        except ChanceError as e:
            raise mismatch(e, "/params/script") from None
        except (Exception, SystemExit) as e:
            raise fault(e) from e

    def _open(self, state: State[Any, Any], decisions: int, events: list[Event] | None) -> Game:
        game = Game(self.rules, state, self._chance, events, self.setup.strict)
        game.decisions = decisions
        game.run()
        game.rolls = []  # of what is answered from now on
        return game

    def _beginning(self) -> None:
        """The first asks may be ones that are answered by themselves. There is nothing to go back to."""
        try:
            self._finish()
        except InputError:
            raise
        except ChanceError as e:
            raise mismatch(e, "/params/script") from None
        except (Exception, SystemExit) as e:
            raise fault(e) from e

    def over(self) -> dict[str, Any] | None:
        """How the game ended, with the seed; None while it runs."""
        if self.game.ask is not None:
            return None
        out = {"outcome": self._guarded(lambda: self.game.mode.outcome(self.game)), "decisions": self.game.decisions}
        if self.setup.seed is not None:
            out["seed"] = self.setup.seed
        return out

    def hash(self, referee: bool = False) -> str:
        """32 hex digits that stand for all the referee knows (the state), or all the table sees (view, ask, end)."""
        if referee:
            return digest(self._guarded(lambda: self.codec.pack(self.game.state)))
        chosen = self.game.state.rules
        seen = [self._guarded(lambda: self.game.mode.view(self.game, False)), self.open_ask, self.over()]
        return digest(encode([*seen, chosen] if chosen else seen))

    def _guarded(self, look: Callable[[], T]) -> T:
        """Look at the game through code of rules: should it fail, the game is as before."""
        try:
            return look()
        except InputError:
            raise
        except (Exception, SystemExit) as e:
            raise fault(e) from e

    # -- answers ----------------------------------------------------------------------------------------------------

    def act(self, pick: Sequence[str], ask_id: int | None = None, where: str = "/params/pick") -> None:
        """Answer the open ask.

        Raises InputError: game_over, stale_ask, the faults of a pick, script_mismatch, save_failed, internal.
        """
        if ask_id is not None and ask_id != self.game.state.asks:
            self._must_be_open(ask_id)
        before, undo, redo, lines = self._now, len(self._undo), self._redo, len(self.journal.lines)
        try:
            self._answer(pick, where)
            self._finish()
            if self.journal.file is not None:
                self.journal.commit()
        except BaseException as e:
            raise self._undone(e, before, undo, redo, lines) from e

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
        if ask_id is not None and ask_id != self.game.state.asks:
            self._must_be_open(ask_id)
        start = before = (self._now, len(self._undo), self._redo, len(self.journal.lines))
        try:
            for done, pick in enumerate(picks):
                if partial:
                    before = (self._now, len(self._undo), self._redo, len(self.journal.lines))
                try:
                    self._answer(pick, where, done)
                    self._finish()
                except BaseException as e:
                    error = self._undone(e, *before)
                    if not partial or not isinstance(error, InputError):
                        raise error from e
                    self.journal.commit()
                    return done, error
            self.journal.commit()
        except BaseException as e:
            raise self._undone(e, *start) from e
        return len(picks), None

    def _finish(self) -> None:
        """After an answer: those that follow by themselves, the end, and where the game stands now. Now and then its
        state is kept; a game whose state cannot be written comes no further than that.
        """
        if self._auto:
            self._answer_auto()
        game, script, picks = self.game, self._script, len(self._picks)
        if game.ask is None:
            self._note_end()
        state = self._packed() if picks >= self._due else b""
        now = Position(picks, state, game.decisions, 0 if script is None else script.at, game.state.events)
        self._now, self.open_ask = now, None if game.ask is None else asking.public(game.ask)
        if state:
            self._kept.append(now)
            self._due = picks + EVERY

    def _packed(self) -> bytes:
        """The state as it is kept."""
        self.codec.pack_into(self.game.state, self._room)
        return bytes(self._room)

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

    def _answer(self, pick: Sequence[str], where: str, number: int | None = None) -> None:
        """Give an answer that a client sent. number: which of several it is, for the place of a fault."""
        shown = self.open_ask
        ask: Any = self.game.ask
        refs = None if shown is None or type(pick) not in LISTS else answers.quick(ask, shown, pick)
        if shown is None or refs is None:
            shown, refs = self._checked(pick, where if number is None else f"{where}/{number}")
        if (ask.node.kind == CHOICE or not self._undo) and not (self._strict and answers.forced(ask)):
            self._undo.append(self._now)
        if self._redo:
            self._redo = []
        pick = tuple(pick)  # the caller's list stays the caller's
        self._picks.append(pick)
        self._give(shown, refs, pick, self._now.state, False)

    def _checked(self, pick: Sequence[str], where: str) -> tuple[Ask, Any]:
        """The open ask and the refs of an answer, the long way. Raises InputError for what is wrong with it."""
        shown = self.open_ask
        if shown is None:
            raise InputError("game_over", "the game is over; there is no ask", where=where, more={"over": self.over()})
        if isinstance(pick, str) or not isinstance(pick, Sequence):
            got, want = (pick, [pick]) if isinstance(pick, str) else (repr(pick), None)
            raise InputError(
                "bad_params", "an answer is a list of option ids", where=where, got=got, want=want, hint=LIST
            )
        check_answer(shown, pick, where)
        return shown, asking.chosen(self.game.ask, shown, list(pick))

    def _give(self, ask: Ask, refs: Any, pick: Sequence[str], state: bytes, auto: bool) -> None:
        """Hand a checked answer to the engine and write its line. state: where the game stands, if it was kept."""
        game, number = self.game, ask.id
        mark = "" if number % HASH_EVERY else digest(state or self.codec.pack(game.state))
        game.answer(refs)
        if self._event_for_table is not None:
            self._see_events()
        rolls: Any = game.rolls
        self.journal.lines.append(encode(Line(number, ask.key, ask.seat, pick, rolls, mark, auto)))
        if rolls:
            rolls.clear()

    def _see_events(self) -> None:
        """What the table sees of what happened, in a mode that looks at the game for that: it is decided now."""
        see: Any = self._event_for_table
        self._seen += [see(self.game, e) for e in self._events[len(self._seen) :]]

    def _answer_auto(self) -> None:
        """Answer the asks that `new` said to answer by themselves."""
        start = self.game.state.asks
        while (pick := answers.by_itself(self.game, self._auto)) is not None:
            if self.game.state.asks - start > MOST_AUTO:
                raise self.game.runaway(f"{MOST_AUTO} asks in a row were answered by themselves")
            shown = asking.public(self.game.ask)
            self._give(shown, asking.chosen(self.game.ask, shown, pick), pick, b"", True)

    def _note_end(self) -> None:
        """The game has ended: write the last line. Raises ChanceError if the script has lines left."""
        if self._script is not None and (left := self._script.left()):
            raise ChanceError(
                f"the game is over and nobody asked for line {self._script.at + 1} of the script: {left[0]!r}"
            )
        over = self.over()
        assert over is not None
        self.journal.lines.append(encode(End({**over, "hash": self.hash(True)})))

    # -- back and forth ---------------------------------------------------------------------------------------------

    def _go_to(self, position: Position) -> None:
        """Put the game back to a position. Raises whatever rules raise; then nothing has changed."""
        game = self._opened(position)
        shown = None if game.ask is None else asking.public(game.ask)
        kept = [p for p in self._kept if p.picks <= position.picks]
        if position.state and position.picks > kept[-1].picks:
            kept.append(position)
        events = position.events - self._first_event
        del self._events[events:], self._seen[events:], self._picks[position.picks :]
        self.game, self.open_ask, self._now = game, shown, position
        self._kept, self._due = kept, kept[-1].picks + EVERY

    def _opened(self, position: Position) -> Game:
        """The game at a position: from the last state on that is kept before it."""
        base = position if position.state else next(p for p in reversed(self._kept) if p.picks <= position.picks)
        used = 0 if self._script is None else self._script.at
        try:
            self._use_script(base.script_at)
            game = self._open(self.codec.unpack(base.state), base.decisions, None)
            for pick in self._picks[base.picks : position.picks]:
                answers.give(game, pick, self._auto)
            game.events, game.rolls = self._events, []  # what chance gave on the way was told the first time
            self._use_script(position.script_at)
            return game
        except BaseException:
            self._use_script(used)
            raise

    def _use_script(self, at: int) -> None:
        if self._script is not None:
            self._script.at = at

    def _undone(self, e: BaseException, before: Position, undo: int, redo: list[Ahead], lines: int) -> BaseException:
        """Take a failed request back; the exception to raise instead."""
        culprit = self.game.culprit()
        if len(self._picks) > before.picks:
            self._go_to(before)
        del self._undo[undo:], self.journal.lines[lines:]
        self._redo = redo
        if isinstance(e, ChanceError):
            return mismatch(e)
        return fault(e, culprit) if isinstance(e, Exception | SystemExit) and not isinstance(e, InputError) else e
