"""Exit codes, and how an error becomes one: `tmb: message` on stderr and a number for scripts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

OK, FAILED, USAGE, INVALID, ILLEGAL, INCOMPATIBLE, DIVERGED, PLUGIN = range(8)
BUG, INTERRUPT, PIPE = 70, 130, 141

MEANING = {
    OK: "done",
    FAILED: "failed: a scenario, a game, a file that cannot be read or written",
    USAGE: "the command line is wrong",
    INVALID: "a pack or its content is invalid",
    ILLEGAL: "a choice is illegal or stale",
    INCOMPATIBLE: "a save or journal does not fit this engine or these packs",
    DIVERGED: "a replay went another way",
    PLUGIN: "a plugin is missing or failed to load",
    BUG: "a bug in tmb",
    INTERRUPT: "interrupted",
    PIPE: "the reader closed the pipe",
}
EVERYWHERE = (OK, USAGE, BUG, INTERRUPT, PIPE)
"""Codes that any verb may end with."""

BY_CODE = {
    FAILED: "save_failed game_in_use script_mismatch",
    INVALID: "pack_missing pack_version pack_cycle",
    ILLEGAL: "stale_ask game_over unknown_option picked_twice too_few too_many group_limit over_budget",
    INCOMPATIBLE: "save_incompatible",
    DIVERGED: "diverged",
    PLUGIN: "plugin_missing",
    BUG: "internal",
}
"""Exit code -> the codes of input errors that end with it; every other one is a usage error."""


class Failure(Exception):
    """A verb cannot do its work: one line for people, the exit code, and the way out. told: it was told already as a
    line of JSON, where that was asked for."""

    def __init__(self, message: str, code: int = FAILED, hint: str = "", told: bool = False) -> None:
        super().__init__(message)
        self.message, self.code, self.hint, self.told = message, code, hint, told


WORDS = {
    FAILED: "failed",
    USAGE: "usage",
    INVALID: "pack_invalid",
    ILLEGAL: "illegal",
    INCOMPATIBLE: "save_incompatible",
    DIVERGED: "diverged",
    PLUGIN: "plugin_missing",
    BUG: "internal",
}
"""Exit code -> the code, for programs, of an error that has none of its own."""


def report(error: BaseException, color: bool | None, as_json: bool = False) -> int:
    """Say on stderr what is wrong, without a trace unless TMB_DEBUG is set; the exit code. as_json: say it on standard
    output as well, as a line of JSON."""
    code, message, hints = explain(error)
    told = ""
    if as_json and not getattr(error, "told", False):
        from tmb.cli.text import json_line

        told = json_line({"schema": "tmb.error/1", "error": as_data(error, code, message, hints), "exit": code})
    _written(told)
    say(message, hints, color)
    if os.environ.get("TMB_DEBUG"):
        import traceback

        click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
    return code


def say(message: str, hints: Iterable[str] = (), color: bool | None = None) -> None:
    """Write `tmb: message` and the hints, a line each, on stderr."""
    _written()
    click.echo(f"{click.style('tmb:', fg='red')} {message}", err=True, color=color)
    for hint in hints:
        click.echo(f"  {hint}", err=True, color=color)


def _written(line: str = "") -> None:
    """What was printed so far, and a line more, is out. Where nothing can be written, as on a full disk, it is let go:
    what waits would fail once more when the interpreter ends. Raises BrokenPipeError."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(line + "\n" if line else "")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()


def as_data(error: BaseException, exit_code: int, message: str, hints: list[str]) -> dict[str, object]:
    """An error as plain data: `code`, `message`, and what else is known of it: `where`, `got`, `want`, `did_you_mean`,
    `hint`, `cite`, as the protocol has them."""
    from tmb.errors import InputError

    source = error if isinstance(error, InputError) else error.__cause__ or error.__context__
    out: dict[str, object] = {"code": WORDS.get(exit_code, "failed"), "message": message}
    if isinstance(source, InputError):
        return out | source.data() | ({"hint": hints[0]} if hints else {})
    if isinstance(error, click.NoSuchOption):
        out |= {"where": error.option_name, **({"did_you_mean": p[0]} if (p := error.possibilities) else {})}
    elif isinstance(error, click.BadParameter) and error.param is not None:
        out |= {"where": (error.param.opts or [""])[-1]}
    return out | ({"hint": "; ".join(hints)} if hints else {})


def explain(error: BaseException) -> tuple[int, str, list[str]]:
    """The exit code, the message and the hints of an error."""
    if isinstance(error, Failure):
        return error.code, error.message, [error.hint] if error.hint else []
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "tmb"
        return USAGE, _lower(error.format_message()), [f"`{path} -h` tells how it is used"]
    if isinstance(error, click.ClickException):
        return FAILED, _lower(error.format_message()), []
    return _of_the_engine(error)


def _of_the_engine(error: BaseException) -> tuple[int, str, list[str]]:
    from tmb import errors

    if isinstance(error, errors.InputError):
        from tmb.cli.hand import elsewhere

        hints = [h for h in (error.hint, elsewhere(error.got), error.cite) if h]
        return input_exit(error.code), error.message, hints
    if isinstance(error, errors.RulesError):
        return PLUGIN, f"the plugins do not fit together: {error}", []
    if isinstance(error, errors.TmbError) and hasattr(error, "problems"):
        return INVALID, content_summary(error.problems), [str(p) for p in error.problems]
    if isinstance(error, errors.ChanceError):
        return FAILED, str(error), []
    if isinstance(error, OSError) and error.strerror:
        return FAILED, f"{error.filename or 'output'}: {error.strerror}", []
    return (
        BUG,
        f"a bug in tmb or a plugin: {type(error).__name__}: {error}",
        ["TMB_DEBUG=1 shows the trace; please report it"],
    )


def input_exit(code: str) -> int:
    """The exit code for the code of an InputError."""
    return next((number for number, words in BY_CODE.items() if code in words.split()), USAGE)


def content_summary(problems: list[object]) -> str:
    """`the packs have 3 problems:`"""
    return f"the packs have {len(problems)} problem{'s' if len(problems) != 1 else ''}:"


def _lower(text: str) -> str:
    """Click's sentences as the rest of our messages: no capital, no full stop."""
    return text[:1].lower() + text[1:].removesuffix(".")
