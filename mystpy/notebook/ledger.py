"""The content of a notebook's lines, and how they are read again after a correction.

A line of table notes leaves out how the turn before ended, so its meaning depends on
the lines before it. When one of these is changed or removed, it is read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mystpy.compilation import dataclass, pattern, replace
from mystpy.errors import MystError, ParseError, QueryError
from mystpy.history.actions import Action, action_text
from mystpy.history.history import History
from mystpy.history.scan import is_table
from mystpy.history.table.notes import read_table
from mystpy.history.table.turn_state import TurnState
from mystpy.notebook.doubts import doubted, doubted_again, trusted
from mystpy.notebook.entry import Entry
from mystpy.questions.written.writer import require_written_as_seen

UNDO, FIX, DOUBTFUL, TRUSTED = "undo", "fix", "doubtful", "trusted"
INSERT = "insert"
CORRECTIONS = (UNDO, FIX, INSERT, DOUBTFUL, TRUSTED)
"""The commands that change other lines: the last one, or the one of a number."""

BETWEEN = " / "
"""The separator of turns that are inserted together."""

_CORRECTION = pattern(rf"({'|'.join(CORRECTIONS)})\b(?![:(])\s*([0-9]*)(.*)", re.DOTALL)


_MOST_DIGITS = 9
"""The maximal number of digits of the number of a line."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A line that changes another: its kind, that line's number or None, and a text."""

    kind: str
    number: int | None
    text: str

    @classmethod
    def read(cls, line: str) -> Correction | None:
        """The correction that a line is, or None. Raises QueryError for half of one."""
        found = _CORRECTION.fullmatch(line.strip())
        if found is None:
            return None
        kind, number, text = found[1], found[2], found[3].strip()
        if len(number or "") > _MOST_DIGITS:
            raise QueryError(
                f"there is no line {number[:20]}...", hint="history shows the numbers"
            )
        text_part = text.partition("#")[0].strip()
        if kind != UNDO and not number:
            raise QueryError(f"{kind} needs a line", hint=f"for example  {kind} 3")
        if kind in (FIX, INSERT) and not text_part:
            example = f"for example  {kind} {number} ann: plum rope hall -> bob shows"
            raise QueryError(
                f"{kind} needs what the line is to say",
                hint=f"{example}; to take it out  undo {number}"
                if kind == FIX
                else f"{example}; it comes before line {number}",
            )
        if kind == UNDO and text_part and not number:
            raise QueryError(
                f"undo takes the number of a line, not {text_part}",
                hint="for example  undo 3; history shows the numbers",
            )
        if kind == UNDO and text_part:
            alone = f"{kind} {number}".strip()
            raise QueryError(f"{alone} must be given without {text_part}")
        if kind in (DOUBTFUL, TRUSTED):
            text = text_part
        return cls(kind, int(number) if number else None, text)

    def place_among(self, lines: int) -> int:
        """Return the place, from 0, of the line that it changes, among these.

        Raises QueryError for a line that is not there.
        """
        if not lines:
            raise QueryError("there is no event to take back")
        number = lines if self.number is None else self.number
        if not 1 <= number <= lines:
            there = f"the lines are 1 to {lines}: history shows them"
            raise QueryError(f"there is no line {number}", hint=there)
        return number - 1

    def line(self) -> str:
        """The line of the file that says it."""
        number = () if self.number is None else (str(self.number),)
        return " ".join((self.kind, *number, *filter(None, (self.text,))))


class UnreadableLine(QueryError):
    """A line that cannot be read after the others; its number is `at`."""

    def __init__(self, at: int, words: str, error: MystError) -> None:
        self.at = at
        why = error.message if isinstance(error, ParseError) else str(error)
        super().__init__(f"line {at}, {words}, no longer fits: {why}", hint=error.hint)


def read_event(text: str, history: History) -> tuple[Action, ...]:
    """Return the actions of a line, after those of the history.

    Raises ParseError, with the place in the line, if it cannot be read, and QueryError
    if it has no content.
    """
    if is_table(text):
        turns = TurnState.after(history.game, history.actions, history)
        table_notes = read_table(text, history.game, before=turns)
        actions = tuple(action for action, _ in table_notes)
    else:
        actions = history.then(text).actions[len(history) :]
    if not actions:
        raise QueryError("the line tells no action", hint="for example  no(2)")
    return actions


