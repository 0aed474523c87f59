"""The order in which windows and moments come in play, read from the flows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tmb.cli.flowinfo import Rules, StageInfo


def in_order(rules: Rules, names: Sequence[str]) -> list[str]:
    """The names as a game meets them: what a flow opens earlier comes first, with all that it begins in between.

    Where two flows disagree the one that is further out decides. What no flow opens keeps its place at the end.
    """
    look = _Look(rules)
    known = set(names)
    found = [n for n in look.all() if n in known]
    found += [n for n in names if n not in found]
    later = _constraints(look, known)
    out: list[str] = []
    while found:
        free = next(n for n in found if not any(n in later.get(other, ()) for other in found if other != n))
        found.remove(free)
        out.append(free)
    return out


def _constraints(look: _Look, known: set[str]) -> dict[str, set[str]]:
    """Name -> all that come after it. A constraint that would go in a circle is left out."""
    later: dict[str, set[str]] = {}
    for flow in look.flows:
        parts = [[n for n in part if n in known] for part in look.parts(flow)]
        for i, part in enumerate(parts):
            for a in part:
                for b in (b for rest in parts[i + 1 :] for b in rest if b not in part):
                    if a not in _after(later, b):
                        later.setdefault(a, set()).add(b)
    return {name: _after(later, name) for name in later}


def _after(later: dict[str, set[str]], name: str) -> set[str]:
    """All that comes after a name, at first hand or further."""
    seen: set[str] = set()
    todo = [name]
    while todo:
        for other in later.get(todo.pop(), ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


class _Look:
    """flows: all flows, those that begin others before them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.inside: dict[str, list[str]] = {}
        starts = [flow for flows in rules.starts.values() for flow in flows]
        widest = sorted(starts, key=lambda flow: -len(self._below(flow)))
        rest = [flow for begun in (rules.checks, rules.ops) for flows in begun.values() for flow in flows]
        order = [other for flow in (*widest, *rest, *rules.flows) for other in self._below(flow)]
        self.flows = list(dict.fromkeys(order))

    def _below(self, flow: str) -> list[str]:
        """A flow and all that it begins, by their distance."""
        out = [flow]
        for name in out:
            out += [other for other in dict.fromkeys(self.rules.flows[name].begins()) if other not in out]
        return out

    def all(self) -> list[str]:
        """All names, as they are met first."""
        return list(dict.fromkeys(name for flow in self.flows for name in self.within(flow)))

    def within(self, flow: str) -> list[str]:
        """The names that a flow and all below it open, as they are met first."""
        if flow not in self.inside:
            self.inside[flow] = []  # a flow that begins itself
            self.inside[flow] = list(dict.fromkeys(name for part in self.parts(flow) for name in part))
        return self.inside[flow]

    def parts(self, flow: str) -> Iterator[list[str]]:
        """For each stage of a flow what it opens, with all that it begins."""
        for stage in self.rules.flows[flow].stages:
            yield [n for part in (stage, *stage.entries) for n in self._of(part)]

    def _of(self, stage: StageInfo) -> list[str]:
        own = [stage.name] if stage.kind == "opens" else [stage.moment] if stage.moment else []
        return [*own, *(name for flow in stage.begins for name in self.within(flow))]
