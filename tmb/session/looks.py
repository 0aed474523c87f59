"""What a session tells in words: labels, blocked options, explanations of options and of topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tmb.core.decisions import Ask, Blocked
from tmb.errors import InputError
from tmb.session import topics

if TYPE_CHECKING:
    from tmb.core.game import Game
    from tmb.session.session import Session


def dressed(game: Game, ask: Ask, labels: bool, blocked: bool) -> Ask:
    """The ask with words, and with what is not legal. Modes are given the engine's own open ask."""
    mode, own = game.mode, game.ask
    out = ask
    if labels:
        options = [replace(o, label=mode.label(game, own, o.id)) for o in ask.options]
        out = replace(out, options=options, label=mode.label(game, own, ""))
    if blocked:
        rows = mode.blocked(game, own)
        words = {i: mode.label(game, own, i) if labels else "" for i, _, _ in rows}
        out = replace(out, blocked=[Blocked(i, why, cite, words[i]) for i, why, cite in rows])
    return out


def explain(session: Session, name: str, where: str) -> dict[str, Any]:
    """An option, a blocked option, the open ask itself (""), or a topic. Raises InputError: no_ask, unknown_topic."""
    game, ask = session.game, session.open_ask
    if ask is None and not name:
        raise no_ask(where)
    if ask is not None:
        found = _option(game, ask, name) if _of_the_ask(game, ask, name) else None
        if found is not None:
            return found | _about(session, found)
    try:
        rows = topics.find(session.rules, game.mode, name)
    except InputError as e:
        e.where = where
        raise
    if not rows:
        options = [] if ask is None else [o.id for o in ask.options]
        raise topics.unknown_topic(session.rules, game.mode, name, where, options)
    for row in rows:
        if row.get("what") == "rule option":
            row["value"] = game.option(row["topic"])
    first, *others = rows
    return {**first, "also": others} if others else first


def _about(session: Session, found: dict[str, Any]) -> dict[str, Any]:
    """What explains an option, where there is such a thing."""
    own = session.game.ask
    topic = session.game.mode.about(session.game, own, found["option"]) if "option" in found else ""
    try:
        rows = topics.find(session.rules, session.game.mode, topic) if topic else []
    except InputError:
        rows = []
    return {"about": rows[0]} if rows else {}


def no_ask(where: str) -> InputError:
    """The error for a look at the open ask when there is none."""
    return InputError("no_ask", "the game is over; there is no ask", where=where)


def _of_the_ask(game: Game, ask: Ask, name: str) -> bool:
    if name in ("", ask.key) or any(o.id == name for o in ask.options):
        return True
    return any(option == name for option, _, _ in game.mode.blocked(game, game.ask))


def _option(game: Game, ask: Ask, name: str) -> dict[str, Any] | None:
    mode, own = game.mode, game.ask
    assert own is not None
    about = {"ask": ask.id, "key": ask.key, "seat": ask.seat, "doc": own.node.stage.doc, "cite": own.node.stage.cite}
    about = {k: v for k, v in about.items() if v != ""} | {"label": mode.label(game, own, name)}
    if name in ("", ask.key):
        return {**about, "label": mode.label(game, own, "")}
    if any(o.id == name for o in ask.options):
        return {**about, "option": name, "legal": True, "preview": mode.preview(game, own, name)}
    for option, because, cite in mode.blocked(game, own):
        if option == name:
            no = {"option": name, "legal": False, "because": because}
            return {**about, **no, **({"cite": cite} if cite else {})}
    return None
