"""The ternary array and counter of the thesis: who is known to have which card.

In the field: bookkeeping without constraints: facts, but no disjunctions.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.engines.hands import Condition, ConditionKind
from mystpy.players.note_sheet.clues import Clue
from mystpy.players.note_sheet.sheet import CountingSheet

_FACTS = (ConditionKind.NONE, ConditionKind.EXACTLY)


class TernaryArray(CountingSheet):
    """An array with yes, no and ? for each holder, and a counter of yes and of no.

    What is told of single cards is entered: hands, cards shown, what is passed. Who
    shows somebody else one of several cards has told nothing that an entry could say;
    that is forgotten, as is a wrong guess. Source: Bart 2000, 3.2, *Implementation of
    the Set Size Axiom*, with the Existence and the Disjoint Axiom.
    """

    def _clues(self, news: Iterable[Condition]) -> tuple[Clue, ...]:
        """The clues that say of each of their cards who has it, or does not."""
        return super()._clues(
            condition
            for condition in news
            if condition.holds in _FACTS
            or (
                condition.holds is ConditionKind.SOME
                and condition.cards.bit_count() == 1
            )
        )
