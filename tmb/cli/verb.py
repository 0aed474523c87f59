"""What every verb has: `-h`, examples to copy, its exit codes, `--color`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from tmb.cli.exits import EVERYWHERE, MEANING, USAGE

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def environment_color() -> bool | None:
    """Colour as NO_COLOR, FORCE_COLOR and TERM want it; None: where the output is a terminal."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    forced = os.environ.get("FORCE_COLOR")
    return (forced != "0") if forced else None


def _set_color(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        color = environment_color() if value == "auto" else value == "always"
        ctx.color = ctx.find_root().color = color


def color_option() -> click.Option:
    """`--color auto|always|never`, which every verb takes."""
    return click.Option(
        ["--color"],
        type=click.Choice(["auto", "always", "never"]),
        callback=_set_color,
        expose_value=False,
        is_eager=True,
        help="Colour of the output; auto obeys NO_COLOR and FORCE_COLOR, then asks whether it is a terminal.",
    )


class _Helpful(click.Command):
    """The parts that verbs and groups of verbs share. exits: the exit codes beside those that all have."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), exits: Sequence[int] = (), **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", SETTINGS)
        super().__init__(*args, **kwargs)
        self.examples, self.exits = tuple(examples), tuple(sorted({*exits, *EVERYWHERE}))
        self.params.append(color_option())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples, then exit codes."""
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), MEANING[code]) for code in self.exits])


class Verb(_Helpful):
    """One verb."""


class Verbs(_Helpful, click.Group):
    """A verb that has verbs of its own; an unknown one gets the nearest as a hint, and without one there is help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments; without any, the help goes to standard error, as it is, and the command line was wrong."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True, color=ctx.color)
            ctx.exit(USAGE)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is called, and its arguments."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise unknown_verb(args[0], known, ctx)
        return super().resolve_command(ctx, args)


def unknown_verb(word: str, known: Sequence[str], ctx: click.Context) -> click.UsageError:
    """The error for a verb that nobody knows."""
    from tmb.errors import nearest

    close = nearest(word, known)
    way_out = f'did you mean "{close}"?' if close else f"there are: {', '.join(known)}"
    return click.UsageError(f'there is no verb "{word}"; {way_out}', ctx=ctx)


def verb(
    *, examples: Sequence[str], exits: Sequence[int] = (), cls: type[Verb] = Verb, name: str = ""
) -> Callable[[Callable[..., Any]], Verb]:
    """Decorator: a function as a verb; its docstring is the help, the first line the purpose."""

    def make(fn: Callable[..., Any]) -> Verb:
        return click.command(name or fn.__name__, cls=cls, examples=examples, exits=exits)(fn)

    return make


def verbs(
    *, examples: Sequence[str], exits: Sequence[int] = (), cls: type[Verbs] = Verbs
) -> Callable[[Callable[..., Any]], Verbs]:
    """Decorator: a function as a verb with verbs of its own."""
    return lambda fn: click.group(fn.__name__, cls=cls, examples=examples, exits=exits)(fn)
