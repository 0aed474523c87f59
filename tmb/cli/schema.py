"""`tmb schema`."""

from __future__ import annotations

import click

from tmb.cli.verb import verb


@verb(examples=["tmb schema > tmb.schema.json", "tmb schema ActParams", "tmb schema unit.entered"], exits=[2, 3, 7])
@click.argument("name", default="")
@click.option("--packs", default="", help="Packs whose events are described too: ids or folders, with commas.")
@click.option("--core", is_flag=True, help="Only the engine's own events; what the package ships as a file.")
def command(name: str, packs: str, core: bool) -> None:
    """Print the JSON Schema (2020-12) of the protocol: of all messages and events, or of the one NAME,
    which may be the kind of an event."""
    from tmb.protocol.schema import part, pretty, whole

    rules = None if core else _rules(packs)
    click.echo(pretty(part(rules, name) if name else whole(rules)))


def _rules(packs: str) -> object:
    """The rule set of these packs; of the default ones, if there are any, for ""."""
    from tmb.cli.hand import foreign, split_packs
    from tmb.protocol.shelf import Shelf

    with foreign("a plugin failed while its rules were read"):
        shelf = Shelf(*split_packs(packs))
        return shelf.table(None, None)[0] if packs or shelf.modes() else None
