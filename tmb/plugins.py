"""Plugins and packs that can be had here: found through entry points like anybody else's, each on its own.

A plugin that cannot be loaded is reported, not raised: it never takes the command line down.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tmb import installed
from tmb.content.pack import MANIFEST, OpenPack, PackInfo, read_pack
from tmb.content.problem import speakable
from tmb.content.versions import within
from tmb.errors import InputError, nearest
from tmb.ruleset import RuleSet, build
from tmb.unswept import unswept

GROUP = "tmb"


class Found(NamedTuple):
    """All plugins and packs here. broken: name of the plugin or folder -> what is wrong with it."""

    plugins: dict[str, Any]
    packs: dict[str, PackInfo]
    broken: dict[str, str]


@functools.lru_cache(maxsize=8)
@unswept()
def found(extra: tuple[str, ...] = (), paths: str | None = None) -> Found:
    """What is installed, what `TMB_PACKS` names (folders, separated as in PATH) and the folders in `extra`.

    A folder that `TMB_PACKS` names is a pack, or holds packs. A folder in `extra` comes before a pack of its id that
    is here anyhow.
    """
    plugins: dict[str, Any] = {}
    broken: dict[str, str] = {}
    folders: list[Path] = []
    for point in installed.points(GROUP):
        try:
            plugin = point.load()
            folders += [Path(p) for p in plugin.tmb_packs()] if hasattr(plugin, "tmb_packs") else []
            plugins[point.name] = plugin
        except KeyboardInterrupt:
            raise
        except BaseException as e:
            broken[point.name] = f"{type(e).__name__}: {e}"
    folders += _named(paths)
    given = _read([Path(p) for p in extra], broken, {})
    packs = _read(folders, broken, given)
    return Found(plugins, packs, broken)


def _named(paths: str | None) -> list[Path]:
    return [pack for word in (paths or "").split(os.pathsep) if word for pack in packs_in(Path(word))]


def packs_in(folder: Path) -> list[Path]:
    """The packs that a folder stands for: those in it, in the order of their names, or itself if it is one, or none."""
    try:
        if os.path.isfile(folder / MANIFEST) or not os.path.isdir(folder):
            return [folder]
        return sorted(inner for inner in folder.iterdir() if os.path.isfile(inner / MANIFEST)) or [folder]
    except OSError:  # nobody may read it: reading it as a pack says so
        return [folder]


def ignored() -> list[str]:
    """Which folders of the environment's TMB_PACKS bring no pack, and why: a line each."""
    at_hand, lines = here(), []
    sound = {str(info.path) for info in at_hand.packs.values()}
    for folder in _named(os.environ.get("TMB_PACKS")):
        why = at_hand.broken.get(speakable(folder.name))
        if why and os.path.abspath(folder) not in sound:
            why = why if os.path.isdir(folder) else "there is no such folder"
            lines.append(f"TMB_PACKS: {speakable(str(folder))} is left out: {why}")
    return lines


def holder_of(name: object, played: Collection[str], extra: Sequence[str] = (), kind: str = "") -> str:
    """The id of a pack that is not played with and has an entry of this id: one that `TMB_PACKS` names or that extends
    a played one; "" if there is none. kind: only an entry of this kind is meant."""
    if not isinstance(name, str):
        return ""
    extends = [info for info in here(extra).packs.values() if info.requires.keys() & set(played)]
    others = [info for info in [*from_environment(), *extends] if info.id not in played]
    return next((info.id for info in others if name in _ids(info.path, info.digest, kind)), "")


@functools.lru_cache(maxsize=16)
def _ids(folder: Path, digest: str, kind: str = "") -> frozenset[str]:
    """The ids of the entries (of a kind) of a pack that reads so, without a check of it."""
    docs = [file.doc or {} for file in OpenPack(folder).files.values()]
    shelves = [rows for doc in docs for name, rows in doc.items() if isinstance(rows, list) and kind in ("", name)]
    tables = [table for rows in shelves for table in rows]
    ids = [table.get("id") for table in tables if isinstance(table, dict)]
    return frozenset(id for id in ids if isinstance(id, str))


def from_environment() -> list[PackInfo]:
    """The packs that are here because TMB_PACKS names their folders."""
    folders = {os.path.abspath(folder) for folder in _named(os.environ.get("TMB_PACKS"))}
    return [info for info in here().packs.values() if str(info.path) in folders]


