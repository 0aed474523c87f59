"""A rule set that counts what happens in its games: words, sheets and checks through a plugin that comes last, stages
through their nodes, events and queries from outside."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from tests.properties.variety import Ground
from tmb import plugins
from tmb.core import queries
from tmb.core.bearers import Index, Sheet
from tmb.core.decisions import DONE
from tmb.core.events import DiceRolled, MarkChanged
from tmb.core.flow import STEP
from tmb.core.game import Game
from tmb.core.walks import walks
from tmb.hookspecs import hookimpl
from tmb.ruleset import build


class Item(NamedTuple):
    """Something that can happen: of what sort, and its name."""

    what: str
    name: str


class Tally(Counter[Item]):
    """How often each happened."""


def counting(tally: Tally, what: str, name: str, fn: Any, when: Callable[[Any], bool] = lambda result: True) -> Any:
    """The function, counted whenever `when` its result."""
    item = Item(what, name)

    def counted(*args: Any, **named: Any) -> Any:
        result = fn(*args, **named)
        if when(result):
            tally[item] += 1
        return result

    return counted


# -- a rule set that counts --------------------------------------------------------------------------------------------


class Spy:
    """A plugin that comes last and wraps what the others registered."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    @hookimpl
    def tmb_effects(self, register: Any) -> None:
        """Words of effects count when they run; conditions when they hold."""
        for name, (kind, make) in register.ops.items():
            register.ops[name] = kind, self._op(name, make)
        for what, shelf, when in (
            ("condition", register.conditions, bool),
            ("value", register.values, lambda result: True),
            ("selector", register.selectors, lambda result: True),
        ):
            for name, (kind, make) in shelf.items():
                shelf[name] = kind, self._word(what, name, make, when)
        for name, get in register.bare.items():
            register.bare[name] = counting(self.tally, "selector", name, get)
        for name, (kind, run) in register.scripts.items():
            register.scripts[name] = kind, counting(self.tally, "script", name, run)

    def _op(self, name: str, make: Any) -> Any:
        def made(*args: Any) -> Any:
            op = make(*args)
            for part in ("act", "takes"):
                if getattr(op, part) is not None:
                    setattr(op, part, counting(self.tally, "op", name, getattr(op, part)))
            return op

        return made

    def _word(self, what: str, name: str, make: Any, when: Callable[[Any], bool]) -> Any:
        return lambda *args: counting(self.tally, what, name, make(*args), when)

    @hookimpl
    def tmb_content(self, register: Any) -> None:
        """Parts of sheets, and checks."""
        for i, make in enumerate(register.sheet_makers):
            register.sheet_makers[i] = lambda *args, make=make: [self._sheet(s) for s in make(*args)]
        for i, check in enumerate(register.checks):
            register.checks[i] = check._replace(run=self._check(check))

    def _sheet(self, sheet: Sheet) -> Sheet:
        tally, key = self.tally, sheet.key
        return replace(
            sheet,
            triggers=tuple(replace(t, do=self._trigger(key, t)) for t in sheet.triggers),
            forbids=tuple(
                replace(f, when=counting(tally, "forbid", f"{key} {f.permit}", f.when or (lambda *a: True), bool))
                for f in sheet.forbids
            ),
            actions=tuple(replace(a, do=counting(tally, "action", f"{key} {a.key}", a.do)) for a in sheet.actions),
        )

    def _trigger(self, key: str, t: Any) -> Any:
        """A use counts for the trigger, for its window, and for the stage that opened it."""

        def do(game: Any, bearer: Any, about: Any) -> None:
            self.tally[Item("trigger", f"{key} {t.window}{t.key}")] += 1
            self.tally[Item("window", t.window)] += 1
            self.tally[Item("stage", f"{type(about).__name__}.{t.window}")] += 1
            t.do(game, bearer, about)

        return do

    def _check(self, check: Any) -> Any:
        def run(game: Any) -> Any:
            depth = len(game.stack)
            cut = check.run(game)
            if cut is not None or len(game.stack) > depth:
                self.tally[Item("check", check.name)] += 1
            return cut

        return run


def count_stages(rules: Any, tally: Tally) -> None:
    """Wrap the nodes of the flows: steps count when they ran, choices when they were answered, the others when their
    result was taken; entries of menus and icons each by themselves."""
    for table in rules.flows.values():
        for node in {id(n): n for n in table.values()}.values():
            name = f"{node.flow.name}.{node.name}"
            if node.kind == STEP or node.take is None:
                node.run = counting(tally, "stage", name, node.run, _ran(node) if node.kind == STEP else bool)
                continue
            if words := getattr(getattr(node.take, "__self__", None), "takes", None):
                for word, take in words.items():
                    words[word] = _entry(tally, f"{name}.{word}", take)
            node.take = counting(tally, "stage", name, node.take)
    rules.walks = walks(rules.flows)


def _ran(step: Any) -> Callable[[Any], bool]:
    """Whether a step ran, by what it returned: one that its guard left out is done with."""
    return lambda result: step.repeat or result != DONE


