"""The material for reasons: each set of constraints that may hold, with the hands.

If nothing is open, these are the constraints of the history, with one set for each
outcome of a last guess. Otherwise they are the sets of all histories that may have
happened.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.belief_progression import BeliefProgression
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.history.accounts import leaves_open
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Implies
from mystpy.views import GivenCards


class Position(NamedTuple):
    """A history with the constraints that may hold after it."""

    history: History
    cases: tuple[tuple[PublicConstraints, GivenCards], ...]

    @property
    def parts(self) -> dict[int, Formula]:
        """Return the given part of each hand that is only partly given, by holder."""
        return {
            holder: conjunction([H(holder, card) for card in sorted(cards)])
            for holder, cards in enumerate(self.history.parts)
            if cards
        }

    def from_parts(self, formula: Formula) -> Formula:
        """Return the formula under the condition that the given parts of hands hold."""
        if not self.history.parts:
            return formula
        return Implies(conjunction(self.parts.values()), formula)


def position_of(history: History) -> Position:
    """Return the position after a history, or after all that may have happened."""
    if leaves_open(history):
        from mystpy.possible_histories.possible_histories import possible_histories

        fitting = possible_histories(history).fitting
        return Position(history, tuple((x.constraints, x.given) for x in fitting))
    found = BeliefProgression.of(history)
    return Position(history, tuple((x, found.given) for x in found.constraint_sets))
