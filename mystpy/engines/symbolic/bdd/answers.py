"""Answers of decision diagrams alone: the engine `bdd`."""

from __future__ import annotations

from mystpy.engines.base import Cells, Grid, Shares, cells_of_hands, no_deal
from mystpy.engines.interrupt import forgetting
from mystpy.engines.symbolic.engine import Scaled, joined, require_public_results
from mystpy.engines.symbolic.methods import DIAGRAMS
from mystpy.engines.symbolic.position import Position
from mystpy.engines.symbolic.value import diagrams_of
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.language.atoms import Truth


class DiagramAnswers(Scaled):
    """What is known, by decision diagrams of the worlds of each law.

    They count no deals for each cell, so that counts and odds are refused.
    """

    def __init__(self) -> None:
        super().__init__((DIAGRAMS,))

    def cells(self, history: History, player: int | None = None) -> Cells:
        """What the deals that a player holds possible have in common."""
        require_public_results(history)
        position, parts, cards = Position.of(history), [], history.game.cards
        with forgetting(self._forget):
            for law in position.laws:
                diagrams, seen = diagrams_of(law), position.given
                if diagrams.cases(Truth(), seen)[0]:
                    if player is not None:
                        seen = seen.seen_by((player,), law.shows)
                    parts.append(cells_of_hands(cards, diagrams.cells(seen)))
        if not parts:
            raise no_deal()
        return joined(parts)

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """Raise QueryError: diagrams count no deals for each cell."""
        raise _uncounted()

    def weighed(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """Raise QueryError: diagrams count no deals for each cell."""
        raise _uncounted()


def _uncounted() -> QueryError:
    return QueryError(
        "the engine bdd does not count deals",
        hint="leave the count out with --no-count, or use --engine auto",
    )