ICON_WORDS = ("use", "place", "keep", "innate")


def _entry(tally: Tally, name: str, take: Any) -> Any:
    """An entry of a menu; a rolled die that it takes counts as an icon."""
    word = name.rpartition(".")[2]

    def counted(game: Any, frame: Any, *args: Any) -> Any:
        tally[Item("pick", name)] += 1
        shown_die = args[-1][-1] if type(args[-1]) is tuple else args[-1]
        if word in ICON_WORDS and hasattr(shown_die, "face"):
            tally[Item("icon", f"{shown_die.die}: {shown_die.face}")] += 1
        return take(game, frame, *args) if take else None

    return counted


def counted_rules(tally: Tally, ground: Ground) -> Any:
    """A rule set that counts into the tally."""
    folders, chosen = list(ground.folders), list(ground.plugins)
    if ground.packs:
        here = plugins.here(ground.extra)
        infos = plugins.order(ground.packs, here)
        folders = [Path(i.path) for i in infos]
        chosen = [(name, here.plugins[name]) for name in dict.fromkeys(i.plugin for i in infos if i.plugin)]
    rules = build(folders, [*chosen, ("coverage", Spy(tally))])
    count_stages(rules, tally)
    return rules


# -- what the engine does, seen from outside ---------------------------------------------------------------------------


class Asked(dict[str, Any]):
    """A table of an index that counts the names that are looked up."""

    tally: Tally
    what: str

    def get(self, name: str, default: Any = None) -> Any:
        """Looked up."""
        self.tally[Item(self.what, name)] += 1
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.tally[Item(self.what, str(name))] += 1
        return super().__contains__(name)


def watched_index(tally: Tally) -> type[Index]:
    """An index that counts the permits and queries that it is asked for."""

    def shelf(what: str, slot: str) -> property:
        table = type("Asked", (Asked,), {"tally": tally, "what": what})
        return property(lambda self: getattr(self, slot), lambda self, rows: setattr(self, slot, table(rows)))

    parts = {"__slots__": ("_asked", "_forbidden"), "modifiers": shelf("query", "_asked")}
    return type("WatchedIndex", (Index,), {**parts, "forbids": shelf("permit", "_forbidden")})


@contextlib.contextmanager
def watching(tally: Tally) -> Iterator[None]:
    """While this is open: events, changed numbers, permits and queries of all games count."""
    tell, apply, told = Game.tell, queries._apply, queries._told

    def telling(self: Game, kind: type, *args: Any, by: str = "") -> None:
        _event(tally, self, kind, args)
        tell(self, kind, *args, by=by)

    def applying(game: Any, value: int, how: str, bearer: Any, m: Any, *rest: Any) -> int:
        new = apply(game, value, how, bearer, m, *rest)
        if new != value:
            tally[Item("modifier", f"{bearer.sheet} {m.query}.{m.stage}")] += 1
        return new

    def telling_of(value: Any, new: Any, stage: str, bearer: Any, m: Any, *rest: Any) -> Any:
        if new != value:
            tally[Item("modifier", f"{bearer.sheet} {m.query}.{m.stage}")] += 1
        return told(value, new, stage, bearer, m, *rest)

    index = watched_index(tally)
    with (
        patch.object(Game, "tell", telling),
        patch.object(queries, "_apply", applying),
        patch.object(queries, "_told", telling_of),
        patch("tmb.core.game.Index", index),
    ):
        yield


CARDS = {
    "FoeActivated": ("card", 1),
    "ItemGained": ("item", 1),
    "DayChosen": ("encounter card", 1),
    "HuntBegan": ("hero", 1),
    "TokenLaid": ("token", 1),
    "BattleBegan": ("mat", 0),
    "TyrantChallenged": ("tyrant", 0),
}
"""Event -> what that is of which it tells, and which of its fields."""


def _event(tally: Tally, game: Game, kind: type, args: Sequence[Any]) -> None:
    """An event counts, and the face, effect, chip or plan that it tells of."""
    name = kind.__name__
    tally[Item("event", name)] += 1
    if kind is DiceRolled:
        tally.update(Item("face", f"{die}: {face}") for die, face in zip(args[0], args[1], strict=True))
    elif kind is MarkChanged and args[2] > 0:
        tally[Item("effect", args[1])] += 1
    elif name == "UnitEntered":
        tally[Item("chip", args[1])] += 1
    elif name in ("DiePlaced", "DieTurned") and hasattr(game.world, "units"):
        tally[Item("icon", f"{args[1]}: {args[2]}")] += 1
    elif name == "ChoiceMade":
        tally[Item("choice", f"{args[0]}: {args[1]}")] += 1
    elif name in CARDS:
        what, place = CARDS[name]
        tally[Item(what, args[place])] += 1
    elif name == "PlanUsed" and not hasattr(game.world, "units"):
        tally[Item("plan", f"{args[1]}: {args[0]}")] += 1
    elif name == "PlanUsed":
        tally[Item("plan", f"{game.world.units[args[0]].kind}: {args[1]}")] += 1
