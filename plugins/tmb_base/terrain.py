"""Tokens that lie on positions of the mat. A sibling of `changes.py`: it writes the world, and each function says what
happened (Undertow rulebook, Obstacle Chips; Wreckage Chips; Loot Die).
"""

from __future__ import annotations

from typing import Any

from tmb.core.things import Token
from tmb_base import changes
from tmb_base import terrain_events as e


def lay(game: Any, kind: str, pos: str) -> None:
    """A token is laid on a position. Where none is left nothing comes, or the battle is lost, as its entry says."""
    world, entry = game.world, game.rules.tables["tokens"][kind]
    if entry.most and len([t for t in world.tokens if t.kind == kind]) >= entry.most:
        game.tell(e.TokensShort, kind, pos)
        if entry.beyond == "lost":
            changes.decide_battle(game, "lost")
        return
    token = Token(game.new_id("t"), {}, kind, pos)
    world.tokens.append(token)
    game.bearers_changed(token.id)
    game.tell(e.TokenLaid, token.id, kind, pos)


def take(game: Any, token: Token) -> None:
    """A token is taken off the mat."""
    game.world.tokens.remove(token)
    game.bearers_changed(token.id)
    game.tell(e.TokenTaken, token.id, token.kind, token.at)


def clear(game: Any) -> None:
    """The battle is over: the mat is as it was before."""
    for token in game.world.tokens[:]:
        take(game, token)


def lying(game: Any, kind: str) -> list[str]:
    """The positions on which such a token lies."""
    return [t.at for t in game.world.tokens if t.kind == kind]


def blocked(game: Any) -> list[str]:
    """The positions on which a token lies where no unit can be."""
    kinds = game.rules.tables["tokens"]
    return [t.at for t in game.world.tokens if kinds[t.kind].blocks]
