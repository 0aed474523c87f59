"""The flows of a rule set as plain data: the same declarations that the engine plays with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tmb.cli.pushes import pushed_by
from tmb.core.compile import Extension, arrange
from tmb.core.flow import KINDS, OPENS, ROLL, Flow, Menu, Stage
from tmb.core.rolls import AFTER, ROLLED

if TYPE_CHECKING:
    from tmb.ruleset import RuleSet


class StageInfo(Struct, omit_defaults=True):
    """One stage. guard: the name of the function that may leave it out; by: the plugin that put it into another's flow;
    heard: somebody answers the window that it opens; begins: the flows that it may push; entries: those of a menu."""

    name: str
    kind: str
    doc: str = ""
    cite: str = ""
    guard: str = ""
    seat: str = ""
    repeats: bool = False
    heard: bool = True
    moment: str = ""
    by: str = ""
    begins: list[str] = []
    entries: list[StageInfo] = []


class FlowInfo(Struct, omit_defaults=True):
    """One procedure. subject: it is about one thing, looked up before each stage; gone: where it goes on without it;
    holds: the checks wait while it is open."""

    name: str
    doc: str = ""
    cite: str = ""
    subject: bool = False
    gone: str = ""
    holds: bool = False
    stages: list[StageInfo] = []

    def begins(self) -> list[str]:
        """All flows that its stages may push."""
        inner = [name for s in self.stages for part in (s, *s.entries) for name in part.begins]
        return list(dict.fromkeys(inner))


class Rules(Struct):
    """All flows by name, and where play enters them: starts (mode -> flows), checks and ops (their name -> flows)."""

    flows: dict[str, FlowInfo]
    starts: dict[str, list[str]]
    checks: dict[str, list[str]]
    ops: dict[str, list[str]]


def first_sentence(text: str) -> str:
    """What comes before the first full stop that ends a sentence, with it."""
    sentence, stop, _ = text.partition(". ")
    return sentence + stop.rstrip()


def describe(rules: RuleSet) -> Rules:
    """Read all flows of a rule set."""
    registry = rules.registry
    frames = {flow.frame: name for name, flow in registry.flows.items()}
    look = _Look(frames, {t.window for s in rules.sheets.values() for t in s.triggers})
    flows = {name: look.flow(flow, registry.extensions.get(name, [])) for name, flow in registry.flows.items()}
    starts = {name: look.begins([mode.start]) for name, mode in registry.modes.items()}
    checks = {check.name: look.begins([check.run]) for check in rules.checks}
    ops = {name: look.begins([make]) for name, (_, make) in registry.ops.items()}
    return Rules(flows, starts, checks, {name: found for name, found in ops.items() if found})


class _Look:
    def __init__(self, frames: dict[type, str], heard: set[str]) -> None:
        self.frames, self.heard = frames, heard

    def begins(self, functions: Iterable[Callable[..., Any] | None]) -> list[str]:
        found = [self.frames[kind] for fn in functions if fn for kind in pushed_by(fn, self.frames)]
        return list(dict.fromkeys(found))

    def rolled(self, stage: Stage) -> list[str]:
        """Dice that were rolled lie in a frame of their own where somebody hears it."""
        return [ROLLED.name] if stage.kind == ROLL and AFTER in self.heard else []

    def flow(self, flow: Flow, extensions: list[Extension]) -> FlowInfo:
        added = {id(x.stage): x.by for x in extensions}
        stages, _ = arrange(flow, extensions)
        more = {s.name: [x.stage for x in extensions if x.how == "entry" and x.at == s.name] for s in stages}
        return FlowInfo(
            flow.name,
            first_sentence(flow.doc),
            flow.cite,
            flow.subject is not None,
            flow.gone if flow.subject is not None else "",
            flow.holds,
            [self.stage(s, added, more[s.name]) for s in stages],
        )

    def stage(self, stage: Stage, added: dict[int, str], more: list[Stage]) -> StageInfo:
        entries = (*stage.entries, *more) if isinstance(stage, Menu) else ()
        return StageInfo(
            name=stage.name,
            kind="menu" if isinstance(stage, Menu) else KINDS[stage.kind],
            doc="" if stage.kind == OPENS else stage.doc,
            cite=stage.cite,
            guard=getattr(stage.when, "__name__", "") if stage.when else "",
            seat=stage.seat if isinstance(stage.seat, str) else "",
            repeats=stage.repeat,
            heard=stage.kind != OPENS or stage.word in self.heard,
            moment=stage.moment if isinstance(stage, Menu) else "",
            by=added.get(id(stage), ""),
            begins=list(dict.fromkeys([*self.rolled(stage), *self.begins([stage.run, stage.take]), *stage.begins])),
            entries=[self.stage(e, added, []) for e in entries],
        )
