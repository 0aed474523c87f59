"""The engine: a game that runs its stack of frames until somebody must decide.

This is the one loop. It takes the frame on top and goes on with it: the walk of its flow (see `tmb.core.walks`) looks
the flow's subject up and runs stage after stage. A step does its work; a choice lists what is legal; a roll asks
chance. Where one answer is legal it is given at once; where there are more the loop returns, and `answer` goes on.
Before anything else runs, the frame already stands at its next stage; then the checks look at what changed. Nothing
waits in code, so the state is whole at every ask.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tmb.core import asking, cuts, windows
from tmb.core.bearers import Bearer, Index, Unread
from tmb.core.chance import SEAT, Chance
from tmb.core.compile import Node
from tmb.core.decisions import DONE, Several
from tmb.core.events import Event, MarkChanged, TriggerUsed
from tmb.core.flow import CHOICE
from tmb.core.state import END, Frame, State
from tmb.errors import InternalError

MOST_STEPS = range(20_000)  # a range, since the loop counts with it
MOST_FRAMES = 200


class OpenAsk(Struct, eq=False):
    """The open decision as the engine holds it: refs, not ids. Bots in process answer with these refs. several: what a
    choice of other than one pick has instead of `refs`; asked: the seat, once somebody has looked."""

    id: int
    game: Game
    node: Node
    frame: Frame
    me: Any
    refs: list[Any]
    several: Several | None = None
    asked: str = ""

    @property
    def seat(self) -> str:
        """Who answers; found out when somebody looks."""
        if not self.asked:
            seat: Any = SEAT if self.node.kind != CHOICE else self.node.seat
            self.asked = seat if type(seat) is str else seat(self.game, self.frame)
        return self.asked

    @property
    def key(self) -> str:
        """What kind of decision this is."""
        return f"window.{self.frame.name}" if type(self.frame) is windows.Window else self.node.key


class Game:
    """A running game: a rule set, a state, somebody who answers chance, and the ask that is open.

    events: the list that events are put into, or None where nobody listens; rolls: likewise for the results of chance,
    which are faces, {"card": ...} or {"order": ...};
    strict: also ask where one answer is legal; moved: since the loop last looked a frame was pushed or taken off, or
    something happened after which the checks must run; index: who answers what, made when it is first looked at;
    decisions: how many unforced answers were given by seats other than chance.
    """

    __slots__ = (
        "ask",
        "chance",
        "decisions",
        "events",
        "index",
        "mode",
        "moved",
        "rolls",
        "rules",
        "stack",
        "state",
        "strict",
        "world",
    )

    def __init__(
        self,
        rules: Any,
        state: State[Any, Any],
        chance: Chance,
        events: list[Event] | None = None,
        strict: bool = False,
    ) -> None:
        self.rules, self.state, self.chance, self.events, self.strict = rules, state, chance, events, strict
        self.mode = rules.modes[state.mode]
        self.world, self.stack = state.world, state.stack
        self.rolls: list[Any] | None = None
        self.ask: OpenAsk | None = None
        self.decisions = 0
        self.moved = False
        self.index: Any = Unread(self)

    # -- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> OpenAsk | None:
        """Go on until an ask is open, which is returned, or the game is over (None)."""
        state, stack, walks = self.state, self.stack, self.rules.walks
        self.ask = None
        for _ in MOST_STEPS:
            if not stack:
                return None
            frame = stack[-1]
            self.moved = False
            ask: OpenAsk | None = walks[type(frame)](self, frame)
            if ask is not None:
                return ask
            if state.dirty:
                cuts.settle(self)
        raise self.runaway(f"{len(MOST_STEPS)} steps without a decision")

    def open_ask(self, node: Node, frame: Frame, me: Any, refs: Any) -> OpenAsk:
        """Ask what a choice lists. Its walk calls this."""
        if node.append:
            refs.append(node.closing)
        if type(refs) is Several:
            self.ask = ask = OpenAsk(self.state.asks, self, node, frame, me, [], refs)
        else:
            self.ask = ask = OpenAsk(self.state.asks, self, node, frame, me, refs)
        return ask

    def answer(self, pick: Any) -> OpenAsk | None:
        """Answer the open ask with a ref (or a list of refs where it takes several), trusting it to be legal; go on."""
        ask, state = self.ask, self.state
        assert ask is not None
        state.asks += 1
        node = ask.node
        if node.kind == CHOICE:
            self.decisions += 1
            self.take(node, ask.frame, ask.me, pick)
        else:
            asking.chance_answered(self, ask, pick)
        if state.dirty:
            cuts.settle(self)
        return self.run()

    def take(self, node: Node, frame: Frame, me: Any, pick: Any) -> None:
        """Do what was picked. The walk calls this, too, where one answer is legal."""
        if node.repeat:
            if pick is DONE or pick == node.closing:
                frame.at = node.next
                return
            frame.at = node.name
        else:
            frame.at = node.next
        went = node.take(self, frame, me, pick) if node.has_subject else node.take(self, frame, pick)
        if went is not None:
            frame.at = END if went is END else node.next

    # -- what stages use -----------------------------------------------------------------------------------------------

    def push(self, frame: Frame) -> None:
        """Begin a procedure; it runs before the frame below goes on. A step pushes at most one."""
        if len(self.stack) >= MOST_FRAMES:
            raise self.runaway(f"{MOST_FRAMES} frames are open")
        frame.cause = self.state.events
        self.stack.append(frame)
        self.moved = True

    def tell(self, kind: type[Event], *args: Any, by: str = "") -> None:
        """Say that something happened; `args` are the event's own fields in order."""
        state = self.state
        state.events += 1
        if self.events is not None:
            event = kind(*args)
            event.n, event.by = state.events, by
            event.cause = self.stack[-1].cause if self.stack else 0
            self.events.append(event)

    def tell_trigger(self, window: str, bearer: Bearer) -> None:
        """Say that a bearer answers a window, and make that the cause of what follows in this frame's children."""
        self.tell(TriggerUsed, window, bearer.id, by=bearer.holder)

    def mark(self, thing: Any, name: str, value: int) -> None:
        """Set a declared mark of a thing, within its bounds. The only way in which marks change; what nobody sees of it
        is not told."""
        declared = self.rules.marks[name]
        value = min(max(value, declared.lo), declared.hi)
        if thing.marks.get(name, 0) == value:
            return
        if value:
            thing.marks[name] = value
        else:
            del thing.marks[name]
        if declared.bears:
            self.bearers_changed(getattr(thing, "id", ""))
        if declared.public:
            self.tell(MarkChanged, getattr(thing, "id", ""), name, value)

    def thing(self, id: str) -> Any:
        """The thing of this id, or None if it is not in the game."""
        return self.mode.find(self, id)

    def option(self, name: str) -> Any:
        """The value of a rule option in this game; KeyError for one that nobody declared."""
        chosen = self.state.rules
        return chosen[name] if name in chosen else self.rules.registry.rule_options[name].default

    def new_id(self, prefix: str) -> str:
        """An id that nothing in this game had before."""
        self.state.born += 1
        return f"{prefix}{self.state.born}"

    def touch(self) -> None:
        """A change that ends things or takes a subject away has happened: the checks look before anything else runs."""
        self.state.dirty = self.moved = True

    def bearers_changed(self, holder: str = "") -> None:
        """A bearer of `holder` came or went: what the index knows of it is made anew. "": of anybody, or of many; the
        index is then made anew when it is next looked at, and until then nothing more is done for it."""
        if type(self.index) is Unread:
            return
        if holder:
            self.index.refresh(holder, self.mode.bearers_of(self, holder))
        else:
            self.index = Unread(self)

    def make_index(self) -> Index:
        """Make the index anew from all bearers."""
        self.index = made = Index(self.mode.bearers(self), self.rules)
        return made

    # -- whole games ---------------------------------------------------------------------------------------------------

    def clone(self) -> Game:
        """A copy that shares nothing with this one; its ask is open again, its events are off."""
        twin = Game(self.rules, self.rules.copy(self.state), self.chance, None, self.strict)
        if self.ask is not None:
            twin.run()
        return twin

    def runaway(self, why: str) -> InternalError:
        """The error for a loop that does not end, with the open frames and the part of content that runs."""
        frames = " > ".join(f"{type(f).__name__}.{f.at or 'first'}" for f in self.stack[-12:])
        by = self.culprit()
        return InternalError(f"{why}{f', in {by}' if by else ''}; open frames: {frames}")

    def culprit(self) -> str:
        """The part of content that is carried out now, as `choice/toll/pay (mine/cards/toll.toml:9:1)`; "" if none is.
        What a mistake in it did is told of it."""
        part = next((key for f in reversed(self.stack) if (key := f.carries_out())), "")
        where = self.rules.place_of(part) if part else ""
        return f"{part} ({where})" if where else part
