"""Checkers of lists and tables."""

from typing import Any

from tmb.content.describe import bounds, got, label
from tmb.content.findings import Path, Run
from tmb.content.plans import Plan, refuse
from tmb.content.problem import closest, did_you_mean, quoted


class ListPlan(Plan):
    """A list of any length within bounds, all items alike; or of fixed length, each item with its own plan."""

    def __init__(self, items: Plan | list[Plan], low: int | None = None, high: int | None = None) -> None:
        self.fixed = items if isinstance(items, list) else None
        self.item = None if isinstance(items, list) else items
        self.low, self.high = (len(items), len(items)) if isinstance(items, list) else (low, high)
        self.linked = any(plan.linked for plan in items) if isinstance(items, list) else items.linked

    def want(self) -> str:
        return "a list"

    def sample(self) -> str:
        items = self.fixed or ([self.item, self.item] if self.item else [])
        return f"[{', '.join(item.sample() for item in items)}]"

    def fits(self, value: Any) -> bool:
        return isinstance(value, list)

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, list):
            refuse(self, value, path, run)
            return
        if len(value) < (self.low or 0) or (self.high is not None and len(value) > self.high):
            count = str(self.low) if self.low == self.high else bounds(self.low, self.high).strip()
            count = f"{self.low} or more" if self.high is None else count.removeprefix("from ")
            run.add(path, "out-of-bounds", f"{label(path)}: expected a list of {count}, got {len(value)}")
            return
        for at, item in enumerate(value):
            plan = self.fixed[at] if self.fixed is not None else self.item
            if plan is not None and (plan.linked or not proven):
                plan.walk(item, (*path, at), run, proven)


class TablePlan(Plan):
    """A table with keys of the author's choice."""

    def __init__(self, key: Plan, value: Plan, whole_keys: bool) -> None:
        self.key, self.value, self.whole_keys = key, value, whole_keys
        self.linked = key.linked or value.linked

    def want(self) -> str:
        return "a table"

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict)

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, dict):
            refuse(self, value, path, run)
            return
        keys = run.for_keys()
        for written, item in value.items():
            inner = (*path, written)
            self.key.walk(self.as_key(written), inner, keys, proven)
            if self.value.linked or not proven:
                self.value.walk(item, inner, run, proven)

    def as_key(self, written: str) -> str | int:
        """Return a key as its type wants it: TOML writes whole numbers as text."""
        digits = written.removeprefix("-")
        return int(written) if self.whole_keys and digits.isascii() and digits.isdigit() else written


class StructPlan(Plan):
    """A table with the keys of a Struct; `tag` is the key (and the value) that tells it from its relatives."""

    def __init__(self, name: str, tag: tuple[str, Any] | None, closed: bool) -> None:
        self.name, self.tag, self.closed = name, tag, closed
        self.fields: dict[str, Plan] = {}
        self.required: list[str] = []
        self.linked = True  # until `seal`: a Struct that holds itself is walked

    def seal(self, own: dict[str, Plan], required: list[str]) -> None:
        """Give the fields, once they are known."""
        self.fields, self.required = own, required
        # msgspec lets unknown keys of an open Struct pass; content never does, so such tables are always walked
        self.linked = not self.closed or any(plan.linked for plan in own.values())

    def keys(self) -> frozenset[str]:
        """Return all keys that such a table may have."""
        return frozenset((*self.fields, self.tag[0])) if self.tag else frozenset(self.fields)

    def want(self) -> str:
        return "a table"

    def sample(self) -> str:
        return f"{{ {', '.join(f'{key} = {self.fields[key].sample()}' for key in self.required)} }}"

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict) and (self.tag is None or value.get(self.tag[0]) == self.tag[1])

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, dict):
            refuse(self, value, path, run)
            return
        meant = self.unknown(value, path, run) if not proven or not self.closed else set()
        self.given(value, path, run, proven)
        if not proven:
            for key in self.required:
                if key not in value and key not in meant:
                    run.add(path, "missing-key", f"missing key {quoted(key)} ({self.fields[key].want()})", "table")

    def given(self, value: dict[str, Any], path: Path, run: Run, proven: bool) -> None:
        """Walk the keys that are there and known."""
        for key, item in value.items():
            plan = self.fields.get(key)
            if plan is not None and (plan.linked or not proven):
                plan.walk(item, (*path, key), run, proven)

    def unknown(self, value: dict[str, Any], path: Path, run: Run) -> set[str]:
        """Note unknown keys; return the known ones that were probably meant, so that they aren't missed as well."""
        tag = self.tag[0] if self.tag else None
        strange = [key for key in value if key not in self.fields and key != tag]
        free = [key for key in self.fields if key not in value]
        for key in strange:
            run.add((*path, key), "unknown-key", f"unknown key {quoted(key)}{did_you_mean(key, free)}", "key")
        return {closest(key, free) for key in strange}


class VariantsPlan(Plan):
    """A table of one of several Structs, told apart by the value of one key."""

    def __init__(self, key: str, records: dict[str, StructPlan]) -> None:
        self.key, self.records = key, records
        self.linked = any(record.linked for record in records.values())

    def want(self) -> str:
        return f"a table with {quoted(self.key)}"

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict)

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, dict):
            refuse(self, value, path, run)
        elif self.key not in value:
            run.add(path, "missing-key", f"missing key {quoted(self.key)} ({self.options()})", "table")
        else:
            self.tagged(value, value[self.key], path, run, proven)

    def tagged(self, value: dict[str, Any], tag: Any, path: Path, run: Run, proven: bool) -> None:
        """Walk the table as the Struct that its tag names."""
        if isinstance(tag, str) and tag in self.records:
            self.records[tag].walk(value, path, run, proven)
        else:
            hint = did_you_mean(tag, self.records) if isinstance(tag, str) else ""
            message = f"{self.key}: expected {self.options()}, got {got(tag)}{hint}"
            run.add((*path, self.key), "wrong-value", message)

    def options(self) -> str:
        """List the values of the key."""
        return " or ".join(quoted(tag) for tag in sorted(self.records))
