"""The base of every content entry, and the annotations that its fields may carry."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where an entry's numbers and wording come from.

    `status`: printed in a rulebook, taken from public reference material, or a stand-in of ours. `where` names the
    public source in words. `rulings` lists our own R-numbers. A reference must say how sure it is.
    """

    status: Literal["rulebook", "reference", "standin"]
    where: Annotated[str, Meta(min_length=1)]
    confidence: Literal["certain", "likely", "uncertain"] | None = None
    rulings: list[str] = []

    def __post_init__(self) -> None:
        if self.status == "reference" and self.confidence is None:
            raise ValueError('a "reference" says how sure it is: confidence = "certain", "likely" or "uncertain"')


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing of content. Kinds derive from it; `id` is kebab-case and unique in its pack and kind."""

    id: str
    name: str = ""
    text: str = ""
    source: Source


Program = Annotated[list[dict[str, Any]], Meta(extra={"vocabulary": "op"})]
"""A list of tables; the key `op` of each names a word of the vocabulary "op"."""

Condition = Annotated[dict[str, Any], Meta(extra={"vocabulary": "condition"})]
"""A table whose keys are all words of the vocabulary "condition"; all must hold."""

Value = Annotated[int | str | dict[str, Any], Meta(extra={"vocabulary": "value", "single": True})]
"""A whole number, a plain string that the vocabulary "value" allows ("$n"), or a table of exactly one word."""

Selector = Annotated[str | dict[str, Any], Meta(extra={"vocabulary": "selector", "single": True})]
"""A plain string that the vocabulary "selector" allows ("self"), or a table of exactly one word."""


ID = r"^(?!done\Z)[a-z0-9]+(?:-[a-z0-9]+)*\Z"
Id = Annotated[str, Meta(pattern=ID, extra={"id": ""})]
"""What an entry calls a part of itself where that becomes part of ids outside (of options, dice, positions): a-z, 0-9
and - as in the ids of entries; `done` is what closes a menu."""

FACE = r"^(?!done\Z)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\Z"
Face = Annotated[str, Meta(pattern=FACE, extra={"id": "A-Z"})]
"""What a face of a die shows: like an id, but capital letters as printed ("3L") are kept."""


def ref(kind: str) -> Meta:
    """Mark a string that must name an entry of `kind`: its short id where that is unique, else "pack:kind/id"."""
    return Meta(extra={"ref": kind})


def name_of(registry: str) -> Meta:
    """Mark a string that must be one of the names that were registered under `registry`."""
    return Meta(extra={"name": registry})
