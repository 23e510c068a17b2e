"""The engine asp as the engine `both` asks it: a K is asked in all worlds.

By itself `asp` replaces a K of a player whose view is given by its value in the deals
that fit this view, and Python says what the view is. Here that is left to section 1.3
of the axioms: clingo lists the worlds of the public history with what each player sees
in them, and the formula is evaluated over all of them, its outermost K included.
"""

from __future__ import annotations

from mystpy.engines.asp.engine import AspEngine
from mystpy.engines.asp.kept import listed_worlds
from mystpy.engines.base import Answer
from mystpy.engines.exclusive import exclusive_methods
from mystpy.engines.world_count import are_all_asked
from mystpy.history.history import History
from mystpy.language.decidable import grounded
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in, pools_or_removes
from mystpy.views import seen_by


@exclusive_methods
class AllWorldsAspEngine(AspEngine):
    """Answers as `asp`, and asks of a K in all worlds of a history that has few."""

    def value(self, history: History, formula: Formula) -> Answer:
        """The value of a formula over the worlds of the public history, if few."""
        phi = grounded(formula, history.game)
        if not agents_in(phi) or pools_or_removes(phi) or not are_all_asked(history):
            return super().value(history, formula)
        worlds = listed_worlds(seen_by(history, None))
        return Answer(worlds.value(phi, history), "asp-worlds")
