"""The consequences of announcements in all histories that may have happened."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.engines.base import Answer
from mystpy.engines.symbolic.cases import value_of
from mystpy.errors import NoWorldFits, QueryError
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.language.read import write_formula
from mystpy.possible_histories.listed_worlds import ListedHistories, are_few
from mystpy.possible_histories.possible_histories import possible_histories


class AnnouncedHistories:
    """The listed worlds that remain after each of some announcements."""

    def __init__(self, history: History, announced: Sequence[Formula]) -> None:
        histories = possible_histories(history)
        if not are_few(histories):
            raise QueryError(
                "while something is left open, announcements need a list of worlds, "
                f"and the worlds are too many: {histories.what_is_open()}",
                hint="complete the notes, or ask without --announce",
            )
        listed = ListedHistories(histories, None)
        self._game = histories.games[0]
        self._model, self._fits = listed.model, list(listed.fits)
        for formula in announced:
            left = self._model.truth(ground(formula, self._game))
            self._fits = [x for x, true in zip(self._fits, left, strict=True) if true]
            self._model = self._model.restricted(left)
            if not any(self._fits):
                text = write_formula(formula, history.game)
                raise NoWorldFits(
                    f"what is announced, {text}, is false in every world that fits",
                    clash=(text,),
                    hint="an announcement must be true when it is made",
                )

    def value(self, formula: Formula) -> Answer:
        """Return whether a formula holds now in the worlds that are consistent."""
        truth = self._model.truth(ground(formula, self._game))
        found = {true for true, x in zip(truth, self._fits, strict=True) if x}
        return Answer(value_of((1 in found, 0 in found)), "worlds")


def announced_in(history: History, announced: Sequence[Formula]) -> AnnouncedHistories:
    """Return what follows after announcements; QueryError if worlds are too many."""
    return AnnouncedHistories(history, announced)
