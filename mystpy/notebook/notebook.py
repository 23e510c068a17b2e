"""A notebook: a game as one player writes it down while it is played.

Each event is checked, then written to the file, and counts when it is safe there. The
owner is the player whose hand is given; the owner's knowledge after each event is
compared with that before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import dataclass, replace
from mystpy.engines import DEFAULT
from mystpy.engines.base import Cell, Cells, Engine, Value, Verdict, cell_of
from mystpy.errors import IllegalActionError, QueryError
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.notebook.clashes import (
    Conflict,
    conflicts,
    refusal_error,
    with_way_in,
    with_words,
)
from mystpy.notebook.entry import Entry
from mystpy.notebook.file import Line, NotebookFile
from mystpy.notebook.ledger import (
    DOUBTFUL,
    FIX,
    INSERT,
    UNDO,
    Correction,
    apply_correction,
    read_line,
    require_seen,
    table_entry,
    text_of,
)
from mystpy.notebook.owner_knowledge import cells, deals
from mystpy.notebook.start import GameStart, read_start
from mystpy.notebook.written_game import WrittenGame
from mystpy.possible_histories import engine_for
from mystpy.questions.legality import Legality, legal
from mystpy.questions.situation import Situation


@dataclass(frozen=True, slots=True)
class LearnedFacts:
    """The facts that the owner did not know before an event, and knows after it.

    `news` has (holder, card, whether the holder has it), in the order of holders
    and cards.
    """

    news: tuple[tuple[int, str, bool], ...]

    @classmethod
    def between(cls, before: Cells, after: Cells) -> LearnedFacts:
        """Return the facts that are open in the first grid and known in the second."""
        return cls(
            tuple(
                (holder, card, cell is Cell.YES)
                for holder, row in enumerate(after)
                for card, cell in row.items()
                if cell in (Cell.YES, Cell.NO) and before[holder][card] is Cell.OPEN
            )
        )


class Notebook(WrittenGame[Entry, Situation]):
    """A game that is written down into a file, event by event.

    `start` says the game, the hands and the owner.
    """

    def __init__(self, file: NotebookFile, start: GameStart, engine: str) -> None:
        super().__init__(file, Situation.of(start.history, engine=engine))
        self.start = start
        self._refused: tuple[list[Entry], History] = [], start.history
        self.refused_for: Legality | None = None
        self._earlier = start.history
        self.pending: Entry | None = None
        """The line refused last, which a doubt of an answer may let in."""

    @classmethod
    def begin(
        cls, file: NotebookFile, start: GameStart, engine: str = DEFAULT
    ) -> Notebook:
        """Begin a notebook in a file that has none yet.

        Raises NotSaved if the beginning cannot be written, NoWorldFits if no deal
        has these hands.
        """
        if read_start(file)[0] is not None:
            raise QueryError(f"{file.path} has a notebook already")
        notebook = cls(file, start, engine)
        file.add(*start.lines())
        return notebook

    @classmethod
    def resume(
        cls, file: NotebookFile, engine: str = DEFAULT, owner: int | str | None = None
    ) -> Notebook:
        """Go on with the notebook of a file, or look at it as another player.

        Raises QueryError if it has no beginning, ParseError and IllegalActionError,
        with the line, for events that cannot be read or cannot have happened.
        """
        start, lines = read_start(file)
        if start is None:
            raise QueryError(f"{file.path} does not say which game it is about")
        if owner is not None:
            start = GameStart.of(start.history, owner)
        notebook = cls(file, start, engine)
        notebook._read_legal(lines)
        return notebook

    @property
    def history(self) -> History:
        """The hands that are given and the actions so far."""
        return self.situation.history

    @property
    def owner(self) -> int:
        """The player whose notebook it is."""
        return self.start.owner

    @property
    def engine(self) -> Engine:
        """Return the engine that computes the answers."""
        return self.situation.engine

    def record(self, text: str) -> Entry:
        """Write an event down, in actions or as a line of table notes.

        Raises ParseError or QueryError if the line cannot be read or omits a card that
        the owner saw. Raises IllegalActionError if it cannot have happened (then
        nothing is written), and NotSaved if it could not be written.
        """
        event = table_entry(text, self.history)
        after = self.history.then(event.actions)
        require_seen(event.actions, self.history, self.owner)
        try:
            self._judge([*self.entries, event], after, len(self.entries) + 1)
        except IllegalActionError as error:
            self.pending = event
            raise with_way_in(error, event, len(self.entries) + 1) from None
        earlier = self.history
        self._write(self.line(event), [*self.entries, event], self._after(after))
        self._earlier, self.pending = earlier, None
        return event

    def undo(self) -> Entry:
        """Undo the last event, and return it.

        Raises QueryError if there is none, and NotSaved as `record`.
        """
        last = self.entries[Correction(UNDO, None, "").place_among(len(self.entries))]
        # If a history is possible, each of its prefixes is possible.
        before = self._prefix(last.first)
        self._refused, self.pending = (self.entries[:-1], before), None
        self._write(UNDO, self.entries[:-1], self._after(before))
        return last

    def correct(self, correction: Correction) -> None:
        """Change a line, take it out, or doubt it; the game is read again.

        Raises QueryError for a line that is not there, or that then no longer fits,
        with what it clashes with; nothing is changed then. Raises NotSaved as `record`.
        """
        pending = self.pending if correction.kind == DOUBTFUL else None
        if pending is not None and self._taken_in(correction, pending):
            return
        found, after = apply_correction(self.entries, correction, self.start.history)
        if correction.kind in (FIX, INSERT) and correction.number is not None:
            more = max(len(found) - len(self.entries), 1)
            for new in found[correction.number - 1 :][:more]:
                require_seen(new.noted, after.prefix(new.first), self.owner)
        typed = correction.number if correction.kind in (FIX, INSERT) else None
        self._judge(found, after, typed)
        self._write(correction.line(), found, self._after(after))
        self.pending = None

    def _taken_in(self, correction: Correction, pending: Entry) -> bool:
        """Whether a doubt lets in the line that was refused; both are written then."""
        lines, alone = [*self.entries, pending], len(self.entries)
        found, after = apply_correction(lines, correction, self.start.history)
        if (correction.number or 0) <= alone and self._is_illegal(after):
            return False
        self._judge(found, after)
        written = self.line(pending), correction.line()
        self._write(written[0], found, self._after(after), written[1])
        self.pending = None
        return True

    def _is_illegal(self, after: History) -> bool:
        return legal(after, self.engine).verdict is Verdict.ILLEGAL

    def conflicts(self) -> tuple[list[Entry], list[Conflict]]:
        """The lines refused last, and the smallest sets that cannot all be true."""
        events, history = self._refused
        start = self.start.history
        return events, conflicts(events, start, history, self.engine)

    def _judge(
        self, events: list[Entry], after: History, typed: int | None = None
    ) -> None:
        """Raise the error for events that cannot have happened."""
        self._refused, self.refused_for = (events, after), None
        judged = legal(after, self.engine)
        if judged.verdict is Verdict.ILLEGAL:
            self.refused_for = judged
            engine, owner = self.engine, self.owner
            raise refusal_error(judged, events, after, engine, owner, typed)

    def _after(self, history: History) -> Situation:
        return replace(self.situation, history=history)

    def try_out(self, text: str) -> Legality:
        """Whether an event may come next; nothing is written."""
        event = table_entry(text, self.history)
        return legal(self.history.then(event.actions), self.engine)

    def learned(self) -> LearnedFacts:
        """Return what the owner learned from the last event.

        Raises QueryError if there is no event, and as `know` does.
        """
        return LearnedFacts.between(
            cells(self._before(), self.owner, self.engine),
            cells(self.history, self.owner, self.engine),
        )

    def deals(self) -> int | None:
        """Return how many deals the owner considers possible; None if unknown."""
        return deals(self.history, self.owner, self.engine)

    def deals_before(self) -> int | None:
        """How many they were before the last event; QueryError without one."""
        return deals(self._before(), self.owner, self.engine)

    def _before(self) -> History:
        self.require_event()
        return self._prefix(self.entries[-1].first)

    def _prefix(self, k: int) -> History:
        """The history of the first k actions, with what engines found about it."""
        found, kept = self.history.prefix(k), self._earlier
        return kept if kept == found else found

    def seen_by(self, player: int) -> dict[str, Cell]:
        """Return for each own card whether the owner knows that a player knows it.

        `yes` or `no`, or `?` if the owner does not know that.
        """
        cells = {}
        for card in sorted(self.start.history.hands[self.owner] or ()):
            theirs = Knows(player, H(self.owner, card))
            mine = (Knows(self.owner, theirs), Knows(self.owner, Not(theirs)))
            engine = engine_for(self.engine, self.history)
            entries = (engine.value(self.history, phi).value for phi in mine)
            yes, no = (value is Value.TRUE for value in entries)
            cells[card] = Cell.YES if yes else cell_of(not no, False)
        return cells

    def known(self, holder: int, card: str, holds: bool) -> Formula:
        """The formula that the owner knows whether a holder has a card."""
        cell = H(holder, card)
        return Knows(self.owner, cell if holds else Not(cell))

    def line(self, entry: Entry) -> str:
        """The line that stands for an event in the file."""
        return text_of(entry, self.history)

    def _read_legal(self, lines: Sequence[Line]) -> None:
        """Read the events of the file, and check that they can have happened."""
        places = self._read(lines)
        try:
            self._judge(self.entries, self.history)
        except IllegalActionError as error:
            at = sum(entry.first <= error.step for entry in self.entries) - 1
            words = str(error).partition(" no longer fits: ")[2] or str(error)
            place = self.file.place(places[at])
            raise with_words(error, f"{place}: {words}") from None

    def _append(self, text: str) -> None:
        event = read_line(text, self.history)
        self.entries.append(event)
        self.situation = self._after(self.history.then(event.actions))

    def _apply(self, correction: Correction) -> None:
        if correction.number is None:
            history = self.history.prefix(self.entries.pop().first)
        else:
            self.entries, history = apply_correction(
                self.entries, correction, self.start.history
            )
        self.situation = self._after(history)