def require_seen(actions: tuple[Action, ...], history: History, owner: int) -> None:
    """Raise QueryError if these actions are not the owner's view of cards.

    `history` has the actions before them. Raises AxiomError where `sight_of` does.
    """
    require_written_as_seen(history.then(actions), owner, len(history))


def table_entry(text: str, history: History) -> Entry:
    """Return the content of a line after a history; ParseError and QueryError."""
    actions = read_event(text, history)
    text_part, _, comment = text.partition("#")
    turn = is_table(text)
    note = " ".join((text_part if turn else comment).split())
    return Entry(len(history), actions, note or None, turn)


def read_line(text: str, history: History) -> Entry:
    """Return the content of a line of the file: actions, and perhaps a note after them.

    A line that leaves something open is in the file as it was noted.
    """
    if is_table(text):
        return table_entry(text, history)
    text_part, _, note = text.partition("#")
    actions = read_event(text_part, history)
    return Entry(
        len(history), actions, note.strip() or None, _is_of(note, actions, history)
    )


def _is_of(note: str, actions: tuple[Action, ...], history: History) -> bool:
    """Whether a comment is the line of table notes for these actions."""
    try:
        return is_table(note) and read_event(note, history) == actions
    except MystError:
        return False


def words_of(entry: Entry, history: History) -> str:
    """An entry in the words in which it was written."""
    noted = entry.note is not None and entry.is_turn
    return str(entry.note) if noted else text_of(entry, history)


def text_of(entry: Entry, history: History) -> str:
    """An entry as its line in the file."""
    if entry.is_open and entry.note is not None:
        return entry.note
    text_part = entry.noted
    actions = " ".join(action_text(action, history.game) for action in text_part)
    return actions if entry.note is None else f"{actions}  # {entry.note}"


def apply_correction(
    entries: Sequence[Entry], correction: Correction, start: History
) -> tuple[list[Entry], History]:
    """The entries after a correction, read again, and the history that they make.

    Raises QueryError for a line that is not there, and UnreadableLine for one that
    cannot be read any more; whether all can have happened is still to be judged.
    """
    found = list(entries)
    at = correction.place_among(len(found))
    if correction.kind == UNDO:
        del found[at]
    elif correction.kind == FIX:
        before = _base(start, found).then(*(a for e in found[:at] for a in e.actions))
        found[at] = read_entry(correction.text, before)
    elif correction.kind == INSERT:
        found[at:at] = _inserted(correction.text, _base(start, found), found[:at])
    elif correction.kind == DOUBTFUL:
        found[at] = doubted(found[at], start.game, correction.text, at + 1)
    else:
        found[at] = trusted(found[at], start.game, correction.text, at + 1)
    return read_again(found, start)


def _inserted(text: str, start: History, before: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the content of turns that are inserted after others."""
    history = start.then(*(a for e in before for a in e.actions))
    for turn in text.partition("#")[0].split(BETWEEN):
        entry = read_entry(turn.strip(), history)
        history = history.then(entry.actions)
        yield entry


def read_entry(text: str, history: History) -> Entry:
    """Return the content of a line that was typed, or is in the file."""
    return table_entry(text, history) if is_table(text) else read_line(text, history)


def read_again(entries: Sequence[Entry], start: History) -> tuple[list[Entry], History]:
    """Return the entries as read one after the other, and the history they make.

    Raises UnreadableLine for a line that cannot be read there.
    """
    history, found = _base(start, entries), list[Entry]()
    for number, entry in enumerate(entries, 1):
        try:
            again = _retold(entry, history)
            history = history.then(again.actions)
        except MystError as error:
            raise UnreadableLine(number, words_of(entry, start), error) from None
        found.append(again)
    return found, history


def _base(start: History, entries: Sequence[Entry]) -> History:
    """The start; if a line is doubtful, of a game in which turns may pass."""
    whole = any(entry.doubted and not entry.doubted_players for entry in entries)
    if not whole or start.game.board:
        return start
    return replace(start, game=replace(start.game, board=True))


def _retold(entry: Entry, history: History) -> Entry:
    """Return an entry as it reads after a history."""
    actions = entry.noted
    if entry.is_turn and entry.note is not None:
        actions = read_event(entry.note, history)
    again = Entry(len(history), actions, entry.note, entry.is_turn)
    return doubted_again(again, history.game, entry)
