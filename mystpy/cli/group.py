"""The group of all commands: loads the one called, and ends with its status."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from mystpy import __version__
from mystpy.cli.answers import report
from mystpy.cli.running.signals import end_quietly, keep_closed_streams, require_output
from mystpy.cli.status import ENGINE, FAULT, USAGE
from mystpy.errors import MystError, QueryError, did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "demo": "See a first session.",
    "examples": "Which files come with mystpy?",
    "show": "What does a file say, in words?",
    "legal": "Can these actions be done?",
    "poss": "Which actions are possible now?",
    "ask": "Does a formula follow from what is given?",
    "know": "What does a player know?",
    "why": "From what does a formula follow, or how does it fail?",
    "theorem": "Is a statement of the thesis, or one's own, true?",
    "solve": "What is a game of two players worth?",
    "draw": "Draw a model, what a player knows, or a whole game.",
    "notebook": "Write a game down while it is played.",
    "play": "Play a game, or look on.",
    "tournament": "Which players win?",
    "model": "Describe a model of who knows what.",
    "update": "Let actions and announcements change a model.",
    "check": "Is a formula true in a model?",
    "bisimilar": "Can no formula tell two models apart?",
    "plan": "Which steps make a formula true in a model?",
    "puzzle": "Solve a knowledge puzzle, such as the muddy children.",
    "exercise": "Show an exercise, or mark an answer to it.",
    "grade": "Mark what a class has handed in.",
    "serve": "Let programs of others play at our table.",
    "join": "Let a player of ours play at others' tables.",
    "audit": "Were a player's deductions right, and which were missed?",
    "theory": "Which theories are there, and is one sound?",
    "axiom": "Show a formula of the thesis, in Prolog and in ASP.",
    "batch": "Answer JSON lines with JSON lines.",
    "completion": "Print a completion script for a shell.",
    "help": "How is a command called?",
}

_MODELS = ("model", "update", "check", "bisimilar", "plan", "draw", "puzzle")

HOMES = {name: name for name in COMMANDS} | {
    **{name: f"questions.{name}" for name in ("legal", "poss", "ask", "know", "why")},
    **{name: f"models.{name}" for name in _MODELS},
    **{
        name: f"guide.{name}"
        for name in ("demo", "examples", "help", "completion", "theory")
    },
    **{name: f"protocol.{name}" for name in ("serve", "join", "audit")},
    **{name: f"exercises.{name}" for name in ("exercise", "grade")},
    "show": "guide.describe",
    "notebook": "notebook.notebook",
    **{name: f"arena.{name}" for name in ("play", "tournament")},
}
"""The module of each command, within this package."""

OF_PACKAGES = (
    *("ask", "know", "legal", "poss", "show", "why"),
    *("theorem", "draw", "model", "axiom"),
    *("notebook", "exercise", "serve"),
)
"""The commands that also answer about a package, which --theory or FILE names."""

_SESSIONS = ("notebook", "exercise", "serve")
"""Those of them to which no query file names a package; --theory does, or notes do."""

_FOR_PACKAGES = ("mystpy.cli.packages.", "mystpy.cli.package_sessions.")
"""The packages with these commands."""

_NOT_OF_GAMES = ("demo", "examples", "theory", "batch", "completion", "help")
"""The commands to which no package is given by --theory or FILE."""

_LOOKED_AT = 1 << 20
"""So many bytes of a query file are looked at for the name of a theory."""

_HELP = """Who knows what in the card games MYST and Clue, computed from their axioms.

FILE is a query file, - for standard input, or example:NAME for one that comes with
mystpy; --game, --hand and --do say the same on the command line, and with FILE what
would be if. Steps are counted from 0 on. --theory DIR takes the axioms from an edited
copy of axioms/; --theory NAME|DIR is also a package, the axioms of another game.

\b
Examples:
  $ mystpy know 3 example:fifteen-cards
  $ mystpy axiom 2.16

\b
Exit status:
  0  yes: legal, true           3  an engine is missing or failed
  1  no: illegal, false         4  two engines disagree
  2  wrong usage or input       5  possible, undetermined
  mystpy help COMMAND says how a command is called.
