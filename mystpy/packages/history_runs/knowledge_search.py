"""Truth of formulas in the runs of a history, without listing the runs.

A subformula about knowledge is at first a free atom, as if its truth were unknown. A
run that is found is checked: the agent's knowledge in it is decided by a further
search, among the runs with the same view. If the guess was wrong, its value is fixed
for that view and the search goes on (counterexample-guided refinement, Clarke and
others 2000). The number of views is finite, so this ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.errors import NoWorldFits, QueryError
from mystpy.language.nodes import Formula, Knows
from mystpy.language.subformulas import walk
from mystpy.packages.action_terms import ActionStep, literals_of
from mystpy.packages.history_runs.control import Literal, RunSolver, Snapshot
from mystpy.packages.history_runs.formula_encoder import (
    Encoded,
    EncodedKnowledge,
    view_not_given,
)
from mystpy.packages.history_runs.situation_knowledge import SituationFormulas, View
from mystpy.packages.package import Package


class RunsOfHistory:
    """The runs of a history: their fluents, and the agents' knowledge in them.

    An action with a precondition about knowledge is possible where that is true in the
    situation before it; these are decided situation by situation.
    """

    def __init__(
        self, package: Package, steps: Sequence[ActionStep], extra: str = ""
    ) -> None:
        public = [step.public for step in steps]
        asked = [n for n, step in enumerate(public) if step.action.precondition]
        self.steps = tuple(public)
        self.solver = RunSolver(package, public, extra, {*asked, len(public)})
        self._situations: dict[int, SituationFormulas] = {}
        self._conditions: dict[int, tuple[Encoded, ...]] = {}
        self._preconditions: dict[int, Formula] = {}

    def at(self, number: int) -> SituationFormulas:
        """Return what holds in the situation before a step, or after all of them."""
        if number not in self._situations:
            self._situations[number] = SituationFormulas(self, number)
        return self._situations[number]

    @property
    def end(self) -> SituationFormulas:
        """Return the formulas after all steps."""
        return self.at(len(self.steps))

    def conditions(self, number: int) -> tuple[Encoded, ...]:
        """Return the common conditions of the runs to a situation.

        The steps before it were possible, and so were their preconditions true.
        """
        if number not in self._conditions:
            solver = self.solver
            found = [Encoded(solver.reached.get(number, -solver.true))]
            for place, step in enumerate(self.steps[:number]):
                if step.action.precondition:
                    found.append(self.at(place).encoded(self.precondition(place)))
            self._conditions[number] = tuple(found)
        return self._conditions[number]

    def precondition(self, number: int) -> Formula:
        """Return the precondition of a step. Raises ParseError if it cannot be read."""
        if number not in self._preconditions:
            from mystpy.packages.fluent_words import precondition_of

            package, step = self.solver.package, self.steps[number]
            self._preconditions[number] = precondition_of(package, step)
        return self._preconditions[number]

    def find(
        self, wanted: Iterable[Encoded], literals: Sequence[Literal] = ()
    ) -> Snapshot | None:
        """Return a run in which all of these are true, including knowledge; or None.

        Afterwards `solver.core` has the literals because of which there is none.
        """
        parts = tuple(wanted)
        assumptions = [*literals, *(part.literal for part in parts)]
        modals = dict.fromkeys(modal for part in parts for modal in part.modals)
        while run := self.solver.find(assumptions):
            wrong = [modal for modal in modals if not self._guessed_right(modal, run)]
            if not wrong:
                return run
        return None

    def _guessed_right(self, modal: EncodedKnowledge, run: Snapshot) -> bool:
        """Return whether a guess is right in a run; if not, it is not made again.

        Knowledge implies truth, and common knowledge implies each one's knowledge:
        guesses of these subformulas are checked first.
        """
        known, owner = modal.atom in run.true, self._owner(modal)
        if known:
            inner = owner.implied(modal)
            wrong = [each for each in inner if not self._guessed_right(each, run)]
            if wrong:
                return False
        return known == owner.truth(modal, run)

    def _owner(self, modal: EncodedKnowledge) -> SituationFormulas:
        return next(x for x in self._situations.values() if x.has(modal))

    def fitting(self, given: Formula, steps: Sequence[ActionStep]) -> list[Encoded]:
        """Return the conditions of the runs that fit: all steps are possible in them.

        They include the given private arguments and the given formula about fluents.
        Raises QueryError if that formula is about knowledge.
        """
        found = list(self.conditions(len(steps)))
        for number, step in enumerate(steps):
            if step.public != step:
                done = literals_of(step, number, self.solver.done)
                found.append(Encoded(self.solver.disjunction(done)))
        encoded = self.end.encoded(given)
        if encoded.modals:
            raise QueryError("what is given cannot speak of knowledge")
        return [*found, encoded]

    def legality(
        self, given: Formula, steps: Sequence[ActionStep]
    ) -> tuple[str, int] | None:
        """Return the first step that is illegal, or else possible only in some runs.

        None if all steps are legal. Raises NoWorldFits if no start fits what is given.
        """
        fits = [self.end.encoded(given)]
        if self.find(fits) is None:
            raise NoWorldFits("no start fits what is given")
        doubtful: tuple[str, int] | None = None
        for number, step in enumerate(steps):
            can = self._can(number, step)
            here = [*fits, *self.conditions(number)]
            if self.find([*here, *can]) is None:
                return "illegal", number
            if doubtful is None and any(self.find([*here, x.negated()]) for x in can):
                doubtful = "possible", number
            if step.public != step:
                done = literals_of(step, number, self.solver.done)
                fits.append(Encoded(self.solver.disjunction(done)))
        return doubtful

    def _can(self, number: int, step: ActionStep) -> list[Encoded]:
        """Return the conditions of a step, for runs that reach its situation."""
        solver = self.solver
        if step.public == step:
            literal = -solver.stuck.get(number, -solver.true)
        else:
            literal = solver.disjunction(literals_of(step, number, solver.possible))
        found = [Encoded(literal)]
        if step.action.precondition:
            found.append(self.at(number).encoded(self.precondition(number)))
        return found

    def refuse_unknown(self, formula: Formula) -> None:
        """Raise QueryError for a formula of a kind that is not supported here."""
        for part in walk(formula):
            self.end.refuse_unknown(part)

    def value(self, formula: Formula, fits: Sequence[Encoded]) -> bool | None:
        """Return whether a formula holds in all runs that fit, or in none; else None.

        Raises NoWorldFits if there is no such run.
        """
        encoded = self.end.encoded(formula)
        some = self.find([*fits, encoded])
        other = self.find([*fits, encoded.negated()])
        if some is None and other is None:
            raise NoWorldFits("no run fits what is given")
        if some is not None and other is not None:
            return None
        return some is not None

    def consequences(
        self, wanted: Sequence[Encoded], mode: str, name: str = "now"
    ) -> set[str]:
        """Return the fluents of all runs, or of some, in which these are true.

        `mode` is `cautious` or `brave`, `name` a predicate of the program, `now` for
        the fluents at the end. The agents' knowledge in them is decided run by run.
        """
        literals = [each.literal for each in wanted]
        if not any(each.modals for each in wanted):
            return self.solver.consequences(literals, mode, name)
        atoms = self.solver.atoms(name)
        if mode == "brave":
            return {
                each
                for each, x in atoms.items()
                if self.find([*wanted, Encoded(x)]) is not None
            }
        return {
            each
            for each, x in atoms.items()
            if self.find([*wanted, Encoded(-x)]) is None
        }

    def known_view(self, agent: str, fits: Sequence[Encoded]) -> View:
        """Return an agent's observations, as literals.

        Raises QueryError if that is not the same in all runs that fit.
        """
        run = self.find(fits)
        if run is None:
            raise NoWorldFits("no run fits what is given")
        view = self.end.view(agent, run)
        if self.find([*fits, Encoded(-self.solver.conjunction(view))]) is not None:
            raise view_not_given(agent)
        return view

    def reasons(self, formula: Knows, fits: Sequence[Encoded]) -> list[str]:
        """Return observations of an agent from which her knowledge follows.

        None of them can be omitted, and negative observations are among them only if
        the positive ones do not suffice. Empty if the formula holds in all runs of the
        history, or is not known.
        """
        view = self.known_view(str(formula.agent), fits)
        doubts = [*self.conditions(len(self.steps))]
        doubts.append(self.end.encoded(formula.body).negated())
        if self.find(doubts, view) is not None:
            return []
        core = self.solver.core
        seen = [x for x in view if x > 0]
        if self.find(doubts, seen) is None:  # what was seen suffices, not what was not
            core = self.solver.core
        kept = [x for x in view if x in set(core)]
        for literal in list(kept):
            fewer = [x for x in kept if x != literal]
            if self.find(doubts, fewer) is None:
                kept = [x for x in self.solver.core if x in fewer]
        return list(self.solver.observations(kept))
