"""`tmb packs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tmb.cli.text import columns, heading, json_line
from tmb.cli.verb import verb

if TYPE_CHECKING:
    from tmb.content.pack import PackInfo

STATUSES = ("rulebook", "reference", "standin")


@verb(examples=["tmb packs", "tmb packs --json | jq '.packs[].id'"])
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def command(as_json: bool) -> None:
    """List the packs and plugins that are here.

    Counts say where the numbers of the entries come from: printed in a rulebook, from public reference material, or
    stand-ins of ours. What is broken is listed with the reason, and is no error until a game needs it.

    Packs come with plugins; TMB_PACKS names folders of further ones (or folders that hold them), separated as in PATH.
    Every verb that plays takes --packs: ids of packs, or folders written with a slash, between commas.
    """
    from tmb.cli.hand import at_hand

    here = at_hand()
    packs = [described(info) for info in here.packs.values()]
    if as_json:
        plugins = list(here.plugins)
        click.echo(json_line({"schema": "tmb.packs/1", "packs": packs, "plugins": plugins, "broken": here.broken}))
        return
    _print(packs, here.broken)


def described(info: PackInfo) -> dict[str, Any]:
    """One pack as plain data: manifest, digest, counts by kind and status; `broken` says why it cannot be used."""
    from tmb.cli.exits import Failure
    from tmb.cli.hand import rules_of
    from tmb.errors import TmbError

    data: dict[str, Any] = {
        "id": info.id,
        "version": info.version,
        "name": info.name,
        "origin": info.origin,
        "plugin": info.plugin,
        "requires": info.requires,
        "rules": info.rules,
        "digest": info.digest,
        "entries": {},
    }
    try:
        data["entries"] = counts(rules_of([info.id]).content, info.id)
    except (TmbError, Failure) as e:
        data["broken"] = str(e)
    return data


def counts(content: Any, pack: str) -> dict[str, dict[str, int]]:
    """How many entries of each kind and status are of this pack; kinds that it has none of are left out."""
    out: dict[str, dict[str, int]] = {}
    for kind in content.kinds():
        own = [e.source.status for full, e in content.entries(kind).items() if full.partition(":")[0] == pack]
        if own:
            out[kind] = {status: own.count(status) for status in STATUSES if status in own}
    return out


def _print(packs: list[dict[str, Any]], broken: dict[str, str]) -> None:
    rows = [(p["id"], p["version"], p["origin"], p["plugin"] or "-", p["digest"][:12], *_sums(p)) for p in packs]
    lines = columns(rows, ("pack", "version", "origin", "plugin", "digest", "entries", *STATUSES), right=range(5, 9))
    click.echo(heading(lines[0]))
    for line in lines[1:]:
        click.echo(line)
    if not packs:
        click.echo("no packs are here; install a plugin that brings one, or name folders in TMB_PACKS")
    for p in packs:
        if p["entries"]:
            click.echo("")
            click.echo(heading(f"{p['id']}: {p['name']}"))
            for line in columns(_kinds(p), ("  kind", "entries", *STATUSES), right=range(1, 5)):
                click.echo(line)
    faults = {p["id"]: p["broken"] for p in packs if "broken" in p} | broken
    if faults:
        click.echo("")
        click.echo(click.style("broken", fg="red"))
        for name, why in faults.items():
            click.echo(f"  {name}: " + why.replace("\n", "\n    "))


def _kinds(pack: dict[str, Any]) -> list[tuple[object, ...]]:
    return [(f"  {kind}", sum(n.values()), *(n.get(s, 0) for s in STATUSES)) for kind, n in pack["entries"].items()]


def _sums(pack: dict[str, Any]) -> list[int]:
    kinds = pack["entries"].values()
    return [sum(sum(n.values()) for n in kinds), *(sum(n.get(s, 0) for n in kinds) for s in STATUSES)]
