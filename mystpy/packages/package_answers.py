"""Questions about a history of a package: legality, formulas, knowledge, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

from mystpy.compilation import dataclass
from mystpy.errors import NoWorldFits, QueryError
from mystpy.language.atoms import Truth
from mystpy.language.decidable import parse_in_model, reduce_announcements
from mystpy.language.expand import expand
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.language.subformulas import is_announcing, refuse_deep
from mystpy.packages.action_terms import ActionStep, read_steps
from mystpy.packages.answer_kinds import (
    FailedCondition,
    KnownFluents,
    PackageAnswer,
    RunLegality,
    conjunction_of,
    known_fluents,
    natural_key,
    require_rigid,
)
from mystpy.packages.axiom_checks.soundness import no_start
from mystpy.packages.fluent_words import PackageWords, words_of
from mystpy.packages.history_runs.formula_encoder import Encoded
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.history_runs.offered_actions import (
    OfferedActions,
    in_braces,
    offers,
)
from mystpy.packages.kept_histories import (
    HistoryKey,
    KeptHistory,
    kept_history,
    question,
)
from mystpy.packages.package import Package
from mystpy.thresholds import MAX_RUNS_LISTED_FOR_C

if TYPE_CHECKING:
    from mystpy.packages.history_runs.listed_runs import ListedHistory

SEARCHED, LISTED = "asp-runs", "asp-listed"
"""The methods that answers name: runs are answer sets, found by searches or listed."""


@dataclass(frozen=True, slots=False, eq=False)
class PackageSituation:
    """A history of a package, and what is given about it.

    `given` is a formula about the fluents, without knowledge, that holds in the runs
    that are possible as far as is known; private arguments of steps are given if they
    are written.
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
        return cls(
            package, tuple(read_steps(actions, package)), conjunction_of(formulas)
        )

    @cached_property
    def words(self) -> PackageWords:
        """What formulas may speak of."""
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
        key, kept = ("fits", self.given, self.steps), self._kept
        if key not in kept.found:
            kept.found[key] = kept.searched.fitting(self.given, self.steps)
        return cast(list[Encoded], kept.found[key])

    def require_answer_sets(self) -> None:
        """Raise QueryError if the answers do not come from answer sets alone."""

    def listed_answer(self, _formula: Formula) -> PackageAnswer | None:
        """Return an answer from a list of runs of another engine, None by default."""
        return None

    def known_of_all(
        self, _agents: Sequence[str], *, common: bool
    ) -> KnownFluents | None:
        """Return what agents know in common, or that the next one knows, and so on.

        None if there is no other method than to ask about each fluent.
        """
        return None

    def known_by_observer(self) -> KnownFluents | None:
        """Return what follows from what all agents see, None if runs have to say it."""
        return None

    @property
    def is_compared(self) -> bool:
        """Whether another engine has to give the same answers."""
        return False

    def false_conditions(self, _number: int) -> list[FailedCondition] | None:
        """Return which conditions of a step fail, None if theory.lp is looked at."""
        return None

    @question
    def listed_runs(self) -> ListedHistory | None:
        """Return the list of all runs, None if there are too many."""
        return self._kept.run_list(Truth(), always=True)

    def formula(self, text: str) -> Formula:
        """Return the formula that a text says. Raises ParseError."""
        return parse_in_model(text, self.words)

    def plain(self, f: Formula) -> Formula:
        """An equivalent formula without announcements, but over common knowledge."""
        return reduce_announcements(expand(f, self.words)) if is_announcing(f) else f

    @question
    def legality(self) -> RunLegality:
        """Return whether the steps are possible: in all runs that fit, some, or none.

        Raises NoWorldFits if no start fits what is given.
        """
        key, found = ("legality", self.given, self.steps), self._kept.found
        if key not in found:
            try:
                found[key] = self._legality()
            except NoWorldFits:
                if self.runs.find([]) is None:
                    raise no_start(self.package) from None
                raise
        return cast(RunLegality, found[key])

    def _legality(self) -> RunLegality:
        if (listed := self._kept.run_list(Truth())) is not None:
            fault = listed.legality(self.given, self.steps)
        else:
            fault = self.runs.legality(self.given, self.steps)
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
        """Return true, false or undetermined: in all runs that fit, in none, or else.

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
        f = self.formula(formula) if isinstance(formula, str) else formula
        refuse_deep(f)
        plain = self.plain(f)
        self.require_legal()
        if (listed := self._listed(plain, method)) is not None:
            value = listed.value(plain, (self.given, self.steps))
            return PackageAnswer(value, LISTED)
        found = self.runs.value(plain, self._fits)
        value = "undetermined" if found is None else str(found).lower()
        return PackageAnswer(value, SEARCHED)

    def _listed(self, formula: Formula, method: str | None) -> ListedHistory | None:
        if method == SEARCHED:
            return None
        if method not in (None, LISTED):
            raise QueryError(
                f"there is no method {method} for packages",
                hint=f"the methods are {SEARCHED} and {LISTED}",
            )
        listed = self._kept.run_list(formula, always=method == LISTED)
        if listed is not None:
            self._kept.runs.refuse_unknown(formula)
        elif method == LISTED:
            raise QueryError(
                f"the history has more than {MAX_RUNS_LISTED_FOR_C:,} runs, too many to"
                " list",
                hint=f"use {SEARCHED}",
            )
        return listed

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
        f = self.formula(formula) if isinstance(formula, str) else formula
        f = self.plain(f)
        if not isinstance(f, Knows):
            raise QueryError(f"{f} does not begin with K", hint="ask why K(i,F)")
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
        f = self.formula(formula) if isinstance(formula, str) else formula
        f = self.plain(f)
        self.require_legal()
        if (listed := self._listed(f, method)) is not None:
            return listed.counterexample(f, (self.given, self.steps))
        runs = self.runs
        found = runs.find([*self._fits, runs.end.encoded(Not(f))])
        if found is not None and isinstance(f, Knows):
            view = runs.end.view(str(f.agent), found)
            doubt = runs.end.encoded(Not(f.body))
            found = runs.find([*runs.conditions(len(self.steps)), doubt], view)
        return None if found is None else list(found.fluents)
