"""Rule sets: the frozen product of one ordered list of packs and plugins. A game belongs to one."""

from __future__ import annotations

import functools
import sys
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Union

import msgspec

from tmb import __version__
from tmb.content.blame import at_its_entry, place_of, without_its_packs
from tmb.content.kinds import Vocabulary
from tmb.content.load import load
from tmb.content.problem import ContentError
from tmb.core import fits
from tmb.core.bearers import Action, Part, Sheet, Trigger, parts_of
from tmb.core.chance import Chance
from tmb.core.compile import Table, compile_flow
from tmb.core.copier import copier
from tmb.core.events import Event
from tmb.core.flow import ROLL, Stage
from tmb.core.game import Game
from tmb.core.mode import Mode
from tmb.core.plainly import misfit
from tmb.core.queries import NUMBER
from tmb.core.rolls import AFTER, ROLLED, SEAT
from tmb.core.ruleoptions import Setting, settings
from tmb.core.state import F, State, W
from tmb.core.things import Mark
from tmb.core.walks import walks
from tmb.core.windows import WINDOW
from tmb.effects.compiler import Compiler
from tmb.effects.program import EACH, PROGRAM
from tmb.effects.words import ROLES
from tmb.errors import RulesError, TmbError, nearest, unknown
from tmb.registry import Registry
from tmb.unswept import unswept


class Codec:
    """Reads, writes and copies the state of one mode. What reads and copies is made when it is first needed."""

    def __init__(self, mode: Mode, frames: Sequence[type]) -> None:
        self._world: Any = mode.world
        self._frame: Any = Union[*frames]  # its members are known only here
        generic: Any = State
        self._whole: Any = generic[self._world, self._frame]
        encoder = msgspec.msgpack.Encoder()
        self.pack, self.pack_into = encoder.encode, encoder.encode_into
        self.to_json = msgspec.json.Encoder().encode

    @functools.cached_property
    @unswept()
    def unpack(self) -> Callable[[bytes], Any]:
        """A state from msgpack."""
        return msgspec.msgpack.Decoder(self._whole).decode

    @functools.cached_property
    @unswept()
    def from_json(self) -> Callable[[bytes | msgspec.Raw], Any]:
        """A state from JSON."""
        return msgspec.json.Decoder(self._whole).decode

    @functools.cached_property
    @unswept()
    def copy(self) -> Callable[[Any], Any]:
        """A state as deep a copy as it takes."""
        return copier(State, {W: self._world, F: self._frame})


