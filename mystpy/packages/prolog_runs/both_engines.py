"""Answers of answer sets and of Prolog to the same question, which have to agree."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from mystpy.compilation import dataclass
from mystpy.engines.exclusive import exclusive
from mystpy.errors import EnginesDisagree, QueryError
from mystpy.language.nodes import Formula
from mystpy.packages.action_terms import considered
from mystpy.packages.answer_kinds import KnownFluents, PackageAnswer, RunLegality
from mystpy.packages.history_runs.offered_actions import OfferedActions
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.answer_set_listing import answer_set_runs
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.packages.prolog_runs.prolog_listing import RunListing, prolog_runs
from mystpy.packages.prolog_runs.run_comparison import first_difference

T = TypeVar("T")

MAX_COMPARED = 10_000
"""So many runs are compared one by one; where there are more, only answers are."""


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

    @cached_property
    def _prolog(self) -> PrologSituation:
        """The history as Prolog answers about it, after a look at the runs."""
        steps = [step.public for step in self.steps]
        wanted = tuple(range(len(steps) + 1))
        listing = RunListing(tuple(map(considered, steps)), wanted)
        package = self.package
        right = prolog_runs(package, listing, MAX_COMPARED, trust=self.trust)
        left = answer_set_runs(package, steps, MAX_COMPARED)
        if left is not None and right is not None:
            difference = first_difference(package, left, right)
            if difference is not None:
                raise EnginesDisagree(
                    f"theory.lp and theory.pl differ {difference}",
                    hint="compare the axioms with this label in both files"
                    if difference.label
                    else "compare both files",
                )
        return PrologSituation.of(self, trust=self.trust)

    def _same(self, what: str, by_answer_sets: T, by_prolog: T) -> T:
        if by_answer_sets != by_prolog:
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

    @exclusive
    def known(self, agent: str) -> KnownFluents:
        """Return what an agent knows of fluents, by both."""
        other = self._prolog.known(agent)
        return self._same(f"what {agent} knows", super().known(agent), other)

    def require_answer_sets(self) -> None:
        """Refuse what answer sets alone answer."""
        raise QueryError("only the engine asp answers this", hint="use --engine asp")

    def possible_actions(self, *, every: bool = False) -> list[OfferedActions]:
        """Refuse: Prolog lists no possible actions."""
        raise QueryError(
            "only the engine asp lists possible actions", hint="use --engine asp"
        )
