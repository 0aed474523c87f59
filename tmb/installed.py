"""The entry points of installed distributions, read from their files.

`importlib.metadata` reads them as well, but importing it (with `email`, `zipfile` and `csv`) takes as long as all else
that a start needs to find its plugins. It is asked where distributions are kept in another way than as folders.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterator
from functools import reduce
from importlib.machinery import PathFinder
from typing import Any, NamedTuple

FOLDERS = (".dist-info", ".egg-info")


class Point(NamedTuple):
    """One entry point. target: `module` or `module:object`."""

    name: str
    target: str

    def load(self) -> Any:
        """The module or object that it names. Raises whatever its import raises."""
        module, _, inner = self.target.partition("[")[0].strip().partition(":")
        return reduce(getattr, inner.split(".") if inner else (), importlib.import_module(module.strip()))


def points(group: str) -> list[Point]:
    """The entry points of a group, by their names; of two distributions of one name the first on the path counts."""
    found: dict[str, list[Point]] = {}
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return _asked(group)
    for place in dict.fromkeys(sys.path):
        try:
            names = os.listdir(place or ".")
        except NotADirectoryError:
            return _asked(group)
        except OSError:
            continue
        for name in names:
            if name.endswith(".egg"):
                return _asked(group)
            if name.endswith(FOLDERS):
                key = re.sub(r"[-_.]+", "-", name.partition("-")[0] if "-" in name else name.rpartition(".")[0]).lower()
                found.setdefault(key, list(_read(os.path.join(place or ".", name, "entry_points.txt"), group)))
    return sorted(point for some in found.values() for point in some)


def _read(file: str, group: str) -> Iterator[Point]:
    try:
        with open(file, encoding="utf-8") as lines:
            inside = False
            for line in map(str.strip, lines):
                if line.startswith("["):
                    inside = line == f"[{group}]"
                elif inside and "=" in line and not line.startswith(("#", ";")):
                    name, _, target = line.partition("=")
                    yield Point(name.strip(), target.strip())
    except OSError:
        return


def _asked(group: str) -> list[Point]:
    from importlib.metadata import entry_points

    return sorted(Point(point.name, point.value) for point in entry_points(group=group))
