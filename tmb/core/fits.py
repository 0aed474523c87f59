"""Whether declarations fit together: sheets and flows speak only of names that somebody declared."""

from __future__ import annotations

import builtins
import functools
import inspect
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from tmb.core.bearers import Modifier, Sheet, unsaid
from tmb.core.flow import OPENS, Flow, Stage
from tmb.core.queries import NUMBER, THING
from tmb.core.state import hints_of
from tmb.errors import RulesError, close


class Names(NamedTuple):
    """The declared names of a rule set. roles: for each window, the fields of the frames that open it; kinds: for each
    permit, what its question may be about."""

    windows: Collection[str]
    moments: Collection[str]
    queries: Mapping[str, Any]
    permits: Mapping[str, Any]
    roles: Mapping[str, Collection[str]] = {}
    kinds: Mapping[str, Collection[str]] = {}


def roles_of(flows: Iterable[Flow]) -> dict[str, list[str]]:
    """For each window the fields, of things, of the frames that open it: what `who` may name."""
    out: dict[str, list[str]] = {}
    for made in flows:
        fields = _fields(made, str, "at")
        for s in made.stages:
            if s.kind == OPENS:
                out[s.word] = list(dict.fromkeys([*out.get(s.word, ()), *fields]))
    return out


def numbers_of(flows: Iterable[Flow]) -> dict[str, list[str]]:
    """For each window the numbers of all frames that open it: what `amend` may change."""
    out: dict[str, list[str]] = {}
    for made in flows:
        numbers = _fields(made, int, "cause")
        for s in made.stages:
            if s.kind == OPENS:
                out[s.word] = [n for n in out.get(s.word, numbers) if n in numbers]
    return out


def _fields(made: Flow, kind: type, but: str) -> list[str]:
    """The fields of this type of a flow's frame, without the one that every frame has."""
    types = _types(made.frame)
    return [f for f in made.frame.__struct_fields__ if types.get(f) is kind and f != but]


_own = functools.cache(inspect.get_annotations)


@functools.cache
def _types(frame: type) -> dict[str, Any]:
    """The types of a frame's fields by name. Where each is a built-in one or no single word nothing need be looked up,
    which would take long."""
    written: dict[str, Any] = {}
    for base in reversed(frame.__mro__):
        written |= _own(base)
    single = [word for word in written.values() if type(word) is str and word.isidentifier()]
    if not all(hasattr(builtins, word) for word in single):
        return hints_of(frame)
    return {f: vars(builtins).get(word, word) if type(word) is str else word for f, word in written.items()}


def facts_of(flows: Iterable[Flow]) -> dict[str, None]:
    """All fields of all frames but those that every frame has: what `field` may ask for."""
    return {f: None for made in flows for f in made.frame.__struct_fields__ if f not in ("at", "cause")}


def facts_at(stages: Iterable[tuple[Flow, Stage]]) -> dict[str, dict[str, None]]:
    """For each window the fields of all frames that open it: what `field` may ask for there."""
    out: dict[str, dict[str, None]] = {}
    for made, s in stages:
        if s.kind == OPENS:
            out.setdefault(s.word, {}).update(facts_of([made]))
    return out


def check_sheet(sheet: Sheet, names: Names) -> None:
    """Raise RulesError where a sheet speaks of what is not declared, or where two of its parts have one key."""
    by = "there is no"
    for t in sheet.triggers:
        _known(f"{by} window", t.window, names.windows)
        if t.who and t.window in names.roles:
            _known(f"{by} role of window {t.window!r} called", t.who, names.roles[t.window])
    for m in sheet.modifiers:
        _known(f"{by} query", m.query, names.queries)
        names.queries[m.query].rank(m.stage)
        _answers(m, names.queries[m.query].answers)
    for f in sheet.forbids:
        _known(f"{by} permit", f.permit, names.permits)
        if f.role:
            _known(f"{by} role of permit {f.permit!r} called", f.role, names.permits[f.permit].roles)
        if f.kind:
            _known(f"{by} kind of permit {f.permit!r} called", f.kind, names.kinds.get(f.permit, ()))
    for a in sheet.actions:
        for moment in a.moments:
            _known(f"{by} moment", moment, [*names.moments, *names.windows])
    for window in dict.fromkeys(t.window for t in sheet.triggers):
        _apart(sheet, f"triggers of window {window!r}", [t.key for t in sheet.triggers if t.window == window])
    _apart(sheet, "actions", [a.key for a in sheet.actions])


def _answers(m: Modifier, answers: str) -> None:
    """Raise RulesError where a modifier does not say what its query answers with, or says something else."""
    for key, what, said in (("amount", NUMBER, m.amount is not unsaid), ("to", THING, m.to is not unsaid)):
        if (answers == what) is not said:
            wants = f"wants `{key}`" if not said else f"has no use for `{key}`"
            raise RulesError(f"query {m.query} answers with a {answers}; it {wants}")
    if m.per and answers != NUMBER:
        raise RulesError(f"query {m.query} answers with a {answers}; it has no use for `per`")


def check_stages(flow: str, stages: Iterable[Stage], windows: Collection[str], flows: Collection[str]) -> None:
    """Raise RulesError where a stage opens a window, or says that content begins a flow, which is not declared."""
    for s in stages:
        for name in s.begins:
            if name not in flows:
                raise RulesError(f"{flow}.{s.name} begins {name!r}, which is no flow{close(name, flows)}")
        if s.kind == OPENS and s.word not in windows:
            raise RulesError(f"flow {flow} opens {s.word!r}, which is no window{close(s.word, windows)}")


def _known(what: str, name: str, names: Collection[str]) -> None:
    if name not in names:
        raise RulesError(f"{what} {name!r}{close(name, names)}")


def _apart(sheet: Sheet, what: str, keys: list[str]) -> None:
    if twice := [k for k in keys if keys.count(k) > 1]:
        raise RulesError(f"two {what} have the key {twice[0]!r}")
