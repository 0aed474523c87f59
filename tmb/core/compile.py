"""From declared flows to tables of stages: extensions in, unheard windows left out, names resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tmb.core.decisions import DONE
from tmb.core.flow import OPENS, ROLL, STEP, Flow, Menu, Stage
from tmb.core.rolls import AFTER
from tmb.core.state import END, Frame
from tmb.core.windows import act, actions
from tmb.errors import RulesError

Table = dict[str, "Node"]


class Node:
    """A stage in its place. find: looks the subject up (None: the stage runs without one); next: the stage after it;
    heard: of a roll, whether anybody of the rule set hears that it was made."""

    __slots__ = (
        "append",
        "closing",
        "find",
        "flow",
        "gone",
        "has_subject",
        "heard",
        "key",
        "kind",
        "name",
        "next",
        "repeat",
        "run",
        "seat",
        "stage",
        "stream",
        "take",
        "word",
    )

    def __init__(self, stage: Stage, flow: Flow, nxt: str, alone: bool) -> None:
        self.stage, self.flow, self.name, self.kind, self.next = stage, flow, stage.name, stage.kind, nxt
        self.has_subject = flow.subject is not None
        self.find = None if alone else flow.subject
        self.gone, self.repeat, self.word, self.stream = flow.gone, stage.repeat, stage.word, stage.stream
        self.run: Any = _guarded(stage.run, stage.when, DONE if stage.kind == STEP else None)
        self.take: Any = stage.take
        self.heard = False
        self.seat: Any = stage.seat
        self.closing, self.append = stage.until, stage.until is not None and not isinstance(stage, Menu)
        self.key = f"{flow.name}.{stage.name}"


class MenuTable:
    """The entries of a menu in one rule set. `listing` and `taking` are what the loop calls.

    rows: word -> listing function of (game, frame, me), guards included; takes: word -> what the answer does.
    """

    __slots__ = ("closes", "moment", "rows", "takes")

    def __init__(self, menu: Menu, extra: Iterable[Stage], has_subject: bool) -> None:
        entries = (*menu.entries, *extra)
        words = [e.word for e in entries]
        if twice := [w for w in words if words.count(w) > 1]:
            raise RulesError(f"menu {menu.name}: two entries use the word {twice[0]!r}")
        self.rows = [(e.word, _with_me(_guarded(e.run, e.when, None), has_subject)) for e in entries]
        self.takes = {e.word: _with_me(e.take, has_subject) for e in entries}
        self.moment, self.closes = menu.moment, _with_me(menu.closes, has_subject)

    def listing(self, game: Any, frame: Frame, me: Any = None) -> list[Any]:
        """All that can be done now; nothing if that is only to be done with it."""
        out: list[Any] = []
        for word, run in self.rows:
            refs = run(game, frame, me)
            if refs:
                for ref in refs:  # a comprehension would be a call; here it is most of what a menu costs
                    out.append((word, ref))
        if self.moment in game.index.actions:
            out += actions(game, self.moment, me.id if me is not None else "", frame)
        if out and (self.closes is None or self.closes(game, frame, me) is None):
            out.append(DONE)
        return out

    def taking(self, game: Any, frame: Frame, me: Any, ref: Any) -> Any:
        """Do the entry that was picked."""
        if len(ref) == 3:
            return act(game, ref, frame)
        return self.takes[ref[0]](game, frame, me, ref[1])

    def taking_alone(self, game: Any, frame: Frame, ref: Any) -> Any:
        """The same in a flow without a subject."""
        return self.taking(game, frame, None, ref)


def _with_me(fn: Any, has_subject: bool) -> Any:
    """A stage's function in the form of those that are handed a subject."""
    if fn is None or has_subject:
        return fn
    return lambda game, frame, me, *rest: fn(game, frame, *rest)


def _guarded(run: Any, when: Any, left_out: Any) -> Any:
    """What a stage runs, or `left_out` while its guard has a reason."""
    if when is None:
        return run
    return lambda *about: left_out if when(*about) else run(*about)


class Extension:
    """What a plugin adds to another's flow: a stage before, after or instead of one, or an entry to a menu."""

    __slots__ = ("at", "by", "flow", "how", "stage")

    def __init__(self, flow: str, how: str, at: str, stage: Stage, by: str) -> None:
        self.flow, self.how, self.at, self.stage, self.by = flow, how, at, stage, by


