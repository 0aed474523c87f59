"""`tmb version`."""

from __future__ import annotations

import sys
from typing import Any

import click

from tmb.cli.verb import verb

LIBRARIES = "click msgspec packaging pluggy structlog tomli tree-sitter tree-sitter-toml".split()


@verb(examples=["tmb version", "tmb version --json"])
@click.option("--json", "as_json", is_flag=True, help="As one JSON object, for bug reports.")
def command(as_json: bool) -> None:
    """Print the versions of all that takes part: engine, Python, libraries, plugins, packs."""
    import msgspec

    found = versions()
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    click.echo(f"tmb {found['tmb']}, protocol {found['protocol']}, on Python {found['python']}, {found['toml']}")
    for what in ("libraries", "plugins"):
        click.echo(f"{what}: {', '.join(f'{k} {v}' for k, v in found[what].items()) or 'none'}")
    packs = [f"{name} {pack['version']} ({pack['digest'][:8]})" for name, pack in found["packs"].items()]
    click.echo(f"packs: {', '.join(packs) or 'none'}")


def versions() -> dict[str, Any]:
    """Engine, protocol, Python, TOML dialect, libraries, plugins (their distributions' versions), packs."""
    from tmb import __version__
    from tmb.cli.hand import at_hand
    from tmb.session.journal import PROTOCOL

    here = at_hand()
    return {
        "schema": "tmb.version/1",
        "tmb": __version__,
        "protocol": PROTOCOL,
        "python": ".".join(map(str, sys.version_info[:3])),
        "platform": sys.platform,
        "toml": "TOML 1.0",
        "libraries": {name: v for name in LIBRARIES if (v := _version_of(name))},
        "plugins": {name: _plugin_version(name) for name in here.plugins},
        "packs": {i.id: {"version": i.version, "digest": i.digest} for i in here.packs.values()},
        "broken": dict(here.broken),
    }


def _version_of(distribution: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _plugin_version(name: str) -> str:
    from importlib.metadata import entry_points

    dist = next(iter(entry_points(group="tmb", name=name))).dist
    return f"{dist.version}" if dist else "?"
