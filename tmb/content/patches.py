"""Packs that change entries of packs they require: `patch` changes a few fields, `replace` the whole entry."""

from typing import Any

from tmb.content.content import Origin, Slot
from tmb.content.entry import Entry
from tmb.content.files import TOO_DEEP
from tmb.content.findings import Finding, Known, Run
from tmb.content.ids import pack_of
from tmb.content.order import Line
from tmb.content.problem import Problem, article, did_you_mean, quoted
from tmb.content.raw import Raw
from tmb.content.table import rewritten
from tmb.content.tables import StructPlan
from tmb.content.typed import parted

VERBS = ("patch", "replace")
EVERYTHING = "*"
"""The field that a replacement claims."""


def is_patch(table: dict[str, Any]) -> bool:
    """Say whether a table changes an entry instead of defining one."""
    return any(verb in table for verb in VERBS)


class Patches:
    """The changes of all packs, applied in the order of the packs. `tables` holds the entries as they are written.

    A change with a fault is left out, so that the next one is judged by what was sound before.
    """

    def __init__(self, line: Line, known: Known, slots: dict[str, Slot], tables: dict[str, dict[str, Any]]) -> None:
        self.line, self.known, self.slots, self.tables = line, known, slots, tables
        self.claims: dict[str, list[tuple[Raw, frozenset[str]]]] = {}
        self.problems: list[Problem] = []

    def apply(self, patches: list[Raw]) -> list[Problem]:
        """Apply all patches and return what is wrong with them."""
        for raw in patches:
            verb = next(verb for verb in VERBS if verb in raw.table)
            full = self._target(raw, verb)
            slot = self.slots.get(full) if full else None
            if full and slot:
                self._claim(raw, verb, full)
            self._change(raw, verb, full, slot)
        return self.problems

    def _note(self, raw: Raw, key: str, code: str, message: str) -> None:
        """Note a problem about one key of a patch."""
        self.problems.append(raw.problem(Finding((key,), code, message)))

    def _target(self, raw: Raw, verb: str) -> str | None:
        """Return the full id of the entry to change; None when there is none that this pack may change."""
        written, kind = raw.table[verb], raw.kind.name
        if isinstance(written, str) and ":" not in written:
            written = self._spelt_out(raw, written)
        if "patch" in raw.table and "replace" in raw.table:
            self._note(raw, "replace", "two-verbs", "write either patch or replace, not both")
        elif not isinstance(written, str):
            self._note(
                raw, verb, "wrong-type", f'{verb}: expected the full id of {article(kind)}, like "base:{kind}/some-id"'
            )
        elif ":" not in written:
            self._no_such(raw, verb, written)
        elif written not in self.known.ids.known:
            if raw.pack.id not in self.line.deaf:
                options = [full for shorts in self.known.ids.shorts[kind].values() for full in shorts]
                message = f"{verb}: no {kind} {quoted(written)}{did_you_mean(written, options)}"
                self._note(raw, verb, "patch-target", message)
        elif not self._allowed(raw, verb, written):
            pass
        else:
            return written
        return None

    def _spelt_out(self, raw: Raw, short: str) -> str:
        """Return the full id of the one entry with this short id that the pack requires, or else has; else `short`."""
        found = self.known.ids.shorts[raw.kind.name].get(short, [])
        needs = raw.pack.info.requires if raw.pack.info else {}
        near = [full for full in found if pack_of(full) in needs] or found
        return near[0] if len(near) == 1 else short

    def _no_such(self, raw: Raw, verb: str, short: str) -> None:
        """Note a short id that no entry has, or more than one."""
        kind, shorts = raw.kind.name, self.known.ids.shorts[raw.kind.name]
        if short in shorts:
            message = f"{verb}: {quoted(short)} may be {' or '.join(shorts[short])}; write the whole id"
        else:
            message = f"{verb}: no {kind} {quoted(short)}{did_you_mean(short, shorts)}"
        if short in shorts or raw.pack.id not in self.line.deaf:
            self._note(raw, verb, "patch-target", message)

    def _allowed(self, raw: Raw, verb: str, full: str) -> bool:
        """Say whether this pack may change that entry."""
        pack, _, rest = full.partition(":")
        if rest.partition("/")[0] != raw.kind.name:
            self._note(raw, verb, "patch-target", f"{verb}: expected {article(raw.kind.name)}, got {quoted(full)}")
        elif pack == raw.pack.id:
            self._note(raw, verb, "patch-target", f"{verb}: {quoted(full)} is of this pack; change it where it stands")
        elif raw.pack.info is not None and pack not in raw.pack.info.requires:
            message = f"{verb}: {quoted(full)} is of a pack that this one does not require; add {pack} to requires"
            self._note(raw, verb, "patch-target", message)
        else:
            return True
        return False

    def _claim(self, raw: Raw, verb: str, full: str) -> None:
        """Note a clash with an earlier change of the same fields."""
        own = [key for key in raw.table if key not in (verb, "id", "source")]
        fields = frozenset([EVERYTHING] if verb == "replace" else own)
        earlier = self.claims.setdefault(full, [])
        for other, theirs in earlier:
            shared = [key for key in own if key in theirs] if EVERYTHING not in fields | theirs else [verb]
            if shared and not self._agreed(raw, other):
                what = full if shared == [verb] else f"{', '.join(shared)} of {full}"
                place = f"{other.pack.id} at {other.place()}"
                self._note(raw, shared[0], "patch-clash", f"{what} is changed by {place} too{advice(raw, other)}")
        earlier.append((raw, fields))

    def _agreed(self, raw: Raw, other: Raw) -> bool:
        """Say whether one of the two packs names the other in `after`."""
        if raw.pack is other.pack or raw.pack.info is None or other.pack.info is None:
            return raw.pack is not other.pack
        return other.pack.id in raw.pack.info.after or raw.pack.id in other.pack.info.after

    def _change(self, raw: Raw, verb: str, full: str | None, slot: Slot | None) -> None:
        """Check a patch's fields and change the entry."""
        run = Run(self.known, raw.pack.id not in self.line.deaf, raw.pack.id)
        fields = {key: value for key, value in raw.table.items() if key not in VERBS}
        if full:
            self._same_id(fields, full, run)
        base = self.tables.get(full or "", {}) if verb == "patch" else {}
        merged = {**base, **fields, "id": full.rpartition("/")[2] if full else fields.get("id", "x")}
        try:
            entry = self._checked(raw, verb, fields, merged, run, slot)
        except RecursionError:
            run.add((), "too-deep", TOO_DEEP, "table")
            entry = None
        self.problems += map(raw.problem, run.found)
        if slot is not None:
            record(slot, raw, verb, fields)
        if slot is not None and not run.found and isinstance(entry, Entry):
            if run.meant:
                merged = rewritten(merged, run.meant)
                entry = self.known.typed(raw.kind.type).converted(merged)[0]
            self.tables[full or ""] = merged
            slot.entry = entry

    def _same_id(self, fields: dict[str, Any], full: str, run: Run) -> None:
        """Refuse another id: a changed entry keeps its own."""
        if "id" in fields and fields["id"] != full.rpartition("/")[2]:
            run.add(("id",), "bad-id", "id: a changed entry keeps its id; leave this out")

    def _checked(
        self, raw: Raw, verb: str, fields: dict[str, Any], merged: dict[str, Any], run: Run, slot: Slot | None
    ) -> Any:
        """Check what the patch writes; return the changed entry if that is sound."""
        typed = run.known.typed(raw.kind.type)
        if verb == "replace":
            return typed.verify(merged, (), run)
        if not isinstance(typed.plan, StructPlan):
            return None
        if "source" not in fields:
            run.add((), "missing-key", 'missing key "source" (a patch says where its own numbers come from)', "table")
        before = len(run.found)
        entry, complaint = typed.converted(merged)
        if complaint:
            typed.plan.unknown({"id": "", **fields}, (), run)
        typed.plan.given(fields, (), run, proven=complaint is None)
        if complaint and len(run.found) == before:
            inner, message = parted(complaint)
            if inner and inner[0] in fields:
                run.add(inner, "invalid", message)
            elif slot is not None and slot.entry is not None:
                run.add((), "invalid", message)
        return entry


def advice(raw: Raw, other: Raw) -> str:
    """Say the way out of a clash."""
    if raw.pack is other.pack:
        return "; write it once"
    return f'; say after = ["{other.pack.id}"] in {raw.pack.manifest.name} to go last'


def record(slot: Slot, raw: Raw, verb: str, fields: dict[str, Any]) -> None:
    """Write a change into the entry's history."""
    origin = Origin(raw.file, raw.path)
    changed = tuple(key for key in fields if key not in ("id", "source"))
    if verb == "replace":
        slot.origin, slot.fields = origin, {}
        slot.history.append((raw.pack.id, "replaced", changed))
    else:
        slot.fields |= dict.fromkeys(fields, origin)
        slot.history.append((raw.pack.id, "patched", changed))
