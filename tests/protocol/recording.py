"""New golden games, for when the content of the old ones has changed so that their answers are refused.

    python -m tests.protocol.recording [battle] [adventure] [twenty-strong] [undertow]

writes golden/NAME.requests anew; then scripts/regold.

The first seed is taken whose game is won by a player who mostly takes the bot's advice, in about as many asks as one
reads, and in which all words of `wanted` are picked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.properties.play import below_of, drawn
from tests.protocol.golden import FOLDER
from tmb.plugins import rules_for
from tmb.session import Session
from tmb.sim.modes import find, packs_of

SEEDS = range(40, 4000)


class Golden(NamedTuple):
    """A game to record. asks: about how many; wanted: first words of options that must be picked; whim: one in so many
    answers is any legal one; at_once: so many answers are one request; mode, packs: where they are not those of its
    name; journaled: in its middle there are explanations, a fork, and a break."""

    head: str
    options: dict[str, Any]
    asks: range
    wanted: set[str]
    whim: int
    at_once: int = 1
    mode: str = ""
    packs: tuple[str, ...] = ()
    journaled: bool = False


GAMES = {
    "battle": Golden(
        "# installed: a whole battle of two Pickets, from set-up to clean-up.",
        {
            "party": ["picket", "picket"],
            "queue": ["5", "1", "kobold", "1"],
            "difficulty": "greenhorn",
            "round_limit": 12,
        },
        range(60, 100),
        {"start", "target", "die", "hit", "place", "keep", "plan", "use", "move", "clear", "leave"},
        5,
    ),
    "adventure": Golden(
        "# installed: a whole adventure, from setting out to the Tyrant's end.",
        {"party": ["picket", "boomer"], "tyrant": "nom", "difficulty": "greenhorn", "round_limit": 20, "trade": "on"},
        range(200, 700),
        {"day", "choice", "train", "rest", "scout", "start", "target", "die", "hit", "pick", "open"},
        60,
        at_once=12,
    ),
    "twenty-strong": Golden(
        "# installed: a whole game of 20 Strong, from set-up to the Tyrant's end.",
        {"tyrant": "rust-king", "gearloc": "cinder", "rank": 2},
        range(70, 150),
        {"rank", "encounter", "mohlnor", "commit", "apply", "slot", "plan", "strategy", "recover", "rest", "scout"},
        9,
    ),
    "undertow": Golden(
        "# installed, journaled: a battle of Undertow on the water, with Wreckage, a fork, and a break in the middle.",
        {
            "party": ["duster", "stanza"],
            "mat": "water",
            "queue": ["krelln", "5", "krelln", "1", "1"],
            "difficulty": "adventurer",
            "round_limit": 12,
        },
        range(60, 120),
        {"start", "target", "die", "hit", "raft", "move", "use", "plan", "keep", "advance", "vamp"},
        9,
        mode="battle",
        packs=("base", "undertow"),
        journaled=True,
    ),
}


def played(mode: str, golden: Golden, seed: str) -> list[list[str]] | None:
    """The answers of the game of this seed, or None where it is not worth recording."""
    rules = rules_for(golden.packs or packs_of(*find(mode)))
    session, below = Session.new(rules, golden.mode or mode, golden.options, seed=seed), below_of(f"golden {seed}")
    bot = rules.bots["greedy"](seed, rules)
    picks: list[list[str]] = []
    while (ask := session.ask()) is not None:
        picks.append(drawn(ask, below) if not below(golden.whim) else bot(ask, session.view()))
        session.act(picks[-1])
        if len(picks) > golden.asks.stop:
            return None
    words = {option.partition("/")[0] for pick in picks for option in pick}
    won = session.game.mode.outcome(session.game)["won"]
    return picks if won and len(picks) in golden.asks and words >= golden.wanted else None


def requests(mode: str, golden: Golden, seed: str, picks: list[list[str]]) -> Iterator[dict[str, Any]]:
    """A new game, all answers, some with words and reasons, and now and then something else."""
    packs = {"packs": list(golden.packs)} if golden.packs else {}
    yield {"method": "new", "params": {"mode": golden.mode or mode, **packs, "seed": seed, **golden.options}}
    yield from _one_by_one(picks, golden.journaled) if golden.at_once == 1 else _many(picks, golden.at_once)
    yield {"method": "view"}
    yield {"method": "act", "params": {"pick": ["done"]}}
    yield {"method": "journal"}


def _one_by_one(picks: list[list[str]], journaled: bool) -> Iterator[dict[str, Any]]:
    for i, pick in enumerate(picks):
        yield from _between(i, pick) if journaled else ()
        params: dict[str, Any] = {"ask": i, "pick": pick}
        params |= {"labels": True} if i % 9 == 2 else {"blocked": True} if i % 13 == 5 else {}
        yield {"method": "act", "params": params}
        if i == 20:
            yield from ({"method": "undo"}, {"method": "redo"}, {"method": "view"}, {"method": "act", "params": params})
        elif i == 30:
            yield {"method": "hash"}


def _between(i: int, pick: list[str]) -> Iterator[dict[str, Any]]:
    """Explanations now and then; once a fork that goes its own way, and once the game is put away and taken up."""
    if i % 17 == 4:
        for method in ("explain", "preview"):
            yield {"method": method, "params": {"option": pick[0]}}
    if i == 24:
        yield {"method": "fork", "params": {"seed": "f"}}
        yield {"method": "act", "params": {"game": "g2", "pick": pick, "labels": True, "blocked": True}}
        yield {"method": "view", "params": {"game": "g2"}}
        yield {"method": "close", "params": {"game": "g2"}}
    elif i == 36:
        yield from (
            {"method": "save"},
            {"method": "close"},
            {"method": "load", "params": {"game": "g1", "labels": True}},
        )


def _many(picks: list[list[str]], at_once: int) -> Iterator[dict[str, Any]]:
    for i in range(0, len(picks), at_once):
        params: dict[str, Any] = {"ask": i, "picks": picks[i : i + at_once]}
        yield {"method": "act", "params": params | ({"labels": True} if i // at_once % 4 == 1 else {})}
        if i // at_once % 12 == 5:
            yield {"method": "view"}


def main(names: list[str]) -> None:
    """Find a seed for each game and write its requests."""
    for name in names or GAMES:
        golden = GAMES[name]
        seed, picks = next((str(s), made) for s in SEEDS if (made := played(name, golden, str(s))) is not None)
        lines = [json.dumps({"id": i, **request}) for i, request in enumerate(requests(name, golden, seed, picks), 1)]
        (FOLDER / f"{name}.requests").write_text("\n".join([golden.head, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
