"""What is wrong with plain data that fits no type, in plain words: msgspec's complaint, made ready for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from tmb.errors import InputError, nearest

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
COUNTED = {"array": ("entry", "entries"), "str": ("character", "characters"), "object": ("entry", "entries")}


class Misfit(NamedTuple):
    """Where in the data (keys and positions, as far as it is known), what is wrong, what is there, what may be."""

    path: list[str]
    message: str
    got: Any
    want: list[Any] | None
    did_you_mean: str

    def error(self, code: str, what: str = "") -> InputError:
        """The refusal of params that do not fit; `what`: a word before the place."""
        place = f"{what} {'.'.join(self.path)}".strip()
        message = f"{place}: {self.message}" if place else self.message
        at = f"/params{self.where}"
        return InputError(code, message, where=at, got=self.got, want=self.want, did_you_mean=self.did_you_mean)

    @property
    def where(self) -> str:
        """The place as a JSON Pointer."""
        return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in self.path)


def misfit(error: msgspec.ValidationError, kind: Any, data: Any) -> Misfit:
    """The complaint about `data`, which was to be a `kind`."""
    text, _, place = str(error).partition(" - at `$")
    whole = [name or index for name, index in re.findall(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]", place)]
    path = whole[: whole.index("...")] if "..." in whole else whole  # which key of a table it is, is not told
    got = _at(data, path)
    if text.startswith("Invalid enum value"):
        values = [v for t in _types(inspect.type_info(kind), whole) for v in _values(t)]
        said = text.removeprefix("Invalid enum value ")
        close = nearest(said.strip("'"), [str(v) for v in values])
        end = f'; did you mean "{close}"?' if close else ""
        return Misfit(path, f"{said} is none of {', '.join(map(str, values))}{end}", got, values, close)
    return Misfit(path, _words(text, got), got, None, "")


def _words(text: str, got: Any) -> str:
    if found := re.fullmatch(r"Expected `(\w+)` of length (>=|<=) (\d+)", text):
        one, many = COUNTED.get(found[1], COUNTED["array"])
        few = "at least" if found[2] == ">=" else "at most"
        return f"{few} {found[3]} {one if found[3] == '1' else many} wanted"
    if found := re.fullmatch(r"Expected `\w+` (>=|<=|>|<) (-?[\d.]+)", text):
        words = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
        return f"{words[found[1]]} {found[2]} is wanted, not {got}"
    if found := re.fullmatch(r"Expected `([\w ]+(?:\| \w+)*)`, got `(\w+)`", text):
        wants = " or ".join(KINDS.get(w.strip(), w.strip()) for w in found[1].split("|"))
        return f"{wants} is wanted, not {KINDS.get(found[2], found[2]) if found[2] != 'bool' else str(got).lower()}"
    if found := re.fullmatch(r"Object (?:contains unknown|missing required) field `(.+)`", text):
        return f"unknown field {found[1]!r}" if "unknown" in text else f"the field {found[1]!r} is missing"
    return text[:1].lower() + text[1:]


def _at(data: Any, path: Sequence[str]) -> Any:
    """The value at a place of plain data, or None."""
    for part in path:
        if isinstance(data, list | tuple) and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        elif isinstance(data, dict):
            data = data.get(part)
        else:
            return None
    return data


def _types(kind: inspect.Type, path: Sequence[str]) -> Iterator[inspect.Type]:
    """The types that a value at a place may have."""
    if isinstance(kind, inspect.Metadata):
        yield from _types(kind.type, path)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _types(one, path)
    elif not path:
        yield kind
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            if field.encode_name == path[0]:
                yield from _types(field.type, path[1:])
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        yield from _types(kind.item_type, path[1:])
    elif isinstance(kind, inspect.DictType):
        yield from _types(kind.value_type, path[1:])


def _values(kind: inspect.Type) -> list[Any]:
    """The values of a type that lists them."""
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    return [member.value for member in kind.cls] if isinstance(kind, inspect.EnumType) else []
