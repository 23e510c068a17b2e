"""The group of all commands: loads the one called, and ends with its status."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from mystpy import __version__
from mystpy.cli.answers import json_wanted, report, wrong_usage
from mystpy.cli.running.signals import end_quietly, keep_closed_streams, require_output
from mystpy.cli.status import ENGINE, FAULT, USAGE
from mystpy.errors import MystError, QueryError, did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class CommandEntry:
    """A command: its module, and the line that lists it.

    Signs: `a` if it reads axioms (`theory`), so that it has --theory and says if they
    are not the shipped ones; `s` if it may take long, so that it has --seconds; `f` if
    FILE or --theory may name a package, `n` if --theory or notes may, `r` if packages
    are refused. `twin` is the module of the same command about packages: empty if they
    are refused, None if nothing names one to it; `file` is whether FILE does.
    """

    def __init__(self, module: str, signs: str, line: str) -> None:
        self.module, self.line = module, line
        self.theory, self.seconds = "a" in signs, "s" in signs
        package, _, name = module.rpartition(".")
        twins = {"f": f"mystpy.packages.commands.{name}", "r": "", "-": None}
        self.twin = twins.get(signs[2], f"{package}.package_{name}")
        self.file = signs[2] != "n"


_TABLE = """\
demo       mystpy.cli.guide.first_steps:demo        --- See a first session.
examples   mystpy.cli.guide.examples                --- Which files come with mystpy?
show       mystpy.cli.guide.show                    a-f What does a file say, in words?
legal      mystpy.questions.commands.legality:legal asf Can these actions be done?
poss       mystpy.questions.commands.legality:poss  asf Which actions are possible now?
ask        mystpy.questions.commands.ask            asf Does a formula follow from what is given?
know       mystpy.questions.commands.know           asf What does a player know?
why        mystpy.questions.commands.why            asf From what does a formula follow, or how does it fail?
theorem    mystpy.theses.commands.theorem           a-f Is a statement of the thesis, or one's own, true?
solve      mystpy.solve.commands.solve              a-r What is a game of two players worth?
recurrence mystpy.solve.commands.recurrence         -sr What is a state worth if one card is asked for?
winning    mystpy.solve.commands.winning            -sr Which questions of player 1 find the pile?
minsat     mystpy.questions.commands.minsat         asr How many cards at least satisfy some clauses?
draw       mystpy.kripke.commands.draw              asf Draw a model, what a player knows, or a whole game.
notebook   mystpy.notebook.commands.notebook        a-n Write a game down while it is played.
play       mystpy.arena.commands.play               asr Play a game, or look on.
tournament mystpy.arena.commands.tournament         a-r Which players win?
ratings    mystpy.arena.commands.ratings            --r Rate players of ours and of others.
measure    mystpy.arena.commands.measure            asr How far can a player be exploited?
model      mystpy.kripke.commands.model             -sf Describe a model of who knows what.
update     mystpy.kripke.commands.update            -sr Let actions and announcements change a model.
check      mystpy.kripke.commands.check             -sr Is a formula true in a model?
bisimilar  mystpy.kripke.commands.bisimilar         -sr Can no formula tell two models apart?
product    mystpy.kripke.commands.product           -sr Put models side by side, as one model.
plan       mystpy.kripke.commands.plan              --r Which steps make a formula true in a model?
puzzle     mystpy.kripke.commands.puzzle            -sr Solve a knowledge puzzle, such as the muddy children.
daily      mystpy.daily.commands.daily               --r Solve a deduction puzzle, a new one each day.
perft      mystpy.perft.commands.perft             asn How many situations and histories has a game?
positions  mystpy.positions.commands.positions     --r Make deduction questions, and score answers to them.
exercise   mystpy.exercises.commands.exercise       a-n Show an exercise, or mark an answer to it.
worksheet  mystpy.exercises.commands.worksheet      a-r Check a worksheet, and make each student's variant.
grade      mystpy.exercises.commands.grade          a-r Mark what a class has handed in.
serve      mystpy.protocol.commands.serve           a-n Let programs of others play at our table.
join       mystpy.protocol.commands.join            a-r Let a player of ours play at others' tables.
record     mystpy.records.commands.record          asr Is a record of a game right, and what did players see?
sheet      mystpy.players.commands.sheet           asr What has a player noted, turn by turn?
optquest   mystpy.players.commands.optquest        -s- For how many cards is it best to ask at once?
audit      mystpy.protocol.commands.audit           asr Were a player's deductions right and complete?
theory     mystpy.cli.guide.theory                  --- Which theories are there, and is one sound?
axiom      mystpy.theses.commands.axiom             a-f Show a formula of the thesis, in Prolog and in ASP.
source     mystpy.sources.commands.source         --- What do the sources say at a place, and what shows it?
batch      mystpy.questions.commands.batch          a-- Answer JSON lines with JSON lines.
completion mystpy.cli.guide.first_steps:completion  --- Print a completion script for a shell.
help       mystpy.cli.guide.first_steps:help        --- How is a command called?
"""  # noqa: E501
"""Name, module with its `command` (MODULE:NAME: `NAME_command`), signs, and line."""

_ROWS = (row.split(maxsplit=3) for row in _TABLE.splitlines())
COMMANDS = {name: CommandEntry(*entry) for name, *entry in _ROWS}

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
"""


class MystGroup(click.Group):
    """A group that imports a command when it is called and reports errors as one."""

    _culprit = "mystpy itself"
    """The program whose fault an unexpected exception is."""

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
        """Import a command that another package adds; None if none does."""
        from mystpy.cli.running import added_commands as added

        entry = added.added_commands().get(name)
        if entry is None:
            return None
        self._culprit = f"the package {added.package_of(entry)}"
        return added.load_added(entry)

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The commands and options that begin with this; no command is imported."""
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
        """The command that is called; QueryError names the nearest one."""
        name = args[0]
        if name in COMMANDS and _names_package(name, args[1:]):
            return name, _of_packages(name), args[1:]
        if command := self.get_command(ctx, name):
            return name, command, args[1:]
        if not name.startswith("-"):
            from mystpy.cli.running.added_commands import added_commands

            names = [*COMMANDS, *added_commands()]
            near = did_you_mean(name, names)
            known = f"the commands are {', '.join(names)}"
            raise QueryError(f"there is no command {name!r}", hint=near or known)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands without importing any of them."""
        from mystpy.cli.running.added_commands import added_commands, package_of

        with formatter.section("Commands"):
            formatter.write_dl([(name, each.line) for name, each in COMMANDS.items()])
        if added := {k: x for k, x in added_commands().items() if k not in COMMANDS}:
            with formatter.section("Commands of other packages"):
                formatter.write_dl([(k, package_of(x)) for k, x in added.items()])

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str = "mystpy", **extra: Any
    ) -> NoReturn:
        """Run a command and exit with its status; every error ends here."""
        words = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        self._culprit = "mystpy itself"
        try:
            require_output()
            status = super().main(args=words, prog_name=prog_name, **extra)
        except MystError as error:
            status = report(error, as_json=json_wanted(words))
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            status = USAGE
        except click.UsageError as error:
            status = report(wrong_usage(error), as_json=json_wanted(words))
        except OSError as error:
            click.echo(f"mystpy: error: {error}", err=True)
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


@click.group(
    cls=MystGroup, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="mystpy %(version)s")
def cli() -> None:
    """Serve as the group that all commands belong to."""


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


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as one line on stderr, without the place in the code."""
    click.echo(f"mystpy: warning: {message}", err=True)
