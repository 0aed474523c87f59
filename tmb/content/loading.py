"""One run of the loader over packs: every table becomes an entry, or a problem with its place."""

from typing import Any

from tmb.content.content import Origin, Slot
from tmb.content.entry import Entry
from tmb.content.files import TOO_DEEP
from tmb.content.findings import Finding, Known, Names, Run, Vocabularies
from tmb.content.ids import Ids, pack_of
from tmb.content.order import Line
from tmb.content.pack import OpenPack
from tmb.content.patches import Patches, is_patch
from tmb.content.problem import Problem, quoted
from tmb.content.raw import Gathered, Raw
from tmb.content.table import entry_of, rewritten, short_id
from tmb.content.typed import Types


class Loading:
    """One run over the packs in order: slots for all entries, and the problems on the way."""

    def __init__(self, line: Line, vocabularies: Vocabularies, names: Names, ids: Ids) -> None:
        self.line, self.known = line, Known(Types(), vocabularies, names, ids)
        self.problems: list[Problem] = []
        self.slots: dict[str, Slot] = {}
        self.tables: dict[str, dict[str, Any]] = {}
        patches: list[Raw] = []
        own: list[tuple[Raw, Slot | None]] = []
        for pack in line.packs:
            self._gather(pack, own, patches)
        for raw, slot in own:
            self._check(raw, slot)
        self.problems += Patches(line, self.known, self.slots, self.tables).apply(patches)

    def _gather(self, pack: OpenPack, own: list[tuple[Raw, Slot | None]], patches: list[Raw]) -> None:
        """Collect a pack's tables and register their ids."""
        gathered = Gathered(pack, list(self.known.ids.kinds.values()))
        self.problems += gathered.problems
        for kind, short in gathered.lost:
            self.known.ids.add(kind, pack.id, short)
        for raw in gathered.tables:
            if is_patch(raw.table):
                patches.append(raw)
            else:
                own.append((raw, self._register(raw)))

    def _register(self, raw: Raw) -> Slot | None:
        """Register an entry's id; None when it has no id or the id is taken."""
        short, findings = short_id(raw.table)
        self.problems += map(raw.problem, findings)
        if short is None:
            return None
        full = self.known.ids.add(raw.kind.name, raw.pack.id, short)
        if (taken := self.slots.get(full)) is not None:
            file, line, _ = taken.origin.file.name, *taken.origin.file.place(taken.origin.path, "table")
            message = f"the {raw.kind.name} {quoted(short)} is there already: {file}:{line}"
            self.problems.append(raw.problem(Finding(("id",), "duplicate-id", message)))
            return None
        self.slots[full] = Slot(raw.kind.name, raw.pack.id, Origin(raw.file, raw.path))
        self.tables[full] = raw.table
        return self.slots[full]

    def _check(self, raw: Raw, slot: Slot | None) -> None:
        """Check one entry and keep it if it is sound."""
        run = Run(self.known, raw.pack.id not in self.line.deaf, raw.pack.id)
        try:
            entry = entry_of(raw, run)
        except RecursionError:
            run.add((), "too-deep", TOO_DEEP, "table")
            entry = None
        self.problems += map(raw.problem, self._perhaps_a_patch(raw, run.found))
        if slot is not None and not run.found and isinstance(entry, Entry):
            if run.meant:
                raw.table = self.tables[f"{raw.pack.id}:{raw.kind.name}/{entry.id}"] = rewritten(raw.table, run.meant)
                entry = self.known.typed(raw.kind.type).converted(raw.table)[0]
            slot.entry = entry

    def _perhaps_a_patch(self, raw: Raw, found: list[Finding]) -> list[Finding]:
        """Where an entry lacks keys and a required pack has one of its id, say how that one is changed."""
        missing = [at for at, f in enumerate(found) if f.code == "missing-key" and not f.path]
        if not missing:
            return found
        needs = raw.pack.info.requires if raw.pack.info else {}
        same = self.known.ids.shorts[raw.kind.name].get(str(raw.table.get("id")), [])
        theirs = [full for full in same if pack_of(full) in needs]
        if not theirs:
            return found
        hint = f"; to change {theirs[0]} write patch = {quoted(theirs[0])} in place of id"
        lacks = min(missing, key=lambda at: found[at].message)
        told = found[lacks]._replace(message=found[lacks].message + hint)
        return [*found[:lacks], told, *found[lacks + 1 :]]
