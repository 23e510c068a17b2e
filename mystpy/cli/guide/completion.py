"""`mystpy completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def command(ctx: click.Context, shell: str) -> int:
    """Print a script that completes commands and options in a shell.

    \b
    Examples:
      $ mystpy completion bash
    """
    script = get_completion_class(shell)
    assert script is not None
    click.echo(
        script(ctx.find_root().command, {}, "mystpy", "_MYSTPY_COMPLETE").source()
    )
    return 0