"""


FROM_AXIOMS = {
    *("legal", "poss", "ask", "know", "why", "theorem", "solve", "draw", "notebook"),
    *("play", "tournament", "exercise", "grade", "serve", "join", "audit", "axiom"),
    *("show", "batch"),
}
"""The commands that read axioms: they have --theory, and say if they are others."""


class MystGroup(click.Group):
    """A group that imports a command when it is called and reports errors as one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        from mystpy.cli.running.limit import LONG, add_limit

        command: click.Command = import_module(f"mystpy.cli.{HOMES[cmd_name]}").command
        names = {each.name for each in command.params}
        if cmd_name in LONG and "seconds" not in names:
            add_limit(command)
        if cmd_name in FROM_AXIOMS and "theory" not in names:
            from mystpy.cli.running.theory import add_theory

            add_theory(command)
        return command

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The commands and options that begin with this; no command is imported."""
        from click.shell_completion import CompletionItem

        from mystpy.cli.guide.short_help import SHORT_HELP

        commands = [
            CompletionItem(name, help=SHORT_HELP[name])
            for name in COMMANDS
            if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; QueryError names the nearest one."""
        name = args[0]
        if name in COMMANDS and _names_package(name, args[1:]):
            return name, _of_packages(name), args[1:]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = did_you_mean(name, COMMANDS)
            known = f"the commands are {', '.join(COMMANDS)}"
            raise QueryError(f"there is no command {name!r}", hint=near or known)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str = "mystpy", **extra: Any
    ) -> NoReturn:
        """Run a command and exit with its status; every error ends here."""
        words = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        try:
            require_output()
            status = super().main(args=words, prog_name=prog_name, **extra)
        except MystError as error:
            status = report(error, as_json=_json_wanted(words))
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            status = USAGE
        except click.UsageError as error:
            status = report(_wrong_usage(error), as_json=_json_wanted(words))
        except OSError as error:
            click.echo(f"mystpy: error: {error}", err=True)
            status = ENGINE
        except click.Abort:
            click.echo("mystpy: interrupted", err=True)
            status = 130
        except Exception:
            from traceback import print_exc

            print_exc()
            click.echo("mystpy: error: this is a fault in mystpy itself", err=True)
            status = FAULT
        sys.exit(status)


@click.group(
    cls=MystGroup, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="mystpy %(version)s")
def cli() -> None:
    """Serve as the group that all commands belong to."""


def _names_package(name: str, words: Sequence[str]) -> bool:
    """Return whether --theory, or a query file, names a package to a command.

    Only files with the word theory in them are read as queries here.
    """
    if name in _NOT_OF_GAMES:
        return False
    named = any(word.startswith("--theory") for word in words)
    if name == "notebook" and not named:
        from mystpy.notebook.file import is_about_package

        return any(map(is_about_package, words))
    if not named and (name in _SESSIONS or not any(map(_has_theory, words))):
        return False
    from mystpy.cli.packages.naming import names_package

    return names_package(words)


def _of_packages(name: str) -> click.Command:
    """The command of this name about packages; QueryError if there is none."""
    if name in OF_PACKAGES:
        home = "package_sessions" if name in _SESSIONS else "packages"
        found = import_module(f"mystpy.cli.{home}.{name}")
        command: click.Command = found.command
        return command
    from mystpy.cli.packages.answering.refusals import refuse

    return refuse(name)


def _has_theory(word: str) -> bool:
    """Return whether a word is the name of a TOML file that speaks of a theory."""
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
    """Start the command line, as the program `mystpy` does."""
    keep_closed_streams()
    end_quietly()
    warnings.showwarning = _warn
    cli.main()


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning as one line on stderr, without the place in the code."""
    click.echo(f"mystpy: warning: {message}", err=True)


def _wrong_usage(error: click.UsageError) -> QueryError:
    """Turn click's error into ours; the hint names the command's help."""
    command = error.ctx.command_path if error.ctx else "mystpy"
    if error.ctx and error.ctx.command.callback.__module__.startswith(_FOR_PACKAGES):
        command += " --theory NAME"  # without it, that is the help of another command
    message = error.format_message().rstrip(".")
    return QueryError(
        message[:1].lower() + message[1:], hint=f"{command} --help says how to call it"
    )


def _json_wanted(words: Sequence[str]) -> bool:
    return "--format=json" in words or ("--format", "json") in pairwise(words)
