"""What is at hand for a verb: the plugins, packs and modes here, and the rule set that it works with.

Plugins are foreign code: what they print while they load goes to stderr, what they raise becomes exit code 7.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tmb.cli.exits import PLUGIN, Failure

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


def at_hand(extra: Sequence[str] = ()) -> Found:
    """All plugins and packs here. Broken ones are listed in it, not raised."""
    from tmb import plugins

    with foreign("a plugin ended the search for plugins"):
        return plugins.here(extra)


def rules_of(packs: Sequence[str], extra: Sequence[str] = ()) -> RuleSet:
    """The rule set of these packs; faults of plugins become Failure(7)."""
    from tmb import plugins

    with foreign("a plugin failed while its rules were read"):
        return plugins.rules_for(packs, extra)


def find_mode(name: str) -> tuple[str, Mode]:
    """The plugin and the mode of this name; the default one for "". Raises InputError, or Failure if there is none."""
    from tmb.sim import modes

    with foreign("a plugin failed while its games were listed"):
        here = modes.at_hand()
        if here:
            return modes.find(name)
    broken = [f"{what}: {why}" for what, why in at_hand().broken.items()]
    raise Failure("no plugin with a game is here", PLUGIN, "; ".join(broken) or "install one")


def find_demo(name: str) -> tuple[str, Mode]:
    """Like `find_mode`, but the default is the first mode that says how its demo is played."""
    from tmb.sim import modes

    with foreign("a plugin failed while its games were listed"):
        ready = next((n for n, (_, mode) in modes.at_hand().items() if mode.demo), "")
    return find_mode(name or ready)


def split_packs(written: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`base,./mine` -> ids of packs, and the folders among them. Raises InputError("pack_missing", ...)."""
    from tmb.sim.modes import split_packs as split

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
        raise Failure(f"the packs {', '.join(ids)} bring no game", PLUGIN)
    return Table(rules, rules.get_mode(mode or next(iter(rules.modes))), ids, extra)
