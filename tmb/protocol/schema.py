"""JSON Schema 2020-12 of every message and event, from the Structs themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tmb.core.decisions import Ask
from tmb.core.events import CORE, dotted
from tmb.errors import unknown
from tmb.protocol import messages as m
from tmb.protocol.errors import CODES
from tmb.protocol.methods import METHODS
from tmb.session.journal import End, Header, Line, Redo, Undo

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"


def whole(rules: Any = None) -> dict[str, Any]:
    """The schema of a line that a client may send or get. `$defs` has every message by name, and `AnyEvent`.

    With a rule set, the events of its plugins are among them; without, the engine's own.
    """
    kinds = CORE if rules is None else tuple(rules.events.values())
    of_methods = [t for found in METHODS.values() for t in (found.params, found.result)]
    types = [*dict.fromkeys(of_methods), m.Reply, m.ErrorReply, Ask, Header, Line, Undo, Redo, End, *kinds]
    _, defs = msgspec.json.schema_components(types, ref_template=REF)
    defs["AnyEvent"] = {"anyOf": [{"$ref": f"#/$defs/{k.__name__}"} for k in kinds]}
    defs["NewParams"] |= {"additionalProperties": True}
    defs["ErrorBody"]["properties"]["data"] = _error_data()
    requests = {name: _request(name, found.params.__name__) for name, found in METHODS.items()}
    defs["Request"] = {"anyOf": list(requests.values())}
    answers = dict.fromkeys(found.result.__name__ for found in METHODS.values())
    defs["Reply"]["properties"]["result"] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in answers]}
    line = [{"$ref": f"#/$defs/{name}"} for name in ("Request", "Reply", "ErrorReply")]
    return {"$schema": DIALECT, "title": "tmb protocol 1", "anyOf": line, "$defs": dict(sorted(defs.items()))}


def part(rules: Any, name: str, where: str = "") -> dict[str, Any]:
    """The schema of one message or event: by its name in `$defs`, or by the kind of an event, such as `dice.rolled`.
    Its own `$defs` are those that it needs.

    Raises InputError("unknown_schema").
    """
    made = whole(rules)
    kinds = CORE if rules is None else tuple(rules.events.values())
    names = {dotted(k.__name__): k.__name__ for k in kinds} | {name: name for name in made["$defs"]}
    if name not in names:
        raise unknown("message or event", name, names, "unknown_schema", where)
    defs = made["$defs"]
    used = _reached(defs, names[name])
    kept = {n: d for n, d in defs.items() if n in used}
    return {"$schema": DIALECT, "title": f"{made['title']}: {names[name]}", "$ref": _ref(names[name]), "$defs": kept}


def _reached(defs: dict[str, Any], name: str) -> set[str]:
    """A definition and all that it refers to, near or far."""
    found, left = {name}, [name]
    while left:
        more = {ref.removeprefix(_ref("")) for ref in references(defs[left.pop()])} - found
        found |= more
        left += more
    return found


def references(schema: Any) -> Iterator[str]:
    """Every `$ref` in a schema or in a part of one."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


def _ref(name: str) -> str:
    return REF.format(name=name)


def _request(name: str, params: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {"type": ["string", "integer", "null"]},
            "method": {"const": name},
            "params": {"$ref": f"#/$defs/{params}"},
        },
        "required": ["method"],
    }


def _error_data() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "code": {"type": "string", "examples": list(CODES)},
            "where": {"type": "string", "description": "JSON Pointer of the field at fault."},
            "got": True,
            "want": True,
            "did_you_mean": {"type": "string"},
            "hint": {"type": "string"},
            "cite": {"type": "string"},
            "ask": {"$ref": "#/$defs/Ask"},
        },
        "required": ["code"],
    }


def pretty(schema: Any) -> str:
    """A schema as text for files and people."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()
