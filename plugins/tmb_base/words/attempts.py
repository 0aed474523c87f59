"""Ops: attempts that cards help with: Training, lockpicking, the Ini dice (Undertow rulebook, Lockpicking; R44)."""

from typing import Any

from msgspec import Struct

from tmb.content.entry import Value
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op
from tmb_base.adventure.entries import lock_of
from tmb_base.adventure.lockpicking import LockDie, Lockpicking, solve, turn_die
from tmb_base.adventure.reward import Training, try_again
from tmb_base.battle.setup import Setup, roll_ini_again
from tmb_base.world import Gearloc


class Retry(Struct, forbid_unknown_fields=True):
    """`retry`: in `training.failed`: the attempt is made once more."""


class RerollIni(Struct, forbid_unknown_fields=True):
    """`reroll_ini`: in `ini.rolled`: the holder's Ini die is rolled once more."""


class TurnLockDie(Struct, forbid_unknown_fields=True):
    """`turn_lock_die`: an action die that lies there shows so much more."""

    add: Value = 1


class OpenLock(Struct, forbid_unknown_fields=True):
    """`open_lock`: the lock that is faced is open, without a die."""


def make_retry(compiler: Any, op: Retry, at: str) -> Op:
    """All dice of it are rolled again."""

    def act(game: Any, env: Env) -> None:
        if type(env.about) is Training and type(me := game.thing(env.about.unit)) is Gearloc:
            try_again(env.about, me)

    return Op(ACT, act)


def make_reroll_ini(compiler: Any, op: RerollIni, at: str) -> Op:
    """The set-up goes back to the roll."""

    def act(game: Any, env: Env) -> None:
        if type(env.about) is Setup and env.bearer.holder in env.about.inis:
            roll_ini_again(game, env.about, env.bearer.holder)

    return Op(ACT, act)


def make_turn_lock_die(compiler: Any, op: TurnLockDie, at: str) -> Op:
    """Ask which."""
    add = compiler.value(op.add)

    def lists(game: Any, env: Env) -> list[Any]:
        n = add(game, env)
        dice = env.about.open if type(env.about) is Lockpicking else []
        return [("lock", LockDie(d.die, d.value + n, d.type, d.saved)) for d in dice]

    def takes(game: Any, env: Env, picked: tuple[str, LockDie]) -> None:
        turn_die(env.about, picked[1].die, picked[1])

    return Op(CHOOSE, lists=lists, takes=takes, word="lock")


def make_open_lock(compiler: Any, op: OpenLock, at: str) -> Op:
    """It stays open; the dice that are left are rolled for the next one."""

    def act(game: Any, env: Env) -> None:
        if type(env.about) is Lockpicking and env.about.locks:
            solve(game, env.about)

    return Op(ACT, act)


def value_lock(compiler: Any, arg: bool) -> Get:
    """The printed number of the lock that is faced; 0 where there is none."""

    def get(game: Any, env: Env) -> int:
        frame = env.about
        return lock_of(frame.locks[0])[0] if type(frame) is Lockpicking and frame.locks else 0

    return get


VALUES: dict[str, tuple[Any, Any]] = {"lock": (bool, value_lock)}
OPS: dict[str, tuple[Any, Any]] = {
    "retry": (Retry, make_retry),
    "reroll_ini": (RerollIni, make_reroll_ini),
    "turn_lock_die": (TurnLockDie, make_turn_lock_die),
    "open_lock": (OpenLock, make_open_lock),
}
