"""Flows: procedures as a list of stages in reading order. These are declarations; a rule set compiles them.

A stage is of one of four kinds: a *step* (a plain function), a *choice* (lists; `.taken` does it), a *roll* (names
dice; `.taken` gets faces; a *draw* and a *shuffle* are its sisters for piles), and `opens(window)`. A choice and its
answer are one unit. `menu` is a choice made of entries that comes again until `done`.

Stage functions get (game, frame, me), where `me` is the flow's subject, or (game, frame) in a flow without one. A step
may return END (the frame is finished) or, in a `repeats` step, DONE (the flow goes on); anything else goes on by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tmb.core.decisions import DONE
from tmb.core.state import END, Frame
from tmb.errors import RulesError

__all__ = [
    "DONE",
    "END",
    "Flow",
    "Menu",
    "Stage",
    "choice",
    "draws",
    "flow",
    "menu",
    "opens",
    "repeats",
    "roll",
    "shuffles",
    "stage",
]

STEP, CHOICE, ROLL, DRAW, SHUFFLE, OPENS = range(6)
KINDS = ("step", "choice", "roll", "draw", "shuffle", "opens")

ROLL_OF_CARD = "card"
"""What a roll is for that is made for one thing that content does."""

Fn = Callable[..., Any]
T = TypeVar("T", bound=Fn)


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, in one line."""
    whole = " ".join(text.strip().partition("\n\n")[0].split())
    head, stop, _ = whole.partition(". ")
    return head + stop.strip()


class Stage:
    """One named step of a flow, as declared.

    name: save format; word: prefix of the option ids; run: the listing or doing function; take: what an answer does;
    seat: a name or a function (game, frame) -> name; until: the ref that ends a repeated choice; when: a guard that
    returns a reason to leave the stage out, or None; cite: the rulebook's section. Of a roll also what: what it is for;
    by: (game, frame) -> the id of the roller, where that is not the frame's `unit`; quiet: (game, frame) -> whether it
    is part of another roll, so that it opens no `roll.after` of its own.
    """

    def __init__(
        self,
        kind: int,
        name: str,
        run: Fn | None = None,
        *,
        word: str = "",
        seat: str | Fn = "",
        repeat: bool = False,
        until: Any = None,
        when: Fn | None = None,
        cite: str = "",
        stream: str = "",
        doc: str = "",
    ) -> None:
        self.kind, self.name, self.run, self.word, self.seat = kind, name, run, word, seat
        self.repeat, self.until, self.when, self.cite, self.stream = repeat, until, when, cite, stream
        self.take: Fn | None = None
        self.what = ""
        self.by: Fn | None = None
        self.quiet: Fn | None = None
        self.doc = first_sentence(doc or (run.__doc__ if run else "") or "")
        self.aliases: tuple[str, ...] = ()
        self.begins: tuple[str, ...] = ()

    def taken(self, fn: T) -> T:
        """Decorator: what is done with the answer, (game, frame[, me], answer)."""
        self.take = fn
        return fn

    def __repr__(self) -> str:
        return f"<{KINDS[self.kind]} {self.name}>"


class Menu(Stage):
    """A choice of entries in any order, again and again, until `done`. `closes`: a guard that returns why it cannot be
    closed yet; `moment`: the actions of content that are offered here. Each entry is a choice of its own."""

    def __init__(
        self,
        name: str,
        entries: Sequence[Stage],
        *,
        seat: str | Fn,
        moment: str,
        closes: Fn | None,
        cite: str,
        doc: str,
    ) -> None:
        super().__init__(CHOICE, name, None, seat=seat, repeat=True, until=DONE, cite=cite, doc=doc)
        self.entries, self.moment, self.closes = tuple(entries), moment, closes


def stage(*, when: Fn | None = None, cite: str = "", begins: Sequence[str] = ()) -> Callable[[Fn], Stage]:
    """Decorator for a step that has a guard or a citation; a plain function is a step too.

    begins: flows by name that content begins in it, for readers of the flow: the code of the step does not name them.
    """

    def made(fn: Fn) -> Stage:
        step = Stage(STEP, fn.__name__, fn, when=when, cite=cite)
        step.begins = tuple(begins)
        return step

    return made


def repeats(fn: Fn) -> Stage:
    """Decorator: a step that comes again (after what it pushed is finished) until it returns DONE."""
    return Stage(STEP, fn.__name__, fn, repeat=True)


