"""Answers as LaTeX, in the notation of the thesis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.engines.base import PossibleAction
from mystpy.game.game import Game
from mystpy.game.names import card_latex
from mystpy.history.actions import action_latex
from mystpy.language.show import latex
from mystpy.questions.knowledge import AskResult, Knowledge
from mystpy.questions.legality import action_pattern, is_pattern
from mystpy.show.text import DEPENDS


def ask_result(result: AskResult) -> str:
    """The formula as printed in the thesis, with its value in a comment."""
    return f"{latex(result.formula)} % {result.value} ({result.method})"


def possible(actions: Iterable[PossibleAction], game: Game) -> Iterator[str]:
    """Each action as printed in the thesis, with its verdict in a comment."""
    for found in actions:
        action = found.action
        pattern = is_pattern(action)
        shown = (
            action_pattern(action, game) if pattern else action_latex(action, game.deck)
        )
        yield f"{shown} % {found.verdict}"


def knowledge(known: Knowledge, game: Game) -> str:
    """The grid as a tabular: cards as rows, holders as columns.

    If "!" occurs, its meaning is in a comment below.
    """
    names = [r"$S_0$", *(f"$S_{{{i}}}$" for i in game.holders[1:])]
    lines = [rf"\begin{{tabular}}{{l{'c' * len(names)}}}"]
    lines += [_row("", names), r"\hline"]
    for card in game.cards:
        cells = [row[card] for row in known.cells]
        lines.append(_row(f"${card_latex(card)}$", cells))
    legend = [f"% !: {DEPENDS}"] if known.dependent else []
    return "\n".join([*lines, r"\end{tabular}", *legend])


def _row(label: str, cells: Iterable[str]) -> str:
    return " & ".join([label, *cells]) + r" \\"
