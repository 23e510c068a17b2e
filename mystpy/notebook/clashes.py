"""Lines of a notebook that cannot all be true, fewest first.

In the field: minimal unsatisfiable subsets, found by a hitting set tree (Reiter 1987).
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Engine, Verdict
from mystpy.errors import IllegalActionError, MystError, one_of
from mystpy.history.actions import No, Shows, Yes
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.notebook.ledger import (
    DOUBTFUL,
    Correction,
    Entry,
    apply_correction,
    words_of,
)
from mystpy.notebook.table_words import RefusedAction, refused_in_words
from mystpy.questions.conjuncts import FailedAction
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
    return [f"the hand of {name_of(holder, history.game)}" for holder in conflict.hands]


def refusal_error(
    judged: Legality,
    entries: Sequence[Entry],
    history: History,
    engine: Engine,
    owner: int,
    typed: int | None = None,
) -> IllegalActionError:
    """The error for entries that cannot have happened, in the words of a table.

    `typed` is the number of the line that was typed, if one was. The hint has the lines
    that clash; the axiom and what fails of it are kept in the error.
    """
    assert judged.step is not None
    assert judged.action is not None
    line = sum(entry.first <= judged.step for entry in entries)
    conflict, hint = None, f"by axiom ({judged.axiom}): `why` shows what fails of it"
    if _rests_on_hands(judged, history):
        conflict = conflict_in(entries, history, engine)
        if len(conflict.lines) > 1:
            lines = (numbered_line(x, entries, history) for x in conflict.lines)
            hint = f"these clash: {'; '.join(lines)}\n  {hint}"
    scene = FailedAction(history.prefix(judged.step), engine)
    because = "" if conflict is None else _because(conflict, line, history, owner)
    refused = RefusedAction(scene, judged.action, owner, because)
    words = refused_in_words(engine.judge(history).failed, refused)
    found = refusal(judged, history, hint)
    if words is None:
        return found
    later = "" if line == typed else f"line {line} no longer fits: "
    return with_words(found, later + words)


def with_words(error: IllegalActionError, words: str) -> IllegalActionError:
    """The same error with another text."""
    return IllegalActionError(
        words,
        step=error.step,
        action=error.action,
        axiom=error.axiom,
        failed=error.failed,
        hint=error.hint,
    )


def _rests_on_hands(judged: Legality, history: History) -> bool:
    """Whether the action is refused for the cards that somebody has."""
    return isinstance(judged.action, No | Yes | Shows) and not history.game.generalized


def _because(conflict: Conflict, line: int, history: History, owner: int) -> str:
    """The lines and hands of a conflict besides the line at fault, in parentheses."""
    others = [str(each) for each in conflict.lines if each != line]
    said = [f"line{'s' * (len(others) > 1)} {one_of(others, 'and')}"] * bool(others)
    for holder in conflict.hands:
        name = name_of(holder, history.game)
        said.append("your hand" if holder == owner else f"the hand of {name}")
    return f" ({one_of(said, 'and')})" if others else ""
