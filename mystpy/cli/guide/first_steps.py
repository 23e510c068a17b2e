"""`mystpy demo`, `mystpy help` and `mystpy completion`: how to begin."""

from __future__ import annotations

import shlex

import click

from mystpy.cli.status import YES

SESSION = (
    ("The file in words", "show example:fifteen-cards"),
    ("What player 3 knows", "know 3 example:fifteen-cards"),
    ("Whether a formula follows", "ask example:fifteen-cards 'K(3, ~h(2,s5))'"),
    ("Why it follows", "why example:fifteen-cards 'K(3, ~h(2,s5))'"),
    ("A what-if question", "ask example:fifteen-cards --hand 2=s1,s3 'h(2,s1)'"),
    ("Which actions are possible now", "poss example:fifteen-cards"),
)
"""The questions of the session, each with its command."""


@click.command("demo")
@click.pass_context
def demo_command(ctx: click.Context) -> int:
    """Show a first session: questions about one game, each with its answer.

    \b
    Examples:
      $ mystpy demo
    """
    root = ctx.find_root().command
    for title, line in SESSION:
        click.echo(f"# {title}\n$ mystpy {line}")
        with root.make_context("mystpy", shlex.split(line)) as within:
            root.invoke(within)
        click.echo()
    click.echo("mystpy examples lists more files; mystpy help says what else there is.")
    return YES


@click.command("help")
@click.argument("command_name", required=False, metavar="[COMMAND]")
@click.pass_context
def help_command(ctx: click.Context, command_name: str | None) -> int:
    """Show how to use COMMAND, with examples; without COMMAND, list the commands.

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


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> int:
    """Print a script that completes commands and options in a shell.

    \b
    Examples:
      $ mystpy completion bash
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    click.echo(
        script(ctx.find_root().command, {}, "mystpy", "_MYSTPY_COMPLETE").source()
    )
    return 0
