"""The history of a record: a line for each turn, which begins with its number.

    1. ann: plum rope hall -> bob passes, cid shows rope
    2. bob: green rope hall -> cid shows rope, ann passes
    bob accuses green knife study: wrong

After the number there is a turn in table notes, or its actions. A line without a number
continues the turn before it: an accusation after a suggestion, a look, cards laid open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import ParseError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    AsideAction,
    Asks,
    EndTurn,
    Guess,
    NoAsk,
    NoGuess,
    Sees,
)
from mystpy.history.history import History

_NUMBER = pattern(r"([ \t]*)([0-9]{1,9})\.(?=\s)")


class NumberedLine(NamedTuple):
    """A line of a history, counted from 1, and the number that it begins with."""

    line: int
    number: int | None
    text: str


def numbered_lines(text: str) -> list[NumberedLine]:
    """Return the lines with content; a number is replaced by blanks in them."""
    found = []
    for line, row in enumerate(text.split("\n"), 1):
        begins, bare = _NUMBER.match(row), _bare(row)
        if bare.partition("#")[0].strip() or begins:
            found.append(NumberedLine(line, int(begins[2]) if begins else None, bare))
    return found


def without_numbers(text: str) -> str:
    """Return the history as in query files; each character keeps its place."""
    return "\n".join(map(_bare, text.split("\n")))


def _bare(row: str) -> str:
    begins = _NUMBER.match(row)
    return " " * begins.end() + row[begins.end() :] if begins else row


def turn_starts(actions: Sequence[Action], game: Game) -> list[int]:
    """Return the steps at which turns begin.

    A turn begins with a question, or with its replacement: on a board with passing, in
    generalized Clue with a guess.
    """
    starts, asked = [], False
    for step, action in enumerate(actions):
        if isinstance(action, Asks | NoAsk):
            starts.append(step)
            asked = True
        elif isinstance(action, Guess) and game.generalized:
            if not asked:
                starts.append(step)
            asked = False
        elif isinstance(action, EndTurn):
            asked = False
    return starts


def turn_spans(history: History) -> list[tuple[int, int]]:
    """Return the first and last steps of each turn; the last turn has the final events.

    The events before the first turn are the span with index 0, which may be empty.
    """
    starts = turn_starts(history.actions, history.game)
    ends = [*starts, len(history)]
    return list(zip([0, *starts], ends, strict=True))


def after_turn(history: History, turn: int) -> History:
    """Return the history up to the end of a turn; 0 is the start of the game.

    Raises QueryError if there is no such turn.
    """
    spans = turn_spans(history)
    if not 0 <= turn < len(spans):
        last = len(spans) - 1
        hint = f"the turns are 1 to {last}, and 0 is the start" if last else None
        raise QueryError(f"there is no turn {turn}", hint=hint)
    return history.prefix(spans[turn][1])


def turn_of_step(history: History, step: int) -> int:
    """Return the turn to which a step belongs, 0 before the first."""
    return sum(start <= step for start in turn_starts(history.actions, history.game))


def require_numbers(text: str, history: History) -> None:
    """Raise ParseError for turns without a number, or with another one.

    `history` is the history of the text, with the place of each action if it has lines.
    """
    begins = _lines_of_turns(text, history)
    turn = 0
    for line in numbered_lines(text):
        here = [k for k in begins if begins[k] == line.line]
        if line.number is None and not here:
            continue
        turn += 1
        _require_number(text, line, turn, here)


def _require_number(
    text: str, line: NumberedLine, turn: int, here: Sequence[int]
) -> None:
    at = sum(len(row) + 1 for row in text.split("\n")[: line.line - 1])
    if line.number is None:
        message, hint = f"turn {turn} has no number", f"begin its line with {turn}."
    elif not here:
        message = "no turn begins in this line"
        hint = "leave the number out: the line continues the turn before"
    elif len(here) > 1:
        message, hint = (
            "more than one turn begins in this line",
            "write a line for each",
        )
    elif line.number != turn:
        message = f"turn {line.number} is out of order"
        hint = f"number the turns one after the other: this one is {turn}."
    else:
        return
    raise ParseError(message, text=text, position=at, hint=hint)


def _lines_of_turns(text: str, history: History) -> dict[int, int]:
    """Return the line of the text for each step at which a turn begins."""
    starts = turn_starts(history.actions, history.game)
    if history.places is None:
        first = next((x.line for x in numbered_lines(text)), 1)
        return dict.fromkeys(starts, first)
    return {k: int(history.places[k].rpartition(" ")[2]) for k in starts}


def ending_of(actions: Sequence[Action]) -> int:
    """Return how many of the last actions only end a turn, without a line in notes."""
    count = 0
    for action in reversed(actions):
        if not isinstance(action, EndTurn | NoGuess):
            break
        count += 1
    return count


def parts_of_turn(actions: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
    """Yield the actions of a turn by the lines of notes that have them.

    The question with its answers is one line; a guess, and each other event, is
    another.
    """
    part: list[Action] = []
    for action in actions:
        if (
            isinstance(action, AsideAction | Guess) and part and not _is_sight(action)
        ) or (part and isinstance(part[-1], AsideAction) and not _is_sight(part[-1])):
            yield tuple(part)
            part = []
        part.append(action)
    if part:
        yield tuple(part)


def _is_sight(action: Action) -> bool:
    return isinstance(action, Sees)
