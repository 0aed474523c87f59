"""What a plugin declares so that packs can be read: kinds of entries and vocabularies of words."""

from collections.abc import Callable, Collection
from functools import cache
from typing import Any

from msgspec import Struct, inspect

from tmb.content.entry import Entry


class Kind(Struct, frozen=True):
    """One kind of entry: `[[name]]` tables in the files of `<pack>/<folder>/`, each read as a `type`.

    `parse_ref` turns a written reference ("poison 1") into the id that must exist ("poison"); it may raise ValueError
    with a message for the author. `declares`: the ids of these entries are also names of that registry ("mark"),
    or of several.
    """

    name: str
    folder: str
    type: type[Entry]
    parse_ref: Callable[[str], str] | None = None
    declares: str | tuple[str, ...] = ""

    def names(self, registry: str) -> bool:
        """Say whether the ids of these entries are names of that registry."""
        return registry == self.declares if isinstance(self.declares, str) else registry in self.declares


class Vocabulary(Struct):
    """The words that a Program, Condition, Value or Selector may use.

    With a `tag`, each table names its word under that key and `words` maps it to the Struct of the whole table (with or
    without a field for the tag). Without, every key of a table is a word and `words` maps it to the type of its value;
    any type that msgspec reads will do, annotations included. `bare` says whether a plain string is allowed in place of
    a table; `hints` are plain strings worth suggesting.
    """

    name: str
    tag: str | None
    words: dict[str, Any]
    bare: Callable[[str], bool] | None = None
    hints: Collection[str] = ()


@cache
def references(type_: type[Entry]) -> dict[str, str]:
    """The fields of an entry, as packs write them, that name other entries: alone, in a list or in a table -> the kind
    that they name. What stands deeper inside, as in programs, is not among them."""
    info = inspect.type_info(type_)
    assert isinstance(info, inspect.StructType)
    found = {field.encode_name: _named(field.type) for field in info.fields}
    return {name: kind for name, kind in found.items() if kind}


def _named(info: inspect.Type) -> str:
    """The kind that this type names; "" if none."""
    match info:
        case inspect.Metadata():
            return str((info.extra or {}).get("ref", "")) or _named(info.type)
        case inspect.ListType():
            return _named(info.item_type)
        case inspect.DictType():
            return _named(info.value_type)
        case inspect.UnionType():
            return next((kind for member in info.types if (kind := _named(member))), "")
        case _:
            return ""
