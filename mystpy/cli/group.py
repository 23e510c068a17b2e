"""The group of all commands: it loads the command called, and exits with its status."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from mystpy import __version__
from mystpy.cli.answers import (
    error_lines,
    json_wanted,
    report,
    system_error,
    wrong_usage,
)
from mystpy.cli.command_table import COMMANDS, commands_by_group
from mystpy.cli.running.signals import end_quietly, keep_closed_streams, require_output
from mystpy.cli.status import ENGINE, FAULT, USAGE
from mystpy.errors import MystError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


_LOOKED_AT = 1 << 20
"""At most this many bytes of a query file are searched for the name of a theory."""

_HELP = """Compute what players know in the card games MYST and Clue, from their axioms.

Start with `mystpy demo`, which asks questions about one game and shows the answers.

FILE is a query file, - for standard input, or example:NAME for a file that comes with
mystpy. Instead of FILE, --game, --hand and --do describe a situation. Together with
FILE they change it: the answer is to a what-if question. Steps are counted from 0.
--theory DIR takes the axioms from an edited copy of axioms/. --theory NAME|DIR can also
be a package, with the axioms of another game.

\b
Examples:
  $ mystpy know 3 example:fifteen-cards
  $ mystpy ask example:fifteen-cards 'K(3, ~h(2,s5))'
  $ mystpy axiom 2.16

\b
Exit status:
  0  yes: legal, true           3  an engine is missing or failed
  1  no: illegal, false         4  two engines disagree
  2  wrong usage or input       5  possible, undetermined
"""


class MystGroup(click.Group):
    """A group that imports a command only when it is called, and reports errors."""

    _culprit = "mystpy itself"
    """The name of the program to blame for an unexpected exception."""
    color: bool | None = None
    """Errors are coloured if True, or not if False; None if no option is given."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands of mystpy, in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return self._added_command(cmd_name)
        command = _imported(entry.module)
        command.short_help = entry.line
        names = {each.name for each in command.params}
        if entry.seconds and "seconds" not in names:
            from mystpy.cli.running.limit import add_limit

            add_limit(command)
        if entry.theory and "theory" not in names:
            from mystpy.cli.running.theory import add_theory

            add_theory(command)
        return command

    def _added_command(self, name: str) -> click.Command | None:
        """Import a command of another package; None if there is none."""
        from mystpy.cli.running import added_commands as added

        entry = added.added_commands().get(name)
        if entry is None:
            return None
        self._culprit = f"the package {added.package_of(entry)}"
        return added.load_added(entry)

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Return the commands and options that begin with a text, without imports."""
        from click.shell_completion import CompletionItem

        commands = [
            CompletionItem(name, help=entry.line)
            for name, entry in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; QueryError names the most similar one."""
        name = args[0]
        if name in COMMANDS and _names_package(name, args[1:]):
            return name, _of_packages(name), args[1:]
        if command := self.get_command(ctx, name):
            return name, command, args[1:]
        if not name.startswith("-"):
            from mystpy.cli.nearby import unknown_command

            raise unknown_command(name)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands without importing any of them."""
        from mystpy.cli.running.added_commands import added_commands, package_of

        width = max(map(len, COMMANDS))
        for group, names in commands_by_group().items():
            with formatter.section(group):
                rows = [(name.ljust(width), COMMANDS[name].line) for name in names]
                formatter.write_dl(rows)
        if added := {k: x for k, x in added_commands().items() if k not in COMMANDS}:
            with formatter.section("Commands of other packages"):
                formatter.write_dl([(k, package_of(x)) for k, x in added.items()])

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str = "mystpy", **extra: Any
    ) -> NoReturn:
        """Run a command and exit with its status; every error ends here."""
        words = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        self._culprit, self.color = "mystpy itself", None
        try:
            require_output()
            status = super().main(args=words, prog_name=prog_name, **extra)
        except MystError as error:
            status = self._reported(error, words)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            status = USAGE
        except click.UsageError as error:
            status = self._reported(wrong_usage(error), words)
        except OSError as error:
            for line in error_lines(system_error(error)):  # stdout may be full
                click.echo(line, err=True)
            status = ENGINE
        except click.Abort:
            click.echo("mystpy: interrupted", err=True)
            status = 130
        except Exception:
            from traceback import print_exc

            print_exc()
            click.echo(f"mystpy: error: this is a fault in {self._culprit}", err=True)
            status = FAULT
        sys.exit(status)

    def _reported(self, error: MystError, words: Sequence[str]) -> int:
        """Report an error, and return its exit status."""
        with click.Context(self) as context:
            context.color = self.color
            return report(error, as_json=json_wanted(words))


@click.group(
    cls=MystGroup,
    help=_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="mystpy %(version)s")
@click.option(
    "--color/--no-color",
    default=None,
    help="Colour errors and hints. By default they are coloured on a terminal, unless"
    " NO_COLOR is set.",
)
@click.option(
    "--pager/--no-pager",
    default=None,
    help="Show long lists in a pager. By default PAGER is used on a terminal, unless"
    " MYSTPY_PAGER is empty.",
)
@click.pass_context
def cli(ctx: click.Context, color: bool | None, pager: bool | None) -> None:
    """Define the group of all commands."""
    group = ctx.command
    assert isinstance(group, MystGroup), "it is the command of this context"
    ctx.color = group.color = color
    ctx.meta["mystpy.pager"] = pager


def _names_package(name: str, words: Sequence[str]) -> bool:
    """Return whether --theory, or a file with the word theory, names a package."""
    entry = COMMANDS[name]
    if entry.twin is None:
        return False
    named = any(word.startswith("--theory") for word in words)
    if name == "notebook" and not named:
        from mystpy.notebook.file import is_about_package

        return any(map(is_about_package, words))
    if not named and not (entry.file and any(map(_has_theory, words))):
        return False
    from mystpy.packages.commands.naming import names_package

    return names_package(words)


def _of_packages(name: str) -> click.Command:
    if twin := COMMANDS[name].twin:
        return _imported(twin)
    from mystpy.packages.commands.naming import refuse

    return refuse(name)


def _imported(name: str) -> click.Command:
    module, _, called = name.partition(":")
    attribute = f"{called}_command" if called else "command"
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def _has_theory(word: str) -> bool:
    """Return whether a word is the name of a TOML file that names a theory."""
    if word.startswith("example:"):
        from mystpy.cli.source import path_of

        try:
            word = str(path_of(word))
        except MystError:
            return False
    if not word.endswith(".toml") or not os.path.isfile(word):  # noqa: PTH113
        return False
    try:
        with open(word, "rb") as file:  # noqa: PTH123 - no Path at a cold start
            return b"theory" in file.read(_LOOKED_AT)
    except OSError:
        return False


def main() -> NoReturn:
    """Start the command line; the program `mystpy` calls this function."""
    keep_closed_streams()
    end_quietly()
    warnings.showwarning = _warn
    cli.main()


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as one line on stderr, without the place in the code."""
    click.echo(f"mystpy: warning: {message}", err=True)
