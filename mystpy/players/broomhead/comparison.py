"""OptQuest beside its printed table, and beside who forgets nothing."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.files.toml import file_text, toml_table
from mystpy.players.broomhead.open_cards import MemoryOptimum, with_memory
from mystpy.players.broomhead.opt_quest import (
    QuestionAdvice,
    all_at_once,
    best,
    expected_questions,
    worst_case,
)

MAX_UNKNOWN = 6
"""Of more unknown cards, who forgets nothing takes minutes to compute."""


class QuestionComparison(NamedTuple):
    """A size: `hand` cards of the opponent and `pile` of the pile are unknown.

    `printed` is the entry of the source's table, if it has one; `by_number` has the
    expected number of questions by the number of cards in the first; `memory` is None
    if it was not computed.
    """

    hand: int
    pile: int
    printed: str | None
    advice: QuestionAdvice
    by_number: dict[int, Fraction]
    as_many_as_pile: Fraction
    worst_case: int
    memory: MemoryOptimum | None


def compare(hand: int, pile: int, *, memory: bool) -> QuestionComparison:
    """The comparison for a size; `memory` says whether that of the optimum is made."""
    rows = printed_table()
    listed = hand <= len(rows) and pile <= len(rows[hand - 1])
    numbers = range(1, hand + pile + 1)
    return QuestionComparison(
        hand,
        pile,
        rows[hand - 1][pile - 1] if listed else None,
        best(hand, pile),
        {i: expected_questions(hand, pile, i) for i in numbers},
        all_at_once(hand, pile),
        worst_case(hand, pile),
        with_memory(hand, pile) if memory else None,
    )


@cache
def printed_table() -> tuple[tuple[str, ...], ...]:
    """The table that OptQuest prints: a row for each number of cards on hand."""
    path = Path(__file__).parent / "printed_table.toml"
    rows = toml_table(file_text(path), path.name)["printed"]
    return tuple(map(tuple, rows))
