"""The commands at the prompt of a notebook about a package, and their answers."""

from __future__ import annotations

import re

from mystpy.cli.options import read_players
from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.notebook.commands.taught_lines import (
    changed_lines,
    learned_lines,
    runs_left,
    said_in_a_line,
)
from mystpy.notebook.ledger import CORRECTIONS, FIX, UNDO, Correction
from mystpy.notebook.prompt import Lines, Prompt, command, needed_formula
from mystpy.packages.commands.answering.answer_objects import (
    ask_object,
    legal_object,
    poss_object,
    why_object,
)
from mystpy.packages.commands.legality import action_lines, legality_lines
from mystpy.packages.commands.why import reason_lines
from mystpy.packages.fluent_words import words_of
from mystpy.packages.note_lines.line_patterns import action_patterns
from mystpy.packages.note_lines.notebook_start import GIVEN
from mystpy.packages.note_lines.package_notebook import PackageNotebook
from mystpy.packages.package import Package
from mystpy.packages.package_questions.group_knowledge import known_of, remaining_runs
from mystpy.packages.package_questions.knowledge_tables import KnowledgeTables

_FIRST = pattern(r"\s*(\w+)\s*(.*)", re.DOTALL)


class PackagePrompt(Prompt):
    """A notebook about a package that takes lines and answers them."""

    def __init__(self, notebook: PackageNotebook) -> None:
        super().__init__()
        self.notebook = notebook

    @property
    def package(self) -> Package:
        """The package."""
        return self.notebook.start.package

    @property
    def owner(self) -> str:
        """The agent whose notebook it is."""
        return self.notebook.agent

    @property
    def title(self) -> str:
        """Return the owner of the notebook, and its length."""
        number = len(self.notebook.entries)
        events = f"{number} event{'s' * (number != 1)}"
        return f"{self.package.name}, the notebook of {self.owner}: {events}"

    @property
    def written(self) -> int:
        """Return the number of lines that are written down."""
        return len(self.notebook.entries)

    def words(self) -> list[str]:
        """The words that may be completed."""
        package = self.package
        spoken = {
            piece
            for sentence in action_patterns(package)
            for piece in sentence.pieces
            if isinstance(piece, str)
        }
        values = {
            str(each) for sort in package.sorts.values() for each in sort.elements[:200]
        }
        names = {*self.commands, *package.actions, *package.fluents}
        return sorted(names | spoken | values)

    def answer(self, line: str) -> Lines:
        """The answer to a line, which is an event or a command.

        Raises MystError for a line that cannot be read, done or answered.
        """
        try:
            yield from self._answer(line)
        except QueryError as error:
            raise said_in_a_line(error) from None

    def _answer(self, line: str) -> Lines:
        found = _FIRST.fullmatch(line.partition("#")[0])
        word, rest = (found[1], found[2].strip()) if found else ("", "")
        if word in CORRECTIONS and not rest.startswith("("):
            yield from self._correct(line.strip())
        elif word in self.commands and not self._is_event(word, rest):
            found_command = self.commands[word]
            if not found_command.arguments and rest:
                raise QueryError(f"{word} is a command by itself, without {rest}")
            yield from found_command.run(self, rest)
        elif line.partition("#")[0].strip():
            self.notebook.record(line)
            yield from self._taught()

    def _is_event(self, word: str, rest: str) -> bool:
        """Whether a line is an event though it begins with a command's name."""
        action = self.package.actions.get(word)
        is_agent = word in words_of(self.package).agents
        return is_agent or (
            action is not None and (not action.sorts or rest.startswith("("))
        )

    def _taught(self) -> Lines:
        """Yield what the agent learned from the last event, and the runs left."""
        notebook = self.notebook
        try:
            found = notebook.learned()
        except QueryError as error:
            # It is written down, and not wrong: it leaves open what the agent knows.
            hint = said_in_a_line(error).hint
            yield f"  {error}: {hint}" if hint else f"  {error}"
            return
        for line in learned_lines(notebook, found):
            yield f"  {line}"
        before = remaining_runs(notebook.before(), self.owner)
        yield f"  {runs_left(remaining_runs(notebook.situation, self.owner), before)}"
        yield from self._grid_if_wanted()

    @command(UNDO, "[LINE]", "take the last event back, or a line")
    @command(FIX, "LINE EVENT", "change a line")
    def _correct(self, line: str) -> Lines:
        """Change or undo a line, and yield the resulting knowledge."""
        if re.fullmatch(rf"{FIX}\s*[0-9]+\s*", line.partition("#")[0]):
            raise QueryError(
                "fix needs what the line is to say",
                hint=f"to take the line out write {UNDO} and its number",
            )
        correction = Correction.read(line)
        if correction is None:
            raise QueryError(f"{line} cannot be read", hint=f"write {UNDO} or {UNDO} 3")
        gone = self.notebook.correct(correction)
        if gone is not None:
            yield f"  taken back: {gone.line()}"
        else:
            number = correction.number or 0
            yield f"  line {number}: {self.notebook.entries[number - 1].line()}"
        yield f"  {runs_left(remaining_runs(self.notebook.situation, self.owner))}"
        yield from self._grid_if_wanted()

    @command(GIVEN, "FORMULA", "what more is given of the start")
    def _given(self, rest: str) -> Lines:
        self.notebook.record(f"{GIVEN} {rest}")
        yield from self._taught()

    @command("changed", "", "what the last event taught, and why")
    def _changed(self, rest: str) -> Lines:
        yield from changed_lines(self.notebook)

    @command("know", "[AGENT]", "what an agent knows; also A,B and A that B")
    def _know(self, rest: str) -> Lines:
        first, *others = re.split(r"\s+that\s+", rest) if rest else [self.owner]
        chain = [name for text in others for name in read_players(text)]
        known = known_of(self.notebook.situation, read_players(first), chain)
        yield from KnowledgeTables.of(self.package, known).lines()

    @command("grid", "[on|off]", "what you know, now or after each event")
    def _grid(self, rest: str) -> Lines:
        yield from self._grid_command(rest)

    def grid(self) -> Lines:
        """Yield the tables of the agent's knowledge."""
        yield from KnowledgeTables.of(self.package, self.notebook.known()).lines()

    @command("ask", "FORMULA", "whether a formula follows")
    def _ask(self, rest: str) -> Lines:
        found = ask_object(self.notebook.situation, self._formula(rest, "ask"))
        yield f"{found['value']}  ({found['method']})"

    @command("why", "FORMULA", "from what it follows, or how it fails")
    def _why(self, rest: str) -> Lines:
        found = why_object(self.notebook.situation, self._formula(rest, "why"))
        yield from reason_lines(self.package, found)

    def _formula(self, rest: str, name: str) -> str:
        atom = next(iter(self.notebook.situation.atoms), "true")
        return needed_formula(rest, name, f"K({self.owner}, {atom})")

    @command("poss", "", "what may be done next")
    def _poss(self, rest: str) -> Lines:
        yield from action_lines(poss_object(self.notebook.situation, every=False))

    @command("legal", "[EVENT]", "whether it may be done next")
    def _legal(self, rest: str) -> Lines:
        notebook = self.notebook
        situation = notebook.try_out(rest) if rest else notebook.situation
        yield from legality_lines(situation, legal_object(situation))

    @command("history", "", "the events, each with its line")
    def _history(self, rest: str) -> Lines:
        yield from self.notebook.numbered()

    def examples(self) -> Lines:
        """Yield lines that explain how to write an event."""
        yield f"An event of {self.package.name} is an action, or a line such as"
        for sentence in action_patterns(self.package):
            yield f"  {sentence.shown}"
