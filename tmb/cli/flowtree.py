"""The flows as a tree of text, and as a Mermaid flow chart."""

from __future__ import annotations

from collections.abc import Iterator

from tmb.cli.flowinfo import FlowInfo, Rules, StageInfo


def outline(rules: Rules, name: str = "") -> Iterator[str]:
    """The tree of one flow, or of all: each is unfolded where it first begins, and named where it begins again."""
    tree = Tree(rules)
    if name:
        yield from tree.flow(name)
        return
    for mode, roots in rules.starts.items():
        for root in roots:
            yield f"mode {mode}"
            yield from tree.flow(root)
            yield ""
    yield from _section(tree, "checks, after every change that can end things", rules.checks)
    yield from _section(tree, "begun by ops of the content", rules.ops)
    rest = [flow for flow in rules.flows if flow not in tree.shown]
    if rest:
        yield "begun by the engine, or from tables"
        for flow in rest:
            if flow not in tree.shown:
                yield from tree.flow(flow)


def _section(tree: Tree, title: str, begun: dict[str, list[str]]) -> Iterator[str]:
    if not begun:
        return
    yield title
    for name, flows in begun.items():
        yield f"- {name}" + ("" if flows else " (pushes nothing)")
        for flow in flows:
            yield from tree.flow(flow, "  ", last=flow == flows[-1])
    yield ""


class Tree:
    """Unfolds flows; remembers which."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shown: dict[str, None] = {}

    def flow(self, name: str, indent: str = "", last: bool | None = None) -> Iterator[str]:
        """The lines of a flow. last: it is the last child of its stage; None: it stands alone."""
        flow = self.rules.flows[name]
        branch, below = ("", indent) if last is None else _branch(indent, last)
        if name in self.shown:
            yield f"{branch}{name} (see above)"
            return
        self.shown[name] = None
        yield branch + flow_line(flow)
        for stage in flow.stages:
            yield from self.stage(stage, below, stage is flow.stages[-1])

    def stage(self, stage: StageInfo, indent: str, last: bool) -> Iterator[str]:
        """The lines of a stage: itself, its entries, the flows that it begins."""
        branch, below = _branch(indent, last)
        yield branch + stage_line(stage)
        for entry in stage.entries:
            yield from self.stage(entry, below, entry is stage.entries[-1] and not stage.begins)
        for name in stage.begins:
            yield from self.flow(name, below, name == stage.begins[-1])


def _branch(indent: str, last: bool) -> tuple[str, str]:
    return (f"{indent}└─ ", f"{indent}   ") if last else (f"{indent}├─ ", f"{indent}│  ")


def flow_line(flow: FlowInfo) -> str:
    """A flow in one line."""
    notes = []
    if flow.subject:
        notes.append("ends without its subject" if flow.gone == "end" else f"without its subject: {flow.gone}")
    if flow.holds:
        notes.append("checks wait")
    return _joined(flow.name, flow.doc, f"({'; '.join(notes)})" if notes else "", _cited(flow.cite))


def stage_line(stage: StageInfo) -> str:
    """A stage in one line."""
    notes = [stage.kind]
    if stage.seat:
        notes.append(f"seat {stage.seat}")
    if stage.repeats:
        notes.append("repeats")
    if stage.moment:
        notes.append(f"and actions of {stage.moment}")
    if stage.guard:
        notes.append(f"unless {stage.guard}")
    if not stage.heard:
        notes.append("nobody listens")
    if stage.by:
        notes.append(f"from {stage.by}")
    return _joined(stage.name, f"<{', '.join(notes)}>", stage.doc, _cited(stage.cite))


def _cited(cite: str) -> str:
    return f"[{cite}]" if cite else ""


def _joined(*parts: str) -> str:
    return "  ".join(filter(None, parts))


def mermaid(rules: Rules, name: str = "") -> Iterator[str]:
    """The flow and all that it begins as a Mermaid flow chart: a box a flow, dotted arrows to what a stage begins."""
    yield "flowchart TD"
    chosen = reached(rules, name)
    number = {flow: i for i, flow in enumerate(chosen)}
    for flow in chosen:
        yield f'  subgraph f{number[flow]}["{_safe(flow)}"]'
        stages = rules.flows[flow].stages
        for i, stage in enumerate(stages):
            yield f"    f{number[flow]}s{i}[{_label(stage)}]"
        for i in range(len(stages) - 1):
            yield f"    f{number[flow]}s{i} --> f{number[flow]}s{i + 1}"
        yield "  end"
    for flow in chosen:
        for i, stage in enumerate(rules.flows[flow].stages):
            begun = dict.fromkeys(n for part in (stage, *stage.entries) for n in part.begins)
            for other in begun:
                yield f"  f{number[flow]}s{i} -.-> f{number[other]}"


def reached(rules: Rules, name: str = "") -> list[str]:
    """A flow and all that it begins, at first hand or further, in that order; without a name all flows."""
    if not name:
        return list(rules.flows)
    out = [name]
    for flow in out:
        out += [other for other in rules.flows[flow].begins() if other not in out]
    return out


def _label(stage: StageInfo) -> str:
    doc = f"<br/>{_safe(stage.doc)}" if stage.doc else ""
    return f'"{_safe(stage.name)} ({stage.kind}){doc}"'


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
