"""Answers about a history of a package from the runs that Prolog lists.

Knowledge is decided in the Kripke model of the runs: worlds look alike to an agent if
it has the same observations in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np

from mystpy.compilation import dataclass
from mystpy.engines.exclusive import exclusive
from mystpy.errors import NoWorldFits, QueryError
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, Partition
from mystpy.language.atoms import Atom
from mystpy.language.nodes import (
    Believes,
    Considers,
    Formula,
    GroupModal,
    Knows,
    KnowsWhether,
)
from mystpy.language.subformulas import walk
from mystpy.packages.action_terms import ActionStep, possible_actions
from mystpy.packages.answer_kinds import (
    FailedCondition,
    KnownFluents,
    OnlyAnswerSets,
    PackageAnswer,
    RunLegality,
    known_fluents,
)
from mystpy.packages.axiom_checks.soundness import with_constants
from mystpy.packages.fluent_words import precondition_of
from mystpy.packages.folders import PROLOG_AXIOMS
from mystpy.packages.history_runs.formula_encoder import view_not_given
from mystpy.packages.history_runs.history_model import HistoryModel
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.history_runs.offered_actions import OfferedActions
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.clause_answers import (
    false_conditions,
    offered_by_prolog,
)
from mystpy.packages.prolog_runs.package_run import PackageRun, require_actions_seen
from mystpy.packages.prolog_runs.prolog_listing import (
    RunListing,
    prolog_runs,
    require_few,
)
from mystpy.packages.prolog_runs.run_reasons import reasons_in_runs
from mystpy.packages.value_sorts import in_braces

METHOD = "prolog-runs"
"""The name of the method in answers: runs that Prolog lists."""

_OF_KNOWLEDGE = (Knows, KnowsWhether, Believes, Considers, GroupModal)


@dataclass(frozen=True, slots=False, eq=False)
class PrologSituation(PackageSituation):
    """A history whose runs Prolog lists, by theory.pl.

    `trust` allows axioms that call any predicate.
    """

    trust: bool = False

    @classmethod
    def of(cls, situation: PackageSituation, *, trust: bool = False) -> PrologSituation:
        """Return the same history of the same package, answered in another way."""
        return cls(situation.package, situation.steps, situation.given, trust)

    @cached_property
    def run_list(self) -> list[PackageRun]:
        """The runs, preconditions left aside."""
        asked = {n for n, step in enumerate(self.steps) if step.action.precondition}
        steps = tuple(possible_actions(step.public) for step in self.steps)
        wanted = tuple(sorted(asked | {0, len(steps)}))
        listing = RunListing(steps, wanted)
        found = require_few(prolog_runs(self.package, listing, trust=self.trust))
        require_actions_seen(self.package, found)
        return found

    @cached_property
    def reaching(self) -> list[Mask]:
        """Which runs reach each situation, the preconditions before it being true."""
        alive = np.ones(len(self.run_list), np.bool_)
        found = [alive]
        for number, step in enumerate(self.steps):
            alive = alive & self._done(number, step.public)
            alive &= self.satisfying(number, step, found[-1])
            found.append(alive)
        return found

    def _done(self, number: int, step: ActionStep) -> Mask:
        """In which runs a step is done, whatever its arguments that are not known."""
        actions = {(each.pattern(),) for each in possible_actions(step)}
        done = [run.actions[number : number + 1] in actions for run in self.run_list]
        return np.array(done, np.bool_)

    def satisfying(self, number: int, step: ActionStep, alive: Mask) -> Mask:
        """In which runs the precondition of a step is true before it."""
        if not step.action.precondition:
            return alive
        return self.truth(precondition_of(self.package, step), number, alive)

    def truth(self, formula: Formula, number: int, alive: Mask) -> Mask:
        """In which of the runs that are alive a formula is true in a situation."""
        found = np.zeros(len(self.run_list), np.bool_)
        places = np.flatnonzero(alive)
        if len(places):
            runs = [self.run_list[place] for place in places.tolist()]
            found[places] = self._model(runs, number, _atoms_in(formula)).truth(formula)
        return found

    def _model(
        self, runs: Sequence[PackageRun], number: int, atoms: Iterable[str]
    ) -> Model:
        """The model of runs in a situation, with some atoms."""
        agents = self.package.agent_names
        relations = tuple(
            Partition.of_keys(run.view(place, number) for run in runs)
            for place in range(len(agents))
        )
        holding = [_braced(run.fluents[number]) for run in runs]
        valuation = {
            atom: np.array([atom in held for held in holding], np.bool_)
            for atom in atoms
        }
        return Model([str(n) for n in range(len(runs))], agents, relations, valuation)

    def end_model(self, atoms: Iterable[str]) -> HistoryModel:
        """Return the model after all steps, with some atoms."""
        reaching = self.reaching[-1]
        model = self._model([*self._runs_of(reaching)], len(self.steps), atoms)
        return HistoryModel(model, self.fitting[reaching])

    @cached_property
    def _given(self) -> Mask:
        """Which runs have a start that fits what is given."""
        if any(isinstance(part, _OF_KNOWLEDGE) for part in walk(self.given)):
            raise QueryError("what is given cannot speak of knowledge")
        found = self.truth(self.given, 0, self.reaching[0])
        if not self.run_list:
            raise NoWorldFits(
                f"{self.package.folder / PROLOG_AXIOMS}: start(Atoms) has no solution"
                f"{with_constants(self.package)}",
                hint="choose other constants, or correct the clauses for start/1",
            )
        if not found.any():
            raise NoWorldFits("no start fits what is given")
        return found

    @cached_property
    def fitting(self) -> Mask:
        """Which runs fit what is given of the start and of private arguments."""
        found = self._given & self.reaching[-1]
        for number, step in enumerate(self.steps):
            found &= self._done(number, step)
        return found

    @exclusive
    def legality(self) -> RunLegality:
        """Return whether the steps are possible; see `PackageSituation.legality`."""
        fits, doubtful = self._given, None
        for number, step in enumerate(self.steps):
            here = fits & self.reaching[number]
            can = here & self._done(number, step)
            can &= self.satisfying(number, step, self.reaching[number])
            able = self._prefixes(number, can)
            if not able:
                return self._fault("illegal", number)
            if doubtful is None and able != self._prefixes(number, here):
                doubtful = self._fault("possible", number)
            fits = fits & self._done(number, step)
        return doubtful or RunLegality("legal")

    def _prefixes(self, number: int, alive: Mask) -> set[object]:
        """Some runs up to a situation: several runs can go on from the same there."""
        runs = (self.run_list[place] for place in np.flatnonzero(alive).tolist())
        return {(run.origin, run.actions[:number]) for run in runs}

    @exclusive
    def answer(
        self, formula: Formula | str, method: str | None = None
    ) -> PackageAnswer:
        """Return the value of a formula; see `PackageSituation.answer`."""
        plain = self.reduced(formula)
        self.require_legal()
        value = self.end_model(_atoms_in(plain)).value(plain)
        return PackageAnswer(value, METHOD)

    def listed_answer(self, formula: Formula) -> PackageAnswer:
        """Return the value of a formula; all answers are computed from a list here."""
        return self.answer(formula)

    @exclusive
    def known(self, agent: str) -> KnownFluents:
        """Return what an agent knows of fluents; see `PackageSituation.known`."""
        place = self.package.agents.elements.index(self.package.agent(agent))
        self.require_legal()
        end = len(self.steps)
        fit = {run.view(place, end) for run in self._runs_of(self.fitting)}
        if len(fit) != 1:
            raise view_not_given(agent)
        alike = [
            _braced(run.fluents[end])
            for run in self._runs_of(self.reaching[-1])
            if run.view(place, end) in fit
        ]
        always, ever = frozenset.intersection(*alike), frozenset.union(*alike)
        return known_fluents(self.atoms, always, ever)

    def _runs_of(self, alive: Mask) -> Iterator[PackageRun]:
        return (self.run_list[place] for place in np.flatnonzero(alive).tolist())

    @exclusive
    def counterexample(
        self, formula: Formula | str, method: str | None = None
    ) -> list[str] | None:
        """Return the fluents of a run; see `PackageSituation.counterexample`."""
        f = self.reduced(formula)
        self.require_legal()
        world = self.end_model(_atoms_in(f)).world_against(f)
        if world is None:
            return None
        found = [*self._runs_of(self.reaching[-1])][world]
        return sorted(_braced(found.fluents[len(self.steps)]))

    @exclusive
    def possible_actions(self, *, every: bool = False) -> list[OfferedActions]:
        """Return what can be done now; see `PackageSituation.possible_actions`."""
        self.require_legal()
        return offered_by_prolog(self, every=every)

    def false_conditions(self, number: int) -> list[FailedCondition] | None:
        """Return which goals of the clauses for a step are false in all runs."""
        return false_conditions(self, number)

    def require_answer_sets(self) -> None:
        """Refuse what answer sets alone answer."""
        raise OnlyAnswerSets("answers this")

    def listed_model(self) -> HistoryModel | None:
        """Refuse: models are made of the runs that answer sets list."""
        raise OnlyAnswerSets("makes models of the runs")

    @property
    def runs(self) -> RunsOfHistory:
        """Refuse: runs are searched for by answer sets."""
        raise OnlyAnswerSets("answers this")

    @exclusive
    def reasons(self, formula: Formula | str) -> list[str]:
        """Return observations from which K(i,F) follows; see `PackageSituation`."""
        return reasons_in_runs(self, self.known_formula(formula))

    def known_formula(self, formula: Formula | str) -> Knows:
        """Return K(i,F). Raises QueryError if the view of agent i is not given."""
        f = super().known_formula(formula)
        self.known(str(f.agent))
        return f


def _atoms_in(formula: Formula) -> set[str]:
    return {part.name for part in walk(formula) if isinstance(part, Atom)}


@lru_cache(maxsize=100_000)
def _braced(fluents: frozenset[str] | None) -> frozenset[str]:
    """Fluents as formulas name them, with sets in braces."""
    return frozenset(map(in_braces, fluents or ()))
