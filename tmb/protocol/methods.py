"""The methods. This list is the one place from which dispatch, JSON Schema and the check of docs/protocol.md come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw

from tmb import __version__
from tmb.errors import InputError, unknown
from tmb.protocol import messages as m
from tmb.protocol.games import MOST, Table
from tmb.protocol.lines import MAX_DEPTH, MAX_LINE
from tmb.session import Session
from tmb.session.journal import PROTOCOL, ChanceBy
from tmb.session.looks import no_ask
from tmb.session.setup import PackId, pack_ids
from tmb.session.topics import entry, rule_topic

if TYPE_CHECKING:
    from tmb.protocol.server import Server


class Method(NamedTuple):
    """params, result: the Structs; run(server, params) -> result; doc: what it does, in a line."""

    name: str
    params: Any
    result: Any
    run: Callable[..., Any]
    doc: str


METHODS: dict[str, Method] = {}


def method(params: Any, result: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: a function (server, params) -> result under its own name."""

    def add(run: Callable[..., Any]) -> Callable[..., Any]:
        name = run.__name__.rstrip("_")
        METHODS[name] = Method(name, params, result, run, (run.__doc__ or "").partition("\n")[0])
        return run

    return add


# -- the server ----------------------------------------------------------------------------------------------------


@method(m.HelloParams, m.HelloResult)
def hello(server: Server, p: m.HelloParams) -> m.HelloResult:
    """Versions, modes, packs, limits. Not required: every method may come first."""
    if p.protocols is not UNSET and PROTOCOL not in p.protocols:
        raise InputError(
            "unsupported_protocol",
            f"only protocol {PROTOCOL} is spoken here",
            where="/params/protocols",
            got=p.protocols,
            want=[PROTOCOL],
        )
    found = server.shelf.found
    return m.HelloResult(
        protocol=PROTOCOL,
        protocols=[PROTOCOL],
        engine=__version__,
        audience="referee" if server.referee else "table",
        saves=server.games.folder is not None,
        methods=list(METHODS),
        modes=[_mode_info(mode) for _, mode in server.shelf.modes().values()],
        packs=[PackId(i.id, i.version, i.digest) for i in found.packs.values()],
        broken=found.broken,
        limits=m.Limits(MAX_LINE, MAX_DEPTH, MOST),
    )


def _mode_info(mode: Any) -> m.ModeInfo:
    doc = (mode.doc or type(mode).__doc__ or "").strip().partition("\n")[0]
    try:
        options = msgspec.json.schema(mode.options)
    except TypeError:  # a type that JSON Schema has no word for: the mode can be played all the same
        options = {"type": "object"}
    return m.ModeInfo(mode.name, doc, list(mode.packs), options)


@method(m.NoParams, m.PingResult)
def ping(server: Server, p: m.NoParams) -> m.PingResult:
    """Answers at once."""
    return m.PingResult()


@method(m.SchemaParams, m.SchemaResult)
def schema(server: Server, p: m.SchemaParams) -> m.SchemaResult:
    """JSON Schema of all messages and events, or of one."""
    from tmb.protocol.schema import part, whole

    rules = None
    if server.shelf.modes():
        rules = server.shelf.table(None, None)[0]
    return m.SchemaResult(schema=whole(rules) if p.name is UNSET else part(rules, p.name, "/params/name"))


@method(m.ContentParams, m.ContentResult)
def content(server: Server, p: m.ContentParams) -> m.ContentResult:
    """What the packs hold: an entry, the ids of a kind, or the kinds and the rule options."""
    found = _rules_of(server, p)
    if p.id is not UNSET:
        data = entry(found, p.id, "/params/id")
        return m.ContentResult(id=data["id"], kind=data["kind"], entry=data["entry"], history=data["history"])
    if p.kind is UNSET:
        options = {name: rule_topic(found, name) for name in found.registry.rule_options}
        return m.ContentResult(kinds=found.content.counts(), rules=options)
    if p.kind not in found.content.kinds():
        raise unknown("kind of content", p.kind, found.content.kinds(), "unknown_content", "/params/kind")
    return m.ContentResult(kind=p.kind, entries={i: e.name for i, e in found.content.entries(p.kind).items()})


