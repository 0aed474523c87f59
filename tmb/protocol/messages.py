"""The messages as Structs: from here come decoding, checks, JSON Schema and the tables of docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from tmb.core.decisions import Ask
from tmb.session.journal import ChanceBy, Header
from tmb.session.setup import PackId

SAFE = 2**53 - 1

Count = Annotated[int, Meta(ge=0, le=SAFE)]
GameId = Annotated[str, Meta(description="Which game; may be left out while exactly one is open.")]
Events = Annotated[
    list[Any],
    Meta(description="What happened, in order.", extra_json_schema={"items": {"$ref": "#/$defs/AnyEvent"}}),
]
AnyAsk = Annotated[Ask, Meta(description="The open ask: who must decide what.")]
Over = Annotated[dict[str, Any] | UnsetType, Meta(description="How the game ended: outcome, decisions, and the seed.")]
Labels = Annotated[bool, Meta(description="Put words to the ask and its options.")]
Blocked = Annotated[bool, Meta(description="List what is not legal now, and why.")]
Text = Annotated[str, Meta(max_length=10_000)]


class Caution(Struct):
    """Something in the request that was left out. where: JSON Pointer."""

    where: str
    message: str
    did_you_mean: str | UnsetType = UNSET


class Result(Struct, kw_only=True):
    """What every result may carry: warnings of what was left out of the request."""

    warnings: list[Caution] | UnsetType = UNSET


class OfGame(Struct, kw_only=True):
    """Params of a method that is about one game."""

    game: GameId | UnsetType = UNSET


class NoParams(Struct):
    """No params."""


# -- the session at large ------------------------------------------------------------------------------------------


class HelloParams(Struct, kw_only=True):
    """`protocols`: what the client speaks; `client`: who it is, for the log."""

    protocols: list[int] | UnsetType = UNSET
    client: Any = None


class Limits(Struct):
    """How much is taken: bytes of a line, nesting, open games."""

    line: int
    depth: int
    games: int


class ModeInfo(Struct):
    """A game that can be started. options: the JSON Schema of its set-up."""

    name: str
    doc: str
    packs: list[str]
    options: Any


class HelloResult(Result, kw_only=True):
    """Versions, what can be done here, and how much."""

    protocol: int
    protocols: list[int]
    engine: str
    audience: str
    saves: Annotated[bool, Meta(description="Games are journaled and can be resumed with `load`.")]
    methods: list[str]
    modes: list[ModeInfo]
    packs: list[PackId]
    broken: Annotated[dict[str, str], Meta(description="Plugins and packs that cannot be used, and why.")]
    limits: Limits


class PingResult(Result, kw_only=True):
    """The server is there."""

    pong: bool = True


class GameInfo(Struct):
    """One open game."""

    game: str
    mode: str
    decisions: int
    over: bool
    ask: int | UnsetType = UNSET


class GamesResult(Result, kw_only=True):
    """All open games; `saved`: ids of journals that can be loaded."""

    games: list[GameInfo]
    saved: list[str]


class CloseResult(Result, kw_only=True):
    """The game that is closed."""

    closed: str


class SchemaParams(Struct, kw_only=True):
    """`name`: of one message or event; left out, all."""

    name: str | UnsetType = UNSET


class SchemaResult(Result, kw_only=True):
    """JSON Schema 2020-12."""

    schema: Any


class ContentParams(OfGame, kw_only=True):
    """An `id` (short or full), or a `kind`, or neither; of a game, else of `packs`, else of the default ones."""

    id: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    packs: list[str] | UnsetType = UNSET


class ContentResult(Result, kw_only=True):
    """One entry with its history; or ids and names of a kind; or the kinds, with counts by status of their source, and
    the rule options."""

    id: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    entry: Any = UNSET
    history: list[Any] | UnsetType = UNSET
    entries: dict[str, str] | UnsetType = UNSET
    kinds: dict[str, dict[str, int]] | UnsetType = UNSET
    rules: Annotated[
        dict[str, dict[str, Any]] | UnsetType, Meta(description="Rule options: default, values, what they decide.")
    ] = UNSET


# -- games ---------------------------------------------------------------------------------------------------------


class NewParams(Struct, kw_only=True):
    """A set-up. The mode's own options stand beside these fields; `hello` lists them."""

    mode: Annotated[str | UnsetType, Meta(description="Which game; left out, the first of the packs.")] = UNSET
    packs: Annotated[list[str] | UnsetType, Meta(description="Ids of packs; left out, those of the mode.")] = UNSET
    rules: Annotated[
        dict[str, Any] | UnsetType, Meta(description="Rule options that are not as the packs have them.")
    ] = UNSET
    seed: Annotated[Text | UnsetType, Meta(description="Left out, one that nobody knows before the end.")] = UNSET
    chance: Annotated[ChanceBy | UnsetType, Meta(description="Who answers for dice and cards.")] = UNSET
    script: Annotated[list[Text] | UnsetType, Meta(description="Lines for scripted chance.")] = UNSET
    auto: Annotated[
        list[str] | UnsetType, Meta(description="Keys of asks that are answered by their first option.")
    ] = UNSET
    strict: Annotated[bool, Meta(description="Ask also where one answer is legal.")] = False
    labels: Labels = False
    blocked: Blocked = False


