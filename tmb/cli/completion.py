"""`tmb completion`."""

from __future__ import annotations

import click

from tmb.cli.verb import verb

SHELLS = ("bash", "zsh", "fish")


@verb(examples=['eval "$(tmb completion bash)"', "tmb completion fish > ~/.config/fish/completions/tmb.fish"])
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the completion script of a shell."""
    from click.shell_completion import get_completion_class

    from tmb.cli.app import app

    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(app, {}, "tmb", "_TMB_COMPLETE").source())
