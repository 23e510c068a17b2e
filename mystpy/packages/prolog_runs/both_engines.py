"""Answers of answer sets and of Prolog to the same question, which have to agree."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from mystpy.compilation import dataclass
from mystpy.engines.exclusive import exclusive
from mystpy.errors import EnginesDisagree
from mystpy.language.nodes import Formula
from mystpy.packages.action_terms import possible_actions
from mystpy.packages.answer_kinds import (
    KnownFluents,
    OnlyAnswerSets,
    PackageAnswer,
    RunLegality,
)
from mystpy.packages.history_runs.offered_actions import OfferedActions
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.answer_set_listing import answer_set_runs
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.packages.prolog_runs.prolog_listing import MAX_RUNS, RunListing, prolog_runs
from mystpy.packages.prolog_runs.run_comparison import first_difference
from mystpy.packages.prolog_runs.run_reasons import fault_of_reasons

T = TypeVar("T")

MAX_COMPARED = 10_000
"""The maximal number of runs that are compared; with more, only answers are."""


@dataclass(frozen=True, slots=False, eq=False)
class ComparedSituation(PackageSituation):
    """A history whose questions are answered by theory.lp and by theory.pl.

    Raises EnginesDisagree if the answers differ, or the runs of the history do.
    """

    trust: bool = False

    @classmethod
    def of(
        cls, situation: PackageSituation, *, trust: bool = False
    ) -> ComparedSituation:
        """Return the same history of the same package, answered by both engines."""
        return cls(situation.package, situation.steps, situation.given, trust)

    @property
    def is_compared(self) -> bool:
        """Whether another engine has to give the same answers: it does."""
        return True

    @cached_property
    def _prolog(self) -> PrologSituation:
        """The history as Prolog answers about it, after a look at the runs."""
        self._compare_runs(MAX_COMPARED)
        return PrologSituation.of(self, trust=self.trust)

    def _compare_runs(self, most: int) -> None:
        """Raise EnginesDisagree if the runs of the history are few, and differ."""
        steps = [step.public for step in self.steps]
        wanted = tuple(range(len(steps) + 1))
        listing = RunListing(tuple(map(possible_actions, steps)), wanted)
        package = self.package
        right = prolog_runs(package, listing, most, trust=self.trust)
        left = answer_set_runs(package, steps, most)
        if left is not None and right is not None:
            difference = first_difference(package, left, right)
            if difference is not None:
                raise EnginesDisagree(
                    f"theory.lp and theory.pl differ {difference}",
                    hint="compare the axioms with this label in both files"
                    if difference.label
                    else "compare both files",
                )

    def _same(self, what: str, by_answer_sets: T, by_prolog: T) -> T:
        if by_answer_sets != by_prolog:
            self._compare_runs(MAX_RUNS)
            raise EnginesDisagree(
                f"{what}: {by_answer_sets} by theory.lp, {by_prolog} by theory.pl",
                hint="mystpy theory check compares the files",
            )
        return by_answer_sets

    @exclusive
    def legality(self) -> RunLegality:
        """Return whether the steps are possible, by both."""
        other = self._prolog.legality()
        return self._same("legality", super().legality(), other)

    @exclusive
    def answer(
        self, formula: Formula | str, method: str | None = None
    ) -> PackageAnswer:
        """Return whether a formula follows, by both."""
        other = self._prolog.answer(formula)
        found = super().answer(formula, method)
        value = self._same(str(formula), found.value, other.value)
        return PackageAnswer(value, f"{found.method}, {other.method}")

    def listed_answer(self, formula: Formula) -> PackageAnswer:
        """Return whether a formula follows from the lists of both."""
        other = self._prolog.listed_answer(formula)
        by_answer_sets = PackageSituation(self.package, self.steps, self.given)
        found = by_answer_sets.listed_answer(formula)
        value = self._same(str(formula), found.value, other.value)
        return PackageAnswer(value, f"{found.method}, {other.method}")

    @exclusive
    def known(self, agent: str) -> KnownFluents:
        """Return what an agent knows of fluents, by both."""
        other = self._prolog.known(agent)
        return self._same(f"what {agent} knows", super().known(agent), other)

    def require_answer_sets(self) -> None:
        """Refuse what answer sets alone answer."""
        raise OnlyAnswerSets("answers this")

    @exclusive
    def possible_actions(self, *, every: bool = False) -> list[OfferedActions]:
        """Return what can be done now, by both."""
        other = self._prolog.possible_actions(every=every)
        found = super().possible_actions(every=every)
        return self._same("possible actions", found, other)

    @exclusive
    def reasons(self, formula: Formula | str) -> list[str]:
        """Return reasons by answer sets, once they are found to be some by Prolog.

        There may be several: in Prolog's runs what is known has to follow from these,
        and not from fewer.
        """
        found = super().reasons(formula)
        fault = fault_of_reasons(
            self._prolog, self._prolog.known_formula(formula), found
        )
        if fault is not None:
            raise EnginesDisagree(
                f"why {formula}: {', '.join(found) or 'no observation'} by theory.lp;"
                f" by theory.pl {fault}",
                hint="mystpy theory check compares the files",
            )
        return found
