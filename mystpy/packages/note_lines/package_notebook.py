"""A game of a package, written line by line into a file by one agent."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple, replace
from mystpy.errors import IllegalActionError, QueryError
from mystpy.language.decidable import parse_in_model
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.notebook.file import Line, NotebookFile
from mystpy.notebook.ledger import FIX, UNDO, Correction
from mystpy.notebook.written_game import WrittenGame
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.answer_kinds import KnownFluents, RunLegality, require_rigid
from mystpy.packages.axiom_checks.sentence_checks import printable
from mystpy.packages.backend_runs.answering import answering_here
from mystpy.packages.fluent_words import words_of
from mystpy.packages.note_lines.note_reader import read_given, read_note
from mystpy.packages.note_lines.notebook_start import (
    GIVEN,
    NotebookStart,
    SavedStart,
    first_situation,
)
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.failed_conditions import failed_conditions
from mystpy.packages.package_questions.group_knowledge import known_of


class NoteEntry(NamedTuple):
    """The actions, or formulas about the start, of a line; and its own words."""

    steps: tuple[ActionStep, ...]
    given: tuple[str, ...]
    words: str

    def line(self) -> str:
        """Return the line of the file for it."""
        if self.given:
            return f"{GIVEN} {' ; '.join(self.given)}"
        terms = " ".join(map(str, self.steps))
        return terms if self.words in ("", terms) else f"{terms}  # {self.words}"


class LearnedFluents(NamedTuple):
    """The fluents that became known to hold, and those known not to hold."""

    true: tuple[str, ...]
    false: tuple[str, ...]


class PackageNotebook(WrittenGame[NoteEntry, PackageSituation]):
    """A game of a package that is written down into a file, event by event.

    `start` has the package and the agent.
    """

    def __init__(self, file: NotebookFile, start: NotebookStart) -> None:
        super().__init__(file, answering_here(first_situation(start)))
        self.start = start

    @classmethod
    def begin(cls, file: NotebookFile, start: NotebookStart) -> PackageNotebook:
        """Begin a notebook in a file that has none yet.

        Raises QueryError if the agent's observations at the start are not given,
        NoWorldFits if no start fits, and NotSaved if the beginning cannot be written.
        """
        notebook = cls(file, start)
        notebook.known()
        file.add(*start.lines())
        return notebook

    @classmethod
    def resume(
        cls,
        file: NotebookFile,
        start: NotebookStart,
        saved: SavedStart,
    ) -> PackageNotebook:
        """Continue a notebook that was saved.

        Raises the error of the first line that cannot be read, or cannot have happened,
        with its place in the file.
        """
        notebook = cls(file, start)
        lines = notebook._read(saved.events or ())
        notebook.situation = notebook._after(notebook.entries)
        if notebook.entries:
            notebook._require_saved_legal(lines)
        return notebook

    def _require_saved_legal(self, lines: Sequence[Line]) -> None:
        """Raise the error of the event that is not possible, with its place."""
        found = self.situation.legality()
        if found.verdict == "illegal":
            at = self._entry_of(found.step or 0)
            where = self.file.place(lines[at])
            raise QueryError(f"{where}: {_illegal(self.situation, found)}")

    def _entry_of(self, step: int) -> int:
        """Return the place of the entry that contains a step."""
        for place, entry in enumerate(self.entries):
            step -= len(entry.steps)
            if step < 0:
                return place
        return len(self.entries) - 1

    def _append(self, text: str) -> None:
        found = self.entry(text)
        if note := text.partition("#")[2].strip():
            found = found._replace(words=note)
        self.entries.append(found)

    def _apply(self, correction: Correction) -> None:
        self.entries = self._corrected(correction)

    def line(self, entry: NoteEntry) -> str:
        """Return the line of the file for an entry."""
        return entry.line()

    @property
    def agent(self) -> str:
        """The agent whose notebook it is."""
        return self.start.agent

    def entry(self, text: str) -> NoteEntry:
        """Return the entry for a line. Raises ParseError and QueryError."""
        package = self.start.package
        first, _, rest = text.strip().partition(" ")
        if first == GIVEN and GIVEN not in package.actions:
            given = read_given(rest, package)
            if not given:
                raise QueryError("given needs a formula about the start")
            words = words_of(package)
            for formula in given:
                require_rigid(parse_in_model(formula, words), package)
            return NoteEntry((), tuple(given), rest.strip())
        said = printable(" ".join(text.partition("#")[0].split()))
        return NoteEntry(tuple(read_note(text, package)), (), said)

    def record(self, text: str) -> NoteEntry:
        """Write an event down.

        Raises ParseError or QueryError if the line cannot be read, or omits something
        that the agent has seen. Raises IllegalActionError if it cannot have happened
        (then nothing is written), and NotSaved if it could not be written.
        """
        found = self.entry(text)
        self._check_and_write(found.line(), [*self.entries, found])
        return found

    def correct(self, correction: Correction) -> NoteEntry | None:
        """Undo a line, or change it; return the line that was undone.

        Nothing is changed if the lines after it then cannot have happened. Raises as
        `record`.
        """
        found = self._corrected(correction)
        number = correction.number or len(self.entries)
        gone = self.entries[number - 1] if correction.kind == UNDO else None
        self._check_and_write(correction.line(), found)
        return gone

    def _corrected(self, correction: Correction) -> list[NoteEntry]:
        """The entries after a correction. Raises QueryError for one of no line."""
        if correction.kind not in (UNDO, FIX):
            raise QueryError(
                f"{correction.kind} is for notebooks of MYST and Clue",
                hint="undo takes a line out, and fix changes one",
            )
        found = list(self.entries)
        at = correction.place_among(len(found))
        fixed = [self.entry(correction.text)] if correction.kind == FIX else []
        found[at : at + 1] = fixed
        return found

    def _check_and_write(self, line: str, entries: list[NoteEntry]) -> None:
        """Check entries, write a line down, and then go on with these entries."""
        after = self._after(entries)
        require_possible(after)
        self._require_seen(after)
        self._write(line, entries, after)

    def _require_seen(self, after: PackageSituation) -> None:
        """Raise QueryError if a line leaves out an argument that the agent has seen."""
        new = [step for step in after.steps if None in step.arguments]
        if not new or self.agent not in after.words.agents:
            return
        try:
            after.known(self.agent)
        except QueryError as error:
            if type(error) is not QueryError:
                raise
            step = new[-1]
            place = step.arguments.index(None)
            sort = step.action.sorts[place].name
            raise QueryError(
                f"{self.agent} has seen which {sort} it is: say it",
                hint=f"write a {sort} in the place of _ in {step}",
            ) from None

    def _after(self, entries: Sequence[NoteEntry]) -> PackageSituation:
        """The situation after entries."""
        first = first_situation(self.start)
        texts = [formula for entry in entries for formula in entry.given]
        given = [first.given, *map(first.formula, texts)] if texts else [first.given]
        steps = tuple(step for entry in entries for step in entry.steps)
        return answering_here(replace(first, steps=steps, given=conjunction(given)))

    def try_out(self, text: str) -> PackageSituation:
        """Return the situation after one more event; nothing is written."""
        return self._after([*self.entries, self.entry(text)])

    def before(self) -> PackageSituation:
        """Return the situation before the last event. Raises QueryError without one."""
        self.require_event()
        return self._after(self.entries[:-1])

    def known(self) -> KnownFluents:
        """Return what the agent knows of the fluents."""
        return known_of(self.situation, [self.agent])

    def learned(self) -> LearnedFluents:
        """Return which fluents, open before the last event, the agent knows now."""
        before = set(known_of(self.before(), [self.agent]).open)
        now = self.known()
        return LearnedFluents(
            tuple(x for x in now.true if x in before),
            tuple(x for x in now.false if x in before),
        )

    def knowledge_of(self, atom: str, *, holds: bool) -> Formula:
        """Return the formula that the agent knows whether a fluent holds."""
        formula = self.situation.formula(atom)
        return Knows(self.agent, formula if holds else Not(formula))


def require_possible(situation: PackageSituation) -> None:
    """Raise IllegalActionError, with what fails, if the history is illegal."""
    found = situation.legality()
    if found.verdict == "illegal":
        failed = [*map(str, failed_conditions(situation, found.step or 0))]
        raise IllegalActionError(
            _illegal(situation, found),
            step=found.step or 0,
            action=found.action or "",
            axiom=found.axiom,
            failed=failed,
            hint="; ".join(failed) or "poss lists what can be done",
        )


def _illegal(situation: PackageSituation, found: RunLegality) -> str:
    """Which step is not possible, in words."""
    step = situation.steps[found.step or 0]
    by = f", by ({found.axiom})" if found.axiom else ""
    return f"{step.sentence}: {found.action} is not possible at step {found.step}{by}"
