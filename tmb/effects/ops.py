"""The core's own ops: what content can do in any game."""

from typing import Annotated, Any

from msgspec import Struct, field

from tmb.content.entry import Condition, Id, Program, Selector, Value, name_of
from tmb.core.decisions import DONE
from tmb.core.events import Said
from tmb.core.rolls import AFTER
from tmb.core.state import END
from tmb.effects.env import Env
from tmb.effects.program import ACT, CHOOSE, ROLL, Code, Each, Op, place, within
from tmb.effects.words import MarkName, named, one, things
from tmb.errors import InputError, RulesError, close


class SetMark(Struct, forbid_unknown_fields=True):
    """`mark`: set a mark of things, or add to it."""

    name: MarkName
    to: Selector = "self"
    set: Value | None = None
    add: Value | None = None


class If(Struct, forbid_unknown_fields=True):
    """`if`: one body or the other."""

    when: Condition = field(name="if")
    then: Program = []
    otherwise: Program = field(name="else", default_factory=list)


class EachOf(Struct, forbid_unknown_fields=True):
    """`each`: a body for every thing that a selector names; inside, that thing is `it`."""

    of: Selector
    do: Program


class Choose(Struct, forbid_unknown_fields=True):
    """`choose`: one of several things; inside `do`, it is `it`. optional: nothing may be chosen."""

    of: Selector
    do: Program
    word: Id = "choose"
    optional: bool = False


class Either(Struct, forbid_unknown_fields=True):
    """`either`: one of several bodies, by name."""

    options: dict[Id, Program]
    optional: bool = False


class Roll(Struct, forbid_unknown_fields=True):
    """`roll`: a die whose faces are numbers; the number goes into a variable."""

    die: str
    into: str = "n"


class SetVar(Struct, forbid_unknown_fields=True):
    """`set`: a variable of this program."""

    name: str
    to: Value


class Amend(Struct, forbid_unknown_fields=True):
    """`amend`: change a number of what this is about, not below 0."""

    field: Annotated[str, name_of("number of a moment")]
    add: Value | None = None
    set: Value | None = None


class Cancel(Struct, forbid_unknown_fields=True):
    """`cancel`: what this is about ends here."""


class Say(Struct, forbid_unknown_fields=True):
    """`say`: tell the table something that changes nothing."""

    text: str


class Call(Struct, forbid_unknown_fields=True):
    """`call`: a function of the plugin, registered by name."""

    script: Annotated[str, name_of("script")]
    args: dict[str, Any] = {}


def make_mark(compiler: Any, op: SetMark, at: str) -> Op:
    """Set or add, within the mark's bounds."""
    to, name = compiler.selector(op.to), op.name
    to_set = None if op.set is None else compiler.value(op.set)
    to_add = None if op.add is None else compiler.value(op.add)

    def act(game: Any, env: Env) -> None:
        for t in things(game, env, to):
            game.mark(
                t, name, (to_set(game, env) if to_set else t.marks.get(name, 0)) + (to_add(game, env) if to_add else 0)
            )

    return Op(ACT, act)


def make_if(compiler: Any, op: If, at: str) -> Op:
    """Run `then` or `else`."""
    when, then, other = (
        compiler.condition(op.when),
        compiler.body(op.then, f"{at}.then"),
        compiler.body(op.otherwise, f"{at}.else"),
    )
    return Op(
        ACT,
        lambda game, env: (then if when(game, env) else other).run(game, env),
        pushes=then.pushes or other.pushes,
        sets=then.sets or other.sets,
    )


def make_each(compiler: Any, op: EachOf, at: str) -> Op:
    """In place where the body needs no frame, else one after the other."""
    of, body = compiler.selector(op.of), compiler.body(op.do, f"{at}.do")

    def at_once(game: Any, env: Env) -> None:
        for t in named(game, env, of):
            body.run(game, Env(env.bearer, env.about, t.id, env.vars))

    def one_by_one(game: Any, env: Env) -> None:
        todo = [t.id for t in named(game, env, of)]
        if todo:
            b = env.bearer
            at, inner = place(game, env.about), within(game, env)
            game.push(Each(body.address, b.id, b.holder, b.sheet, todo, at, dict(env.vars), inner))

    return Op(ACT, one_by_one if body.pushes else at_once, pushes=body.pushes, sets=body.sets)


