"""What a scenario expects at its end, compared with what is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tmb.core import asking
from tmb.core.decisions import Ask, check_answer
from tmb.core.events import as_data, dotted
from tmb.core.game import Game
from tmb.errors import InputError, nearest
from tmb.scenario.reading import Scenario

Unseen = tuple[tuple[str | int, ...], str]
"""The path of an expectation inside the scenario, and what is otherwise."""

MOST_SHOWN = 40


def unseen(game: Game, scenario: Scenario) -> Iterator[Unseen]:
    """Every expectation that does not hold."""
    yield from _facts(game, scenario)
    yield from _outcome(game, scenario)
    yield from _events(game, scenario)
    if scenario.refused or scenario.options_are is not None or scenario.options_have or scenario.options_lack:
        if game.ask is None:
            yield (), "options are expected, but the game is over"
        else:
            yield from _options(asking.public(game.ask), scenario)


def _facts(game: Game, scenario: Scenario) -> Iterator[Unseen]:
    for name, expected in scenario.see.items():
        try:
            actual = msgspec.to_builtins(game.mode.facts(game, name))
        except InputError as e:
            yield ("see", name), f"see {name}: {e.message}"
            continue
        if not same(expected, actual):
            yield ("see", name), f"see {name}: expected {_shown(expected)}, is {_shown(actual)}"


def _outcome(game: Game, scenario: Scenario) -> Iterator[Unseen]:
    if not scenario.outcome:
        return
    if game.ask is not None:
        yield ("outcome",), f"an outcome is expected, but the game goes on: {shown_ask(asking.public(game.ask))}"
        return
    actual = msgspec.to_builtins(game.mode.outcome(game))
    for key, expected in scenario.outcome.items():
        if key not in actual:
            yield ("outcome", key), f"the outcome has no {key!r}; it is {_shown(actual)}"
        elif not same(expected, actual[key]):
            yield ("outcome", key), f"outcome {key}: expected {_shown(expected)}, is {_shown(actual[key])}"


def same(expected: Any, actual: Any) -> bool:
    """Equality of plain data in which true is not 1."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(same(v, actual[k]) for k, v in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(same, expected, actual))
    return bool(expected == actual)


def _events(game: Game, scenario: Scenario) -> Iterator[Unseen]:
    happened = [as_data(e) for e in game.events or ()]
    kinds = [dotted(name) for name in game.rules.events]
    rest = iter(happened)
    for i, wanted in enumerate(scenario.events):
        fields = {"kind": wanted} if isinstance(wanted, str) else wanted
        kind = fields.get("kind")
        if kind is not None and kind not in kinds:
            close = nearest(str(kind), kinds)
            yield ("events", i), f"there is no event {kind!r}" + (f'; did you mean "{close}"?' if close else "")
            return
        if not any(_matches(fields, event) for event in rest):
            before = f" after number {i}" if i else ""
            yield ("events", i), f"no event {_shown(wanted)}{before}; there were: {_told(fields, happened)}"
            return


def _matches(fields: dict[str, Any], event: dict[str, Any]) -> bool:
    return all(key in event and same(value, event[key]) for key, value in fields.items())


def _told(fields: dict[str, Any], happened: list[dict[str, Any]]) -> str:
    """The events of that kind with all their fields, or the kinds of all."""
    near = [e for e in happened if e["kind"] == fields.get("kind")]
    rows = [_shown(e) for e in near] or [e["kind"] for e in happened]
    return _cut(rows) or "none"


def _options(ask: Ask, scenario: Scenario) -> Iterator[Unseen]:
    ids = [o.id for o in ask.options]
    if scenario.options_are is not None and sorted(scenario.options_are) != sorted(ids):
        missing = [i for i in scenario.options_are if i not in ids]
        extra = [i for i in ids if i not in scenario.options_are]
        parts = [f"missing {_cut(missing)}"] * bool(missing) + [f"not expected {_cut(extra)}"] * bool(extra)
        yield ("options_are",), f"options_are: {'; '.join(parts) or 'one is named twice'}; {shown_ask(ask)}"
    for i, wanted in enumerate(scenario.options_have):
        if wanted not in ids:
            close = nearest(wanted, ids)
            hint = f'; did you mean "{close}"?' if close else ""
            yield ("options_have", i), f"{wanted!r} is no option{hint}; {shown_ask(ask)}"
    for i, unwanted in enumerate(scenario.options_lack):
        if unwanted in ids:
            yield ("options_lack", i), f"{unwanted!r} is an option, and should not be"
    for i, row in enumerate(scenario.refused):
        yield from _refused(ask, i, row.pick, row.code)


def _refused(ask: Ask, i: int, pick: Any, code: str) -> Iterator[Unseen]:
    from tmb.scenario.running import words

    try:
        check_answer(ask, words(pick), "/pick")
    except InputError as e:
        if e.code != code:
            yield ("refused", i), f"{_shown(pick)} is refused with {e.code}, not with {code}: {e.message}"
    else:
        yield ("refused", i), f"{_shown(pick)} is accepted; expected {code}; {shown_ask(ask)}"


def shown_ask(ask: Ask) -> str:
    """The open ask in one line: key, seat, bounds, options."""
    bounds = f"{ask.lo}" if ask.lo == ask.hi else f"{ask.lo} to {ask.hi}"
    return f"open is {ask.key} (seat {ask.seat}, picks {bounds}): {_cut([o.id for o in ask.options])}"


def _cut(rows: list[str]) -> str:
    return ", ".join(rows[:MOST_SHOWN]) + (f" … ({len(rows)} in all)" if len(rows) > MOST_SHOWN else "")


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
