"""All entries of an ordered list of packs: found by reference, each with its place and its history."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from tmb.content.entry import Entry
from tmb.content.files import SourceFile
from tmb.content.ids import Ids
from tmb.content.pack import PackInfo
from tmb.errors import RulesError
from tmb.hashing import blake2b

Change = Literal["defined", "patched", "replaced"]


class Complaint(Struct):
    """What a plugin's own check found: about the value at `path` (keys and positions) inside an entry."""

    kind: str
    full_id: str
    path: tuple[str | int, ...]
    code: str
    message: str


class Origin:
    """Which table of which file an entry, or a field of it, was written in."""

    def __init__(self, file: SourceFile, path: tuple[str | int, ...]) -> None:
        self.file, self.path = file, path


class Slot:
    """One entry and everything that packs did to it. `entry` is None while it is broken."""

    def __init__(self, kind: str, pack: str, origin: Origin) -> None:
        self.kind, self.origin = kind, origin
        self.entry: Entry | None = None
        self.fields: dict[str, Origin] = {}
        self.history: list[tuple[str, Change, tuple[str, ...]]] = [(pack, "defined", ())]


class Content:
    """Everything that the packs say, checked and linked. Full ids are "pack:kind/id".

    `packs` stand in order: what a pack requires comes before it, then by id.
    """

    def __init__(self, packs: list[PackInfo], ids: Ids, slots: dict[str, Slot]) -> None:
        self.packs = packs
        self._ids, self._slots = ids, slots
        self._kinds: dict[str, dict[str, Entry]] = {kind: {} for kind in ids.kinds}
        for full, slot in slots.items():
            if slot.entry is not None:
                self._kinds[slot.kind][full] = slot.entry

    @property
    def digest(self) -> str:
        """32 hex digits over the ids, versions and digests of all packs, in order."""
        lines = "".join(f"{pack.id} {pack.version} {pack.digest}\n" for pack in self.packs)
        return blake2b(lines.encode(), digest_size=16).hexdigest()

    def kinds(self) -> list[str]:
        """Return the names of all kinds, in the order of their declaration."""
        return list(self._kinds)

    def entries(self, kind: str) -> dict[str, Entry]:
        """Return the entries of a kind by full id, in the order of packs, file names and positions.

        Raises RulesError for a kind that nobody declared.
        """
        if kind not in self._kinds:
            raise RulesError(f'no kind "{kind}" was declared; there are: {", ".join(self._kinds)}')
        return self._kinds[kind]

    def full(self, kind: str, written: str, within: str = "") -> str:
        """Return the full id of a reference as it is written ("poison 1" included, where the kind reads that).

        `within`: the pack that wrote it; of several entries with this short id it means its own, else the only one of
        the packs that it requires. References inside entries need none: they are kept as they mean the same
        everywhere. Raises LookupError with a hint when there is no such entry, or more than one.
        """
        return self._ids.full(kind, written, within)

    def brief(self, full_id: str) -> str:
        """Return an entry's id as references inside entries are kept: the short one where only one entry of its kind
        has it, else the full one. Raises LookupError like `full`.
        """
        return self._ids.brief(self._slots[self._ids.any_kind(full_id)].kind, full_id)

    def get(self, kind: str, written: str, within: str = "") -> Entry:
        """Return the entry that a written reference names; raises LookupError like `full`."""
        full = self.full(kind, written, within)
        return self._kinds[kind][full]

    def find(self, written: str) -> str:
        """Return the full id of the entry of any kind with this short or full id; raises LookupError like `full`."""
        return self._ids.any_kind(written)

    def entry(self, full_id: str) -> Entry:
        """Return the entry with exactly this full id; raises LookupError with a hint when there is none."""
        full = self._ids.any_kind(full_id)
        return self._kinds[self._slots[full].kind][full]

    def history(self, full_id: str) -> list[tuple[str, Change, tuple[str, ...]]]:
        """Return what packs did to an entry: (pack id, "defined", "patched" or "replaced", the fields changed)."""
        return list(self._slots[self.find(full_id)].history)

    def where(self, full_id: str, path: Iterable[str | int] = ()) -> tuple[str, int, int]:
        """Return file, line and column of an entry, or of a value inside it; a patched field's are its patch's."""
        slot, inner = self._slots[self.find(full_id)], tuple(path)
        origin = slot.fields.get(str(inner[0]), slot.origin) if inner else slot.origin
        return origin.file.name, *origin.file.place((*origin.path, *inner))

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many entries of each kind have each status of their source."""
        counted: dict[str, dict[str, int]] = {}
        for kind, entries in self._kinds.items():
            statuses = [entry.source.status for entry in entries.values()]
            counted[kind] = {status: statuses.count(status) for status in sorted(set(statuses))}
        return counted