def _read(folders: Sequence[Path], broken: dict[str, str], given: dict[str, PackInfo]) -> dict[str, PackInfo]:
    """Sound packs by id, after the given ones."""
    packs = dict(given)
    for folder in folders:
        info, problems = read_pack(folder)
        name = speakable(folder.name)
        if info is None:
            broken[name] = speakable("; ".join(str(p) for p in problems)) or "no pack.toml"
        elif info.id in given:
            continue
        elif info.id in packs and packs[info.id].digest != info.digest:
            broken[name] = f"a second pack {info.id!r}, unlike the first"
        else:
            packs.setdefault(info.id, info)
    return packs


def here(extra: Sequence[str] = ()) -> Found:
    """`found` with the environment's TMB_PACKS."""
    return found(tuple(extra), os.environ.get("TMB_PACKS"))


def order(wanted: Sequence[str], at_hand: Found) -> list[PackInfo]:
    """The wanted packs and all that they require, requirements first, then by id.

    Raises InputError("pack_missing", ...).
    """
    out: dict[str, PackInfo] = {}

    def add(name: str, by: str, spec: str, trail: tuple[str, ...]) -> None:
        info = at_hand.packs.get(name)
        if info is None:
            raise _missing(name, by, at_hand)
        if spec and not within(info.version, spec):
            raise InputError(
                "pack_version", f"pack {by!r} needs {name} {spec}; here is {info.version}", got=info.version, want=spec
            )
        if name in trail:
            raise InputError("pack_cycle", f"packs require each other: {' > '.join([*trail, name])}")
        for need, need_spec in sorted(info.requires.items()):
            add(need, name, need_spec, (*trail, name))
        out[name] = info

    for name in sorted(set(wanted)):
        add(name, "", "", ())
    return list(out.values())


def with_a_game(own: Sequence[str], packs: Sequence[str]) -> str:
    """The way out for packs that bring no game. own: the packs that a game is played with where nobody says; "" without
    any."""
    if not own:
        return ""
    both = ",".join(dict.fromkeys([*own, *packs]))
    return f'name the packs of a game as well ({both}), or say which one it requires: requires = {{ {own[0]} = ">=0" }}'


def _missing(name: str, by: str, at_hand: Found) -> InputError:
    close = nearest(name, at_hand.packs)
    why = f"; it is here but broken: {at_hand.broken[name]}" if name in at_hand.broken else ""
    hint = (
        f'; did you mean "{close}"?'
        if close and not why
        else f"; here are: {', '.join(at_hand.packs) or 'none'}"
        if not why
        else ""
    )
    needs = f" (required by {by!r})" if by else ""
    return InputError(
        "pack_missing",
        f"there is no pack {name!r}{needs}{why}{hint}",
        where="/params/packs",
        got=name,
        want=sorted(at_hand.packs),
        did_you_mean=close,
    )


@functools.lru_cache(maxsize=16)
@unswept()
def _rules(
    packs: tuple[tuple[str, str, Path], ...], plugins: tuple[str, ...], extra: tuple[str, ...], paths: str | None
) -> RuleSet:
    at_hand = found(extra, paths)
    return build([path for _, _, path in packs], [(name, at_hand.plugins[name]) for name in plugins])


def rules_for(packs: Sequence[str], extra: Sequence[str] = ()) -> RuleSet:
    """The rule set of these packs (and what they require), built once for each set of digests.

    extra: folders of further packs. Raises InputError (pack_missing, pack_version, plugin_missing), ContentError or
    RulesError.
    """
    at_hand = here(extra)
    infos = order(packs, at_hand)
    plugins: list[str] = []
    for info in infos:
        if info.plugin and info.plugin not in at_hand.plugins:
            why = at_hand.broken.get(info.plugin, "it is not installed")
            raise InputError(
                "plugin_missing", f"pack {info.id!r} needs the plugin {info.plugin!r}: {why}", got=info.plugin
            )
        if info.plugin and info.plugin not in plugins:
            plugins.append(info.plugin)
    key = tuple((i.id, i.digest, Path(i.path)) for i in infos)
    return _rules(key, tuple(plugins), tuple(extra), os.environ.get("TMB_PACKS"))
