"""A new golden battle, for when the content of the old one has changed so that its answers are refused.

    python -m tests.protocol.recording       writes golden/battle.requests anew; then scripts/regold

The first seed is taken whose battle is won by a player who mostly takes the bot's advice, in about as many asks as one
reads, and in which all words of WANTED are picked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.properties.play import below_of, drawn
from tests.protocol.golden import FOLDER
from tmb.plugins import rules_for
from tmb.session import Session
from tmb_base.bots import greedy

HEAD = "# installed: a whole battle of two Pickets, from set-up to clean-up."
OPTIONS: dict[str, Any] = {
    "party": ["picket", "picket"],
    "queue": ["5", "1", "kobold", "1"],
    "difficulty": "greenhorn",
    "round_limit": 12,
}
WANTED = {"start", "target", "die", "hit", "place", "keep", "plan", "use", "move", "clear", "leave"}
ASKS = range(60, 100)
SEEDS = range(40, 1000)


def played(seed: str) -> list[list[str]] | None:
    """The answers of the battle of this seed, or None where it is not worth recording."""
    session, below = Session.new(rules_for(["base"]), "battle", OPTIONS, seed=seed), below_of(f"golden {seed}")
    picks: list[list[str]] = []
    while (ask := session.ask()) is not None:
        picks.append(drawn(ask, below) if not below(5) else greedy.think(ask, session.view()))
        session.act(picks[-1])
        if len(picks) > ASKS.stop:
            return None
    words = {option.partition("/")[0] for pick in picks for option in pick}
    won = session.game.world.result == "won"
    return picks if won and len(picks) in ASKS and words >= WANTED else None


def requests(seed: str, picks: list[list[str]]) -> Iterator[dict[str, Any]]:
    """A new game, all answers, some with words and reasons, and now and then something else."""
    yield {"method": "new", "params": {"mode": "battle", "seed": seed, **OPTIONS}}
    for i, pick in enumerate(picks):
        params: dict[str, Any] = {"ask": i, "pick": pick}
        params |= {"labels": True} if i % 9 == 2 else {"blocked": True} if i % 13 == 5 else {}
        yield {"method": "act", "params": params}
        if i == 20:
            yield from ({"method": "undo"}, {"method": "redo"}, {"method": "view"}, {"method": "act", "params": params})
        elif i == 30:
            yield {"method": "hash"}
    yield {"method": "view"}
    yield {"method": "act", "params": {"pick": ["done"]}}
    yield {"method": "journal"}


def main() -> None:
    """Find a seed and write its requests."""
    seed, picks = next((str(s), made) for s in SEEDS if (made := played(str(s))) is not None)
    lines = [json.dumps({"id": i, **request}) for i, request in enumerate(requests(seed, picks), 1)]
    (FOLDER / "battle.requests").write_text("\n".join([HEAD, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
