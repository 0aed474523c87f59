"""Checkers of plain values: one small class a shape. They find every fault of a value, not only the first.

`linked` says whether a checker has words, references or names to look up. A walk is told whether msgspec has `proven`
the value's types: then only those are left to check.
"""

import re
from abc import ABC, abstractmethod
from typing import Any

from tmb.content.describe import any_of, bounds, got, label
from tmb.content.findings import Path, Run
from tmb.content.ids import NoSuchEntry
from tmb.content.problem import ALL, article, closest, did_you_mean, no_id, quoted

END = r"\Z"
"""How patterns write the end of the text; authors know it as $."""


class Plan(ABC):
    """What all checkers share."""

    linked: bool = False

    @abstractmethod
    def want(self) -> str:
        """Return what to say was expected."""

    @abstractmethod
    def fits(self, value: Any) -> bool:
        """Say whether a value is of this shape at all; its details may still be wrong."""

    def sample(self) -> str:
        """Return a value of this shape as an author may write it; "..." where nobody can guess one."""
        return "..."

    @abstractmethod
    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        """Note in `run` every fault of the value at `path`; of a `proven` one only what msgspec could not see."""


def refuse(plan: Plan, value: Any, path: Path, run: Run, code: str = "wrong-type") -> None:
    """Note that something else was expected here."""
    place = "key" if run.at == "key" else label(path)
    run.add(path, code, f"{place}: expected {plan.want()}, got {got(value)}")


class AnyPlan(Plan):
    """Any value, or a type that only msgspec itself can judge."""

    def want(self) -> str:
        return "any value"

    def fits(self, value: Any) -> bool:
        return True

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        pass


class FlagPlan(Plan):
    """true or false."""

    def want(self) -> str:
        return "true or false"

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)

    def sample(self) -> str:
        return "true"

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not self.fits(value):
            refuse(self, value, path, run)


class NumberPlan(Plan):
    """A whole number (or, if `whole` is false, any number) within bounds that are both allowed."""

    def __init__(self, low: float | None, high: float | None, whole: bool = True) -> None:
        self.low, self.high, self.whole = low, high, whole

    def want(self) -> str:
        return ("a whole number" if self.whole else "a number") + bounds(self.low, self.high)

    def fits(self, value: Any) -> bool:
        return isinstance(value, int if self.whole else (int, float)) and not isinstance(value, bool)

    def sample(self) -> str:
        return str(1 if self.low is None else self.low)

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not self.fits(value):
            refuse(self, value, path, run)
        elif (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            refuse(self, value, path, run, "out-of-bounds")


class TextPlan(Plan):
    """A string, perhaps of bounded length or of a given form; `form` says the pattern in words."""

    form = ""

    def __init__(self, low: int | None, high: int | None, pattern: str | None) -> None:
        self.low, self.high, self.pattern = low, high, pattern

    def want(self) -> str:
        if self.pattern:
            return self.form or f"text of the form {self.pattern.replace(END, '$')}"
        if self.low == 1 and self.high is None:
            return "text that is not empty"
        return "text" if self.low is None and self.high is None else f"text of{bounds(self.low, self.high)[5:]} letters"

    def fits(self, value: Any) -> bool:
        return isinstance(value, str)

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, str):
            refuse(self, value, path, run)
        elif len(value) < (self.low or 0) or (self.high is not None and len(value) > self.high):
            refuse(self, value, path, run, "out-of-bounds")
        elif self.pattern and not re.search(self.pattern, value):
            refuse(self, value, path, run, "wrong-value")


class IdPlan(TextPlan):
    """A string that becomes part of ids outside. capitals: whether it may have them."""

    def __init__(self, pattern: str, capitals: bool) -> None:
        super().__init__(None, None, pattern)
        self.capitals = capitals

    def want(self) -> str:
        return "an id"

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, str):
            refuse(self, value, path, run)
        elif self.pattern and not re.search(self.pattern, value):
            run.add(path, "bad-id", no_id(label(path), value, self.capitals))


class OneOfPlan(Plan):
    """One of a few fixed values."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def want(self) -> str:
        return any_of([got(value) for value in self.values])

    def fits(self, value: Any) -> bool:
        return any(type(value) is type(one) for one in self.values)

    def sample(self) -> str:
        return got(self.values[0])

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not self.fits(value):
            refuse(self, value, path, run)
        elif value not in self.values:
            near = closest(value, self.values) if isinstance(value, str) else ""
            hint = f"; did you mean {quoted(near)}?" if near else ""
            run.add(path, "wrong-value", f"{label(path)}: expected {self.want()}, got {got(value)}{hint}")


class UnionPlan(Plan):
    """A value of one of several shapes; the first that fits is walked."""

    def __init__(self, plans: list[Plan]) -> None:
        self.plans = plans
        self.linked = any(plan.linked for plan in plans)

    def want(self) -> str:
        return any_of([plan.want() for plan in self.plans])

    def fits(self, value: Any) -> bool:
        return any(plan.fits(value) for plan in self.plans)

    def sample(self) -> str:
        return self.plans[0].sample()

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        fitting = next((plan for plan in self.plans if plan.fits(value)), None)
        if fitting is None:
            refuse(self, value, path, run)
        else:
            fitting.walk(value, path, run, proven)


class ReferencePlan(Plan):
    """A string that must name an entry of a kind."""

    linked = True

    def __init__(self, inner: Plan, kind: str) -> None:
        self.inner, self.kind = inner, kind

    def want(self) -> str:
        return f"the id of {article(self.kind)}"

    def fits(self, value: Any) -> bool:
        return self.inner.fits(value)

    def sample(self) -> str:
        return quoted(self.kind.upper())

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, str):
            refuse(self, value, path, run)
            return
        try:
            run.means(path, value, run.known.ids.brief(self.kind, value, run.within))
        except NoSuchEntry as error:
            if run.links:
                run.add(path, error.code, str(error), lacks=error.lacks)


class NamePlan(Plan):
    """A string that must be one of the registered names."""

    linked = True

    def __init__(self, inner: Plan, registry: str) -> None:
        self.inner, self.registry = inner, registry

    def want(self) -> str:
        return f"the name of {article(self.registry)}"

    def fits(self, value: Any) -> bool:
        return self.inner.fits(value)

    def sample(self) -> str:
        return quoted(self.registry.upper())

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        if not isinstance(value, str):
            refuse(self, value, path, run)
            return
        try:
            meant = run.known.named(self.registry, value, run.within)
        except LookupError as error:
            run.add(path, getattr(error, "code", "unknown-name"), str(error))
            return
        names = run.known.registry(self.registry)
        if meant is not None:
            run.means(path, value, meant)
        elif value not in names:
            run.add(path, "unknown-name", f"unknown {self.registry} {quoted(value)}{did_you_mean(value, names, ALL)}")
