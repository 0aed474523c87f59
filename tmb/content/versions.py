"""Versions of packs and ranges of them (PEP 440). Plain ones do without `packaging`, which takes long to import."""

from __future__ import annotations

import re

PLAIN = re.compile(r"\d{1,9}(\.\d{1,9}){0,3}")
LEAST = ">="
"""What a plain range begins with: a plain version and all later ones."""


def is_version(written: str) -> bool:
    """Whether this is a version."""
    if PLAIN.fullmatch(written):
        return True
    from packaging.version import InvalidVersion, Version

    try:
        Version(written)
    except InvalidVersion:
        return False
    return True


def is_range(written: str) -> bool:
    """Whether this is a range of versions; "" is any."""
    if not written or _is_plain(written):
        return True
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(written)
    except InvalidSpecifier:
        return False
    return True


def within(version: str, range: str, prereleases: bool | None = None) -> bool:
    """Whether a version is in a range, both sound. prereleases: whether those count; None: as PEP 440 has it."""
    if not range:
        return True
    if _is_plain(range) and PLAIN.fullmatch(version):
        return _numbers(version) >= _numbers(range.removeprefix(LEAST))
    from packaging.specifiers import SpecifierSet

    return SpecifierSet(range).contains(version, prereleases=prereleases)


def _is_plain(range: str) -> bool:
    return range.startswith(LEAST) and PLAIN.fullmatch(range.removeprefix(LEAST)) is not None


def _numbers(version: str) -> list[int]:
    """The parts of a plain version, without zeros at its end: 1.0 is 1."""
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return parts