def choice(
    word: str,
    *,
    seat: str | Fn = "",
    repeat: bool = False,
    until: Any = None,
    when: Fn | None = None,
    cite: str = "",
) -> Callable[[Fn], Stage]:
    """Decorator: the function lists refs (a fresh list), a `Several`, or nothing, which is no ask.

    repeat: it comes again until it lists nothing; until: it comes again until this ref, offered with the others, is
    picked.
    """
    return lambda fn: Stage(
        CHOICE,
        fn.__name__,
        fn,
        word=word,
        seat=seat,
        repeat=repeat or until is not None,
        until=until,
        when=when,
        cite=cite,
    )


def menu(
    name: str,
    *entries: Stage,
    seat: str | Fn = "",
    moment: str = "",
    closes: Fn | None = None,
    cite: str = "",
    doc: str = "",
) -> Menu:
    """A menu of choices. A menu with only `done` is not asked."""
    return Menu(name, entries, seat=seat, moment=moment, closes=closes, cite=cite, doc=doc)


def roll(
    stream: str,
    *,
    what: str = ROLL_OF_CARD,
    by: Fn | None = None,
    quiet: Fn | None = None,
    when: Fn | None = None,
    cite: str = "",
    repeat: bool = False,
) -> Callable[[Fn], Stage]:
    """Decorator: the function names dice, like ones together; `.taken` gets their faces, sorted within each kind. What
    the function names must not change while the window `roll.after` is open.
    """

    def made(fn: Fn) -> Stage:
        rolls = Stage(ROLL, fn.__name__, fn, stream=stream, when=when, cite=cite, repeat=repeat)
        rolls.what, rolls.by, rolls.quiet = what, by, quiet
        return rolls

    return made


def draws(stream: str, *, when: Fn | None = None, cite: str = "", repeat: bool = False) -> Callable[[Fn], Stage]:
    """Decorator: the function names a pile (or None); `.taken` gets the card drawn from its top."""
    return lambda fn: Stage(DRAW, fn.__name__, fn, stream=stream, when=when, cite=cite, repeat=repeat)


def shuffles(stream: str, *, when: Fn | None = None, cite: str = "", repeat: bool = False) -> Callable[[Fn], Stage]:
    """Decorator: the function names a pile (or None) that is shuffled; `.taken`, if there is one, gets its name."""
    return lambda fn: Stage(SHUFFLE, fn.__name__, fn, stream=stream, when=when, cite=cite, repeat=repeat)


def opens(window: str, *, cite: str = "", was: Sequence[str] = ()) -> Stage:
    """A stage that opens a window: whoever has a trigger there is offered it. was: names that it had before."""
    made = Stage(OPENS, window, word=window, cite=cite, doc=f"opens {window}")
    made.aliases = tuple(was)
    return made


class Flow:
    """A frame type and its stages. subject(game, frame): looked up before each stage that follows an ask, a push or a
    change that touched the game, which a change that takes subjects away does; where it is None the frame goes on at
    `gone` (a stage that also runs without it) or ends. on_cut(game, frame): puts things back when a cut drops the
    frame. holds: while such a frame is open the checks wait: simultaneous things."""

    def __init__(
        self,
        frame: type[Frame],
        stages: Sequence[Stage | Fn],
        subject: Fn | None,
        gone: str,
        on_cut: Fn | None,
        holds: bool,
        cite: str,
    ) -> None:
        self.frame, self.subject, self.gone, self.on_cut, self.holds, self.cite = (
            frame,
            subject,
            gone,
            on_cut,
            holds,
            cite,
        )
        self.stages = tuple(s if isinstance(s, Stage) else Stage(STEP, s.__name__, s) for s in stages)
        self.name = frame.__name__
        self.doc = first_sentence(frame.__doc__ or "")
        _check_stages(self)


def flow(
    frame: type[Frame],
    *stages: Stage | Fn,
    subject: Fn | None = None,
    gone: str = END,
    on_cut: Fn | None = None,
    holds: bool = False,
    cite: str = "",
) -> Flow:
    """Declare a flow. Raises RulesError where the stages do not fit together."""
    return Flow(frame, stages, subject, gone, on_cut, holds, cite)


def _check_stages(made: Flow) -> None:
    names = [s.name for s in made.stages]
    if twice := sorted({n for n in names if names.count(n) > 1}):
        raise RulesError(f"{made.name}: two stages are named {twice[0]}")
    if made.gone != END and made.gone not in names:
        raise RulesError(f"{made.name}: gone={made.gone!r} is none of its stages ({', '.join(names)})")
    for s in made.stages:
        for part in s.entries if isinstance(s, Menu) else (s,):
            if part.kind in (CHOICE, ROLL, DRAW) and part.take is None:
                raise RulesError(
                    f"{made.name}.{part.name} asks, but nothing takes the answer (write @{part.name}.taken)"
                )
