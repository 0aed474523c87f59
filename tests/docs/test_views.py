"""docs/protocol.md describes views and previews as real games have them, key by key."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.plugins import battles, twenty, undertow
from tests.plugins.test_looks import staged
from tests.protocol.test_docs import rows, section, words
from tmb.core import asking
from tmb.core.chance import seeded
from tmb.core.game import Game
from tmb.core.rolls import Rolled
from tmb.sim.bots import RandomBot, TableBot
from tmb_base.adventure.darts import Darts
from tmb_base.adventure.frames import Day
from tmb_base.world import PARTY, Baddie

Keys = dict[str, set[str]]

DATA = {"marks", "ini", "defeated", "face_up", "trained", "pool", "exhausted", "banished", "ready", "lacks"}
"""Parts whose keys are names of content, ids or colours."""
EXPANDED = {"battle": undertow.asks, "adventure": undertow.adventures}
MODES = ("battle", "adventure", "twenty-strong")


def adventures(n: int) -> Iterator[Game]:
    """n adventures, most of them played well: each at every ask, and once more when it is over."""
    rules = battles.RULES
    for i in range(n):
        made = rules.options("adventure", {"party": ["picket", "boomer"][: 1 + i % 2], "round_limit": 30})
        game = rules.start("adventure", made, seeded(f"adventure {i}"), [])
        bot: Any = TableBot(rules.bots["greedy"]("1", rules)) if i % 3 else RandomBot(f"bot {i}")
        while game.ask is not None:
            yield game
            game.answer(bot.choose(game))
        yield game


def scenes() -> Iterator[Game]:
    """What random battles seldom come to: units beside the mat, and Dmg that waits."""
    mat = ["kobold at r2c1", "troll aside g1 hp 5", "picket waits round.start:r3c2 hp 2", "picket at r3c1 active 2,1"]
    yield staged([], [], mat=mat, damage={"to": "g2", "amount": 1})


def and_what_is_rare(games: Iterable[Game]) -> Iterator[Game]:
    """The games; and the first of them while the window `roll.after` is open, with Encounters to choose from, with
    darts on the table, and with a companion."""
    for n, game in enumerate(games):
        yield game
        if not n:
            twin = game.clone()
            if "units" in game.world.__struct_fields__:
                twin.world.units["a0"] = Baddie("a0", {}, "stray-mohlnor", 4, 4, side=PARTY, owner="g1")
            twin.stack += [Day(drawn=["x"]), Darts("g1"), Rolled("", "attack", "", ["blue"], ["hit"])]
            yield twin


def played(mode: str) -> Iterator[Game]:
    """Games of a mode at all their asks, also those with an expansion."""
    if mode == "battle":
        yield from scenes()
    made = {"battle": battles.asks, "adventure": adventures, "twenty-strong": twenty.asks}[mode](16)
    yield from and_what_is_rare(made)
    if mode in EXPANDED:
        yield from EXPANDED[mode](8)


def walk(value: Any, path: str, out: Keys) -> None:
    """Add the keys of plain data by their path; an id is no key, what it names is as an entry of a list."""
    if isinstance(value, list):
        for one in value:
            walk(one, path, out)
    elif isinstance(value, dict) and any(not re.fullmatch("[a-z_]+", key) for key in value):
        walk(list(value.values()), path, out)
    elif isinstance(value, dict) and path.rpartition(".")[2] not in DATA:
        for key, one in value.items():
            out[path].add(key)
            walk(one, f"{path}.{key}".lstrip("."), out)


@cache
def seen(mode: str) -> tuple[Keys, set[str], set[str], Keys]:
    """Of real games: keys by path; those at the top that are always there; the referee's besides; keys of previews."""
    out: Keys = defaultdict(set)
    previews: Keys = defaultdict(set)
    always: set[str] = set()
    more: set[str] = set()
    for game in played(mode):
        view = json.loads(json.dumps(game.mode.view(game, False)))
        always = always & set(view) if always else set(view)
        more |= set(game.mode.view(game, True)) - set(view)
        walk(view, "", out)
        if game.ask is not None and type(game.stack[-1]) is not Rolled:
            for option in asking.public(game.ask).options:
                walk(game.mode.preview(game, game.ask, option.id), option.id.partition("/")[0], previews)
    return out, always, more, previews


def deep(keys: Keys, path: str, told: set[str]) -> set[str]:
    """The keys of a path, and of what lies below it and has no row of its own."""
    out = set(keys.get(path, ()))
    for key in sorted(out):
        below = f"{path}.{key}"
        if below not in told:
            out |= deep(keys, below, told)
    return out


def parts(mode: str) -> dict[str, set[str]]:
    """The parts that the page describes: `view`, `view, under way`, `turn`... and their fields."""
    out: dict[str, set[str]] = defaultdict(set)
    for head, cell in rows(section(f"The view of `{mode}`", "####")):
        named = {w for w in words(cell) if re.fullmatch("[a-z_]+", w)}
        for path in words(head):
            kind = head.partition("`, ")[2] if path == "view" else ""
            out[f"view, {kind}" if kind else path] |= named
    return out


@pytest.mark.parametrize("mode", MODES)
def test_a_view_is_described_part_by_part(mode: str) -> None:
    told, (keys, always, more, _) = parts(mode), seen(mode)
    assert told.pop("view") == always
    assert told.pop("view, under way") == keys[""] - always
    assert told.pop("view, for the referee", set()) == more
    if mode == "adventure":  # its page says what it adds to a battle's
        for path, fields in parts("battle").items():
            if not path.startswith("view"):
                told[path] = told.get(path, set()) | fields
    assert {path: deep(keys, path, set(told)) for path in told if path not in DATA} == {
        path: fields for path, fields in told.items() if path not in DATA
    }
    structs = {path for path in keys if path and path.partition(".")[0] not in told}
    assert structs == set(), "parts that no row describes"


@pytest.mark.parametrize("mode", MODES)
def test_previews_are_described(mode: str) -> None:
    first, _, second = section("`preview`", "###").partition("In `twenty-strong`")
    told = {words(head).pop().partition("/")[0]: words(cell) for head, cell in rows(second if "-" in mode else first)}
    keys = seen(mode)[3]
    assert told == {word: fields for word, fields in keys.items() if "." not in word}
    trails = set().union(*(fields for path, fields in keys.items() if path.endswith(".trail")))
    assert trails <= words(section("`preview`", "###").partition("A `trail` lists")[2].partition("\n")[0])
    assert bool(trails) == ("trail" in set().union(*told.values()))


def test_an_adventure_tells_the_result_of_a_battle_as_the_battles_only() -> None:
    """A client that waits for "won" must not take a battle's for the game's."""
    fought = 0
    for game in adventures(4):
        view = game.mode.view(game, False)
        ended = {path for path, value in view.items() if value in ("won", "lost")}
        assert ended == ({"ending"} if game.ask is None else set())
        fought += "battle" in view
    assert fought > 50