def _rules_of(server: Server, p: m.ContentParams) -> Any:
    if p.packs is not UNSET:
        return server.shelf.rules(p.packs)
    if p.game is not UNSET or len(server.games.open) == 1:
        return server.games.find(p.game).session.rules
    return server.shelf.table(None, None)[0]


# -- games that come and go ----------------------------------------------------------------------------------------


def new(server: Server, p: m.NewParams, options: dict[str, Any]) -> m.NewResult:
    """Begins a game."""
    server.games.check_room()
    mode = None if p.mode is UNSET else p.mode
    rules, mode = server.shelf.table(mode, None if p.packs is UNSET else p.packs)
    chance = ChanceBy() if p.chance is UNSET else p.chance
    with server.shelf.pointing(rules):
        session = Session.new(
            rules,
            mode,
            options,
            chosen=None if p.rules is UNSET else p.rules,
            seed=None if p.seed is UNSET else p.seed,
            dice=chance.dice,
            cards=None if chance.cards is UNSET else chance.cards,
            script=None if p.script is UNSET else p.script,
            auto=None if p.auto is UNSET else p.auto,
            strict=p.strict,
        )
    return begun(server, server.games.add(session), p)


METHODS["new"] = Method("new", m.NewParams, m.NewResult, new, new.__doc__ or "")


def begun(server: Server, table: Table, p: Any) -> m.NewResult:
    """The answer to whatever opens a game."""
    session = table.session
    setup = session.setup
    first = session.first
    out = m.NewResult(
        game=table.id,
        mode=setup.mode,
        options=setup.options,
        rules=setup.rules,
        seed_commitment=first.commitment or UNSET,
        chance=ChanceBy(setup.dice, setup.cards),
        packs=pack_ids(session.rules),
    )
    server.stand(table, out, p.labels, p.blocked)
    return out


@method(m.NoParams, m.GamesResult)
def games(server: Server, p: m.NoParams) -> m.GamesResult:
    """All open games, and those that can be loaded."""
    rows = []
    for t in server.games.open.values():
        ask = t.session.open_ask
        now = UNSET if ask is None else ask.id
        rows.append(m.GameInfo(t.id, t.session.setup.mode, t.session.game.decisions, ask is None, now))
    return m.GamesResult(games=rows, saved=server.games.saved())


@method(m.OfGame, m.CloseResult)
def close(server: Server, p: m.OfGame) -> m.CloseResult:
    """Forgets a game; a journal of it stays where it is."""
    table = server.games.find(p.game)
    server.games.close(table)
    return m.CloseResult(closed=table.id)


@method(m.ForkParams, m.NewResult)
def fork(server: Server, p: m.ForkParams) -> m.NewResult:
    """Opens a second game that goes on from here; the table's has hidden things and chance of its own."""
    server.games.check_room()
    session = server.games.find(p.game).session
    twin = session.fork(server.referee, None if p.seed is UNSET else p.seed)
    table = server.games.add(twin)
    table.told = twin.first_event  # a seed may have answered at once what was asked of a hand
    return begun(server, table, p)


@method(m.OfGame, m.SaveResult)
def save(server: Server, p: m.OfGame) -> m.SaveResult:
    """All that is needed to go on later. For the referee: it holds every hidden thing."""
    server.must_be_referee("save", "a game that `serve --save` journals is resumed by its id: `load`")
    return m.SaveResult(save=server.games.find(p.game).session.save())


@method(m.LoadParams, m.NewResult)
def load(server: Server, p: m.LoadParams) -> m.NewResult:
    """Goes on with a save (the referee), or with a journaled game by its id."""
    if p.game is UNSET and p.save is UNSET:
        raise InputError("bad_params", "load wants `game` or `save`", where="/params", want=["game", "save"])
    if p.game is not UNSET:
        return _load_journaled(server, p, p.game)
    assert p.save is not UNSET
    server.must_be_referee("load", "the table resumes a journaled game by its id: `load` with `game`")
    server.games.check_room()
    rules = server.shelf.rules([i.id for i in p.save.packs])
    session = Session.load(rules, p.save)
    table = server.games.add(session)
    table.told = session.events_so_far
    return begun(server, table, p)


