"""Lines of a notebook that cannot all be true, fewest first.

In the field: minimal unsatisfiable subsets, found by a hitting set tree (Reiter 1987).
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Engine, Verdict
from mystpy.errors import IllegalActionError, MystError, NoWorldFits
from mystpy.history.history import History
from mystpy.notebook.ledger import (
    DOUBTFUL,
    Correction,
    Entry,
    apply_correction,
    words_of,
)
from mystpy.questions.knowledge import require_world
from mystpy.questions.legality import Legality, legal, refusal

_MOST_TRIED = 200


class Conflict(NamedTuple):
    """Lines, by their numbers, and given hands that cannot all be true."""

    lines: tuple[int, ...]
    hands: tuple[int, ...]


def conflict_in(entries: Sequence[Entry], history: History, engine: Engine) -> Conflict:
    """The lines that an engine names of a history that cannot have happened."""
    clash = engine.clash(history)
    steps = (clash.step, *(step for step, _ in clash.observations))
    lines = {sum(entry.first <= step for entry in entries) for step in steps}
    return Conflict(tuple(sorted(lines)), clash.hands)


def conflicts(
    entries: Sequence[Entry], start: History, history: History, engine: Engine
) -> list[Conflict]:
    """The smallest sets of lines that cannot all be true; none if all can.

    One is found, and for each of its lines what is found if that one is doubtful: of
    two different sets of one size, each has a line that the other lacks.
    """
    found: dict[Conflict, None] = {}
    tried, ahead = set[frozenset[int]](), [frozenset[int]()]
    while ahead and len(tried) < _MOST_TRIED:
        doubtful = ahead.pop(0)
        if doubtful in tried:
            continue
        tried.add(doubtful)
        try:
            read, after = list(entries), history
            for number in sorted(doubtful):
                doubt = Correction(DOUBTFUL, number, "")
                read, after = apply_correction(read, doubt, start)
        except MystError:
            continue  # no whole turn: it stays as it is
        if legal(after, engine).verdict is Verdict.ILLEGAL:
            conflict = conflict_in(read, after, engine)
            found[conflict] = None
            ahead += [doubtful | {line} for line in conflict.lines]
    fewest = min((len(each.lines) for each in found), default=0)
    return [each for each in found if len(each.lines) == fewest]


def numbered_line(number: int, entries: Sequence[Entry], history: History) -> str:
    """A line with its number, in the words in which it was written."""
    return f"line {number}, {words_of(entries[number - 1], history)}"


def hands_in_words(conflict: Conflict, history: History) -> list[str]:
    """The hands of a conflict, as they are called."""
    game = history.game
    return [f"the hand of {game.owner(holder)}" for holder in conflict.hands]


def refusal_error(
    judged: Legality, entries: Sequence[Entry], history: History, engine: Engine
) -> IllegalActionError:
    """The error for entries that cannot have happened, with the lines that clash."""
    hint = None
    try:
        require_world(history, engine)
    except NoWorldFits as error:
        hint = error.hint
    found = refusal(judged, history, hint)
    lines = conflict_in(entries, history, engine).lines if hint else ()
    if len(lines) < 2:
        return found
    listing = "; ".join(numbered_line(line, entries, history) for line in lines)
    return refusal(judged, history, f"{hint}\n  {listing}")
