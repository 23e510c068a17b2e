"""The questions of the view Daily: the puzzle of a day, and the marks that follow."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any

from mystpy.daily.judgement import (
    Judgement,
    Mark,
    is_solved,
    judge,
    next_mark,
    own_marks,
    result_line,
)
from mystpy.daily.puzzle import (
    FIRST_DAY,
    DeductionPuzzle,
    daily_puzzle,
    puzzle_object,
)
from mystpy.daily.session import hint_lines
from mystpy.errors import QueryError

Object = dict[str, Any]


@lru_cache(maxsize=16)
def _puzzle(day: str) -> DeductionPuzzle:
    try:
        return daily_puzzle(date.fromisoformat(day))
    except ValueError:
        raise QueryError(f"{day[:40]!r} is no date", hint="2026-11-29") from None


def daily_puzzle_of(day: str) -> Object:
    """The puzzle of a day, with the cells that her own hand fills in."""
    puzzle = _puzzle(day)
    own = [list(mark) for mark in own_marks(puzzle)]
    holders = list(puzzle.game.holder_names)
    first = FIRST_DAY.isoformat()
    return {**puzzle_object(puzzle), "own": own, "holders": holders, "first": first}


def daily_mark(day: str, mark: list[Any], marks: list[list[Any]]) -> Object:
    """Judge a mark; whether the puzzle is solved once it is made, too."""
    puzzle = _puzzle(day)
    judged = judge(puzzle, _mark(mark))
    made = {_mark(each) for each in marks} | {judged.mark}
    return {**_object(puzzle, judged), "solved": is_solved(puzzle, made)}


def daily_hint(day: str, marks: list[list[Any]], again: int = 0) -> Object:
    """Return a hint, or on a second request the next mark; null if all is marked.

    `again` is 1 if the same hint was given before.
    """
    puzzle = _puzzle(day)
    found = next_mark(puzzle, {_mark(each) for each in marks})
    if found is None:
        return {"hint": None}
    where, what = hint_lines(puzzle, found)
    return {"hint": what if again else where, "mark": list(found.mark)}


def daily_result(day: str, counts: dict[str, int]) -> str:
    """The result as a line to share."""
    return result_line(_puzzle(day), counts)


def _mark(given: list[Any]) -> Mark:
    holder, card, held = given
    return Mark(int(holder), str(card), bool(held))


def _object(puzzle: DeductionPuzzle, judged: Judgement) -> Object:
    return {
        "verdict": str(judged.verdict),
        "text": judged.mark.text(puzzle.game),
        "because": list(judged.because),
    }


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (daily_puzzle_of, daily_mark, daily_hint, daily_result)
}
