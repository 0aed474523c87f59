"""Lines in, lines out: the server without its pipes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from tmb.core.decisions import Ask
from tmb.core.plainly import misfit
from tmb.errors import InputError, nearest, unknown
from tmb.protocol import messages as m
from tmb.protocol.errors import DECISION_CODES, number
from tmb.protocol.games import Games, Table
from tmb.protocol.lines import Id, Request, Unread, escaped, plain_act, read, too_long
from tmb.protocol.methods import METHODS, Method, new
from tmb.protocol.shelf import Shelf
from tmb.session import Session
from tmb.session.faults import fault

encode = msgspec.json.Encoder().encode

MOST_WARNINGS = 20
"""A request with more unknown fields is not told of the others."""

LONG = 1000
"""Longer messages and values are cut in replies to what is wrong."""


class Server:
    """Answers requests. shelf: what can be played; referee: who asks sees all; folder: where games are journaled."""

    def __init__(self, shelf: Shelf, referee: bool = False, folder: Path | None = None) -> None:
        self.shelf, self.referee = shelf, referee
        self.games = Games(folder)

    def handle(self, line: bytes) -> bytes:
        """The one reply to a line, without a newline."""
        plain = plain_act(line)
        id: Id = None
        if plain is not None:
            id = None if plain.id is UNSET else plain.id
            try:
                return encode(m.Reply(id=id, result=self.act(plain.params)))
            except Exception as e:
                return refusal(id, e)
        try:
            request = read(line)
            id = request.id
            return encode(m.Reply(id=id, result=self._call(request)))
        except Unread as e:
            return refusal(e.id, e)
        except Exception as e:
            return refusal(id, e)

    def too_long(self) -> bytes:
        """The reply to a line that was too long to be kept."""
        return refusal(None, too_long())

    def _call(self, request: Request) -> Any:
        found = METHODS.get(request.method)
        if found is None:
            raise unknown("method", request.method, METHODS, "unknown_method", "/method")
        warnings = [_at_top(name, found) for name in request.extra[:MOST_WARNINGS]]
        if found.name == "new":
            result = self._new(request.params)
        else:
            known = found.params.__struct_encode_fields__
            extra = [name for name in request.params if name not in known and not name.startswith("x_")]
            warnings += [_unknown_field(name, known) for name in extra[:MOST_WARNINGS]]
            result = found.run(self, params_of(found, request.params))
        kept = [w for w in warnings if w is not None]
        if kept:
            result.warnings = [*kept, *(result.warnings or ())]
        return result

    def _new(self, given: Mapping[str, Any]) -> m.NewResult:
        """`new` has the mode's options beside its own fields: what is not its own must be one of them."""
        known = m.NewParams.__struct_encode_fields__
        own = {k: v for k, v in given.items() if k in known}
        options = {k: v for k, v in given.items() if k not in known and not k.startswith("x_")}
        try:
            return new(self, params_of(METHODS["new"], own), options)
        except InputError as e:
            if e.code == "unknown_option_name" and isinstance(e.got, str) and not e.did_you_mean:
                e.did_you_mean = nearest(e.got, known)
            raise

    def act(self, p: m.ActParams) -> m.ActResult:
        """Answer an ask, or several; the events that came of it, and the next ask."""
        table = self.games.find(p.game)
        session = table.session
        ask = None if p.ask is UNSET else p.ask
        out = m.ActResult()
        try:
            if p.pick is not UNSET and p.picks is UNSET:
                session.act(p.pick, ask)
            elif p.picks is not UNSET and p.pick is UNSET:
                out.played, stopped = session.act_many(p.picks, p.partial, ask)
                if stopped is not None:
                    out.stopped = body(stopped)
            else:
                raise InputError("bad_params", "act wants `pick` or `picks`", where="/params", want=["pick", "picks"])
        except InputError as e:
            if e.code in DECISION_CODES and "ask" not in e.more:
                e.more["ask"] = session.open_ask
            raise
        self.stand(table, out, p.labels, p.blocked)
        return out

    def stand(self, table: Table, out: m.Step | m.NewResult, labels: bool, blocked: bool, events: bool = True) -> None:
        """Put into a result where the game stands: the events that were not told yet, then the ask or the end."""
        session = table.session
        ask = session.open_ask
        if ask is None:
            out.over = session.over() or UNSET
        elif labels or blocked:
            out.ask = self._dressed(session, ask, out, labels, blocked)
        else:
            out.ask = ask
        if events:
            out.events = session.events(table.told, self.referee)
            table.told = session.events_so_far

    def _dressed(self, session: Session, ask: Ask, out: m.Result, labels: bool, blocked: bool) -> Ask:
        """The ask in words. What was asked for is done already: if the words fail, it is told without them."""
        try:
            return session.ask(labels, blocked) or ask
        except InputError as e:
            out.warnings = [m.Caution("/params/labels" if labels else "/params/blocked", e.message)]
            return ask

    def must_be_referee(self, what: str, hint: str) -> None:
        """Raise InputError("referee_only") for the table."""
        if not self.referee:
            raise InputError(
                "referee_only", f"{what} is for the referee: `tmb serve --referee`", where="/method", hint=hint
            )


def params_of(found: Method, given: Mapping[str, Any]) -> Any:
    """Plain data as the params of a method. Raises InputError("bad_params") with the place."""
    try:
        return msgspec.json.decode(encode(given), type=found.params)  # by way of JSON, which keeps a save's state raw
    except msgspec.ValidationError as e:
        raise misfit(e, found.params, given).error("bad_params") from None


def _at_top(name: str, found: Method) -> m.Caution | None:
    """The warning for an unknown field beside `method`: most often it belongs into params."""
    if name in found.params.__struct_encode_fields__:
        return m.Caution(f"/{escaped(name)}", f"{name!r} was left out: it belongs into `params`", f"params.{name}")
    return _unknown_field(name, ["jsonrpc", "id", "method", "params"], "")


def _unknown_field(name: str, known: list[str], at: str = "/params") -> m.Caution | None:
    if name.startswith("x_"):
        return None
    close = nearest(name, known)
    return m.Caution(f"{at}/{escaped(name)}", f"the unknown field {name!r} was left out", close or UNSET)


def body(e: BaseException) -> m.ErrorBody:
    """An exception as the error of a reply; what nobody meant to raise is logged, and becomes `internal`."""
    error = e if isinstance(e, InputError) else fault(e)
    data = error.data()
    if "got" in data:
        data["got"] = _short(data["got"])
    message = error.message
    return m.ErrorBody(number(error.code), message if len(message) <= LONG else f"{message[:LONG]} …", data)


def _short(got: Any) -> Any:
    """What came, or the beginning of it where it is long."""
    text = got if isinstance(got, str) else encode(got).decode()
    return got if len(text) <= LONG else f"{text[:LONG]} …"


def refusal(id: Id, e: BaseException) -> bytes:
    """The reply that says no."""
    return encode(m.ErrorReply(id=id, error=body(e)))
