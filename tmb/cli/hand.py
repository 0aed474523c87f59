"""What is at hand for a verb: the plugins, packs and modes here, and the rule set that it works with.

Plugins are foreign code: what they print while they load goes to stderr, what they raise becomes exit code 7.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tmb.cli.exits import PLUGIN, USAGE, Failure

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
def _foreign(what: str) -> Iterator[None]:
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

    with _foreign("a plugin ended the search for plugins"):
        return plugins.here(extra)


def rules_of(packs: Sequence[str], extra: Sequence[str] = ()) -> RuleSet:
    """The rule set of these packs; faults of plugins become Failure(7)."""
    from tmb import plugins

    with _foreign("a plugin failed while its rules were read"):
        return plugins.rules_for(packs, extra)


@functools.lru_cache(maxsize=1)
def modes() -> dict[str, tuple[str, Mode]]:
    """Every mode that can be started here -> its plugin's name and the mode, in the order of the plugins' names.

    Reads no content. A plugin whose hook fails is left out; it is reported when it is needed.
    """
    out: dict[str, tuple[str, Mode]] = {}
    for name, plugin in at_hand().plugins.items():
        with contextlib.suppress(Failure), _foreign(name):
            for mode in _modes_of(name, plugin):
                out.setdefault(mode.name, (name, mode))
    return out


def _modes_of(name: str, plugin: Any) -> list[Mode]:
    import pluggy

    from tmb import hookspecs
    from tmb.registry import Registry

    registry = Registry()
    registry.by = name
    manager = pluggy.PluginManager("tmb")
    manager.add_hookspecs(hookspecs)
    manager.register(plugin, name)
    manager.hook.tmb_modes(register=registry)
    return list(registry.modes.values())


def find_mode(name: str) -> tuple[str, Mode]:
    """The plugin and the mode of this name; the default one for "". Raises InputError, or Failure if there is none."""
    from tmb.errors import unknown

    here = modes()
    if not here:
        broken = [f"{what}: {why}" for what, why in at_hand().broken.items()]
        raise Failure("no plugin with a game is here", PLUGIN, "; ".join(broken) or "install one")
    if not name:
        return next(iter(here.values()))
    if name not in here:
        raise unknown("mode", name, here, "unknown_mode", "/params/mode")
    return here[name]


def split_packs(written: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`base,./mine` -> ids of packs, and the folders among them."""
    from tmb.content.pack import read_pack

    ids, folders = [], []
    for word in filter(None, (w.strip() for w in written.split(","))):
        if "/" not in word and "\\" not in word:
            ids.append(word)
            continue
        info, problems = read_pack(Path(word))
        if info is None:
            raise Failure(f"{word} is no sound pack: {problems[0] if problems else 'no pack.toml'}", USAGE)
        ids.append(info.id)
        folders.append(word)
    return tuple(ids), tuple(folders)


def table(mode: str = "", packs: str = "") -> Table:
    """The rule set for a mode and packs as written on the command line; "" takes the defaults of the plugins."""
    ids, extra = split_packs(packs)
    if not ids:
        plugin, made = find_mode(mode)
        ids = made.packs or tuple(i.id for i in at_hand().packs.values() if i.plugin == plugin)
        return Table(rules := rules_of(ids), rules.get_mode(made.name), ids, ())
    rules = rules_of(ids, extra)
    if not rules.modes:
        raise Failure(f"the packs {', '.join(ids)} bring no game", PLUGIN)
    return Table(rules, rules.get_mode(mode or next(iter(rules.modes))), ids, extra)
