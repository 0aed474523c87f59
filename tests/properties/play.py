"""Random play of any mode by a client that knows only the public ask; what the properties and long runs are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tmb.core import asking
from tmb.core.chance import Chance, seeded
from tmb.core.decisions import Ask, check_answer
from tmb.core.game import Game
from tmb.core.rng import stream

Below = Callable[[int], int]
"""below(n): a number in 0 .. n-1."""


def below_of(seed: str) -> Below:
    """Numbers for a player, from a stream that no game uses."""
    words, at = stream(seed, "player"), iter(range(10**9))
    return lambda n: words.below(n, next(at))


def drawn(ask: Ask, below: Below) -> list[str]:
    """A legal answer drawn from the public fields of an ask: each group's lo first, then as it falls."""
    bag = [o for o in ask.options for _ in range(o.times)]
    for i in range(len(bag) - 1, 0, -1):
        j = below(i + 1)
        bag[i], bag[j] = bag[j], bag[i]
    need, room = {g.id: g.lo for g in ask.groups}, {g.id: g.hi for g in ask.groups}
    least = max(ask.lo, sum(need.values()))
    want, money, out = least + below(max(0, ask.hi - least) + 1), ask.budget, []
    for filling in (True, False):
        for o in list(bag):
            if (need.get(o.group, 0) < 1) if filling else (len(out) >= want):
                continue
            if room.get(o.group, 1) < 1 or 0 <= money < o.cost:
                continue
            out.append(o.id)
            bag.remove(o)
            need[o.group], room[o.group] = need.get(o.group, 0) - 1, room.get(o.group, 10**6) - 1
            money -= o.cost if money >= 0 else 0
    return out


def broken(ask: Ask, below: Below) -> Iterator[tuple[str, list[str]]]:
    """Answers that break one clause each, with the code of the error that they must get."""
    good = drawn(ask, below)
    i = below(len(good) + 1)
    yield "unknown_option", [*good[:i], "no such option", *good[i:]]
    twice = [o for o in ask.options if o.times < ask.hi]
    if twice:
        o = twice[below(len(twice))]
        yield "picked_twice", [o.id] * (o.times + 1)
    bag = [o for o in ask.options for _ in range(o.times)]
    if ask.lo > 0:
        yield "too_few", [o.id for o in bag[: ask.lo - 1]]
    if len(bag) > ask.hi:
        yield "too_many", [o.id for o in bag[: ask.hi + 1]]
    yield from _off_limits(ask, bag)
    dear = sorted(bag, key=lambda o: -o.cost)
    rooms, out = {g.id: g.hi for g in ask.groups}, []
    for o in dear:
        if len(out) < ask.hi and rooms.get(o.group, 1) > 0:
            rooms[o.group] = rooms.get(o.group, 10**6) - 1
            out.append(o)
    if 0 <= ask.budget < sum(o.cost for o in out):
        yield "over_budget", [o.id for o in out]


def _off_limits(ask: Ask, bag: list[Any]) -> Iterator[tuple[str, list[str]]]:
    """Answers of a right number that have too much or too little of a group."""
    for g in ask.groups:
        inside, outside = [o.id for o in bag if o.group == g.id], [o.id for o in bag if o.group != g.id]
        n = max(ask.lo, g.hi + 1)
        if g.hi < n <= ask.hi and len(inside) > g.hi and len(inside) + len(outside) >= n:
            yield "group_limit", [*inside[: g.hi + 1], *outside, *inside[g.hi + 1 :]][:n]
        if g.lo and ask.lo <= len(outside):
            yield "group_limit", outside[: max(ask.lo, 0)]


def start(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> Game:
    """A seeded game; options: plain data, under `rules` the rule options that are not as the packs have them."""
    own = {name: value for name, value in options.items() if name != "rules"}
    chance = how.pop("chance", None) or seeded(seed)
    return rules.start(mode, rules.options(mode, own), chance, chosen=options.get("rules"), **how)


def reopened(game: Game, state: Any, chance: Chance | None = None) -> Game:
    """Another game that goes on from a state, with the same chance."""
    twin = Game(game.rules, state, chance or game.chance, None, game.strict)
    twin.run()
    return twin


def shown(game: Game) -> Ask | None:
    """The open ask as a client sees it."""
    return None if game.ask is None else asking.public(game.ask)


def act(game: Game, answer: list[str]) -> None:
    """Answer with option ids, through the door's own check."""
    ask = asking.public(game.ask)
    check_answer(ask, answer, "/pick")
    game.answer(asking.chosen(game.ask, ask, answer))


def finish(game: Game, below: Below) -> list[list[str]]:
    """Play to the end with drawn answers; the answers."""
    out = []
    while game.ask is not None:
        out.append(drawn(asking.public(game.ask), below))
        act(game, out[-1])
    return out


def replay(game: Game, answers: list[list[str]]) -> Game:
    """Give these answers one after the other."""
    for answer in answers:
        act(game, answer)
    return game


def packed(game: Game) -> bytes:
    """The bytes of the state."""
    return game.rules.codec(game.state.mode).pack(game.state)