class RuleSet:
    """All that games of these packs share; nothing in it changes once it is built.

    flows: frame type -> table of stages; walks: the functions that walk them; dice: kind -> faces; sheets, programs: by
    key and address; modes, codecs: by name; digest: of packs and engine; holding, on_cut, checks: see tmb.core.cuts;
    remembered: see tmb.core.remembered.
    """

    def __init__(self, registry: Registry, packs: Sequence[Path], made_by: Collection[ModuleType] = ()) -> None:
        r = self.registry = registry
        own_words(r)
        numbers = fits.numbers_of(r.flows.values())
        self.compiler = Compiler(r.values, r.conditions, r.selectors, r.ops, r.bare, r.scripts, r.rule_options)
        self.content = load(
            packs,
            list(r.kinds.values()),
            vocabularies(r, self.compiler),
            names(r, numbers),
            r.links,
            __version__,
            r.rule_options,
            made_by,
        )
        self.rule_defaults: dict[str, Setting] = {o.name: o.default for o in r.rule_options.values()}
        for pack in self.content.packs:
            self.rule_defaults |= pack.rules
        self.queries, self.permits, self.events = r.queries, r.permits, r.events
        self.dice: dict[str, tuple[str, ...]] = {}
        for make in r.dice_makers:
            made = make(self.content)
            if twice := sorted(made.keys() & self.dice.keys()):
                raise RulesError(f"die {twice[0]!r} is registered twice")
            self.dice |= made
        self.compiler.dice, self.compiler.numbers = self.dice, numbers
        self.sheets: dict[str, Sheet] = self._at_entries(self._sheets)
        self.programs = self.compiler.programs
        self.marks = r.marks | self._counters() | self._declared()
        self.clears = _by_moment(self.marks.values())
        heard = {t.window for s in self.sheets.values() for t in s.triggers}
        for f in r.flows.values():
            added = [x.stage for x in r.extensions.get(f.name, [])]
            fits.check_stages(f.name, [*f.stages, *added], r.windows, r.flows)
        self.flows: dict[type, Table] = {
            f.frame: compile_flow(f, r.extensions.get(f.name, []), heard.__contains__) for f in r.flows.values()
        }
        self.walks = walks(self.flows)
        if lost := sorted(r.extensions.keys() - r.flows.keys()):
            raise RulesError(
                f"{r.extensions[lost[0]][0].by}: there is no flow {lost[0]!r}; known: {', '.join(sorted(r.flows))}"
            )
        self.holding = frozenset(f.frame for f in r.flows.values() if f.holds)
        self.on_cut = {f.frame: f.on_cut for f in r.flows.values() if f.on_cut}
        self.checks = sorted(r.checks, key=lambda c: c.rank)
        self.tables = {name: self._at_entries(make, self) for name, make in r.tables.items()}
        self.modes, self.bots = r.modes, r.bots
        self.remembered: dict[Any, Any] = {}
        self._codecs: dict[str, Codec] = {}
        self._parts: dict[str, list[Part]] = {}
        self._triggers: dict[tuple[str, str, str], Trigger] = {
            (s.key, t.window, t.key): t for s in self.sheets.values() for t in s.triggers
        }

    def _at_entries(self, make: Callable[..., Any], *args: Any) -> Any:
        """What `make` makes; what it finds wrong with an entry of the content is told at the entry's place."""
        try:
            return make(*args)
        except RulesError as e:
            raise at_its_entry(e, self.content) from e

    def place_of(self, key: str) -> str:
        """`file:line:column` of the part of content with this key of a sheet or address of a program, or ""."""
        found = place_of(self.content, key)
        return ":".join(map(str, found)) if found else ""

    def _sheets(self) -> dict[str, Sheet]:
        out: dict[str, Sheet] = {}
        r = self.registry
        spans = {m.clears for m in r.marks.values() if m.clears != "never"} | r.spans.keys()
        known = fits.Names(r.windows, r.moments, r.queries, r.permits, r.roles(), self._kinds_of_permits())
        for make in self.registry.sheet_makers:
            for sheet in make(self.compiler, self.content):
                if sheet.key in out:
                    raise RulesError("there are two of this key", sheet.key)
                try:
                    fits.check_sheet(sheet, known)
                    _check_totals(sheet, spans)
                except RulesError as e:
                    raise e.about(sheet.key) from None
                out[sheet.key] = sheet
        return out

    def _kinds_of_permits(self) -> dict[str, list[str]]:
        """Permit -> the kinds that its question may be about."""
        content, permits = self.content, self.registry.permits.values()
        return {
            p.name: [*p.kinds, *(map(content.brief, content.entries(p.kinds_of)) if p.kinds_of else ())]
            for p in permits
        }

    def _counters(self) -> dict[str, Mark]:
        """A hidden mark for every modifier that has a total, and for every action that has a limit."""
        sheets = self.sheets.values()
        made = {f"{s.key}{m.key}:{m.per}": m.per for s in sheets for m in s.modifiers if m.per}
        made |= {a.used: a.limit for s in sheets for a in s.actions if a.used}
        return {name: Mark(name, clears=per, public=False, hi=10**6) for name, per in made.items()}

    def _declared(self) -> dict[str, Mark]:
        """Marks that content declares by itself."""
        made = [m for make in self.registry.mark_makers for m in make(self.content)]
        if twice := sorted({m.name for m in made} & self.registry.marks.keys()):
            raise RulesError(f"mark {twice[0]!r} is declared by a plugin and by content")
        return {m.name: m for m in made}

    def codec(self, mode: str) -> Codec:
        """The codec of a mode, made when it is first needed."""
        if mode not in self._codecs:
            self._codecs[mode] = Codec(self.modes[mode], list(self.flows))
        return self._codecs[mode]

    def copy(self, state: State[Any, Any]) -> State[Any, Any]:
        """A deep copy of a state."""
        return typing.cast(State[Any, Any], self.codec(state.mode).copy(state))

    def parts(self, sheet: str) -> list[Part] | None:
        """What a sheet puts into the index of who answers what, made when it first comes into play; None if there is no
        such sheet."""
        found = self._parts.get(sheet)
        if found is None and sheet in self.sheets:
            found = self._parts[sheet] = parts_of(self.sheets[sheet], self.queries)
        return found

    def trigger(self, sheet: str, window: str, key: str) -> Trigger | None:
        """A trigger by its sheet, window and key; None if the sheet has no such trigger."""
        return self._triggers.get((sheet, window, key))

    def action(self, sheet: str, key: str) -> Action:
        """An action by its sheet and key."""
        return next(a for a in self.sheets[sheet].actions if a.key == key)

    def get_mode(self, name: str) -> Mode:
        """A mode by name; InputError("unknown_mode") with the nearest."""
        if name not in self.modes:
            raise unknown("mode", name, self.modes, "unknown_mode", "/params/mode")
        return self.modes[name]

    def options(self, mode: str, given: Mapping[str, Any]) -> Any:
        """The options Struct of a mode from plain data; InputError naming the field."""
        return read_options(self.get_mode(mode).options, given)

    def settings(self, given: Mapping[str, Any], where: str = "/params/rules") -> dict[str, Setting]:
        """Every rule option with its value in a game that was given these. Raises InputError: unknown_rule_option,
        bad_value."""
        return settings(self.registry.rule_options, given, self.rule_defaults, where)

    def begun(self, mode: str, options: Any, chosen: Mapping[str, Any] | None = None) -> State[Any, Any]:
        """The state of a new game before its first step. chosen: rule options that are not as the packs have them."""
        world, frame = self.get_mode(mode).start(self, options)
        return State(mode, world, [frame], rules=self.kept(self.settings(chosen) if chosen else self.rule_defaults))

    def kept(self, every: Mapping[str, Setting]) -> dict[str, Setting]:
        """What a state holds of these values of rule options: those that are not as they were declared."""
        declared = self.registry.rule_options
        return {name: value for name, value in every.items() if value != declared[name].default}

    def start(
        self,
        mode: str,
        options: Any,
        chance: Chance,
        events: list[Event] | None = None,
        strict: bool = False,
        chosen: Mapping[str, Any] | None = None,
    ) -> Game:
        """A new game of a mode, run up to its first ask. chosen: see `begun`."""
        game = Game(self, self.begun(mode, options, chosen), chance, events, strict)
        game.run()
        return game


