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
    if name and rules is not None and not packs:
        rules = _that_knows(rules, name)
    click.echo(pretty(part(rules, name) if name else whole(rules)))


def _that_knows(usual: object, name: str) -> object:
    """The usual rules if they know the message or event, else those of a pack that is here and does."""
    from tmb.cli.hand import in_any_pack, table
    from tmb.errors import InputError
    from tmb.protocol.schema import part

    def knows(rules: object) -> bool:
        try:
            return bool(part(rules, name))
        except InputError:
            return False

    return usual if knows(usual) else in_any_pack(table(), lambda at: knows(at.rules)).rules


def _rules(packs: str) -> object:
    """The rule set of these packs; of the default ones, if there are any, for ""."""
    from tmb.cli.hand import foreign, split_packs
    from tmb.protocol.shelf import Shelf

    with foreign("a plugin failed while its rules were read"):
        shelf = Shelf(*split_packs(packs))
        return shelf.table(None, None)[0] if packs or shelf.modes() else None
