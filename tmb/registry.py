"""What plugins register: the one door into a rule set. It collects; `tmb.ruleset` puts the parts together."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from tmb.content.content import Complaint, Content
from tmb.content.kinds import Kind
from tmb.core import fits
from tmb.core.bearers import Sheet
from tmb.core.compile import Extension
from tmb.core.cuts import Check
from tmb.core.events import CORE, Event
from tmb.core.flow import Flow, Stage
from tmb.core.mode import Mode
from tmb.core.permits import Permit
from tmb.core.queries import Answers, Query
from tmb.core.ruleoptions import RuleOption, Setting, declared
from tmb.core.things import Mark
from tmb.effects.compiler import Compiler
from tmb.effects.env import Get
from tmb.effects.ops import OPS
from tmb.effects.words import CONDITIONS, VALUES
from tmb.errors import RulesError


class Named(NamedTuple):
    """A declared name of a window or moment, with its words and citation; of a window the roles that `who` may name,
    None where nobody said which: then they are fields of the frames that open it."""

    name: str
    doc: str
    cite: str = ""
    roles: tuple[str, ...] | None = None


class Registry:
    """Collects the declarations of the chosen plugins. `by`: the plugin that is registering now."""

    def __init__(self) -> None:
        self.by = "tmb"
        self.owner: dict[tuple[str, str], str] = {}
        self.modes: dict[str, Mode] = {}
        self.bots: dict[str, Callable[..., Any]] = {}
        self.flows: dict[str, Flow] = {}
        self.extensions: dict[str, list[Extension]] = {}
        self.windows: dict[str, Named] = {}
        self.moments: dict[str, Named] = {}
        self.spans: dict[str, Named] = {}
        self.queries: dict[str, Query] = {}
        self.permits: dict[str, Permit] = {}
        self.rule_options: dict[str, RuleOption] = {}
        self.marks: dict[str, Mark] = {}
        self.checks: list[Check] = []
        self.events: dict[str, type[Event]] = {e.__name__: e for e in CORE}
        self.values: dict[str, tuple[Any, Any]] = dict(VALUES)
        self.conditions: dict[str, tuple[Any, Any]] = dict(CONDITIONS)
        self.selectors: dict[str, tuple[Any, Any]] = {}
        self.bare: dict[str, Get] = {}
        self.ops: dict[str, tuple[Any, Any]] = dict(OPS)
        self.scripts: dict[str, tuple[Any, Any]] = {}
        self.kinds: dict[str, Kind] = {}
        self.dice_makers: list[Callable[[Content], dict[str, tuple[str, ...]]]] = []
        self.mark_makers: list[Callable[[Content], Iterable[Mark]]] = []
        self.sheet_makers: list[Callable[[Compiler, Content], Iterable[Sheet]]] = []
        self.links: list[Callable[[Content], list[Complaint]]] = []
        self.tables: dict[str, Callable[[Any], Any]] = {}

    def _put(self, what: str, shelf: dict[str, Any], name: str, thing: Any) -> None:
        if name in shelf:
            first = self.owner.get((what, name), "tmb")
            raise RulesError(f"{self.by}: {what} {name!r} is registered already, by {first}")
        self.owner[what, name] = self.by
        shelf[name] = thing

    # -- games and flows ---------------------------------------------------------------------------------------------

    def mode(self, mode: Mode) -> None:
        """A game that can be started."""
        self._put("mode", self.modes, mode.name, mode)

    def packs_of_plugins(self) -> dict[str, list[str]]:
        """The packs that the games of each plugin are played with where nobody says otherwise."""
        out: dict[str, list[str]] = {}
        for name, mode in self.modes.items():
            out.setdefault(self.owner["mode", name], []).extend(mode.packs)
        return out

    def bot(self, name: str, make: Callable[..., Any]) -> None:
        """A bot: make(seed, rules) -> function of an ask and the table's view that answers option ids. Of the rules it
        may read the content, which is public."""
        self._put("bot", self.bots, name, make)

    def flow(self, flow: Flow) -> None:
        """A procedure."""
        self._put("flow", self.flows, flow.name, flow)

    def _extend(self, flow: str, how: str, at: str, stage: Stage) -> None:
        self.extensions.setdefault(flow, []).append(Extension(flow, how, at, stage, self.by))

    def before(self, flow: str, at: str, stage: Stage) -> None:
        """A stage in front of a stage of somebody's flow."""
        self._extend(flow, "before", at, stage)

    def after(self, flow: str, at: str, stage: Stage) -> None:
        """A stage behind a stage of somebody's flow."""
        self._extend(flow, "after", at, stage)

    def replace(self, flow: str, at: str, stage: Stage) -> None:
        """A stage instead of a stage of somebody's flow; two plugins that replace one are an error."""
        self._extend(flow, "replace", at, stage)

    def entry(self, flow: str, menu: str, stage: Stage) -> None:
        """One more entry to a menu of somebody's flow."""
        self._extend(flow, "entry", menu, stage)

    # -- words ---------------------------------------------------------------------------------------------------------

    def window(self, name: str, doc: str, cite: str = "", roles: tuple[str, ...] | None = None) -> None:
        """A named moment that flows open and triggers answer."""
        self._put("window", self.windows, name, Named(name, doc, cite, roles))

    def roles(self) -> dict[str, list[str]]:
        """Window -> what `who` may name there: as it was declared, or else the fields of the frames that open it."""
        said = {w.name: list(w.roles) for w in self.windows.values() if w.roles is not None}
        return fits.roles_of(self.flows.values()) | said

    def facts(self) -> dict[str, dict[str, None]]:
        """Window -> what `field` may ask for there; of windows that some stage opens."""
        own = [(flow, stage) for flow in self.flows.values() for stage in flow.stages]
        added = [(self.flows[x.flow], x.stage) for some in self.extensions.values() for x in some]
        return fits.facts_at([*own, *added])

    def moment(self, name: str, doc: str, cite: str = "") -> None:
        """A moment of menus at which content may offer actions."""
        self._put("moment", self.moments, name, Named(name, doc, cite))

    def span(self, name: str, doc: str, cite: str = "") -> None:
        """A stretch of time at whose end marks go back to 0: what `per` and `limit` may count until."""
        self._put("span", self.spans, name, Named(name, doc, cite))

    def query(self, name: str, *stages: tuple[str, str], doc: str, cite: str = "", answers: Answers = "number") -> None:
        """A question that content may have a say in; stages: (name, how it combines) in order; answers: with a number,
        with yes or no (a flag about two things), or with a thing."""
        self._put("query", self.queries, name, Query(name, stages, doc, cite, answers))

    def permit(
        self, name: str, *roles: str, doc: str, cite: str = "", kinds: Iterable[str] = (), kinds_of: str = ""
    ) -> None:
        """Something that content may forbid; roles: the fields of its question; kinds: what it may be about, words or
        (kinds_of) the entries of a kind of content, which then `declares` "kind"."""
        self._put("permit", self.permits, name, Permit(name, roles, doc, cite, tuple(kinds), kinds_of))

    def rule_option(
        self,
        name: str,
        default: Setting,
        values: Mapping[str, str] | range | type[bool],
        doc: str,
        cite: str = "",
    ) -> None:
        """A decision that packs and games may make otherwise; rules read it with `game.option(name)`.

        values: the words that may be, each with what it means; or `bool`; or a range of numbers.
        """
        option = declared(RuleOption(name, default, values, doc, cite), self.by)
        self._put("rule option", self.rule_options, name, option)

    def mark(self, mark: Mark) -> None:
        """A counter that things may carry."""
        self._put("mark", self.marks, mark.name, mark)

    def check(self, check: Check) -> None:
        """A question asked after changes that end things."""
        self._put("check", {c.name: c for c in self.checks}, check.name, check)
        self.checks.append(check)

    def event(self, *kinds: type[Event]) -> None:
        """Event types. Their fields are not called n, cause or by: those are every event's own."""
        for kind in kinds:
            if own := sorted({"n", "cause", "by"} & inspect.get_annotations(kind).keys()):
                raise RulesError(f"{self.by}: event {kind.__name__} has a field {own[0]!r}, which every event has")
            self._put("event", self.events, kind.__name__, kind)

    # -- effects and content -------------------------------------------------------------------------------------------

    def op(self, name: str, struct: Any, make: Any) -> None:
        """A word of programs: make(compiler, struct, address) -> Op."""
        self._put("op", self.ops, name, (struct, make))

    def value(self, name: str, arg: Any, make: Any) -> None:
        """A word for numbers: make(compiler, arg) -> (game, env) -> int."""
        self._put("value", self.values, name, (arg, make))

    def condition(self, name: str, arg: Any, make: Any) -> None:
        """A word for conditions: make(compiler, arg) -> (game, env) -> bool."""
        self._put("condition", self.conditions, name, (arg, make))

    def selector(self, name: str, arg: Any, make: Any) -> None:
        """A word for things: make(compiler, arg) -> (game, env) -> things."""
        self._put("selector", self.selectors, name, (arg, make))

    def things(self, name: str, get: Get) -> None:
        """A plain name for things: (game, env) -> things."""
        self._put("plain selector", self.bare, name, get)

    def words(self, modules: Iterable[ModuleType]) -> None:
        """The words of modules that have any of OPS, CONDITIONS, VALUES, SELECTORS (name -> argument, make) and THINGS
        (name -> get)."""
        into = {"OPS": self.op, "CONDITIONS": self.condition, "VALUES": self.value, "SELECTORS": self.selector}
        for module in modules:
            for kind, put in into.items():
                for name, (args, make) in getattr(module, kind, {}).items():
                    put(name, args, make)
            for name, get in getattr(module, "THINGS", {}).items():
                self.things(name, get)

    def script(self, name: str, args: Any, run: Callable[..., None]) -> None:
        """A function that content may `call`: run(game, env, args)."""
        self._put("script", self.scripts, name, (args, run))

    def kind(self, kind: Kind) -> None:
        """A kind of content entries."""
        self._put("kind", self.kinds, kind.name, kind)

    def dice(self, make: Callable[[Content], dict[str, tuple[str, ...]]]) -> None:
        """Dice of the content: kind of die -> its faces in order."""
        self.dice_makers.append(make)

    def sheets(self, make: Callable[[Compiler, Content], Iterable[Sheet]]) -> None:
        """Sheets of the content."""
        self.sheet_makers.append(make)

    def content_marks(self, make: Callable[[Content], Iterable[Mark]]) -> None:
        """Marks that entries of the content declare by themselves."""
        self.mark_makers.append(make)

    def table(self, name: str, make: Callable[[Any], Any]) -> None:
        """Something computed once from the rule set (its content and compiler), kept as `rules.tables[name]`."""
        self._put("table", self.tables, name, make)

    def link(self, check: Callable[[Content], list[Complaint]]) -> None:
        """A further check of content."""
        self.links.append(check)
