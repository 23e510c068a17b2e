"""Whether a line of a derivation follows, by the solver of `why`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from mystpy.engines.explain.explainer import Explainer
from mystpy.engines.explain.selectors import (
    AXIOMS,
    SORTS,
    AxiomSelector,
    HandSelector,
    Selector,
    StepSelector,
)
from mystpy.engines.symbolic.belief_progression import BeliefProgression
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.transition_system.progressor import DEALT
from mystpy.errors import EnginesDisagree
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Implies, Knows
from mystpy.language.read import write_formula
from mystpy.questions.reason import Reason
from mystpy.views import GivenCards


class EntailmentCheck:
    """Checks of entailment by formulas and axioms, and of knowledge by a reason."""

    def __init__(self, history: History, player: int | None) -> None:
        self._position = BeliefProgression.of(history)
        self._player = player
        empty = History.make(history.game, {}, "")
        (self._start,) = BeliefProgression.of(empty).constraint_sets

    def follows(
        self, given: Sequence[Formula], said: Formula, axioms: Collection[Selector]
    ) -> bool:
        """Whether a formula follows from others by these axioms alone."""
        claim = Implies(conjunction(given), said)
        return self._explainer(self._start, GivenCards((), ()), claim).follows_from(
            axioms
        )

    def fewest(
        self,
        given: Sequence[Formula],
        said: Formula,
        axioms: Collection[AxiomSelector],
    ) -> tuple[AxiomSelector, ...]:
        """Return a smallest set of these axioms by which a formula follows.

        Raises EnginesDisagree if it does not follow from all of them.
        """
        order = sorted(axioms, key=(*AXIOMS, SORTS).index)
        for number in range(len(order) + 1):
            for chosen in combinations(order, number):
                if self.follows(given, said, chosen):
                    return chosen
        shown = write_formula(said, self._start.game)
        raise EnginesDisagree(
            f"the solver does not confirm this line of the derivation: {shown}",
            hint="please report the query; without --derivation, why has the reasons",
        )

    def knows(self, reason: Reason) -> bool:
        """Return whether the player knows a reason's formula by that reason alone."""
        selector: Selector
        if reason.holder is not None:
            selector = HandSelector(reason.holder)
        else:
            selector = StepSelector(DEALT if reason.step is None else reason.step)
        said = reason.says if self._player is None else Knows(self._player, reason.says)
        sets = self._position.constraint_sets
        for constraints in sets:
            explainer = self._explainer(constraints, self._position.given, said)
            if len(sets) > 1 and not explainer.satisfiable():
                continue  # the guess did not end like this
            if not explainer.follows_from([selector]):
                return False
        return True

    def _explainer(
        self, constraints: PublicConstraints, given: GivenCards, said: Formula
    ) -> Explainer:
        return Explainer(constraints, given, ground(said, constraints.game))
