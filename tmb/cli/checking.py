"""The check of packs: which plugins they need, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from tmb.cli.exits import PLUGIN, Failure
from tmb.cli.hand import at_hand, foreign
from tmb.cli.hints import hints
from tmb.content.pack import OpenPack, PackInfo
from tmb.content.problem import ContentError, Problem, did_you_mean, no_entry, no_pack
from tmb.plugins import holder_of
from tmb.ruleset import build


class Checked(NamedTuple):
    """packs: (id, version) of the given ones; entries: how many they hold, if all is well; hints: what may not be
    meant so, though nothing is wrong."""

    packs: list[tuple[str, str]]
    entries: int
    problems: list[Problem]
    hints: list[Problem] = []


def checked(folders: Sequence[Path]) -> Checked:
    """Check the packs in these folders. Raises Failure(7) where a plugin that they need is missing or fails."""
    opened = [OpenPack(folder) for folder in folders]
    infos = {pack.info.id: pack.info for pack in opened if pack.info}
    given = [(i.id, i.version) for i in infos.values()]
    here = {pack.id for pack in opened}
    lame = [need for pack in opened if pack.info is None for need in _needs(pack) if need not in here]
    needed = in_order(infos, at_hand().packs, lame)
    further = [info.path for info in needed if info.id not in infos]
    names = [*(info.plugin for info in needed), *map(_plugin_of, opened)]
    try:
        with foreign("a plugin failed while the packs were read"):
            rules = build([*further, *folders], _plugins(names))
    except ContentError as error:
        loaded = {*infos, *(info.id for info in needed)}
        return Checked(given, 0, [_with_those_here(problem, loaded) for problem in error.problems])
    entries = [full for kind in rules.content.kinds() for full in rules.content.entries(kind)]
    return Checked(given, sum(full.partition(":")[0] in infos for full in entries), [], hints(rules, infos))


def _with_those_here(problem: Problem, loaded: Collection[str]) -> Problem:
    """A pack that is missing may be meant to be one of those here, which were not loaded for that reason; and so may
    the pack of an entry that is missing. loaded: the packs that were."""
    what, name = problem.lacks or ("", "")
    if what == "pack":
        return structs.replace(problem, message=no_pack(name) + did_you_mean(name, at_hand().packs))
    if what and (pack := holder_of(name, loaded, kind=what)):
        way = f"the pack {pack} has it; write {pack} into `requires`"
        return structs.replace(problem, message=f"{no_entry(what, name)}; {way}")
    return problem


def in_order(given: Mapping[str, PackInfo], here: Mapping[str, PackInfo], also: Iterable[str] = ()) -> list[PackInfo]:
    """The given packs, what they require, and `also` these, requirements first. A given pack comes before one here.

    One that is nowhere is left out: the check of the packs tells it, with its place.
    """
    out: dict[str, PackInfo] = {}

    def add(name: str, trail: tuple[str, ...]) -> None:
        info = given.get(name) or here.get(name)
        if info is None or name in out or name in trail:
            return
        for need in sorted(info.requires):
            add(need, (*trail, name))
        out[name] = info

    for name in sorted({*given, *also}):
        add(name, ())
    return list(out.values())


def _needs(pack: OpenPack) -> list[str]:
    """The packs that a pack requires, even where the rest of its manifest is not sound."""
    requires = (pack.manifest.doc or {}).get("requires", {})
    return list(requires) if isinstance(requires, dict) else []


def _plugin_of(pack: OpenPack) -> str:
    """The plugin that a pack names, even where the rest of its manifest is not sound."""
    name = (pack.manifest.doc or {}).get("plugin", "")
    return name if isinstance(name, str) else ""


def _plugins(names: Sequence[str]) -> list[tuple[str, object]]:
    """The named plugins, each once, in this order. Raises Failure(7)."""
    here = at_hand()
    wanted = list(dict.fromkeys(filter(None, names)))
    if lost := [name for name in wanted if name not in here.plugins]:
        raise Failure(f"the plugin {lost[0]!r}: {here.broken.get(lost[0], 'it is not installed')}", PLUGIN)
    return [(name, here.plugins[name]) for name in wanted]
