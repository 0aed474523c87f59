"""What a game is made from: its mode, options and chance. With the answers given it is all that a game needs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from tmb.core.chance import Asked, Chance, Seeded
from tmb.core.flow import CHOICE
from tmb.core.script import Script
from tmb.core.windows import Window
from tmb.errors import ChanceError, InputError, unknown
from tmb.hashing import blake2b

Source = Literal["seeded", "hand", "script"]
"""Who answers for chance: the seed, a person who rolls real dice, or a script of lines."""


class PackId(Struct, frozen=True):
    """A pack as journals and saves name it."""

    id: str
    version: str
    digest: str


class Setup(Struct, kw_only=True):
    """A game before its first answer. options, rules: plain data, complete; seed: None where nothing is seeded;
    auto: keys of asks that are answered by their first option; strict: ask where one answer is legal, too."""

    mode: str
    options: dict[str, Any]
    rules: dict[str, str | int | bool] = {}
    seed: str | None = None
    dice: Source = "seeded"
    cards: Source = "seeded"
    script: list[str] = []
    auto: list[str] = []
    strict: bool = False

    def chance(self) -> tuple[Chance, Script | None]:
        """Who answers for chance, and the script if there is one. Raises InputError("script_mismatch")."""
        try:
            script = Script(self.script) if "script" in (self.dice, self.cards) else None
        except ChanceError as e:
            raise mismatch(e, "/params/script") from None
        seeded = None if self.seed is None else Seeded(self.seed)
        asked = Asked()
        sources: dict[str, Any] = {"seeded": seeded, "hand": asked, "script": script}
        return Chance(sources[self.dice], sources[self.cards]), script


def make_setup(
    rules: Any,
    mode: str,
    options: Mapping[str, Any],
    *,
    chosen: Mapping[str, Any] | None = None,
    seed: str | int | None = None,
    dice: Source = "seeded",
    cards: Source | None = None,
    script: list[str] | None = None,
    auto: list[str] | None = None,
    strict: bool = False,
) -> tuple[Setup, Struct]:
    """A checked Setup with the effective options and, if something is seeded, a seed; and the options as the mode's own
    Struct. `cards` defaults to seeded, with scripted dice to scripted. Raises InputError naming the field at fault."""
    seed = seed_of(seed)
    if cards is None:
        cards = "script" if dice == "script" else "seeded"
    given = rules.options(mode, options)
    every = rules.settings(chosen or {})
    if script and "script" not in (dice, cards):
        raise InputError(
            "bad_value",
            "a script is given, but neither dice nor cards are scripted",
            where="/params/script",
            hint='add "chance": {"dice": "script"}',
        )
    check_auto(rules, auto or ())
    needs_seed = "seeded" in (dice, cards)
    setup = Setup(
        mode=mode,
        options=effective(given),
        rules=every,
        seed=(fresh_seed() if seed is None else seed) if needs_seed else None,
        dice=dice,
        cards=cards,
        script=list(script or ()),
        auto=list(auto or ()),
        strict=strict,
    )
    return setup, given


def seed_of(given: object) -> str | None:
    """A seed as its text; a whole number is its digits. Raises InputError("bad_value") for anything else."""
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    raise InputError(
        "bad_value", f"a seed is a string, not {given!r}", where="/params/seed", got=repr(given), hint='such as "7"'
    )


def check_auto(rules: Any, keys: Iterable[str]) -> None:
    """Raise InputError("bad_value") for what is the key of no ask that is answered by itself."""
    known: dict[str, None] = {}
    for i, key in enumerate(keys):
        known = known or ask_keys(rules)
        if key not in known:
            raise unknown("key of an ask", key, known, "bad_value", f"/params/auto/{i}")


def ask_keys(rules: Any) -> dict[str, None]:
    """The keys of all asks that players may get: choices of flows, and windows."""
    nodes = [node for table in rules.flows.values() for node in table.values()]
    keys = [node.key for node in nodes if node.kind == CHOICE and node.flow.frame is not Window]
    return dict.fromkeys([*keys, *(f"window.{name}" for name in rules.registry.windows)])


def effective(options: Struct) -> dict[str, Any]:
    """Every option with its value, defaults included, as plain data."""
    return {k: msgspec.to_builtins(v) for k, v in msgspec.structs.asdict(options).items()}


def fresh_seed() -> str:
    """A seed that nobody can guess: 32 hex digits."""
    return os.urandom(16).hex()


def commitment(seed: str) -> str:
    """What is told of a seed at the start of a game, so that everybody can check it at the end: 64 hex digits.

    BLAKE2b-256 of the seed's UTF-8 bytes, personalised with "tmb commitment": without that it would be the very key of
    the generator, and tell all dice to come.
    """
    return blake2b(seed.encode(), digest_size=32, person=b"tmb commitment").hexdigest()


def pack_ids(rules: Any) -> list[PackId]:
    """The packs of a rule set, in order."""
    return [PackId(p.id, p.version, p.digest) for p in rules.content.packs]


def mismatch(e: ChanceError, where: str = "") -> InputError:
    """The error for a script that does not fit."""
    return InputError(
        "script_mismatch", str(e), where=where, hint="nothing was changed; mend the script and start anew"
    )
