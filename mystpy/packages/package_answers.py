"""Questions about a history of a package: legality, formulas, knowledge, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from mystpy.compilation import dataclass
from mystpy.errors import NoWorldFits, QueryError
from mystpy.language.atoms import Truth
from mystpy.language.decidable import parse_in_model, reduce_announcements
from mystpy.language.expand import expand
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.language.subformulas import is_announcing, refuse_deep
from mystpy.packages.action_terms import ActionStep, read_steps
from mystpy.packages.answer_kinds import (
    FailedCondition,
    KnownFluents,
    PackageAnswer,
    RunLegality,
    known_fluents,
    natural_key,
    require_rigid,
)
from mystpy.packages.fluent_words import PackageWords, words_of
from mystpy.packages.history_runs.formula_encoder import Encoded
from mystpy.packages.history_runs.history_model import HistoryModel, TooManyRuns
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.history_runs.offered_actions import OfferedActions, offers
from mystpy.packages.kept_histories import (
    LISTED,
    SEARCHED,
    HistoryKey,
    KeptHistory,
    kept_history,
    question,
)
from mystpy.packages.package import Package
from mystpy.packages.value_sorts import in_braces
from mystpy.thresholds import MAX_RUNS_LISTED

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=False, eq=False)
class PackageSituation:
    """A history of a package, and the given facts about it.

    `given` is a formula about the fluents, without knowledge, that holds in the runs
    that are considered possible; private arguments of steps are given if they are
    written.
    """

    package: Package
    steps: tuple[ActionStep, ...] = ()
    given: Formula = Truth()

    @classmethod
    def make(
        cls, package: Package, actions: str = "", given: Sequence[str] = ()
    ) -> Self:
        """Return the situation after actions given as a text.

        Raises ParseError and QueryError.
        """
        words = words_of(package)
        formulas = [parse_in_model(text, words) for text in given]
        for formula in formulas:
            require_rigid(formula, package)
        return cls(package, tuple(read_steps(actions, package)), conjunction(formulas))

    @cached_property
    def words(self) -> PackageWords:
        """Return the vocabulary of formulas."""
        return words_of(self.package)

    @cached_property
    def key(self) -> HistoryKey:
        """The history as it is kept between questions."""
        return HistoryKey.of(self.package, self.steps)

    @cached_property
    def atoms(self) -> tuple[str, ...]:
        """The instances of fluents, s2 before s10."""
        return tuple(sorted(self.words.atoms, key=natural_key))

    @property
    def _kept(self) -> KeptHistory:
        return kept_history(self.key)

    @property
    def runs(self) -> RunsOfHistory:
        """The runs of the history, to be searched."""
        return self._kept.searched

    @property
    def _fits(self) -> list[Encoded]:
        return self._kept.fits(self.given, self.steps)

    def require_answer_sets(self) -> None:
        """Raise QueryError if the answers do not come from answer sets alone."""

    def listed_answer(self, formula: Formula) -> PackageAnswer:
        """Return the value of any formula, from a list of the runs.

        Raises TooManyRuns if there are too many to be listed.
        """
        return PackageAnswer(self.history_model().value(formula), LISTED)

    def known_of_all(
        self, _agents: Sequence[str], *, common: bool
    ) -> KnownFluents | None:
        """Return the common knowledge of agents, or nested knowledge of one another.

        None if there is no other method than to ask about each fluent.
        """
        return None

    def known_by_observer(self) -> KnownFluents | None:
        """Return what follows from public observations; None if runs are needed."""
        return None

    @property
    def is_compared(self) -> bool:
        """Whether another engine has to give the same answers."""
        return False

    def false_conditions(self, _number: int) -> list[FailedCondition] | None:
        """Return the conditions of a step that fail, None if theory.lp decides it."""
        return None

    @question
    def listed_model(self) -> HistoryModel | None:
        """Return the model of all runs, None if there are too many to list.

        There must be a run in which all steps are possible.
        """
        listed = self._kept.run_list(Truth(), always=True)
        return None if listed is None else listed.end(self.given, self.steps)

    def history_model(self) -> HistoryModel:
        """Return the Kripke model of what agents know; its worlds are the runs.

        Raises TooManyRuns if there are too many to list, NoWorldFits if the history is
        illegal or nothing fits what is given.
        """
        self.require_answer_sets()
        self.require_legal()
        found = self.listed_model()
        if found is None or len(found.model) > MAX_RUNS_LISTED:
            raise TooManyRuns(
                f"the history has more than {MAX_RUNS_LISTED:,} runs, too many for a"
                " model",
                hint="ask and know decide formulas without listing the runs",
            )
        if not found.fits.any():
            raise NoWorldFits("no run fits what is given")
        return found

    def count_alike(self, agent: str | None) -> int | None:
        """Return the number of runs that look to an agent like those that fit.

        Without an agent it is that of all runs; None if there are too many to list.
        """
        found = self.listed_model()
        return None if found is None else found.count_alike(agent)

    def formula(self, text: str) -> Formula:
        """Return the formula that a text says. Raises ParseError."""
        return parse_in_model(text, self.words)

    def plain(self, f: Formula) -> Formula:
        """An equivalent formula without announcements, but over common knowledge."""
        return reduce_announcements(expand(f, self.words)) if is_announcing(f) else f

    def reduced(self, formula: Formula | str) -> Formula:
        """Return a formula without announcements. Raises ParseError."""
        f = self.formula(formula) if isinstance(formula, str) else formula
        refuse_deep(f)
        return self.plain(f)

    def known_formula(self, formula: Formula | str) -> Knows:
        """Return K(i,F). Raises QueryError for a formula without an outermost K."""
        f = self.reduced(formula)
        if not isinstance(f, Knows):
            raise QueryError(f"{f} does not begin with K", hint="ask why K(i,F)")
        return f

    @question
    def legality(self) -> RunLegality:
        """Return whether the steps are possible: in all runs that fit, some, or none.

        Raises NoWorldFits if no start fits what is given.
        """
        fault = self._kept.legality(self.given, self.steps)
        return self._fault(*fault) if fault else RunLegality("legal")

    def _fault(self, verdict: str, number: int) -> RunLegality:
        step = self.steps[number]
        label = self.package.label(f"poss({step.action.name}")
        return RunLegality(verdict, number, str(step), label)

    def require_legal(self) -> None:
        """Raise NoWorldFits, with the step and its axiom, if the history is illegal."""
        found = self.legality()
        if found.verdict == "illegal":
            by = f", by ({found.axiom})" if found.axiom else ""
            raise NoWorldFits(
                f"step {found.step}, {found.action}, is not possible{by}",
                hint="mystpy legal says which step is at fault",
            )

    def value(self, formula: Formula | str) -> str:
        """Return `true`, `false` or `undetermined` for a `formula`.

        It is true if the formula holds in all runs that fit, false if in none.

        Raises NoWorldFits if the history is illegal, or nothing fits what is given.
        """
        return self.answer(formula).value

    @question
    def answer(
        self, formula: Formula | str, method: str | None = None
    ) -> PackageAnswer:
        """Return the value of a formula with the method by which it was found.

        `method` is the one to use, by default the one that is expected to be faster.
        Raises NoWorldFits like `value`, QueryError if there are too many runs to list.
        """
        plain = self.reduced(formula)
        self.require_legal()
        if (listed := self._kept.chosen_list(plain, method)) is not None:
            value = listed.end(self.given, self.steps).value(plain)
            return PackageAnswer(value, LISTED)
        found = self.runs.value(plain, self._fits)
        value = "undetermined" if found is None else str(found).lower()
        return PackageAnswer(value, SEARCHED)

    @question
    def possible_actions(self, *, every: bool = False) -> list[OfferedActions]:
        """Return the actions that can be done now, in some or in all runs that fit."""
        self.require_legal()
        return offers(self.package, self.steps, self.given, every=every)

    @question
    def known(self, agent: str) -> KnownFluents:
        """Return which fluents an agent knows to hold, and which not to hold.

        Raises QueryError if what the agent has seen is not given.
        """
        name = str(self.package.agent(agent))
        self.require_legal()
        runs = self.runs
        view = runs.known_view(name, self._fits)
        here = [*runs.conditions(len(self.steps)), *map(Encoded, view)]
        true = runs.consequences(here, "cautious")
        maybe = runs.consequences(here, "brave")
        return known_fluents(self.atoms, true, maybe)

    @question
    def reasons(self, formula: Formula | str) -> list[str]:
        """Return the observations from which K(i,F) follows, as sentences.

        None of them can be left out. There are none if F holds in all runs of the
        history, or is not known. Raises QueryError for a formula without an outermost
        K.
        """
        f = self.known_formula(formula)
        self.require_legal()
        return [in_braces(each) for each in self.runs.reasons(f, self._fits)]

    @question
    def counterexample(
        self, formula: Formula | str, method: str | None = None
    ) -> list[str] | None:
        """Return the fluents of a run that fits in which a formula is false, or None.

        For K(i,F) that is a run which agent i considers possible and in which F is
        false.
        """
        f = self.reduced(formula)
        self.require_legal()
        if (listed := self._kept.chosen_list(f, method)) is not None:
            end = listed.end(self.given, self.steps)
            world = end.world_against(f)
            return None if world is None else list(end.model.true_at(world))
        runs = self.runs
        found = runs.find([*self._fits, runs.end.encoded(Not(f))])
        if found is not None and isinstance(f, Knows):
            view = runs.end.view(str(f.agent), found)
            doubt = runs.end.encoded(Not(f.body))
            found = runs.find([*runs.conditions(len(self.steps)), doubt], view)
        return None if found is None else list(found.fluents)
