"""What words mean: entries of content, words of the rules, and the mode's own, found however people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from tmb.content.kinds import references
from tmb.errors import InputError, listed, unknown
from tmb.session import written
from tmb.session.written import plainly

if TYPE_CHECKING:
    from tmb.core.mode import Mode


SIGN = "sign of the board"
RULING = re.compile(r"R\d+")
"""The number of a ruling; of one that is not there no sign is meant that looks like it."""


def find(rules: Any, mode: Mode, name: str) -> list[dict[str, Any]]:
    """All that a word may mean: entries of content first, then the mode's own topics, then words of the rules, or else
    a sign of the board; what is not the whole name of any of these, before them as a word that content is written in. A
    name may be written in any letters, or as the beginning of one thing only. Raises InputError("unknown_topic").
    """
    if found := _exactly(rules, mode, name):
        return found
    named = names(rules, mode)
    wanted = plainly(name)
    words = [] if wanted in named else written.meanings(rules, name)
    meant = named.get(wanted) or _begun(named, wanted, name, bool(words))
    rows = [row for exact in meant for row in _exactly(rules, mode, exact)]
    signs = [] if rows or RULING.fullmatch(name) else mode.legend(rules)
    return [*words, *(rows or [{"topic": name, "what": SIGN, "doc": s.doc} for s in signs if s.like(name)])]


def names(rules: Any, mode: Mode) -> dict[str, list[str]]:
    """Every name as it is compared -> the exact ones: ids and names of content, words of the rules and the mode."""
    out: dict[str, list[str]] = {}
    content = rules.content
    for kind in content.kinds():
        for full, entry in content.entries(kind).items():
            short = full.rpartition("/")[2]
            for name in (short, entry.name):
                _add(out, name, short)
    own = mode.topics(rules)
    for name, row in own.items():
        first = str(row.get("name", name)).casefold()
        for known in (name, first):
            _add(out, known, first if own.get(first) == row else name)
    for name in (*topics_of(rules), *rules.registry.rule_options):
        _add(out, name, name)
    return out


def _add(out: dict[str, list[str]], name: str, exact: str) -> None:
    """Note one more thing that a name may mean."""
    row = out.setdefault(plainly(name), [])
    if name and exact not in row:
        row.append(exact)


def _begun(named: Mapping[str, list[str]], wanted: str, name: str, known: bool) -> list[str]:
    """The exact names of the one thing whose name begins so. Raises InputError("unknown_topic") where several do and
    the name is not `known` to mean something else."""
    begin = [name for name in named if len(wanted) > 1 and name.startswith(wanted)]
    things = {tuple(named[name]): name for name in begin}
    if len(things) == 1:
        return list(next(iter(things)))
    if begin and not known:
        may = listed(sorted(things.values()))
        raise InputError(
            "unknown_topic", f"{name[:80]!r} may mean {may}; write more of it", got=name, want=sorted(begin)[:40]
        )
    return []


def _exactly(rules: Any, mode: Mode, name: str) -> list[dict[str, Any]]:
    """What a name means that is written exactly so."""
    found = [{"topic": name} | told(rules, full) for full in entries_named(rules, name)]
    own, word = mode.topics(rules).get(name), topics_of(rules).get(name)
    if own is not None:
        found.append({"topic": name, **own})
    if word is not None and not (found and word["what"] == "mark"):  # the mark is the one that the entry declares
        found.append(word)
    if name in rules.registry.rule_options:
        found.append(rule_topic(rules, name))
    return found


def entries_named(rules: Any, name: str) -> list[str]:
    """The full ids of all entries with this short or full id."""
    content = rules.content
    fulls = [full for kind in content.kinds() for full in content.entries(kind)]
    return [name] if name in fulls else [full for full in fulls if full.rpartition("/")[2] == name]


def unknown_topic(rules: Any, mode: Mode, name: str, where: str, more: Iterable[str] = ()) -> InputError:
    """The error for a word that nobody knows. more: what else might be meant; words of content only where nothing else
    looks like it."""
    known = [*more, *names(rules, mode), *topics_of(rules), *ids(rules)]
    error = unknown("topic", name, known, "unknown_topic", where)
    return error if error.did_you_mean else unknown("topic", name, [*known, *written.names(rules)], error.code, where)


def ids(rules: Any) -> list[str]:
    """Every id of content, short and in full."""
    fulls = [full for kind in rules.content.kinds() for full in rules.content.entries(kind)]
    return [*(full.rpartition("/")[2] for full in fulls), *fulls]


def topics_of(rules: Any) -> dict[str, dict[str, Any]]:
    """The words of the rules that say of themselves what they are: windows, moments, queries, permits, marks,
    flows."""
    r = rules.registry
    out: dict[str, dict[str, Any]] = {}
    for flow in r.flows.values():
        stages = {s.name: s.doc for s in flow.stages}
        out[flow.name] = {
            "topic": flow.name,
            "what": "flow",
            "doc": (flow.frame.__doc__ or "").strip(),
            "stages": stages,
        }
    for mark in rules.marks.values():
        if mark.text:
            out[mark.name] = {"topic": mark.name, "what": "mark", "doc": mark.text}
    for what, shelf in (("permit", r.permits), ("query", r.queries), ("moment", r.moments), ("window", r.windows)):
        for name, row in shelf.items():
            cite = {"cite": row.cite} if row.cite else {}
            asked = {"answers": row.answers, "stages": dict(row.stages)} if what == "query" else {}
            out[name] = {"topic": name, "what": what, "doc": row.doc, **asked, **cite}
    return out


def rule_topic(rules: Any, name: str) -> dict[str, Any]:
    """A rule option as plain data: its default, its values and what they mean, and the pack that set the default."""
    option = rules.registry.rule_options[name]
    values = dict(option.values) if isinstance(option.values, Mapping) else option.may_be()
    out = {"topic": name, "what": "rule option", "doc": option.doc, "default": rules.rule_defaults[name]}
    by = [pack.id for pack in rules.content.packs if name in pack.rules]
    cite = {"cite": option.cite} if option.cite else {}
    return {**out, "values": values, **cite, **({"set_by": by[-1]} if by else {})}


def entry(rules: Any, name: str, where: str) -> dict[str, Any]:
    """A content entry by its short or full id, with its history. Raises InputError("unknown_content")."""
    try:
        return told(rules, rules.content.find(name))
    except LookupError as e:
        if len(found := entries_named(rules, name)) > 1:
            raise InputError("unknown_content", str(e), where=where, got=name, want=found, hint=_IN_FULL) from None
    raise unknown("content id", name, ids(rules), "unknown_content", where)


_IN_FULL = "write one of these ids in full"


def told(rules: Any, full: str) -> dict[str, Any]:
    """An entry by its full id, as plain data, with what packs did to it, the entries that its fields name (`names`:
    field -> as written -> full id), those that name it (`named_by`: kind -> full ids), and what it says yes or no to
    that others of its kind mostly do not (`flags`)."""
    history = [{"pack": p, "change": c, "fields": list(f)} for p, c, f in rules.content.history(full)]
    kind, entry = full.partition(":")[2].partition("/")[0], msgspec.to_builtins(rules.content.entry(full))
    more = {
        "flags": _flags(rules.content.entry(full)),
        "names": _names(rules, kind, entry),
        "named_by": _named_by(rules, kind, full),
    }
    return {"id": full, "kind": kind, "entry": entry, "history": history} | {k: v for k, v in more.items() if v}


def _flags(entry: Any) -> dict[str, bool]:
    """The fields of an entry that are true or false, and not as they are where nothing is said."""
    fields = [f for f in structs.fields(entry) if type(f.default) is bool]
    return {f.encode_name: value for f in fields if (value := getattr(entry, f.name)) is not f.default}


def _names(rules: Any, kind: str, entry: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The entries that the fields of an entry name."""
    fields = references(rules.registry.kinds[kind].type)
    return {
        field: {ref: rules.content.full(of, ref) for ref in _written(entry[field])}
        for field, of in fields.items()
        if entry.get(field)
    }


def _written(value: Any) -> Iterable[str]:
    """The references in a field: one, or those of a list or table."""
    return [value] if isinstance(value, str) else value.values() if isinstance(value, dict) else value


def _named_by(rules: Any, kind: str, full: str) -> dict[str, list[str]]:
    """The entries whose fields name this one, by their kinds."""
    out: dict[str, list[str]] = {}
    for other, row in rules.registry.kinds.items():
        entries = rules.content.entries(other) if kind in references(row.type).values() else {}
        for id, entry in entries.items():
            if any(full in found.values() for found in _names(rules, other, msgspec.to_builtins(entry)).values()):
                out.setdefault(other, []).append(id)
    return out
