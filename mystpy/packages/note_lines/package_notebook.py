"""A game of a package as one agent writes it down, line by line, into a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple, replace
from mystpy.engines.interrupt import interruptions
from mystpy.errors import IllegalActionError, MystError, ParseError, QueryError
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.notebook.file import Line, NotebookFile
from mystpy.notebook.ledger import FIX, UNDO, Correction
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.answer_kinds import (
    KnownFluents,
    RunLegality,
    conjunction_of,
    require_rigid,
)
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
    """What a line says: actions, or formulas about the start; and its own words."""

    steps: tuple[ActionStep, ...]
    given: tuple[str, ...]
    words: str

    def line(self) -> str:
        """Return the line of the file that says it."""
        if self.given:
            return f"{GIVEN} {' ; '.join(self.given)}"
        terms = " ".join(map(str, self.steps))
        return terms if self.words in ("", terms) else f"{terms}  # {self.words}"


class LearnedFluents(NamedTuple):
    """Which fluents became known to hold, and which not to hold."""

    true: tuple[str, ...]
    false: tuple[str, ...]


class PackageNotebook:
    """A game of a package that is written down into a file, event by event.

    `start` has the package and the agent, `entries` what was written down and not
    undone, `situation` where that has led.
    """

    def __init__(self, file: NotebookFile, start: NotebookStart) -> None:
        self.file, self.start = file, start
        self.entries: list[NoteEntry] = []
        self.situation = answering_here(first_situation(start))

    @classmethod
    def begin(cls, file: NotebookFile, start: NotebookStart) -> PackageNotebook:
        """Begin a notebook in a file that has none yet.

        Raises QueryError if what the agent sees at the start is not given, NoWorldFits
        if no start fits, and NotSaved if the beginning cannot be written.
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
        """Go on with a notebook that was saved.

        Raises the error of the first line that cannot be read, or cannot have happened,
        with its place in the file.
        """
        notebook = cls(file, start)
        lines: list[Line] = []
        for line in saved.events or ():
            try:
                notebook.entries = notebook._followed(line, lines)
            except MystError as error:
                raise _placed(error, file, line) from None
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
        """The place of the entry that a step is of."""
        for place, entry in enumerate(self.entries):
            step -= len(entry.steps)
            if step < 0:
                return place
        return len(self.entries) - 1

    def _followed(self, line: Line, lines: list[Line]) -> list[NoteEntry]:
        """The entries after a line of the file; `lines` has the line of each."""
        correction = Correction.read(line.text)
        if correction is None:
            found = self.entry(line.text)
            if note := line.text.partition("#")[2].strip():
                found = found._replace(words=note)
            lines.append(line)
            return [*self.entries, found]
        entries = self._corrected(correction)
        at = len(self.entries) if correction.number is None else correction.number
        lines[at - 1 : at] = [line] * (correction.kind == FIX)
        return entries

    @property
    def agent(self) -> str:
        """The agent whose notebook it is."""
        return self.start.agent

    def entry(self, text: str) -> NoteEntry:
        """Return what a line says. Raises ParseError and QueryError."""
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

        Raises ParseError or QueryError if the line cannot be read, or leaves out what
        the agent has seen, IllegalActionError if it cannot have happened (then nothing
        is written), and NotSaved if it could not be written.
        """
        found = self.entry(text)
        self._write(found.line(), [*self.entries, found])
        return found

    def correct(self, correction: Correction) -> NoteEntry | None:
        """Take a line back, or change it; return the one that was taken back.

        Nothing is changed if the lines after it then cannot have happened. Raises as
        `record`.
        """
        found = self._corrected(correction)
        number = correction.number or len(self.entries)
        gone = self.entries[number - 1] if correction.kind == UNDO else None
        self._write(correction.line(), found)
        return gone

    def _corrected(self, correction: Correction) -> list[NoteEntry]:
        """The entries after a correction. Raises QueryError for one of no line."""
        if correction.kind not in (UNDO, FIX):
            raise QueryError(
                f"{correction.kind} is for notebooks of MYST and Clue",
                hint="undo takes a line out, and fix changes one",
            )
        found = list(self.entries)
        if not found:
            raise QueryError("there is no event to take back")
        number = len(found) if correction.number is None else correction.number
        if not 1 <= number <= len(found):
            raise QueryError(
                f"there is no line {number}", hint=f"the lines are 1 to {len(found)}"
            )
        fixed = [self.entry(correction.text)] if correction.kind == FIX else []
        found[number - 1 : number] = fixed
        return found

    def _write(self, line: str, entries: list[NoteEntry]) -> None:
        """Check entries, write a line down, and then go on with these entries."""
        after = self._after(entries)
        require_possible(after)
        self._require_seen(after)
        # Ctrl-C must not come between the file and what is remembered of it.
        with interruptions():
            self.file.add(line)
            self.entries, self.situation = entries, after

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
        return answering_here(replace(first, steps=steps, given=conjunction_of(given)))

    def try_out(self, text: str) -> PackageSituation:
        """Return the situation after one more event; nothing is written."""
        return self._after([*self.entries, self.entry(text)])

    def before(self) -> PackageSituation:
        """Return the situation before the last event. Raises QueryError without one."""
        if not self.entries:
            raise QueryError("there is no event yet")
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

    def numbered(self) -> Iterator[str]:
        """Yield each event with its number, by which it can be corrected."""
        wide = len(str(len(self.entries)))
        for number, entry in enumerate(self.entries, 1):
            yield f"{number:>{wide}}  {entry.line()}"


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


def _placed(error: MystError, file: NotebookFile, line: Line) -> MystError:
    """The error of a line of the file, with its place."""
    if isinstance(error, ParseError):
        at = max(line.text.find(error.text), 0)
        return error.within(line.text, at, str(file.path), line.number)
    return QueryError(f"{file.place(line)}: {error}", hint=error.hint)