def _load_journaled(server: Server, p: m.LoadParams, id: str) -> m.NewResult:
    if id in server.games.open:
        return begun(server, server.games.open[id], p)
    server.games.check_room()
    table, torn = server.games.resume(id, server.shelf.rules)
    out = begun(server, table, p)
    if torn:
        out.notes = [torn]
    return out


# -- one game ------------------------------------------------------------------------------------------------------


@method(m.AskParams, m.Step)
def ask(server: Server, p: m.AskParams) -> m.Step:
    """The open ask, or how the game ended."""
    table = server.games.find(p.game)
    out = m.Step()
    server.stand(table, out, p.labels, p.blocked, events=False)
    return out


@method(m.ActParams, m.ActResult)
def act(server: Server, p: m.ActParams) -> m.ActResult:
    """Answers the open ask, or several asks in a row."""
    return server.act(p)


@method(m.OfGame, m.ViewResult)
def view(server: Server, p: m.OfGame) -> m.ViewResult:
    """The world as the audience sees it."""
    session = server.games.find(p.game).session
    return m.ViewResult(
        view=session.view(server.referee), events=session.events_so_far, decisions=session.game.decisions
    )


@method(m.EventsParams, m.EventsResult)
def events(server: Server, p: m.EventsParams) -> m.EventsResult:
    """What happened since an event."""
    session = server.games.find(p.game).session
    rows = session.events(p.since, server.referee)
    return m.EventsResult(events=rows[: p.limit], more=len(rows) > p.limit, first=session.first_event + 1)


@method(m.PreviewParams, m.PreviewResult)
def preview(server: Server, p: m.PreviewParams) -> m.PreviewResult:
    """What an option would do, as far as no chance is in it."""
    session = server.games.find(p.game).session
    return m.PreviewResult(option=p.option, preview=session.preview(p.option))


@method(m.ExplainParams, m.ExplainResult)
def explain(server: Server, p: m.ExplainParams) -> m.ExplainResult:
    """An option, legal or blocked, a content id, a word of the rules, or the open ask."""
    session = server.games.find(p.game).session
    if p.topic is not UNSET:
        return m.ExplainResult(explanation=session.explain(p.topic, "/params/topic"))
    if session.open_ask is None:
        raise no_ask("/params/option" if p.option is not UNSET else "/params")
    return m.ExplainResult(explanation=session.explain("" if p.option is UNSET else p.option, "/params/option"))


@method(m.StepsParams, m.UndoResult)
def undo(server: Server, p: m.StepsParams) -> m.UndoResult:
    """Takes decisions back: to the last unforced answer of a seat other than chance. The same dice come again."""
    table = server.games.find(p.game)
    table.session.undo(p.steps)
    table.told = min(table.told, table.session.events_so_far)
    return _undone(server, table, p)


@method(m.StepsParams, m.UndoResult)
def redo(server: Server, p: m.StepsParams) -> m.UndoResult:
    """Gives undone answers again."""
    table = server.games.find(p.game)
    table.session.redo(p.steps)
    return _undone(server, table, p)


def _undone(server: Server, table: Table, p: m.StepsParams) -> m.UndoResult:
    session = table.session
    out = m.UndoResult(undoable=session.undoable, redoable=session.redoable, event=session.events_so_far)
    server.stand(table, out, p.labels, p.blocked)
    return out


@method(m.OfGame, m.HashResult)
def hash_(server: Server, p: m.OfGame) -> m.HashResult:
    """Stands for all that the audience knows: the same hash, the same game."""
    return m.HashResult(hash=server.games.find(p.game).session.hash(server.referee))


@method(m.JournalParams, m.JournalResult)
def journal(server: Server, p: m.JournalParams) -> m.JournalResult:
    """The journal, as the audience may see it."""
    lines = server.games.find(p.game).session.journal.copy(server.referee, p.since, p.limit + 1)
    return m.JournalResult(lines=[Raw(line) for line in lines[: p.limit]], more=len(lines) > p.limit)
