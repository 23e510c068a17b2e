"""A game that is written down into a file, entry by entry, whatever is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from mystpy.engines.interrupt import interruptions
from mystpy.errors import MystError, ParseError, QueryError
from mystpy.notebook.file import Line, NotebookFile
from mystpy.notebook.ledger import Correction

EntryT = TypeVar("EntryT")
SituationT = TypeVar("SituationT")


class WrittenGame(Generic[EntryT, SituationT]):
    """The entries of a notebook's file, and the situation to which they have led.

    `entries` are what was written down and not undone. A notebook says what a line, or
    a correction, makes of them.
    """

    def __init__(self, file: NotebookFile, situation: SituationT) -> None:
        self.file, self.situation = file, situation
        self.entries: list[EntryT] = []

    def line(self, entry: EntryT) -> str:
        """Return the line of the file that says an entry."""
        raise NotImplementedError

    def _append(self, text: str) -> None:
        """Take in an event of the file, which is not judged yet."""
        raise NotImplementedError

    def _apply(self, correction: Correction) -> None:
        """Take in a correction of the file, which is not judged yet."""
        raise NotImplementedError

    def _read(self, lines: Sequence[Line]) -> list[Line]:
        """Take in lines of the file, and return the line of each entry.

        Raises ParseError and QueryError, with the place, for what cannot be read.
        """
        found: list[Line] = []
        for line in lines:
            try:
                correction = Correction.read(line.text)
                if correction is None:
                    self._append(line.text)
                    found.append(line)
                else:
                    at = correction.place_among(len(found))
                    self._apply(correction)
                    more = len(self.entries) - len(found)  # one less, or some more
                    found[at : at + (more < 1)] = [line] * (more or 1)
            except ParseError as error:
                start = max(line.text.find(error.text), 0)
                source = str(self.file.path)
                raise error.within(line.text, start, source, line.number) from None
            except MystError as error:
                place = self.file.place(line)
                raise QueryError(f"{place}: {error}", hint=error.hint) from None
        return found

    def _write(
        self, line: str, entries: list[EntryT], situation: SituationT, *more: str
    ) -> None:
        """Write lines down, and then go on with these entries. Raises NotSaved."""
        # Ctrl-C must not come between the file and what is remembered of it.
        with interruptions():
            self.file.add(line, *more)
            self.entries, self.situation = entries, situation

    def require_event(self) -> None:
        """Raise QueryError if there is no event yet."""
        if not self.entries:
            raise QueryError("there is no event yet")

    def numbered(self) -> Iterator[str]:
        """Yield each event with its number, by which it can be corrected."""
        wide = len(str(len(self.entries)))
        for number, entry in enumerate(self.entries, 1):
            yield f"{number:>{wide}}  {self.line(entry)}"
