"""Lines into requests: the one place that reads what clients send. Each fault is one error that names its place.

Two ways lead in. A plain `act`, the line of every decision, is read straight into its Struct; whatever is unusual
about a line sends it the long way, which looks at everything.
"""

from __future__ import annotations

import json
import math
import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tmb.errors import InputError
from tmb.protocol.messages import SAFE, ActParams

MAX_LINE = 1 << 20
MAX_DEPTH = 64
BOM = b"\xef\xbb\xbf"

Id = str | int | None


class Request(Struct):
    """A request whose params are still plain data. extra: names beside `method` that mean nothing."""

    method: str
    params: dict[str, Any]
    id: Id
    extra: list[str]


class StrictAct(ActParams, forbid_unknown_fields=True):
    """The params of a plain `act`."""


class PlainAct(Struct, forbid_unknown_fields=True):
    """The line of a plain `act`. `id` is echoed; without one it is null."""

    method: Literal["act"]
    params: StrictAct
    id: Annotated[int, Meta(ge=-SAFE, le=SAFE)] | str | UnsetType | None = UNSET
    jsonrpc: Literal["2.0"] | UnsetType = UNSET


_plain = msgspec.json.Decoder(PlainAct).decode


def plain_act(line: bytes) -> PlainAct | None:
    """The request of a plain `act`; None where the line must be read the long way."""
    if b'"act"' not in line or b"\\" in line or not line.isascii() or len(line) > MAX_LINE:
        return None
    try:
        request = _plain(line)
    except msgspec.MsgspecError:
        return None
    return request if line.count(b'"') == 2 * _strings(request) else None


def _strings(request: PlainAct) -> int:
    """How many strings, keys included, a line holds that says this and no key twice."""
    p, n = request.params, 3
    if request.id is not UNSET:
        n += 2 if type(request.id) is str else 1
    if request.jsonrpc is not UNSET:
        n += 2
    if p.ask is not UNSET:
        n += 1
    if p.pick is not UNSET:
        n += 1 + len(p.pick)
    if p.picks is not UNSET:
        n += 1 + sum(map(len, p.picks))
    if p.game is not UNSET:
        n += 2
    return n + p.partial + p.labels + p.blocked


class _Fault:
    """Stands in parsed data for something that may not be there. seen: the line at hand has one."""

    seen = False

    def __init__(self, code: str, message: str, got: Any) -> None:
        _Fault.seen = True
        self.code, self.message, self.got = code, message, got


class Unread(InputError):
    """A line that is no request; `id` is the request's, where it could be found out."""

    id: Id = None


def read(line: bytes) -> Request:
    """The request in a line. Raises Unread."""
    data = parse(line)
    if isinstance(data, list):
        raise Unread(
            "bad_request", "a batch is not taken; send one request a line", hint="lines may be sent without waiting"
        )
    if not isinstance(data, dict):
        raise Unread("bad_request", f"a request is an object, not {_kind(data)}", got=data)
    id = data.get("id")
    if isinstance(id, bool | float | list | dict):
        raise Unread("bad_request", "id is a string, a whole number or null", where="/id", got=id)
    try:
        return _request(data, id)
    except Unread as e:
        e.id = id
        raise


def _request(data: dict[str, Any], id: Id) -> Request:
    if data.get("jsonrpc", "2.0") != "2.0":
        raise Unread("bad_request", 'jsonrpc is "2.0", or left out', where="/jsonrpc", got=data["jsonrpc"], want="2.0")
    method = data.get("method")
    if "method" not in data:
        raise Unread(
            "bad_request", "a request names its method", where="/method", hint='for example {"method": "hello"}'
        )
    if not isinstance(method, str):
        raise Unread("bad_request", f"method is a string, not {_kind(method)}", where="/method", got=method)
    params = data.get("params", {})
    if not isinstance(params, dict):
        raise Unread("bad_params", f"params is an object, not {_kind(params)}", where="/params", got=params)
    extra = [k for k in data if k not in ("jsonrpc", "id", "method", "params") and not k.startswith("x_")]
    return Request(method, params, id, extra)


def parse(line: bytes) -> Any:
    """JSON with nothing in it that two languages could read in two ways. Raises Unread."""
    if len(line) > MAX_LINE:
        raise too_long()
    try:
        text = line.decode()
    except UnicodeDecodeError as e:
        raise Unread("parse_error", f"byte {e.start + 1} is not UTF-8", got=e.start + 1) from None
    _check_depth(text)
    _Fault.seen = False
    try:
        data = _decode(text)
    except json.JSONDecodeError as e:
        raise Unread("parse_error", f"no JSON: {_lower(e.msg)} at column {e.colno}", got=e.colno) from None
    if _Fault.seen or "\\u" in text:  # half a character can only be written as an escape
        _check_faults(data, "")
    return data


def too_long() -> Unread:
    """The error for a line beyond the limit."""
    return Unread("line_too_long", f"a line has at most {MAX_LINE} bytes", want=MAX_LINE)


_brackets = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def _check_depth(text: str) -> None:
    depth = 0
    for found in _brackets.finditer(text):
        sign = found.group()
        if sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                message = f"nested deeper than {MAX_DEPTH} at column {found.start() + 1}"
                raise Unread("too_deep", message, got=found.start() + 1, want=MAX_DEPTH)
        elif sign in "]}":
            depth -= 1


def _decode(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_pairs, parse_int=_int, parse_float=_float, parse_constant=_constant)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        out[key] = _Fault("duplicate_key", f"the key {key!r} is there twice", key) if key in out else value
    return out


def _int(digits: str) -> Any:
    if len(digits) <= 17 and -SAFE <= (n := int(digits)) <= SAFE:
        return n
    return _Fault(
        "number_too_big", "a number beyond 2^53 - 1; write it as a string if it is an id or a seed", digits[:40]
    )


def _float(digits: str) -> Any:
    n = float(digits)
    return n if math.isfinite(n) else _Fault("number_too_big", "a number that is no finite one", digits[:40])


def _constant(name: str) -> Any:
    return _Fault("parse_error", f"{name} is no JSON", name)


def _check_faults(data: Any, where: str) -> None:
    """Raise Unread for the first thing that may not be there."""
    if isinstance(data, _Fault):
        raise Unread(data.code, data.message, where=where, got=data.got)
    if isinstance(data, str):
        _check_text(data, where)
    elif isinstance(data, dict):
        for key, value in data.items():
            _check_text(key, where)
            _check_faults(value, f"{where}/{escaped(key)}")
    elif isinstance(data, list):
        for i, value in enumerate(data):
            _check_faults(value, f"{where}/{i}")


def _check_text(text: str, where: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as e:
        raise Unread(
            "parse_error", f"half a character (a lone surrogate) at place {e.start + 1}", where=where
        ) from None


def escaped(key: str) -> str:
    """A key as a part of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "an array", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
