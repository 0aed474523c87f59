"""What a session tells in words: labels, blocked options, explanations of options and of topics of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tmb.core.decisions import Ask, Blocked
from tmb.errors import InputError, unknown

if TYPE_CHECKING:
    from tmb.core.game import Game
    from tmb.core.mode import Mode
    from tmb.session.session import Session


def dressed(game: Game, ask: Ask, labels: bool, blocked: bool) -> Ask:
    """The ask with words, and with what is not legal. Modes are given the engine's own open ask."""
    mode, own = game.mode, game.ask
    out = ask
    if labels:
        options = [replace(o, label=mode.label(game, own, o.id)) for o in ask.options]
        out = replace(out, options=options, label=mode.label(game, own, ""))
    if blocked:
        rows = mode.blocked(game, own)
        words = {i: mode.label(game, own, i) if labels else "" for i, _, _ in rows}
        out = replace(out, blocked=[Blocked(i, why, cite, words[i]) for i, why, cite in rows])
    return out


def explain(session: Session, name: str, where: str) -> dict[str, Any]:
    """An option, a blocked option, the open ask itself (""), or a topic. Raises InputError: no_ask, unknown_topic."""
    game, ask = session.game, session.open_ask
    if ask is None and not name:
        raise no_ask(where)
    if ask is not None:
        found = _option(game, ask, name) if _of_the_ask(game, ask, name) else None
        if found is not None:
            return found
    first, *others = matches(session.rules, game.mode, name) or [{}]
    for row in (first, *others):
        if row.get("what") == "rule option":
            row["value"] = game.option(name)
    if not first:
        raise unknown_topic(session.rules, game.mode, name, where, ask)
    return {**first, "also": others} if others else first


def no_ask(where: str) -> InputError:
    """The error for a look at the open ask when there is none."""
    return InputError("no_ask", "the game is over; there is no ask", where=where)


def matches(rules: Any, mode: Mode, name: str) -> list[dict[str, Any]]:
    """All that a topic may mean: entries of content first, then words of the rules, then the mode's own topics."""
    found = [{"topic": name} | told(rules, full) for full in entries_named(rules, name)]
    word = topics_of(rules).get(name)
    if word is not None and not (found and word["what"] == "mark"):  # the mark is the one that the entry declares
        found.append(word)
    own = mode.topics().get(name)
    return found if own is None else [*found, {"topic": name, **own}]


def entries_named(rules: Any, name: str) -> list[str]:
    """The full ids of all entries with this short or full id."""
    content = rules.content
    fulls = [full for kind in content.kinds() for full in content.entries(kind)]
    return [name] if name in fulls else [full for full in fulls if full.rpartition("/")[2] == name]


def unknown_topic(rules: Any, mode: Mode, name: str, where: str, ask: Ask | None) -> InputError:
    """The error for a word that nobody knows."""
    options = [] if ask is None else [o.id for o in ask.options]
    known = [*options, *topics_of(rules), *mode.topics(), *_ids(rules)]
    return unknown("topic", name, known, "unknown_topic", where)


def _ids(rules: Any) -> list[str]:
    """Every id of content, short and in full."""
    fulls = [full for kind in rules.content.kinds() for full in rules.content.entries(kind)]
    return [*(full.rpartition("/")[2] for full in fulls), *fulls]


def _of_the_ask(game: Game, ask: Ask, name: str) -> bool:
    if name in ("", ask.key) or any(o.id == name for o in ask.options):
        return True
    return any(option == name for option, _, _ in game.mode.blocked(game, game.ask))


def _option(game: Game, ask: Ask, name: str) -> dict[str, Any] | None:
    mode, own = game.mode, game.ask
    assert own is not None
    about = {"ask": ask.id, "key": ask.key, "seat": ask.seat, "doc": own.node.stage.doc, "cite": own.node.stage.cite}
    about = {k: v for k, v in about.items() if v != ""} | {"label": mode.label(game, own, name)}
    if name in ("", ask.key):
        return {**about, "label": mode.label(game, own, "")}
    if any(o.id == name for o in ask.options):
        return {**about, "option": name, "legal": True, "preview": mode.preview(game, own, name)}
    for option, because, cite in mode.blocked(game, own):
        if option == name:
            no = {"option": name, "legal": False, "because": because}
            return {**about, **no, **({"cite": cite} if cite else {})}
    return None


def topics_of(rules: Any) -> dict[str, dict[str, Any]]:
    """The words of the rules that have a docstring of their own: windows, moments, queries, permits, marks, flows."""
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
            out[name] = {"topic": name, "what": what, "doc": row.doc, **cite}
    for name in r.rule_options:
        out[name] = rule_topic(rules, name)
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
    raise unknown("content id", name, _ids(rules), "unknown_content", where)


_IN_FULL = "write one of these ids in full"


def told(rules: Any, full: str) -> dict[str, Any]:
    """An entry by its full id, as plain data, with what packs did to it."""
    history = [{"pack": p, "change": c, "fields": list(f)} for p, c, f in rules.content.history(full)]
    return {
        "id": full,
        "kind": full.partition(":")[2].partition("/")[0],
        "entry": msgspec.to_builtins(rules.content.entry(full)),
        "history": history,
    }