def arrange(flow: Flow, extensions: Iterable[Extension]) -> tuple[list[Stage], dict[str, str]]:
    """The stages of a flow with all extensions in place, in the order of the packs that made them; and the names of
    replaced stages -> those of the stages that now stand there."""
    stages = list(flow.stages)
    replaced: dict[str, str] = {}
    renamed: dict[str, str] = {}
    behind: dict[str, int] = {}
    for x in extensions:
        if x.how == "entry":
            continue
        names = [s.name for s in stages]
        if renamed.get(x.at, x.at) not in names:
            raise RulesError(f"{x.by}: flow {flow.name} has no stage {x.at!r}; it has {', '.join(names)}")
        i = names.index(renamed.get(x.at, x.at))
        if x.how == "replace":
            if x.at in replaced:
                raise RulesError(f"{x.by} and {replaced[x.at]} both replace {flow.name}.{x.at}")
            replaced[x.at], renamed[x.at] = x.by, x.stage.name
            stages[i] = x.stage
        elif x.how == "before":
            stages.insert(i, x.stage)
        else:
            behind[x.at] = behind.get(x.at, 0) + 1
            stages.insert(i + behind[x.at], x.stage)
    return stages, renamed


def compile_flow(flow: Flow, extensions: list[Extension], hears: Callable[[str], bool]) -> Table:
    """The table of a flow: stage name -> node, "" -> the first. Windows that nobody can hear are left out: their names
    lead to what comes next. So do the old names of stages that were renamed or replaced."""
    stages, renamed = arrange(flow, extensions)
    names = [s.name for s in stages]
    if len(set(names)) < len(names):
        raise RulesError(f"{flow.name}: two stages are named {next(n for n in names if names.count(n) > 1)}")
    if guarded := [s.name for s in stages if s.kind == OPENS and s.when is not None]:
        raise RulesError(f"{flow.name}.{guarded[0]} opens a window, which has no guard; the triggers in it have theirs")
    kept = [s for s in stages if s.kind != OPENS or hears(s.word)]
    gone = renamed.get(flow.gone, flow.gone)
    late = names.index(gone) if gone in names else len(names)
    entries: dict[str, list[Stage]] = {}
    for x in extensions:
        if x.how == "entry":
            entries.setdefault(renamed.get(x.at, x.at), []).append(x.stage)
    nodes: Table = {}
    for i, s in enumerate(kept):
        node = nodes[s.name] = Node(
            s, flow, kept[i + 1].name if i + 1 < len(kept) else END, names.index(s.name) >= late
        )
        node.heard = s.kind == ROLL and hears(AFTER)
        if isinstance(s, Menu):
            rows = MenuTable(s, entries.pop(s.name, ()), node.has_subject)
            node.run = _guarded(rows.listing, s.when, None)
            node.take = rows.taking if node.has_subject else rows.taking_alone
    if entries:
        raise RulesError(f"flow {flow.name} has no menu {next(iter(entries))!r}")
    return _named(flow, stages, nodes, renamed)


def _named(flow: Flow, stages: list[Stage], nodes: Table, renamed: dict[str, str]) -> Table:
    """Every name that a frame may stand at -> its node."""
    table: Table = {}
    node = _nothing(flow)
    for s in reversed(stages):
        node = nodes.get(s.name, node)
        old = [was for was, now in renamed.items() if now == s.name != was]
        for name in (s.name, *s.aliases, *old):
            if name in (END, ""):
                raise RulesError(f"{flow.name}: no stage may be named {name!r}; that is where a frame ends or begins")
            if name in table:
                raise RulesError(f"{flow.name}: {name!r} names two stages, one of them by an alias")
            table[name] = node
    table = dict(reversed(table.items()))
    table[""] = node
    return table


def _nothing(flow: Flow) -> Node:
    """A flow all of whose stages are left out is a single empty step."""
    return Node(Stage(STEP, "nothing", lambda *a: None), flow, END, True)


def describe(tables: Mapping[type, Table]) -> dict[str, list[Stage]]:
    """The stages of every flow by name, in reading order."""
    return {next(iter(t.values())).flow.name: [n.stage for k, n in t.items() if k == n.name] for t in tables.values()}
