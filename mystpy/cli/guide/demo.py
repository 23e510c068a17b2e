"""`mystpy demo`: a first session, which needs no file."""

from __future__ import annotations

import shlex

import click

from mystpy.cli.status import YES

SESSION = (
    ("What a file says", "show example:fifteen-cards"),
    ("What player 3 knows", "know 3 example:fifteen-cards"),
    ("Whether something follows", "ask example:fifteen-cards 'K(3, ~h(2,s5))'"),
    ("From what it follows", "why example:fifteen-cards 'K(3, ~h(2,s5))'"),
    ("What would be if", "ask example:fifteen-cards --hand 2=s1,s3 'h(2,s1)'"),
    ("What can be done now", "poss example:fifteen-cards"),
)
"""What is asked, and the line that asks it."""


@click.command("demo")
@click.pass_context
def command(ctx: click.Context) -> int:
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
