"""What is at hand for a verb: the plugins, packs and modes here, and the rule set that it works with.

Plugins are foreign code: what they print while they load goes to stderr, what they raise becomes exit code 7.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tmb.cli.exits import PLUGIN, Failure, say

if TYPE_CHECKING:
    from tmb.core.mode import Mode
    from tmb.plugins import Found
    from tmb.ruleset import RuleSet


class Table(NamedTuple):
    """A rule set, one of its modes, and the packs that it was asked for with (ids; folders of further packs)."""

    rules: RuleSet
    mode: Mode
    packs: tuple[str, ...]
    extra: tuple[str, ...]


@contextlib.contextmanager
def foreign(what: str) -> Iterator[None]:
    """Run code of plugins: standard output stays ours, and their faults are theirs."""
    from tmb.errors import TmbError

    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except (TmbError, Failure):
        raise
    except (Exception, SystemExit) as e:
        raise Failure(f"{what}: {type(e).__name__}: {e}", PLUGIN, "`tmb packs` lists what is broken") from e


@functools.cache
def warn() -> None:
    """Say once which folders of TMB_PACKS bring no pack; what a shell asks for its completion stays silent."""
    from tmb import plugins

    if os.environ.get("TMB_PACKS") and not os.environ.get("_TMB_COMPLETE"):
        with foreign("a plugin ended the search for plugins"):
            lines = plugins.ignored()
        for line in lines:
            say(line)


def at_hand(extra: Sequence[str] = ()) -> Found:
    """All plugins and packs here. Broken ones are listed in it, not raised."""
    from tmb import plugins

    warn()
    with foreign("a plugin ended the search for plugins"):
        return plugins.here(extra)


def rules_of(packs: Sequence[str], extra: Sequence[str] = ()) -> RuleSet:
    """The rule set of these packs; faults of plugins become Failure(7)."""
    from tmb import plugins

    warn()
    with foreign("a plugin failed while its rules were read"):
        made = plugins.rules_for(packs, extra)
    _played.update(packs)
    return made


_played: set[str] = set()
"""The packs that this process has made rules of."""


def elsewhere(name: object) -> str:
    """A hint for a name that the packs in play do not have: a pack that has an entry of this id, and extends one of
    them or stands in TMB_PACKS; else ""."""
    from tmb import plugins

    with contextlib.redirect_stdout(sys.stderr):
        holder = plugins.holder_of(name, _played)
    return f"the pack {holder} has it: --packs {holder}" if holder else ""


def find_mode(name: str) -> tuple[str, Mode]:
    """The plugin and the mode of this name; the default one for "". Raises InputError, or Failure if there is none."""
    from tmb.sim import modes

    with foreign("a plugin failed while its games were listed"):
        here = modes.at_hand()
        if here:
            return modes.find(name or modes.usual())
    broken = [f"{what}: {why}" for what, why in at_hand().broken.items()]
    raise Failure("no plugin with a game is here", PLUGIN, "; ".join(broken) or "install one")


def usual_with(options: list[str], packs: str = "") -> str:
    """The mode that is meant by options of this name, and these packs, where nobody names one."""
    from tmb.sim import modes

    with foreign("a plugin failed while its games were listed"):
        return modes.usual(options, modes_of(packs) or None)


def modes_of(packs: str) -> Mapping[str, Mode]:
    """The modes that packs bring, as they are written on the command line; none for "", and where they do not load: the
    verb itself tells that."""
    from tmb.errors import TmbError

    try:
        return rules_of(*split_packs(packs)).modes if packs else {}
    except (TmbError, Failure):
        return {}


def find_demo(name: str) -> tuple[str, Mode]:
    """Like `find_mode`, but a mode that says how its demo is played comes before one that does not."""
    from tmb.sim import modes

    with foreign("a plugin failed while its games were listed"):
        ready = [n for n, (_, mode) in modes.at_hand().items() if mode.demo]
        usual = modes.usual()
    return find_mode(name or (usual if usual in ready else next(iter(ready), "")))


def in_any_pack(usual: Table, knows: Callable[[Table], bool]) -> Table:
    """The table whose rules know a word: the usual one, else the first of the other games and packs that are here; the
    usual one where none knows it, or where it may mean several things there. Says on standard error which it is.
    """
    from tmb.errors import InputError, TmbError
    from tmb.sim import modes

    try:
        if knows(usual):
            return usual
    except InputError as e:
        if isinstance(e.want, list) and "may mean" in e.message:
            return usual
    at = [(name, "") for name in modes.at_hand()] + [("", name) for name in at_hand().packs]
    for mode, packs in at:
        with contextlib.suppress(TmbError, Failure):
            other = table(mode, packs)
            if knows(other):
                say(f"told by --mode {mode}" if mode else f"told by --packs {packs}")
                return other
    return usual


def split_packs(written: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`base,./mine` -> ids of packs, and the folders among them. Raises InputError("pack_missing", ...)."""
    from tmb.sim.modes import split_packs as split

    warn()
    return split([w for w in (part.strip() for part in written.split(",")) if w], Path())


def table(mode: str = "", packs: str = "") -> Table:
    """The rule set for a mode and packs as written on the command line; "" takes the defaults of the plugins."""
    ids, extra = split_packs(packs)
    if not ids:
        from tmb.sim.modes import packs_of

        plugin, made = find_mode(mode)
        ids = packs_of(plugin, made)
        rules = rules_of(ids)
        return Table(rules, rules.get_mode(made.name), ids, ())
    rules = rules_of(ids, extra)
    if not rules.modes:
        from tmb.plugins import with_a_game
        from tmb.sim.modes import packs_of

        hint = with_a_game(packs_of(*find_mode("")), ids)
        raise Failure(f"the packs {', '.join(ids)} bring no game", PLUGIN, hint)
    from tmb.sim.modes import usual

    return Table(rules, rules.get_mode(mode or usual(among=rules.modes)), ids, extra)
