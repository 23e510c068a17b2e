"""A notebook: a game as one player writes it down while it is played.

Each event is checked, then written to the file, and counts when it is safe there.
The owner is the player whose hand is given; what the owner knows after each event is
compared with what the owner knew before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from mystpy.engines.base import Cells, Engine, Verdict
from mystpy.engines.interrupt import interruptions
from mystpy.errors import (
    IllegalActionError,
    MystError,
    NoWorldFits,
    ParseError,
    QueryError,
)
from mystpy.history.actions import Action, action_text
from mystpy.history.history import History
from mystpy.history.scan import is_table
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.notebook.events import read_event, require_seen
from mystpy.notebook.file import Line, NotebookFile
from mystpy.notebook.start import Start, read_start
from mystpy.questions.knowledge import know, require_world
from mystpy.questions.legality import Legality, legal, refusal
from mystpy.questions.situation import Situation

UNDO = "undo"
"""The line that takes back the event before it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one line tells: its actions, of which the first is at step `first`.

    `note` is the line of table notes, if it was one, or else a comment.
    """

    first: int
    actions: tuple[Action, ...]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """What the owner did not know before an event, and knows after it.

    `news` has (holder, card, whether the holder has it), in the order of holders
    and cards.
    """

    news: tuple[tuple[int, str, bool], ...]

    @classmethod
    def between(cls, before: Cells, after: Cells) -> Learned:
        """What is open in the first grid and known in the second."""
        return cls(
            tuple(
                (holder, card, cell == "yes")
                for holder, row in enumerate(after)
                for card, cell in row.items()
                if cell in ("yes", "no") and before[holder][card] == "?"
            )
        )


class Notebook:
    """A game that is written down into a file, event by event.

    `start` says the game, the hands and the owner, `events` what was written down
    and not undone, `situation` where that has led.
    """

    def __init__(self, file: NotebookFile, start: Start, engine: str) -> None:
        self.file = file
        self.start = start
        self.events: list[Entry] = []
        self.situation = Situation.of(start.history, engine=engine)

    @classmethod
    def begin(cls, file: NotebookFile, start: Start, engine: str = "asp") -> Notebook:
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
        cls, file: NotebookFile, engine: str = "asp", owner: int | str | None = None
    ) -> Notebook:
        """Go on with the notebook of a file, or look at it as another player.

        Raises QueryError if it has no beginning, ParseError and IllegalActionError,
        with the line, for events that cannot be read or cannot have happened.
        """
        start, lines = read_start(file)
        if start is None:
            raise QueryError(f"{file.path} does not say which game it is about")
        if owner is not None:
            start = Start.of(start.history, owner)
        notebook = cls(file, start, engine)
        notebook._read(lines)
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
        """What computes the answers."""
        return self.situation.engine

    def record(self, text: str) -> Entry:
        """Write an event down, in actions or as a line of table notes.

        Raises ParseError or QueryError if the line cannot be read or leaves out a
        card that the owner saw, IllegalActionError if it cannot have happened (then
        nothing is written), and NotSaved if it could not be written.
        """
        event, after = self._read_event(text)
        require_seen(event.actions, self.history, self.owner)
        judged = legal(after, self.engine)
        if judged.verdict is Verdict.ILLEGAL:
            raise _refusal(judged, after, self.engine)
        # Ctrl-C must not come between the file and what is remembered of it.
        with interruptions():
            self.file.add(self.line(event))
            self.events.append(event)
            self.situation = replace(self.situation, history=after)
        return event

    def undo(self) -> Entry:
        """Take the last event back, and return it.

        Raises QueryError if there is none, and NotSaved as `record`.
        """
        if not self.events:
            raise QueryError("there is no event to take back")
        before = self.history.prefix(self.events[-1].first)
        with interruptions():
            self.file.add(UNDO)
            # What could be done could be done up to each of its steps.
            self.situation = replace(self.situation, history=before)
            return self.events.pop()

    def try_out(self, text: str) -> Legality:
        """Whether an event may come next; nothing is written."""
        return legal(self._read_event(text)[1], self.engine)

    def learned(self) -> Learned:
        """What the last event has taught the owner.

        Raises QueryError if there is no event, and as `know` does.
        """
        return Learned.between(
            cells(self._before(), self.owner, self.engine),
            cells(self.history, self.owner, self.engine),
        )

    def deals(self) -> int | None:
        """How many deals the owner holds possible; None if not countable."""
        return deals(self.history, self.owner, self.engine)

    def deals_before(self) -> int | None:
        """How many they were before the last event; QueryError without one."""
        return deals(self._before(), self.owner, self.engine)

    def _before(self) -> History:
        if not self.events:
            raise QueryError("there is no event yet")
        return self.history.prefix(self.events[-1].first)

    def known(self, holder: int, card: str, holds: bool) -> Formula:
        """The formula that the owner knows whether a holder has a card."""
        cell = H(holder, card)
        return Knows(self.owner, cell if holds else Not(cell))

    def line(self, event: Entry) -> str:
        """The line that stands for an event in the file."""
        game = self.history.game
        actions = " ".join(action_text(action, game) for action in event.actions)
        return actions if event.note is None else f"{actions}  # {event.note}"

    def _read_event(self, text: str) -> tuple[Entry, History]:
        actions = read_event(text, self.history)
        told, _, comment = text.partition("#")
        note = " ".join((told if is_table(text) else comment).split())
        after = self.history.then(actions)
        return Entry(len(self.history), actions, note or None), after

    def _read(self, lines: Sequence[Line]) -> None:
        """Read the events of the file, and check that they can have happened."""
        told: list[Line] = []
        history = self.history
        for line in lines:
            if line.text == UNDO:
                self._require_event(line)
                history = history.prefix(self.events.pop().first)
                told.pop()
                continue
            event = self._saved(line, history)
            history = history.then(event.actions)
            self.events.append(event)
            told.append(line)
        try:
            self.situation = Situation.of(history, engine=self.engine.name)
        except IllegalActionError as error:
            at = sum(event.first <= error.step for event in self.events) - 1
            raise _placed(error, self.file.place(told[at])) from None

    def _require_event(self, line: Line) -> None:
        if not self.events:
            place = self.file.place(line)
            raise QueryError(f"{place}: there is no event to take back")

    def _saved(self, line: Line, history: History) -> Entry:
        """The event of a line of the file; its comment may be a note."""
        text, _, note = line.text.partition("#")
        try:
            actions = read_event(text, history)
        except ParseError as error:
            source = str(self.file.path)
            raise error.within(line.text, 0, source, line.number) from None
        except MystError as error:
            place = self.file.place(line)
            raise QueryError(f"{place}: {error}", hint=error.hint) from None
        return Entry(len(history), actions, note.strip() or None)


@lru_cache(maxsize=64)
def cells(history: History, player: int, engine: Engine) -> Cells:
    """The grid of a player; raises as `mystpy.questions.knowledge.know`."""
    return know(history, player, engine, count=False, determined=True).cells


@lru_cache(maxsize=64)
def deals(history: History, player: int, engine: Engine) -> int | None:
    """How many deals a player holds possible, None if not countable."""
    try:
        return know(history, player, engine, determined=True).deals
    except QueryError:
        return None


def _refusal(judged: Legality, history: History, engine: Engine) -> IllegalActionError:
    """The error for an event that cannot have happened, with what clashes."""
    hint = None
    try:
        require_world(history, engine)
    except NoWorldFits as error:
        hint = error.hint
    return refusal(judged, history, hint)


def _placed(error: IllegalActionError, place: str) -> IllegalActionError:
    return IllegalActionError(
        f"{place}: {error}",
        step=error.step,
        action=error.action,
        axiom=error.axiom,
        failed=error.failed,
        hint=error.hint,
    )
