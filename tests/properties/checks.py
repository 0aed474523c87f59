"""Properties of whole games of any mode: one function a property, each for one seed; tests and long runs call them.

A game is a function of its state: so it is enough to show at every step that copies of it, made in different ways, do
the same next thing and end in the same bytes. Every function raises AssertionError with the seed and the step.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from tests.properties.play import (
    Below,
    act,
    below_of,
    broken,
    drawn,
    finish,
    packed,
    reopened,
    replay,
    shown,
    start,
)
from tmb.core.bearers import Index
from tmb.core.chance import Asked, Chance, Seeded
from tmb.core.decisions import check_answer
from tmb.core.events import as_data
from tmb.core.game import Game
from tmb.core.walks import walks
from tmb.errors import InputError


def same(what: str, seed: str, step: int, got: Any, want: Any) -> None:
    """Both are equal, or the place is named."""
    assert got == want, f"seed {seed}, step {step}: {what} differs\n got {got!r}\nwant {want!r}"


def sound(game: Game, seed: str, step: int) -> None:
    """What holds at every ask: the mode's invariants, ids that are told apart, an index that is up to date."""
    same("list of broken invariants", seed, step, game.mode.invariants(game), [])
    ask = shown(game)
    if ask is not None:
        ids = [o.id for o in ask.options]
        same("set of option ids", seed, step, sorted(set(ids)), sorted(ids))
        assert ask.seat, f"seed {seed}, step {step}: {ask.key} is asked of nobody"
    fresh = Index(game.mode.bearers(game), game.rules)
    for shelf in ("windows", "modifiers", "forbids", "actions", "bearers"):
        same(f"index of {shelf}", seed, step, _rows(getattr(game.index, shelf)), _rows(getattr(fresh, shelf)))
        same(f"roles of {shelf}", seed, step, _roles(getattr(game.index, shelf)), _roles(getattr(fresh, shelf)))
    held = {b.holder for b in game.mode.bearers(game)}
    same("list of holders that the mode forgets", seed, step, sorted(held - {*game.mode.holders(game)}), [])


def _rows(table: Any, path: tuple[Any, ...] = ()) -> list[Any]:
    """The rows of an index with where they stand, in no order of holders."""
    if not isinstance(table, dict):
        return [(path, list(table) if isinstance(table, list) else table)]
    return sorted((row for key, part in table.items() for row in _rows(part, (*path, key))), key=lambda row: row[0])


def _roles(table: Any) -> list[Any]:
    """The roles of each name of an index in the order in which they are looked at."""
    return sorted((name, list(part)) for name, part in table.items() if isinstance(part, dict))


def twins(game: Game) -> dict[str, Game]:
    """The game again, copied in each way that there is."""
    codec = game.rules.codec(game.state.mode)
    ways: dict[str, Callable[[], Any]] = {
        "copier": lambda: codec.copy(game.state),
        "msgpack": lambda: codec.unpack(codec.pack(game.state)),
        "JSON": lambda: codec.from_json(codec.to_json(game.state)),
    }
    return {"clone": game.clone()} | {name: reopened(game, way()) for name, way in ways.items()}