@functools.lru_cache(maxsize=64)
def option_names(kind: type) -> list[str]:
    """The names of the options of a mode."""
    return [f.encode_name for f in msgspec.structs.fields(kind)]


def read_options(kind: type, given: Mapping[str, Any]) -> Any:
    """Plain data as an options Struct. Raises InputError with the path of the field at fault and the nearest name."""

    known = _field_names(kind)
    for name in given:
        if name not in known:
            raise unknown("option", name, known, "unknown_option_name", f"/params/{name}")
    try:
        return msgspec.convert(dict(given), kind)
    except msgspec.ValidationError as e:
        raise misfit(e, kind, given).error("bad_value", "option") from None


@functools.cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(f.encode_name for f in msgspec.structs.fields(kind))


def vocabularies(r: Registry, compiler: Compiler) -> dict[str, Vocabulary]:
    """The words that content may use, for the checks of the loader."""
    return {
        "op": Vocabulary("op", "op", {k: v[0] for k, v in r.ops.items()}),
        "condition": Vocabulary("condition", None, {k: v[0] for k, v in r.conditions.items()}),
        "value": Vocabulary("value", None, {k: v[0] for k, v in r.values.items()}, lambda s: s.startswith("$")),
        "selector": Vocabulary(
            "selector", None, {k: v[0] for k, v in r.selectors.items()}, compiler.is_bare, [*ROLES, *r.bare]
        ),
    }


def own_words(r: Registry) -> None:
    """The core's own flows, and what it opens and asks about every roll."""
    for builtin in (WINDOW, PROGRAM, EACH, ROLLED):
        r.flow(builtin)
    r.window(AFTER, "dice were rolled and nobody has taken them up yet", roles=("unit", "target"))
    r.query(
        SEAT,
        ("owner", "becomes"),
        ("card", "becomes"),
        doc="whose player answers what is asked about dice that were rolled",
        answers="thing",
    )


