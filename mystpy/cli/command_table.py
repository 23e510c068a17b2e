"""The table of all commands: the group, the module and the help line of each."""

from __future__ import annotations


class CommandEntry:
    """A command: its module, its group in the help, and the line that lists it.

    Signs: `a` if it reads axioms (`theory`), so that it has --theory and says if they
    are not the shipped ones. `s` if it may take long, so that it has --seconds. `f` if
    FILE or --theory may name a package, `n` if --theory or notes may, `r` if packages
    are refused. `twin` is the module of the same command about packages: empty if they
    are refused, None if nothing names one to it; `file` is whether FILE does.
    """

    def __init__(self, group: str, module: str, signs: str, line: str) -> None:
        self.group, self.module, self.line = group, module, line
        self.theory, self.seconds = "a" in signs, "s" in signs
        package, _, name = module.rpartition(".")
        twins = {"f": f"mystpy.packages.commands.{name}", "r": "", "-": None}
        self.twin = twins.get(signs[2], f"{package}.package_{name}")
        self.file = signs[2] != "n"


_TABLE = """\
Ask about a game
show       mystpy.cli.guide.show                    a-f Describe a file in words.
legal      mystpy.questions.commands.legality:legal asf Check whether a history is legal.
poss       mystpy.questions.commands.legality:poss  asf List the actions that are possible now.
ask        mystpy.questions.commands.ask            asf Evaluate formulas in a situation.
know       mystpy.questions.commands.know           asf Show what a player knows.
why        mystpy.questions.commands.why            asf Explain why a formula holds, or fails.
draw       mystpy.kripke.commands.draw              asf Draw a model, a player's knowledge or a whole game.
notebook   mystpy.notebook.commands.notebook        a-n Write down a game while it is played.
sheet      mystpy.players.commands.sheet            asr Show a player's notes, turn by turn.
record     mystpy.records.commands.record           asr Check the record of a game, or show what a player saw.
audit      mystpy.protocol.commands.audit           asr Check a player's deductions in a game.
batch      mystpy.questions.commands.batch          a-- Answer questions given as lines of JSON.

Check statements
theorem    mystpy.theses.commands.theorem           a-f Settle statements of the sources, or your own.
axiom      mystpy.theses.commands.axiom             a-f Show a formula of the thesis, in Prolog and in ASP.
source     mystpy.sources.commands.source           --- Look up a place in a source, and the command for it.
theory     mystpy.cli.guide.theory                  --- List the theories, or check one.

Work with models
model      mystpy.kripke.commands.model             -sf Describe a model of knowledge.
check      mystpy.kripke.commands.check             -sr Check whether a formula is true in a model.
update     mystpy.kripke.commands.update            -sr Update a model with actions and announcements.
bisimilar  mystpy.kripke.commands.bisimilar         -sr Check whether two models are bisimilar.
product    mystpy.kripke.commands.product           -sr Combine models side by side into one.
plan       mystpy.kripke.commands.plan              --r Find actions that make a formula true in a model.
puzzle     mystpy.kripke.commands.puzzle            -sr Solve a knowledge puzzle, such as the muddy children.

Play and compare players
play       mystpy.arena.commands.play               asr Play a game, or watch one.
tournament mystpy.arena.commands.tournament         a-r Play many games between players, and rank them.
ratings    mystpy.arena.commands.ratings            --r Rate players against fixed opponents.
measure    mystpy.arena.commands.measure            asr Measure how far a player can be exploited.
serve      mystpy.protocol.commands.serve           a-n Host a game for players that are other programs.
join       mystpy.protocol.commands.join            a-r Send a player to a game that somebody else hosts.

Teach and practise
exercise   mystpy.exercises.commands.exercise       a-n Show an exercise, or mark an answer to it.
worksheet  mystpy.exercises.commands.worksheet      a-r Check a worksheet, and make each student's variant.
grade      mystpy.exercises.commands.grade          a-r Mark the submissions of a class.
daily      mystpy.daily.commands.daily              --r Solve the deduction puzzle of the day.
positions  mystpy.positions.commands.positions      --r Generate deduction questions, and score answers to them.

Solve and count
solve      mystpy.solve.commands.solve              a-r Compute the value of a game and optimal strategies.
recurrence mystpy.solve.commands.recurrence         -sr Compute the value of a state if one card is asked for.
winning    mystpy.solve.commands.winning            -sr List player 1's questions that are sure to find the pile.
optquest   mystpy.players.commands.optquest         -s- Compute how many cards it is best to ask for.
minsat     mystpy.questions.commands.minsat         asr Compute the fewest cards that satisfy clauses.
perft      mystpy.perft.commands.perft              asn Count the situations and histories of a game.

Get started
demo       mystpy.cli.guide.first_steps:demo        --- Show a first session.
examples   mystpy.cli.guide.examples                --- List the files that come with mystpy.
help       mystpy.cli.guide.first_steps:help        --- Show how to use a command.
completion mystpy.cli.guide.first_steps:completion  --- Print a completion script for a shell.
"""  # noqa: E501
"""Groups of rows: name, module with its `command` (MODULE:NAME: `NAME_command`), signs,
and the line that lists it."""


def _entries() -> dict[str, CommandEntry]:
    found = {}
    for block in _TABLE.split("\n\n"):
        group, *rows = block.splitlines()
        for row in rows:
            name, *entry = row.split(maxsplit=3)
            found[name] = CommandEntry(group, *entry)
    return found


COMMANDS = _entries()
"""All commands by name, in the order in which the help lists them."""


def commands_by_group() -> dict[str, list[str]]:
    """Return the names of the commands in each group."""
    groups: dict[str, list[str]] = {}
    for name, entry in COMMANDS.items():
        groups.setdefault(entry.group, []).append(name)
    return groups
