"""Programs: the ops of an entry as frames. A body that neither asks nor pushes in its middle runs without one."""

from __future__ import annotations

from typing import Any

from tmb.core.decisions import DONE
from tmb.core.flow import choice, flow, repeats, roll
from tmb.core.state import END, Frame
from tmb.effects.env import Env, Get

ACT, CHOOSE, ROLL = range(3)


class Op:
    """A compiled op. act: does it; or it asks: `lists` what can be chosen, `takes` the answer; or it rolls: `lists` the
    dice, `takes` their faces. pushes: it may push a frame; sets: it may set a variable; word: prefix of its option
    ids."""

    __slots__ = ("act", "kind", "lists", "pushes", "sets", "takes", "word")

    def __init__(
        self,
        kind: int,
        act: Get | None = None,
        *,
        lists: Get | None = None,
        takes: Any = None,
        pushes: bool = False,
        sets: bool = False,
        word: str = "",
    ) -> None:
        self.kind, self.act, self.lists, self.takes = kind, act, lists, takes
        self.pushes, self.sets, self.word = pushes, sets, word


class Code:
    """A compiled body. plain: it needs no frame: nothing asks, and nothing but the last op pushes; sets: it may set a
    variable while it is plain."""

    __slots__ = ("address", "ops", "plain", "pushes", "sets")

    def __init__(self, address: str, ops: list[Op]) -> None:
        self.address, self.ops = address, ops
        self.plain = all(o.kind == ACT for o in ops) and not any(o.pushes for o in ops[:-1])
        self.pushes = not self.plain or any(o.pushes for o in ops)
        self.sets = any(o.sets for o in ops)

    def run(self, game: Any, env: Env) -> None:
        """Run the body: at once where it is plain, else as a frame. Inner bodies share their program's variables."""
        if self.plain:
            if self.sets and env.vars is env.bearer.vars and not within(game, env):
                env = Env(env.bearer, env.about, env.it, dict(env.vars))
            for op in self.ops:
                op.act(game, env)  # type: ignore[misc]
        else:
            bearer = env.bearer
            game.push(
                Program(
                    self.address,
                    bearer.id,
                    bearer.holder,
                    bearer.sheet,
                    place(game, env.about),
                    env.it,
                    dict(env.vars),
                    inner=within(game, env),
                )
            )


def within(game: Any, env: Env) -> bool:
    """Whether what runs now is part of the program on top: it looks at that program's own variables."""
    top = game.stack[-1] if game.stack else None
    return (type(top) is Program or type(top) is Each) and top.vars is env.vars


def hand_back(game: Any, frame: Program | Each) -> None:
    """An inner body is finished: its variables are those of the program below."""
    if frame.inner:
        game.stack[-2].vars.update(frame.vars)


def place(game: Any, about: Any) -> int:
    """Where on the stack a frame lies; -1 for a question that is no frame."""
    stack = game.stack
    for i in range(len(stack) - 1, -1, -1):
        if stack[i] is about:
            return i
    return -1


class Program(Frame):
    """A running body. code: its address in content; pc: the next op; place: the frame that it is about; inner: it is
    part of the program below."""

    code: str
    bearer: str
    holder: str
    sheet: str
    place: int = -1
    it: str = ""
    vars: dict[str, int] = {}
    pc: int = 0
    inner: bool = False

    def carries_out(self) -> str:
        """Its address."""
        return self.code


class Each(Frame):
    """A body that runs once for each of several things."""

    code: str
    bearer: str
    holder: str
    sheet: str
    todo: list[str]
    place: int = -1
    vars: dict[str, int] = {}
    inner: bool = False

    def carries_out(self) -> str:
        """Its address."""
        return self.code


def env_of(game: Any, frame: Program | Each, it: str = "") -> Env:
    """The environment of a frame. The bearer may have left the table meanwhile: its name and holder are kept."""
    from tmb.core.bearers import Bearer

    bearer = Bearer(frame.bearer, frame.holder, frame.sheet, frame.vars)
    about = game.stack[frame.place] if frame.place >= 0 else None
    return Env(bearer, about, it, frame.vars)


def seat(game: Any, frame: Program) -> str:
    """Who decides in a program: whoever answers for its holder."""
    return str(game.mode.seat_of(game, frame.holder))


@repeats
def go(game: Any, p: Program) -> Any:
    """Run ops until one pushes, asks or rolls."""
    ops, depth, env = game.rules.programs[p.code].ops, len(game.stack), env_of(game, p, p.it)
    while p.pc < len(ops):
        op = ops[p.pc]
        if op.kind != ACT:
            if op.lists(game, env):
                return DONE
            p.pc += 1
            continue
        p.pc += 1
        op.act(game, env)
        if len(game.stack) != depth:
            return None
    hand_back(game, p)
    return END


@choice("", seat=seat)
def decide(game: Any, p: Program) -> Any:
    """The choice of the op that the program stands at."""
    op = game.rules.programs[p.code].ops[p.pc]
    return op.lists(game, env_of(game, p, p.it)) if op.kind == CHOOSE else None


@decide.taken
def decided(game: Any, p: Program, ref: Any) -> None:
    """Go on with what was chosen."""
    op = game.rules.programs[p.code].ops[p.pc]
    p.pc += 1
    op.takes(game, env_of(game, p, p.it), ref)


@roll("", by=lambda game, p: p.holder)
def throw(game: Any, p: Program) -> Any:
    """The roll of the op that the program stands at."""
    ops = game.rules.programs[p.code].ops
    op = ops[p.pc] if p.pc < len(ops) else None
    return op.lists(game, env_of(game, p, p.it)) if op is not None and op.kind == ROLL else None


@throw.taken
def thrown(game: Any, p: Program, faces: list[str]) -> None:
    """Go on with what was rolled."""
    op = game.rules.programs[p.code].ops[p.pc]
    p.pc += 1
    op.takes(game, env_of(game, p, p.it), faces)


def back(game: Any, p: Program) -> None:
    """On with the next op."""
    p.at = "go"


@repeats
def next_one(game: Any, frame: Each) -> Any:
    """Run the body for the next thing that is still in the game."""
    while frame.todo:
        id = frame.todo.pop(0)
        if game.thing(id) is not None:
            game.rules.programs[frame.code].run(game, env_of(game, frame, id))
            return None
    hand_back(game, frame)
    return DONE


PROGRAM = flow(Program, go, decide, throw, back)
EACH = flow(Each, next_one)