def check_every_step(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> int:
    """Play a game; at every ask it is sound, its copies ask the same and go the same way, and running it on changes
    nothing. The number of answers."""
    game, below, step = start(rules, mode, options, seed, **how), below_of(seed), 0
    while game.ask is not None:
        sound(game, seed, step)
        before, ask = packed(game), shown(game)
        others = twins(game)
        for name, twin in others.items():
            same(f"ask of {name}", seed, step, shown(twin), ask)
            same(f"state of {name}", seed, step, packed(twin), before)
        game.run()
        same("ask after running on", seed, step, shown(game), ask)
        same("state after running on", seed, step, packed(game), before)
        answer = drawn(ask, below)
        act(game, answer)
        after = packed(game)
        for name, twin in others.items():
            act(twin, answer)
            same(f"state of {name} after {ask.key} {answer}", seed, step, packed(twin), after)
        step += 1
    sound(game, seed, step)
    return step


def check_between_stages(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> int:
    """Play a game that is saved before every single stage; each save goes on to the same next ask. Number of saves."""
    watched = copy.copy(rules)
    eye = _Eye()
    watched.walks = walks(rules.flows, eye.watch)
    game, below, step, saves = start(watched, mode, options, seed, **how), below_of(seed), 0, 0
    codec = rules.codec(mode)
    while game.ask is not None:
        eye.seen, eye.game = [], game
        act(game, drawn(shown(game), below))
        seen, eye.game = eye.seen, None
        after = packed(game)
        for i, bytes_ in enumerate(seen):
            twin = Game(rules, codec.unpack(bytes_), game.chance, None, game.strict)
            twin.run()
            same(f"state from stage {i} of {len(seen)}", seed, step, packed(twin), after)
        step, saves = step + 1, saves + len(seen)
    return saves


class _Eye:
    """The game that is watched now, and what was saved of it before each of its stages."""

    game: Game | None = None
    seen: list[bytes]

    def watch(self, game: Game) -> None:
        """A stage is to run."""
        if game is self.game:
            self.seen.append(packed(game))


def check_refusals(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> dict[str, int]:
    """Play a game; at every ask an answer that breaks one clause is refused with the right code and changes nothing.
    How often each code came."""
    game, below, step = start(rules, mode, options, seed, **how), below_of(seed), 0
    codes: dict[str, int] = {}
    while game.ask is not None:
        before, ask = packed(game), shown(game)
        for code, answer in broken(ask, below):
            try:
                check_answer(ask, answer, "/pick")
                got = "accepted"
            except InputError as e:
                got = e.code
            same(f"code for {answer} to {ask}", seed, step, got, code)
            codes[code] = codes.get(code, 0) + 1
        same("state", seed, step, packed(game), before)
        act(game, drawn(ask, below))
        step += 1
    return codes


def check_replay(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> None:
    """The same answers give the same bytes, whether or not somebody listens, and the same events."""
    heard: list[Any] = []
    game = start(rules, mode, options, seed, **how, events=heard)
    answers = finish(game, below_of(seed))
    end, again = packed(game), []
    same(
        "state after a replay",
        seed,
        len(answers),
        packed(replay(start(rules, mode, options, seed, **how), answers)),
        end,
    )
    replay(start(rules, mode, options, seed, **how, events=again), answers)
    same("events", seed, len(answers), [as_data(e) for e in again], [as_data(e) for e in heard])
    same("numbers of events", seed, len(answers), [e.n for e in heard], list(range(1, game.state.events + 1)))


def check_forced(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> int:
    """A game that also asks where one answer is legal comes to the same end. How many such asks there were."""
    usual = start(rules, mode, options, seed, **how)
    answers, forced = iter(finish(usual, below_of(seed))), 0
    game = start(rules, mode, options, seed, **how, strict=True)
    while game.ask is not None:
        only = game.ask.refs if game.ask.several is None else game.ask.several.only()
        if only is None or (game.ask.several is None and len(only) > 1):
            act(game, next(answers))
        else:
            forced += 1
            game.answer(only if game.ask.several else only[0])
    same("number of answers", seed, forced, list(answers), [])
    game.state.asks -= forced
    same("state", seed, forced, packed(game), packed(usual))
    return forced


def check_by_hand(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> int:
    """A person who rolls what the seed would have rolled leads to the same state. How many rolls were asked."""
    seeded = start(rules, mode, options, seed, **how)
    answers, left = finish(seeded, below_of(seed)), 0
    game = start(rules, mode, options, seed, **how, chance=Chance(Asked(), Seeded(seed)))
    waiting = iter(answers)
    while game.ask is not None:
        if game.ask.seat == "chance":
            left += 1
            act(game, _seeded_roll(game, seed))
        else:
            act(game, next(waiting))
    same("number of answers", seed, left, list(waiting), [])
    game.state.asks -= left
    same("state by hand", seed, left, packed(game), packed(seeded))
    return left


def _seeded_roll(game: Game, seed: str) -> list[str]:
    ask = game.ask
    assert ask is not None
    dice = ask.node.run(game, ask.frame, ask.me) if ask.node.has_subject else ask.node.run(game, ask.frame)
    faces = Seeded(seed).roll(game, ask.node.stream or game.mode.stream, dice)
    assert faces is not None
    return [f"{die}/{face}" for die, face in zip(dice, faces, strict=True)]


def check_redeal(rules: Any, mode: str, options: Any, seed: str, **how: Any) -> None:
    """What is dealt again is what the table does not see: its view and its ask stay, and the game can be played on."""
    game, below = start(rules, mode, options, seed, **how), below_of(seed)
    step = 0
    while game.ask is not None:
        twin = game.clone()
        before = twin.mode.view(twin, False), shown(twin)
        twin.mode.redeal(twin, Chance(Seeded(f"{seed}/{step}"), Seeded(f"{seed}/{step}")))
        twin.run()
        same("view or ask of the table", seed, step, (twin.mode.view(twin, False), shown(twin)), before)
        same("list of broken invariants", seed, step, twin.mode.invariants(twin), [])
        act(game, drawn(shown(game), below))
        step += 1


CHECKS: dict[str, Callable[..., Any]] = {
    "steps": check_every_step,
    "stages": check_between_stages,
    "refusals": check_refusals,
    "replay": check_replay,
    "forced": check_forced,
    "hand": check_by_hand,
    "redeal": check_redeal,
}


def soak(
    rules: Any, mode: str, options: Any, seeds: Iterable[str], checks: Iterable[str] = tuple(CHECKS), **how: Any
) -> int:
    """All these checks for each seed; how many games were looked at. Raises AssertionError at the first that fails."""
    games = 0
    for seed in seeds:
        for name in checks:
            CHECKS[name](rules, mode, options, seed, **how)
            games += 1
    return games


def digest(rules: Any, mode: str, options: Any, seeds: Iterable[str], below: Callable[[str], Below] = below_of) -> str:
    """A fingerprint of the ends and the events of these games."""
    from hashlib import sha256

    import msgspec

    out = sha256()
    for seed in seeds:
        events: list[Any] = []
        game = start(rules, mode, options, seed, events=events)
        finish(game, below(seed))
        out.update(packed(game) + msgspec.json.encode([as_data(e) for e in events]))
        out.update(msgspec.json.encode(game.mode.outcome(game)))
    return out.hexdigest()
