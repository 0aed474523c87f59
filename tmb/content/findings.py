"""Faults inside one entry, before they get their line and column."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tmb.content.ids import Ids
from tmb.content.kinds import Vocabulary
from tmb.content.problem import Lacks
from tmb.errors import RulesError

if TYPE_CHECKING:
    from tmb.content.typed import Typed, Types

Path = tuple[str | int, ...]
"""Keys and positions from the entry's table inwards."""

At = Literal["value", "key", "table"]


Vocabularies = Mapping[str, Vocabulary]
Names = Mapping[str, Collection[str]]


class Finding(NamedTuple):
    """One fault: the path of the value it is about, whether to point at its value, its key or its table, and what is
    missing."""

    path: Path
    code: str
    message: str
    at: At = "value"
    lacks: Lacks = ()


class Meant(NamedTuple):
    """A reference at `path`, itself or (`key`) as the key there, and how it is to be written."""

    path: Path
    key: bool
    text: str


class Run:
    """One check of one table, of the pack `within`: what is known, and the findings so far.

    `meant` holds references that are to be written otherwise, so that they mean the same outside of their pack.
    """

    def __init__(self, known: "Known", links: bool = True, within: str = "") -> None:
        self.known = known
        self.links = links
        self.within = within
        self.found: list[Finding] = []
        self.meant: list[Meant] = []
        self.at: At = "value"

    def add(self, path: Path, code: str, message: str, at: At | None = None, lacks: Lacks = ()) -> None:
        """Note one fault."""
        self.found.append(Finding(path, code, message, at or self.at, lacks))

    def for_keys(self) -> "Run":
        """Return a run that notes into the same lists but points at keys."""
        other = Run(self.known, self.links, self.within)
        other.found, other.meant, other.at = self.found, self.meant, "key"
        return other

    def means(self, path: Path, written: str, meant: str) -> None:
        """Note what a reference is to be written as."""
        if meant != written:
            self.meant.append(Meant(path, self.at == "key", meant))


class Known:
    """What the walk looks things up in: words, registered names, ids of entries."""

    def __init__(self, types: "Types", vocabularies: Vocabularies, names: Names, ids: Ids) -> None:
        self.types = types
        self.vocabularies = vocabularies
        self.names = names
        self.ids = ids

    def vocabulary(self, name: str) -> Vocabulary:
        """Return the vocabulary that a Struct's annotation names; RulesError when the caller gave none."""
        if name not in self.vocabularies:
            raise RulesError(f'a content type uses the vocabulary "{name}", which was not declared')
        return self.vocabularies[name]

    def registry(self, name: str) -> Collection[str]:
        """Return the names that a `name_of` annotation asks for; RulesError when the caller gave none."""
        if name not in self.names:
            raise RulesError(f'a content type uses names of "{name}", which were not declared')
        declared = [
            short for kind in self.ids.kinds.values() if kind.names(name) for short in self.ids.shorts[kind.name]
        ]
        return [*self.names[name], *declared] if declared else self.names[name]

    def named(self, name: str, written: str, within: str) -> str | None:
        """Return the name that `written` means, where entries of a kind declare names of "name" themselves; else None.

        Raises LookupError where more than one entry may be meant.
        """
        for kind in self.ids.kinds.values():
            if kind.names(name) and (written in self.ids.shorts[kind.name] or written in self.ids.known):
                return self.ids.brief(kind.name, written, within)
        return None

    def typed(self, type_: Any) -> "Typed":
        """Return the checker of a type, made once a run of the loader."""
        return self.types.typed(type_)
