"""Answers as text, for reading in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mystpy.engines.base import Cell, Odds, PossibleAction, Value, Verdict
from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.language.read import write_formula
from mystpy.names.width import left, right, width

if TYPE_CHECKING:
    from fractions import Fraction

    from mystpy.questions.knowledge import AskResult, Knowledge
    from mystpy.questions.legality import Legality

_WIDEST_VALUE = max(len(value) for value in Value)
_WIDEST_VERDICT = max(len(verdict) for verdict in Verdict)
_MODELS = {
    Odds.EQUAL: "odds: each deal equally likely",
    Odds.SHOWS: "odds: who could show several cards showed a random one",
}
WITH_EVENTS = "with events besides questions (axioms E1 to E20)"
"""The first words of a text with looks, cards laid open or witnesses."""
DEPENDS = "depends on what is not given"
"""The meaning of "!" in a grid."""


def legality(judged: Legality, game: Game) -> str:
    """The verdict and, if illegal, the step, the axiom and what fails of it."""
    if judged.action is None:
        return str(judged.verdict)
    action = action_text(judged.action, game)
    lines = [f"{judged.verdict}: {judged.place}, {action}, by ({judged.axiom})"]
    return "\n".join([*lines, *(f"  {reason}" for reason in judged.failed)])


def possible(actions: Iterable[PossibleAction], game: Game) -> Iterator[str]:
    """A line for each action: the verdict, the action, a pattern's number."""
    from mystpy.questions.legality import action_pattern, pattern_count, pattern_noun

    for found in actions:
        action = action_pattern(found.action, game)
        count = pattern_count(found.action, game)
        number = "" if count is None else f"   {count:,} {pattern_noun(found.action)}"
        yield f"{found.verdict:<{_WIDEST_VERDICT}}  {action}{number}"


def ask_result(result: AskResult, game: Game) -> str:
    """The value, the formula and the method."""
    formula = write_formula(result.formula, game)
    return f"{result.value:<{_WIDEST_VALUE}}  {formula}  ({result.method})"


def knowledge(known: Knowledge, game: Game) -> str:
    """A title, and the grid: cards as rows, holders as columns."""
    return "\n".join([title(known, game), "", *grid(known, game)])


def title(known: Knowledge, game: Game) -> str:
    """Return who knows it, how many deals are possible, and the meaning of odds."""
    from mystpy.questions.knowledge import knower_name

    names = [knower_name(game, player) for player in known.players]
    if known.common:
        return f"what is common knowledge of {one_of(names, 'and')}"
    if len(names) > 1:
        return f"what {' knows that '.join(names)} knows"
    if known.depends is not None:
        return known.depends
    if known.deals is None:
        return f"what {names[0]} knows"
    deals = f"{known.deals:,} deal{'s' * (known.deals != 1)}"
    held = f"{names[0]} holds {deals} possible"
    if known.odds is None:
        return held
    return f"{held}; {_MODELS[known.weighed]}"


def grid(known: Knowledge, game: Game) -> Iterator[str]:
    """The lines of the grid; the sorts of Clue are above their cards.

    If "!" occurs, its meaning is below the grid.
    """
    names = game.shown_holders
    sorts = (f"{game.shown_as(name)}:" for name, _ in game.sorts)
    wide = max(map(width, (*map(game.shown_as, game.cards), *sorts)))
    rows = {card: cells(card, known) for card in game.cards}
    widths = [
        max(width(name), *(len(row[k]) for row in rows.values()))
        for k, name in enumerate(names)
    ]
    yield _table_row("", names, wide, widths)
    for sort, cards in game.sorts or (("", game.cards),):
        if sort:
            yield f"{game.shown_as(sort)}:"
        for card in cards:
            yield _table_row(game.shown_as(card), rows[card], wide, widths)
    if known.dependent:
        yield from ("", f"!  {DEPENDS}")


def cells(card: str, known: Knowledge) -> list[str]:
    """The cells of one card by holder: yes, no, ! and ? or the odds."""
    row = [cells[card] for cells in known.cells]
    if known.odds is None:
        return [*row]
    return [
        _percent(known.odds[k][card]) if cell is Cell.OPEN else cell
        for k, cell in enumerate(row)
    ]


def _percent(share: Fraction) -> str:
    """A share as a percentage that never looks certain."""
    tenths = min(max(round(share * 1000), 1), 999)
    return f"{tenths // 10}.{tenths % 10}%"


def _table_row(
    label: str, cells: Sequence[str], wide: int, widths: Sequence[int]
) -> str:
    columns = map(right, cells, widths)
    return "  ".join([left(label, wide), *columns]).rstrip()
