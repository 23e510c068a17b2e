"""Answers about a history of a package from a clingo backend, by program texts.

The knowledge of one agent is computed by clingo, as consequences of the agent's
observations; for other questions all runs are listed.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.compilation import dataclass
from mystpy.engines.exclusive import exclusive
from mystpy.errors import NoWorldFits, QueryError
from mystpy.language.nodes import And, Formula, Knows, Not, Or
from mystpy.packages.answer_kinds import FailedCondition, PackageAnswer
from mystpy.packages.backend_runs.text_program import (
    Atoms,
    BackendProgram,
    objective_rules,
    parts_of,
    run_of,
)
from mystpy.packages.backend_runs.view_queries import (
    MAX_RUNS,
    BackendViews,
    observations_needed,
)
from mystpy.packages.history_runs.answer_set_program import offered_rules
from mystpy.packages.history_runs.history_model import HistoryModel
from mystpy.packages.history_runs.offered_actions import (
    OfferedActions,
    by_kind,
    precondition_of_term,
    require_few_actions,
)
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.run_reasons import reasons_in_runs

METHOD = "clingo-runs"
"""The name of the method in answers: runs that clingo lists."""

MAX_OFFERED = 20_000
"""Actions with more instances are not listed: memory is smaller in a browser."""

_OPPOSITE: dict[str | None, str] = {
    "true": "false",
    "false": "true",
    "undetermined": "undetermined",
}


@dataclass(frozen=True, slots=False, eq=False)
class BackendSituation(BackendViews):
    """A history about which a clingo backend answers, by theory.lp."""

    @classmethod
    def with_backend(cls, situation: PackageSituation) -> BackendSituation:
        """Return the same history, answered in this way."""
        return cls(situation.package, situation.steps, situation.given)

    def answer(
        self, formula: Formula | str, method: str | None = None
    ) -> PackageAnswer:
        """Return the value of a formula; see `PackageSituation.answer`."""
        f = self.reduced(formula)
        self.require_legal()
        value = self._asked(f)
        if value is not None:
            return PackageAnswer(value, METHOD)
        return super().answer(f)._replace(method=METHOD)

    def _asked(self, f: Formula) -> str | None:
        """The value of a formula as clingo finds it; None if runs have to be listed."""
        if isinstance(f, Not):
            return _OPPOSITE.get(self._asked(f.body))
        if isinstance(f, Knows):
            rules = self._doubts(f)
            if rules is None:
                return None
            return "false" if self._program.answer_sets(rules, most=1) else "true"
        claim, fits = objective_rules(f, len(self.steps)), self._fitting_rules
        if claim is not None and fits is not None:
            true, false = (
                bool(self._program.answer_sets(f"{fits}\n{claim}\n{rule}", most=1))
                for rule in (":- not claim.", ":- claim.")
            )
            return "undetermined" if true and false else "true" if true else "false"
        if isinstance(f, And | Or):
            short = "false" if isinstance(f, And) else "true"
            values = [self._asked(part) for part in f.parts]
            if short in values:
                return short
            return _OPPOSITE[short] if set(values) == {_OPPOSITE[short]} else None
        return None

    def _doubts(self, f: Knows) -> str | None:
        """The rules of runs that an agent considers possible, and the body is false.

        None if runs have to be listed.
        """
        claim = objective_rules(f.body, len(self.steps))
        try:
            view = None if claim is None else self._view_rules(str(f.agent))
        except NoWorldFits:
            raise
        except QueryError:  # what the agent has seen differs between the runs
            return None
        return None if view is None else f"{view}\n{claim}\n:- claim."

    @exclusive
    def counterexample(
        self, formula: Formula | str, method: str | None = None
    ) -> list[str] | None:
        """Return the fluents of a run; see `PackageSituation.counterexample`."""
        f = self.reduced(formula)
        self.require_legal()
        if isinstance(f, Knows):
            rules = self._doubts(f)
        else:
            claim = objective_rules(f, len(self.steps))
            fits = self._fitting_rules if claim is not None else None
            rules = None if fits is None else f"{fits}\n{claim}\n:- claim."
        if rules is None:
            return super().counterexample(f)
        found = self._program.answer_sets(rules, most=1)
        return sorted(self._now(found[0])) if found else None

    @exclusive
    def possible_actions(self, *, every: bool = False) -> list[OfferedActions]:
        """Return the actions that can be done now, in some or in all runs that fit."""
        self.require_legal()
        require_few_actions(self.package, MAX_OFFERED)
        end = len(self.steps)
        extra = offered_rules(self.package, end)
        program = BackendProgram(self.package, self.steps, range(end + 1), extra)
        fits = self._fitting_rules
        if fits is not None:
            some = _offered(program.consequences(fits, "brave") or ())
            sure = _offered(program.consequences(fits, "cautious") or ())
        else:
            lists = [_offered(each) for each in self._fitting_sets(program)]
            some, sure = set().union(*lists), set.intersection(*lists)
        some, sure = self._with_preconditions(some, sure)
        return by_kind(self.package, some, sure, every=every)

    def _fitting_sets(self, program: BackendProgram) -> list[Atoms]:
        """The answer sets of a longer program whose runs fit what is given."""
        agents = self.package.agent_names
        end = len(self.steps)
        wanted = {(run.origin, run.actions) for run in self._runs_of(self.fitting)}
        sets = program.answer_sets(most=MAX_RUNS + 1)
        runs = ((each, run_of(each, agents, end)) for each in sets)
        return [each for each, run in runs if (run.origin, run.actions) in wanted]

    def _with_preconditions(
        self, some: set[str], sure: set[str]
    ) -> tuple[set[str], set[str]]:
        """The same without the actions whose precondition is false."""
        for term in sorted(some):
            precondition = precondition_of_term(self.package, term)
            if precondition is not None:
                value = self.value(precondition)
                some = some - {term} if value == "false" else some
                sure = sure if value == "true" else sure - {term}
        return some, sure

    def require_answer_sets(self) -> None:
        """Do nothing: models are made of listed runs here, too."""

    def false_conditions(self, number: int) -> list[FailedCondition]:
        """Return nothing: the library takes the rules of theory.lp apart."""
        return []

    def listed_model(self) -> HistoryModel:
        """Return the model of all runs. Raises QueryError if there are too many."""
        return self.end_model(self.atoms)

    @exclusive
    def reasons(self, formula: Formula | str) -> list[str]:
        """Return the observations from which K(i,F) follows; see the base class."""
        f = PackageSituation.known_formula(self, formula)
        if self.value(f) != "true":
            return []
        claim, fits = objective_rules(f.body, len(self.steps)), self._fitting_rules
        if claim is not None and fits is not None:
            found = self._program.answer_sets(fits, most=1)[0]
            wrong = f"{claim}\n:- claim.\n:- not reached({len(self.steps)})."
            return observations_needed(self._program, str(f.agent), found, wrong)
        return reasons_in_runs(self, f)


def _offered(atoms: Iterable[str]) -> set[str]:
    parts = (parts_of(x) for x in atoms)
    return {arguments[0] for name, arguments in parts if name == "offered"}
