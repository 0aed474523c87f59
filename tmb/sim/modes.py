"""The modes that can be started here, found without reading any content."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pluggy

from tmb import hookspecs, plugins
from tmb.content.pack import MANIFEST, read_pack
from tmb.core.mode import Mode
from tmb.errors import InputError, unknown
from tmb.registry import Registry

Modes = dict[str, tuple[str, Mode]]


def at_hand() -> Modes:
    """Every mode -> the name of its plugin, and the mode; in the order of the plugins' names.

    A plugin whose hook fails is left out here: the rule set that needs it tells the fault.
    """
    return _modes(os.environ.get("TMB_PACKS"))


@functools.lru_cache(maxsize=4)
def _modes(paths: str | None) -> Modes:
    out: Modes = {}
    for name, plugin in plugins.found((), paths).plugins.items():
        try:
            made = _modes_of(name, plugin)
        except Exception:
            continue
        for mode in made:
            out.setdefault(mode.name, (name, mode))
    return out


def _modes_of(name: str, plugin: Any) -> list[Mode]:
    registry = Registry()
    registry.by = name
    manager = pluggy.PluginManager("tmb")
    manager.add_hookspecs(hookspecs)
    manager.register(plugin, name)
    manager.hook.tmb_modes(register=registry)
    return list(registry.modes.values())


def find(name: str) -> tuple[str, Mode]:
    """The plugin and the mode of this name, or the first one for "". Raises InputError("unknown_mode", ...)."""
    here = at_hand()
    if not name and here:
        return next(iter(here.values()))
    if name not in here:
        raise unknown("mode", name, here, "unknown_mode", "/params/mode")
    return here[name]


def usual(given: Iterable[str] = (), among: Mapping[str, Mode] | None = None) -> str:
    """The mode that is meant where nobody names one: the first whole game that has all the options given, else the
    first mode that has them, else the first whole game; "" without any mode. among: the modes of some packs; without
    it all that are here. Either way they come in the same order.
    """
    here = {name: mode for name, (_, mode) in at_hand().items()}
    known, places = here if among is None else among, list(here)
    ordered = sorted(known, key=lambda n: (not known[n].whole, places.index(n) if n in places else len(places)))
    return next(iter([*having(given, {n: known[n] for n in ordered}), *ordered]), "")


def having(options: Iterable[str], modes: Mapping[str, Mode]) -> list[str]:
    """The names of those modes that have all of these options."""
    wanted = set(options)
    return [n for n, mode in modes.items() if wanted <= {f.encode_name for f in msgspec.structs.fields(mode.options)}]


def packs_of(plugin: str, mode: Mode) -> tuple[str, ...]:
    """What a mode plays with if nobody says: its packs, else all those of its plugin. Raises InputError without any."""
    own = mode.packs or tuple(info.id for info in plugins.here().packs.values() if info.plugin == plugin)
    if not own:
        raise InputError("pack_missing", f"the mode {mode.name!r} has no pack here", where="/params/packs")
    return tuple(own)


def split_packs(written: Iterable[str], base: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Packs as people write them, ids or folders (with a slash, as seen from `base`) -> all ids, and the folders.

    A folder that is no pack but holds some stands for all of them. Raises InputError("pack_missing", ...) where a
    folder holds no sound pack, or where an id that nobody has is the name of a folder that does; "bad_value" where two
    folders hold a pack of one id.
    """
    ids: list[str] = []
    folders: list[str] = []
    first: dict[str, Path] = {}
    for word in written:
        if "/" not in word and os.sep not in word:
            _no_folder(word, base)
            ids.append(word)
            continue
        for folder in plugins.packs_in(base / word):
            ids.append(_pack_at(folder, word))
            folders.append(str(folder))
            _once(ids[-1], folder, first)
    return tuple(ids), tuple(folders)


def _once(id: str, folder: Path, first: dict[str, Path]) -> None:
    """Refuse a second folder that brings a pack of this id."""
    other = first.setdefault(id, folder)
    if not (other is folder or other.samefile(folder)):
        raise InputError(
            "bad_value",
            f"two folders hold a pack {id!r}: {other} and {folder}",
            where="/params/packs",
            got=id,
            hint="name one of them",
        )


def _pack_at(folder: Path, word: str) -> str:
    info, problems = read_pack(folder)
    if info is None:
        raise InputError("pack_missing", f"{word} is no sound pack: {problems[0]}", where="/params/packs", got=word)
    return info.id


def _no_folder(word: str, base: Path) -> None:
    """Refuse the name of a folder where an id is wanted."""
    if os.path.isfile(base / word / MANIFEST) and word not in plugins.here().packs:
        raise InputError(
            "pack_missing",
            f"there is no pack {word!r}, but a folder of that name",
            where="/params/packs",
            got=word,
            did_you_mean=f"./{word}",
            hint=f"a folder is written with a slash: ./{word}",
        )
