"""`mystpy help`: how a command is called, with examples."""

from __future__ import annotations

import click


@click.command("help")
@click.argument("command_name", required=False, metavar="[COMMAND]")
@click.pass_context
def command(ctx: click.Context, command_name: str | None) -> int:
    """Say how COMMAND is called, with examples; without COMMAND, which there are.

    \b
    Examples:
      $ mystpy help know
      $ mystpy help
    """
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    if command_name is None:
        click.echo(root.get_help())
        return 0
    _, found, _ = root.command.resolve_command(root, [command_name])
    assert found is not None
    within = click.Context(found, info_name=command_name, parent=root)
    click.echo(found.get_help(within))
    return 0