def make_choose(compiler: Any, op: Choose, at: str) -> Op:
    """Ask for one thing, then run the body with it."""
    of, body, word = compiler.selector(op.of), compiler.body(op.do, f"{at}.do"), op.word

    def lists(game: Any, env: Env) -> list[Any]:
        found: list[Any] = [(word, t) for t in named(game, env, of)]
        return [*found, DONE] if found and op.optional else found

    def takes(game: Any, env: Env, ref: Any) -> None:
        if ref != DONE:
            body.run(game, Env(env.bearer, env.about, ref[1].id, env.vars))

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word=word)


def make_either(compiler: Any, op: Either, at: str) -> Op:
    """Ask for one of the named bodies."""
    bodies: dict[str, Code] = {name: compiler.body(do, f"{at}.{name}") for name, do in op.options.items()}
    names = [*bodies, *([DONE] if op.optional else [])]

    def takes(game: Any, env: Env, ref: Any) -> None:
        if ref != DONE:
            bodies[ref].run(game, env)

    return Op(CHOOSE, lists=lambda game, env: list(names), takes=takes, pushes=True)


def make_roll(compiler: Any, op: Roll, at: str) -> Op:
    """Roll one die; its number becomes a variable."""
    die, into = op.die, op.into
    if die not in compiler.dice:
        numbers = [name for name, faces in compiler.dice.items() if all(face.isdecimal() for face in faces)]
        raise RulesError(f"there is no die {die!r}{close(die, numbers)}")
    if bad := [face for face in compiler.dice[die] if not face.isdecimal()]:
        raise RulesError(f"the die {die!r} shows {bad[0]!r}, which is no number")
    compiler.given.add(into)

    def takes(game: Any, env: Env, faces: list[str]) -> None:
        env.vars[into] = int(faces[0])

    return Op(ROLL, lists=lambda game, env: [die], takes=takes)


def make_set(compiler: Any, op: SetVar, at: str) -> Op:
    """Give a variable a value. Such a program keeps its variables in a frame."""
    to, name = compiler.value(op.to), op.name
    compiler.given.add(name)

    def act(game: Any, env: Env) -> None:
        env.vars[name] = to(game, env)

    return Op(ACT, act, pushes=True, sets=True)


def make_amend(compiler: Any, op: Amend, at: str) -> Op:
    """Change a number in the payload of the moment."""
    name = op.field
    numbers = compiler.numbers.get(compiler.window)
    if numbers is not None and name not in numbers:
        raise RulesError(f"window {compiler.window!r} has no number {name!r}{close(name, numbers)}")
    to_set = None if op.set is None else compiler.value(op.set)
    to_add = None if op.add is None else compiler.value(op.add)

    def act(game: Any, env: Env) -> None:
        value = to_set(game, env) if to_set else getattr(env.about, name)
        setattr(env.about, name, max(0, value + (to_add(game, env) if to_add else 0)))

    return Op(ACT, act)


def make_cancel(compiler: Any, op: Cancel, at: str) -> Op:
    """The frame of the moment is finished; nothing of it happens any more."""
    if compiler.window == AFTER:
        raise RulesError("what was rolled cannot be called off")

    def act(game: Any, env: Env) -> None:
        env.about.at = END

    return Op(ACT, act)


def make_say(compiler: Any, op: Say, at: str) -> Op:
    """Tell it."""
    return Op(ACT, lambda game, env: game.tell(Said, op.text, by=env.bearer.id))


def make_call(compiler: Any, op: Call, at: str) -> Op:
    """Call the script (game, env, args)."""
    try:
        script, args = compiler.script(op.script, op.args)
    except InputError as e:
        raise RulesError(f"script {op.script!r}: {e.message}") from None
    return Op(ACT, lambda game, env: script(game, env, args), pushes=True)


OPS: dict[str, tuple[Any, Any]] = {
    "mark": (SetMark, make_mark),
    "if": (If, make_if),
    "each": (EachOf, make_each),
    "choose": (Choose, make_choose),
    "either": (Either, make_either),
    "roll": (Roll, make_roll),
    "set": (SetVar, make_set),
    "amend": (Amend, make_amend),
    "cancel": (Cancel, make_cancel),
    "say": (Say, make_say),
    "call": (Call, make_call),
}

__all__ = ["OPS", "one"]