class Step(Result, kw_only=True):
    """Where a game stands: the events since the last reply, then the next ask, or how it ended."""

    events: Events = []
    ask: AnyAsk | UnsetType = UNSET
    over: Over = UNSET


class NewResult(Result, kw_only=True):
    """A game that has begun, or goes on, and where it stands."""

    game: str
    mode: str
    options: Annotated[dict[str, Any], Meta(description="The effective options, defaults included.")]
    rules: Annotated[dict[str, Any], Meta(description="All rule options with their values in this game.")]
    chance: ChanceBy
    packs: list[PackId]
    seed_commitment: Annotated[str | UnsetType, Meta(description="To check the seed by, at the end.")] = UNSET
    notes: Annotated[list[str] | UnsetType, Meta(description="What was mended while loading.")] = UNSET
    events: Events = []
    ask: AnyAsk | UnsetType = UNSET
    over: Over = UNSET


class AskParams(OfGame, kw_only=True):
    """How the ask is wanted."""

    labels: Labels = False
    blocked: Blocked = False


class ActParams(OfGame, kw_only=True):
    """`pick`: the answer to the open ask; or `picks`: answers to this and the following asks, all or none."""

    ask: Annotated[Count | UnsetType, Meta(description="The id of the ask that is answered.")] = UNSET
    pick: Annotated[list[str] | UnsetType, Meta(description="Option ids.")] = UNSET
    picks: Annotated[list[list[str]] | UnsetType, Meta(description="Several answers, one after the other.")] = UNSET
    partial: Annotated[bool, Meta(description="Keep the answers before the first fault.")] = False
    labels: Labels = False
    blocked: Blocked = False


class ActResult(Step, kw_only=True):
    """played: how many of `picks` were answered; stopped: the error that ended a partial one, as in an error reply."""

    played: int | UnsetType = UNSET
    stopped: Any = UNSET


class ViewResult(Result, kw_only=True):
    """The world as the audience sees it, by the mode. events: the number of the last event."""

    view: Any
    events: int
    decisions: int


class EventsParams(OfGame, kw_only=True):
    """Events after number `since`, at most `limit`."""

    since: Count = 0
    limit: Annotated[int, Meta(ge=1, le=SAFE)] = 10_000


class EventsResult(Result, kw_only=True):
    """`more`: there are further ones; `first`: the number of the first event that is known here."""

    events: Events
    more: bool
    first: int


class PreviewParams(OfGame, kw_only=True):
    """An option of the open ask."""

    option: str


class PreviewResult(Result, kw_only=True):
    """What the option would do, as far as no chance is in it, by the mode."""

    option: str
    preview: Any


class ExplainParams(OfGame, kw_only=True):
    """`option`: of the open ask, legal or blocked; `topic`: a content id or a word of the rules; neither: the ask."""

    option: str | UnsetType = UNSET
    topic: str | UnsetType = UNSET


class ExplainResult(Result, kw_only=True):
    """What was asked for, in words; `because` and `cite` where it is not legal."""

    explanation: dict[str, Any]


class StepsParams(OfGame, kw_only=True):
    """How many decisions."""

    steps: Annotated[int, Meta(le=SAFE)] = 1
    labels: Labels = False
    blocked: Blocked = False


class UndoResult(Step, kw_only=True):
    """How many more can be undone and done again; event: the number of the last event that still counts."""

    undoable: int
    redoable: int
    event: int


class ForkParams(OfGame, kw_only=True):
    """`seed`: the fork's dice. The table's fork always has dice and hidden things of its own."""

    seed: Text | UnsetType = UNSET
    labels: Labels = False
    blocked: Blocked = False


class SaveResult(Result, kw_only=True):
    """All that is needed to go on later."""

    save: Header


class LoadParams(Struct, kw_only=True):
    """`save`: what `save` gave (referee); or `game`: the id of a game that `serve --save` has journaled."""

    game: str | UnsetType = UNSET
    save: Header | UnsetType = UNSET
    labels: Labels = False
    blocked: Blocked = False


class HashResult(Result, kw_only=True):
    """32 hex digits that stand for all that the audience knows."""

    hash: str


class JournalParams(OfGame, kw_only=True):
    """Lines from number `since` on (0 is the header), at most `limit`."""

    since: Count = 0
    limit: Annotated[int, Meta(ge=1, le=SAFE)] = 10_000


class JournalResult(Result, kw_only=True):
    """The lines, as objects, in the audience's copy; `more`: there are further ones."""

    lines: Annotated[list[Raw], Meta(extra_json_schema={"items": {"type": "object"}})]
    more: bool


# -- replies -------------------------------------------------------------------------------------------------------


class ErrorBody(Struct):
    """An error. code: JSON-RPC's integer; data.code: the frozen string, beside `where`, `got`, `want` and so on."""

    code: int
    message: str
    data: dict[str, Any]


class Reply(Struct, kw_only=True):
    """The answer to a request that was carried out."""

    jsonrpc: str = "2.0"
    id: str | int | None
    result: Any


class ErrorReply(Struct, kw_only=True):
    """The answer to a request that was not; nothing has changed."""

    jsonrpc: str = "2.0"
    id: str | int | None
    error: ErrorBody
