"""Answers in the lines of a notebook that cannot all be true, fewest first.

These are minimal unsatisfiable subsets, found by a hitting set tree (Reiter 1987).
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Engine, Verdict
from mystpy.errors import IllegalActionError, MystError, one_of
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import Asks, No, Shows, Yes
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.notebook.entry import Entry
from mystpy.notebook.ledger import (
    DOUBTFUL,
    Correction,
    apply_correction,
    words_of,
)
from mystpy.notebook.table_words import RefusedAction, refused_in_words
from mystpy.possible_histories import engine_for
from mystpy.questions.conjuncts import FailedAction
from mystpy.questions.legality import Legality, legal, refusal

_MOST_TRIED = 200


Doubted = tuple[int, int]
"""A line by its number, and a player who answered in it; 0 is the whole line."""


class Conflict(NamedTuple):
    """Answers and lines, and given hands that cannot all be true."""

    answers: tuple[Doubted, ...]
    hands: tuple[int, ...]

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines by their numbers."""
        return tuple(dict.fromkeys(line for line, _ in self.answers))


def conflict_in(entries: Sequence[Entry], history: History, engine: Engine) -> Conflict:
    """Return the answers that an engine names for an impossible history."""
    clash = engine_for(engine, history).clash(history)
    steps = (clash.step, *(step for step, _ in clash.observations))
    found = {_place(step, entries, history) for step in steps}
    return Conflict(tuple(sorted(found)), clash.hands)


def _place(step: int, entries: Sequence[Entry], history: History) -> Doubted:
    """Return the line of a step, and the player whose answer it is."""
    line = sum(entry.first <= step for entry in entries)
    action = history.actions[step]
    return line, action.player if isinstance(action, No | Yes | Shows) else 0


def conflicts(
    entries: Sequence[Entry], start: History, history: History, engine: Engine
) -> list[Conflict]:
    """The smallest sets of answers that cannot all be true; none if all can.

    One is found, and for each of its answers the search is repeated with that answer
    doubtful: of two different sets of one size, each has an answer that the other
    lacks.
    """
    found: dict[Conflict, None] = {}
    tried, ahead = set[frozenset[Doubted]](), [frozenset[Doubted]()]
    while ahead and len(tried) < _MOST_TRIED:
        doubtful = ahead.pop(0)
        if doubtful in tried:
            continue
        tried.add(doubtful)
        try:
            read, after = list(entries), history
            for number, player in sorted(doubtful):
                name = history.game.players[player - 1] if player else ""
                doubt = Correction(DOUBTFUL, number, name)
                read, after = apply_correction(read, doubt, start)
        except MystError:
            continue  # no whole turn: it stays as it is
        if legal(after, engine).verdict is Verdict.ILLEGAL:
            conflict = conflict_in(read, after, engine)
            found[conflict] = None
            ahead += [doubtful | {answer} for answer in conflict.answers]
    fewest = min((len(each.answers) for each in found), default=0)
    return [each for each in found if len(each.answers) == fewest]


def answer_in_words(answer: Doubted, entries: Sequence[Entry], history: History) -> str:
    """Return a line with its number, followed by the player whose answer is meant."""
    line, player = answer
    words = numbered_line(line, entries, history)
    if not player:
        return words
    return f"{words}: the answer of {name_of(player, history.game)}"


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
    that clash; the error keeps the axiom and its conditions that fail.
    """
    assert judged.step is not None
    assert judged.action is not None
    line = sum(entry.first <= judged.step for entry in entries)
    conflict = None
    hint = f"by axiom ({judged.axiom}): `why` shows which condition fails"
    if _rests_on_hands(judged, history):
        conflict = conflict_in(entries, history, engine)
        if len(conflict.answers) > 1:
            lines = (answer_in_words(x, entries, history) for x in conflict.answers)
            hint = f"these clash: {'; '.join(lines)}\n  {hint}"
    scene = FailedAction(history.prefix(judged.step), engine)
    because = "" if conflict is None else _because(conflict, line, history, owner)
    refused = RefusedAction(scene, judged.action, owner, because)
    failed = engine_for(engine, history).judge(history).failed
    words = refused_in_words(failed, refused)
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


def with_way_in(
    error: IllegalActionError, entry: Entry, number: int
) -> IllegalActionError:
    """Return the error for a refused line, with the doubt that would permit it."""
    if any(isinstance(action, Asks | OpenTurn) for action in entry.actions):
        way = f"line {number} is kept aside: {DOUBTFUL} LINE PLAYER lets it in"
        error.hint = "\n  ".join(filter(None, (error.hint, way)))
    return error
