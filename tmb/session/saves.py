"""Saves: a game at one moment, with all that is needed to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from tmb.errors import InputError
from tmb.session.journal import FORMAT, PROTOCOL, ChanceBy, Header, digest, header
from tmb.session.setup import PackId, Setup, commitment, pack_ids

if TYPE_CHECKING:
    from tmb.session.session import Session

SAVE = "tmb-save-1"


def header_of(session: Session) -> Header:
    """A header for a game that begins where this one stands; its state is still missing."""
    first = header(session.setup, pack_ids(session.rules))
    first.script_at, first.decisions = session.script_at, session.game.decisions
    return first


def begin_at(first: Header, setup: Setup, state: bytes) -> None:
    """Put the set-up and the state into a header."""
    first.chance = ChanceBy(setup.dice, setup.cards)
    first.seed, first.script = setup.seed, setup.script
    first.commitment = "" if setup.seed is None else commitment(setup.seed)
    first.script_at = first.script_at if setup.script else 0
    first.state = Raw(state)


def save(session: Session) -> Header:
    """The save of a game as it stands, between two requests."""
    out = header_of(session)
    out.format, out.state = SAVE, Raw(session.codec.to_json(session.game.state))
    out.hash = session.hash(True)
    return out


def check_packs(rules: Any, saved: Header, where: str = "") -> None:
    """Raise InputError("save_incompatible") unless a save or journal belongs to exactly these packs."""
    here = pack_ids(rules)
    if saved.packs != here:
        raise InputError(
            "save_incompatible",
            f"its packs are not those here: {'; '.join(_differences(saved.packs, here)) or 'their order is another'}",
            where=f"{where}/packs",
            got=msgspec.to_builtins(saved.packs),
            want=msgspec.to_builtins(here),
            hint="bring back the packs as they were then (a running server: start it anew), or start a new game",
        )


def _differences(then: list[PackId], here: list[PackId]) -> list[str]:
    """What became of the packs of a save."""
    now, out = {p.id: p for p in here}, []
    for p in then:
        q = now.pop(p.id, None)
        if q is None:
            out.append(f"{p.id} {p.version} is not here")
        elif q.version != p.version:
            out.append(f"{p.id} is {q.version} here, {p.version} then")
        elif q.digest != p.digest:
            out.append(f"{p.id} {p.version} has changed ({p.digest[:8]}… then, {q.digest[:8]}… here)")
    return [*out, *(f"{p.id} {p.version} was not there then" for p in now.values())]


def state_of(rules: Any, saved: Header, where: str) -> Any:
    """The state in a header. Raises InputError("save_incompatible")."""
    _check_mode(rules, saved, where)
    codec = rules.codec(saved.mode)
    try:
        state = codec.from_json(saved.state)
        codec.pack(state)  # a whole number that JSON can hold may be too big for what keeps states
    except (msgspec.MsgspecError, OverflowError, RecursionError) as e:
        raise InputError("save_incompatible", f"its state cannot be read: {e}", where=f"{where}/state") from None
    _check_rules(rules, saved, state, where)
    return state


def _check_rules(rules: Any, saved: Header, state: Any, where: str) -> None:
    """The rule options of a state are ones that are here, and those of its header."""
    try:
        every = rules.settings(saved.rules or state.rules, f"{where}/rules")
    except InputError as e:
        raise InputError("save_incompatible", f"its rule options: {e.message}", where=e.where) from None
    if saved.rules and rules.kept(every) != state.rules:
        raise InputError(
            "save_incompatible",
            "its state has other rule options than its header",
            where=f"{where}/rules",
            got=state.rules,
            want=rules.kept(every),
        )


def _check_whole(rules: Any, saved: Header, state: Any, where: str) -> None:
    """A save is as it was written: its hash, which must be there, is that of its state, its seed the committed one."""
    why, field, got = "", "hash", saved.hash
    if not saved.hash:
        why = "it has no hash"
    elif digest(rules.codec(saved.mode).pack(state)) != saved.hash:
        why = "its hash is not that of its state"
    elif saved.commitment != ("" if saved.seed is None else commitment(saved.seed)):
        why, field, got = "its seed is not the one that was committed to", "commitment", saved.commitment
    if why:
        hint = "a save is loaded whole, as `save` gave it; a position of your own is set up by a scenario"
        raise InputError("save_incompatible", why, where=f"{where}/{field}", got=got, hint=hint)


def _check_mode(rules: Any, saved: Header, where: str) -> None:
    if saved.mode not in rules.modes:
        raise InputError("save_incompatible", f"there is no mode {saved.mode!r} here", where=f"{where}/mode")


def load(cls: type[Session], rules: Any, saved: Header, where: str) -> Session:
    """A session that goes on from a save."""
    if saved.format != SAVE or saved.protocol != PROTOCOL:
        raise InputError(
            "save_incompatible",
            f"format {saved.format!r}, protocol {saved.protocol} cannot be read",
            where=f"{where}/format",
            got=saved.format,
            want=SAVE,
        )
    check_packs(rules, saved, where)
    if not isinstance(saved.state, Raw):
        raise InputError("save_incompatible", "it holds no state", where=f"{where}/state")
    state = state_of(rules, saved, where)
    _check_whole(rules, saved, state, where)
    first = msgspec.structs.replace(saved, format=FORMAT, hash="", hidden=False)
    try:
        return cls(rules, saved.setup(), state, first=first)
    except InputError as e:
        if e.code != "internal":
            raise
        raise InputError(
            "save_incompatible", "its state is not one that a game can be in", where=f"{where}/state"
        ) from e


def recorded_state(rules: Any, first: Header, where: str = "") -> Any:
    """Where a journaled game began, or None for the mode's own beginning. Raises InputError("save_incompatible")."""
    _check_mode(rules, first, where)
    return None if first.state is UNSET else state_of(rules, first, where)