def _stages(r: Registry) -> Iterator[Stage]:
    """All stages of all flows, and those that plugins add to them."""
    for f in r.flows.values():
        yield from f.stages
    for some in r.extensions.values():
        yield from (x.stage for x in some)


def names(r: Registry, numbers: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """The declared names that content may use. numbers: see `fits.numbers_of`."""
    return {
        "window": list(r.windows),
        "query": list(r.queries),
        "query that answers with a number": [q.name for q in r.queries.values() if q.answers == NUMBER],
        "permit": list(r.permits),
        "mark": list(r.marks),
        "moment": [*r.moments, *r.windows],
        "script": list(r.scripts),
        "rule option": list(r.rule_options),
        "kind": [k for p in r.permits.values() for k in p.kinds],
        "fact of a moment": list(fits.facts_of(r.flows.values())),
        "purpose of a roll": list({s.what: None for s in _stages(r) if s.kind == ROLL}),
        "number of a moment": list({n: None for some in numbers.values() for n in some}),
        "value of a rule option": [v for o in r.rule_options.values() for v in o.may_be() if isinstance(v, str)],
    }


def _by_moment(marks: Iterable[Mark]) -> dict[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for m in marks:
        out.setdefault(m.clears, set()).add(m.name)
    return {moment: frozenset(found) for moment, found in out.items()}


def _check_totals(sheet: Sheet, spans: Collection[str]) -> None:
    """A total runs until a moment at which marks go back; RulesError where it would run for ever."""
    for what, until in [*(("per", m.per) for m in sheet.modifiers), *(("limit", a.limit) for a in sheet.actions)]:
        if until and until not in spans:
            raise RulesError(f"{what} = {until!r} is no moment; known: {', '.join(sorted(spans))}")


Hook = Callable[[Registry], None]
HOOKS = ("tmb_words", "tmb_effects", "tmb_content", "tmb_flows", "tmb_modes")


def build(packs: Sequence[Path], plugins: Sequence[tuple[str, Any]]) -> RuleSet:
    """A rule set of these packs and plugins (name, module or object), in this order.

    Raises RulesError or ContentError.
    """
    registry = Registry()
    callers = [(name, _hooks(name, plugin)) for name, plugin in plugins]
    for hook in HOOKS:
        for name, caller in callers:
            registry.by = name
            _call(name, caller, hook, registry)
    registry.by = "tmb"
    try:
        return RuleSet(registry, packs, _made_by([plugin for _, plugin in plugins]))
    except (RulesError, ContentError) as e:
        raise without_its_packs(e, registry.packs_of_plugins(), packs) from e


def _made_by(plugins: Sequence[Any]) -> list[ModuleType]:
    """The modules that answer for a rule set of these plugins: tmb and theirs. None where a plugin is no module that
    was imported from a file, for then nobody can tell whether its code is still the same."""
    named = [getattr(sys.modules.get(p.__name__), "__file__", None) for p in plugins if isinstance(p, ModuleType)]
    return [sys.modules["tmb"], *plugins] if len(named) == len(plugins) and all(named) else []


def _call(name: str, caller: Any, hook: str, registry: Registry) -> None:
    try:
        getattr(caller, hook)(register=registry)
    except TmbError:
        raise
    except Exception as e:
        raise RulesError(f"plugin {name}: its {hook} raised {type(e).__name__}: {e}") from e


def _hooks(name: str, plugin: Any) -> Any:
    """The hooks of one plugin. Raises RulesError where one is misspelt or has an argument that nobody gives."""
    import pluggy

    from tmb import hookspecs

    manager = pluggy.PluginManager("tmb")
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(plugin, name)
        manager.check_pending()
    except pluggy.PluginValidationError as e:
        lost = [h for h, caller in vars(manager.hook).items() if not h.startswith("__") and not caller.has_spec()]
        known = [h for h in vars(hookspecs) if h.startswith("tmb_")]
        close = f'; did you mean "{nearest(lost[0], known)}"?' if lost and nearest(lost[0], known) else ""
        raise RulesError(f"plugin {name}: " + (f"unknown hook {lost[0]!r}{close}" if lost else str(e))) from e
    return manager.hook
