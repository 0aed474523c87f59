"""The options Struct of a mode as options of the command line, and back to plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tmb.cli.hand import find_mode
from tmb.cli.verb import Verb

if TYPE_CHECKING:
    from msgspec import inspect

    from tmb.core.mode import Mode

NONE: Mapping[str, Any] = {}

PREFIX = "option_"
"""Before the names of parameters that are a mode's, so that they never clash with a verb's own."""


class ModeVerb(Verb):
    """A verb with `--mode`, which also takes that mode's options. find: how the mode of that name is looked up; preset:
    what options of a mode are that nobody writes, where it is not the mode that says so."""

    find = staticmethod(find_mode)

    @staticmethod
    def preset(mode: Mode) -> Mapping[str, Any]:
        """The set-up where nothing is written, as far as it is not the mode's."""
        return {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the mode first, since it says which options there are; or the options, where they say which mode."""
        from tmb.cli.hand import usual_with

        mode, packs, names = peek(args, "--mode", "-m"), peek(args, "--packs"), self._foreign(ctx, args)
        if not mode and (names or packs):
            mode = usual_with(names, packs)
            if names and mode != usual_with([], packs):
                args = ["--mode", mode, *args]
        ctx.meta["tmb.mode_params"] = self._of_the_mode(ctx, args, mode)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as e:
            raise _in_another(e, packs) from None

    def _foreign(self, ctx: click.Context, args: Sequence[str]) -> list[str]:
        """The names of the options on the line that are not the verb's own."""
        own = {name for p in super().get_params(ctx) for name in (*p.opts, *p.secondary_opts)}
        words = [w.partition("=")[0] for w in args if w.startswith("--") and w != "--"]
        return [field_of(w) for w in words if w not in own]

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The verb's own and the mode's."""
        return [*super().get_params(ctx), *ctx.meta.get("tmb.mode_params", ())]

    def _of_the_mode(self, ctx: click.Context, args: Sequence[str], name: str) -> list[click.Parameter]:
        from tmb.cli.exits import Failure
        from tmb.errors import TmbError

        own = {name for p in super().get_params(ctx) for name in p.opts}
        try:
            mode = self.find(name)[1]
            return list(mode_params(mode.options, own, self.preset(mode)))
        except (TmbError, Failure):
            if ctx.resilient_parsing or {"-h", "--help"} & set(args):
                return []
            raise


def field_of(word: str) -> str:
    """The field of a mode's options that `--mode-NAME`, `--no-NAME` or `--NAME` sets."""
    return word[2:].removeprefix("mode-").removeprefix("no-").replace("-", "_")


def _in_another(error: click.NoSuchOption, packs: str) -> click.UsageError:
    """The error, with the mode that has the option where there is one."""
    from tmb.cli.hand import modes_of
    from tmb.sim import modes

    known = modes_of(packs) or {name: mode for name, (_, mode) in modes.at_hand().items()}
    if having := modes.having([field_of(error.option_name)], known):
        said = f"{error.message.removesuffix('.')}; mode {having[0]} has it: --mode {having[0]}"
        return click.UsageError(said, ctx=error.ctx)
    return error


def peek(args: Sequence[str], *names: str) -> str:
    """The value of an option before the arguments are parsed; "" without it."""
    for i, word in enumerate(args):
        name, equals, value = word.partition("=")
        if name in names:
            return value if equals else next(iter(args[i + 1 : i + 2]), "")
    return ""


def mode_params(options: type, taken: set[str], preset: Mapping[str, Any] = NONE) -> list[click.Option]:
    """An option of the command line for every field. One whose name is `taken` is written `--mode-NAME`. preset: the
    defaults that are not the mode's own."""
    from msgspec import inspect

    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    said = descriptions(options.__doc__ or "", [field.name for field in info.fields])
    return [_param(f, taken, said.get(f.name, ""), preset.get(f.encode_name)) for f in info.fields]


def descriptions(doc: str, names: Sequence[str]) -> dict[str, str]:
    """What a docstring in the manner of this house, `a: what it is; b: what that is.`, says of each name."""
    text, known = " ".join(doc.split()), "|".join(map(re.escape, names))
    found = re.finditer(rf"(?:^|[;.] )({known}): (.+?)(?=; (?:{known}): |$)", text)
    return {match[1]: f"{match[2].rstrip('.')}." for match in found}


def _param(field: inspect.Field, taken: set[str], said: str, preset: Any) -> click.Option:
    from msgspec import inspect

    kind, words = _plain(field.type)
    words = words or said[:1].upper() + said[1:]
    name = field.encode_name.replace("_", "-")
    name = f"mode-{name}" if f"--{name}" in taken else name
    flag = f"--{name}/--no-{name}" if isinstance(kind, inspect.BoolType) else f"--{name}"
    text = "  ".join(filter(None, (words, _default(field, preset))))
    names = [PREFIX + field.encode_name, flag]
    return click.Option(names, type=_type(kind), default=None, help=text, required=field.required)


def _plain(kind: inspect.Type) -> tuple[inspect.Type, str]:
    """A type without its annotations and without `| None`, and the words of its annotation."""
    from msgspec import inspect

    if isinstance(kind, inspect.Metadata):
        inner, words = _plain(kind.type)
        return inner, str((kind.extra_json_schema or {}).get("description", words))
    if isinstance(kind, inspect.UnionType):
        rest = [t for t in kind.types if not isinstance(t, inspect.NoneType)]
        return _plain(rest[0]) if len(rest) == 1 else (kind, "")
    return kind, ""


def _type(kind: inspect.Type) -> Any:
    """Click's type for a field's."""
    from msgspec import inspect

    match kind:
        case inspect.BoolType():
            return click.BOOL
        case inspect.IntType():
            return click.INT
        case inspect.StrType():
            return click.STRING
        case inspect.LiteralType(values=values) if all(isinstance(v, str) for v in values):
            return click.Choice([str(v) for v in values])
        case inspect.EnumType(cls=cls):
            return click.Choice([str(member.value) for member in cls])
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return Commas(_plain(item)[0])
    return AsJson()


class Commas(click.ParamType):  # type: ignore[type-arg]
    """`a,b,c`: a list; whole numbers where the list holds numbers."""

    name = "a,b,..."

    def __init__(self, item: inspect.Type) -> None:
        self.item = item

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[Any]:
        """The words between the commas."""
        from msgspec import inspect

        words = [w.strip() for w in value.split(",") if w.strip()] if isinstance(value, str) else list(value)
        if isinstance(self.item, inspect.IntType):
            return [self._number(str(w), param, ctx) for w in words]
        return words

    def _number(self, word: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(word)
        except ValueError:
            self.fail(f"{word!r} is not a whole number", param, ctx)


class AsJson(click.ParamType):  # type: ignore[type-arg]
    """Anything else, written as JSON."""

    name = "json"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value that the JSON says."""
        import msgspec

        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError as e:
            self.fail(f"{value!r} is not JSON: {e}", param, ctx)


def _default(field: inspect.Field, preset: Any) -> str:
    import msgspec

    if field.required and preset is None:
        return ""
    made = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    made = made if preset is None else preset
    text = shown(made)
    return f"[default: {text}]" if text else ""


def shown(value: Any) -> str:
    """A value of an option as it would be written on the command line; "" for none."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def given(values: dict[str, Any]) -> dict[str, Any]:
    """The mode's options that were written, from all parameters of a verb."""
    return {k.removeprefix(PREFIX): v for k, v in values.items() if k.startswith(PREFIX) and v is not None}
