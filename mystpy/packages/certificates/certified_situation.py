"""Histories of a certified package, answered by the fast methods of the folder axioms.

A package that has a certificate is one of the rule sets of the folder axioms, in other
words: its histories and formulas are translated. Questions without a translation, and
packages without a certificate, are answered from the package's own runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property

from mystpy.compilation import dataclass
from mystpy.engines import get_engine
from mystpy.engines.base import Cell, Verdict
from mystpy.engines.exclusive import exclusive
from mystpy.errors import MystError, NoWorldFits, QueryError
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Formula, Not
from mystpy.language.subformulas import refuse_deep
from mystpy.packages.answer_kinds import (
    KnownFluents,
    PackageAnswer,
    RunLegality,
    known_fluents,
)
from mystpy.packages.certificates.certified_history import CertifiedHistory
from mystpy.packages.certificates.kept_certificates import kept_certificate
from mystpy.packages.certificates.translation import translation_for, with_words
from mystpy.packages.history_runs.offered_actions import (
    OfferedActions,
    by_kind,
    require_few_actions,
)
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import known_by

AUTO = "auto"
FAST_ENGINES = (AUTO, "walk", "worlds", "sat", "bdd")
"""The engines that answer about certified packages, the default first."""

_VALUE_OF = {Cell.YES: "true", Cell.NO: "false"}
"""The value of a fluent of which something is known, by the cell that says so."""


@dataclass(frozen=True, slots=False, eq=False)
class CertifiedSituation(PackageSituation):
    """A history that fast methods answer about, if the package has a certificate.

    `engine` is one of FAST_ENGINES. With auto, questions that are not certified, or
    have no translation, are answered from the runs of the package; the others refuse
    them.
    """

    engine: str = AUTO

    @classmethod
    def of(cls, situation: PackageSituation, engine: str = AUTO) -> CertifiedSituation:
        """Return the same history. Raises QueryError if the engine needs a certificate.

        It is raised only for an engine other than auto.
        """
        found = cls(situation.package, situation.steps, situation.given, engine)
        if engine != AUTO and kept_certificate(situation.package) is None:
            raise QueryError(
                f"the engine {engine} is for certified packages, and"
                f" {situation.package.name} has no certificate for these constants",
                hint="mystpy theory check makes one, or says why there is none",
            )
        return found

    @classmethod
    def assumed(cls, situation: PackageSituation) -> CertifiedSituation:
        """Return the same history as if its package had a certificate, to compare."""
        return _Assumed(situation.package, situation.steps, situation.given)

    @cached_property
    def fast(self) -> CertifiedHistory | None:
        """The history for fast methods, None if there is no certificate for it."""
        package = self.package
        if package.claim is None or not self._is_certified:
            return None
        try:
            translation = translation_for(package, self.given)
        except MystError:
            return None
        if translation is None:
            return None
        given = with_words(self.given, translation)
        found = translation.history(self.steps, given)
        if found is None or not found[0].game.deal_count(found[0].hands):
            return None
        return CertifiedHistory(translation, *found, get_engine(self.engine))

    @property
    def _is_certified(self) -> bool:
        return kept_certificate(self.package) is not None

    def answer(
        self, formula: Formula | str, method: str | None = None
    ) -> PackageAnswer:
        """Return the value of a formula with the method by which it was found.

        With `method`, one of those for all packages, the runs of the package answer.
        """
        f = self.formula(formula) if isinstance(formula, str) else formula
        if method is None and (found := self._fast_answer(f)) is not None:
            return found
        return super().answer(f, method)

    def _fast_answer(self, formula: Formula) -> PackageAnswer | None:
        refuse_deep(formula)
        fast = self.fast
        if fast is None:
            self._leave("the history has no translation")
            return None
        f = fast.formula(self.plain(formula))
        if f is None:
            self._leave(f"there is no word for all of {formula}")
            return None
        try:
            return fast.value(f)
        except NoWorldFits:
            return None  # the runs of the package say why
        except MystError as error:
            self._leave(str(error))
            return None

    def _leave(self, reason: str) -> None:
        """Leave a question to the runs of the package, unless an engine is named."""
        if self.engine != AUTO:
            raise QueryError(
                f"the engine {self.engine} does not answer that: {reason}",
                hint="leave out --engine",
            )

    @property
    def _by_hands(self) -> CertifiedHistory | None:
        """The history for fast methods, if nothing but whole hands is given."""
        if (fast := self.fast) is None:
            self._leave("the history has no translation")
            return None
        if not fast.is_given_by_hands:
            self._leave(f"it needs whole hands, and {self.given} is given")
            return None
        return fast

    @exclusive
    def legality(self) -> RunLegality:
        """Return whether the steps are possible: in all runs that fit, some, or none.

        Raises NoWorldFits if no start fits what is given.
        """
        from mystpy.questions.legality import legal

        if (fast := self._by_hands) is None:
            return super().legality()
        found = legal(fast.history, fast.engine)
        verdict, number = found.verdict, found.step
        if verdict is Verdict.POSSIBLE:
            number = fast.first_uncertain_step()
        if number is None:
            return RunLegality(str(verdict))
        return self._fault(str(verdict), number)

    @exclusive
    def possible_actions(self, *, every: bool = False) -> list[OfferedActions]:
        """Return the actions that can be done now, in some or in all runs that fit.

        With `every` each instance is listed. Raises NoWorldFits if the history is
        illegal.
        """
        if (fast := self._by_hands) is None:
            return super().possible_actions(every=every)
        self.require_legal()
        require_few_actions(self.package)
        found = {
            step.pattern(): certain
            for step, certain in fast.offered(list(self.package.actions.values()))
        }
        sure = {term for term, certain in found.items() if certain}
        return by_kind(self.package, found, sure, every=every)

    @exclusive
    def known(self, agent: str) -> KnownFluents:
        """Return which fluents an agent knows to hold, and which not to hold.

        Raises QueryError if what the agent has seen is not given.
        """
        name, fast = str(self.package.agent(agent)), self._by_hands
        if fast is None or self._unseen(name):
            return super().known(agent)
        if fast.history.hands[fast.translation.agent(name)] is None:
            return super().known(agent)
        found = self.known_of_all([name], common=False)
        return super().known(agent) if found is None else found

    @exclusive
    def known_of_all(
        self, agents: Sequence[str], *, common: bool
    ) -> KnownFluents | None:
        """Return the common knowledge of agents, or nested knowledge of one another.

        None if the fast methods do not answer that.
        """
        if (fast := self._by_hands) is None:
            return None
        self.require_legal()

        def knowledge(f: Formula) -> Formula:
            return known_by(agents, f, common=common)

        cells = fast.cells(agents, common=common)
        true, maybe = set[str](), set[str]()
        for atom in self.atoms:
            held = fast.translation.held(atom)
            cell = (
                cells[held[0]][held[1]] if held else self._cell(atom, knowledge, common)
            )
            if cell is None or (cell is Cell.DEPENDS and not common):
                return None  # if the view of an agent is not given, the runs say so
            true |= {atom} if cell is Cell.YES else set()
            maybe |= {atom} if cell is not Cell.NO else set()
        return known_fluents(self.atoms, true, maybe)

    @exclusive
    def known_by_observer(self) -> KnownFluents | None:
        """Return what follows from public observations; None if runs are needed."""
        self.require_legal()
        public = None if (fast := self._by_hands) is None else fast.seen_by_all()
        return None if public is None else public.certain(self.atoms)

    @exclusive
    def count_alike(self, agent: str | None) -> int | None:
        """Return how many runs look to an agent like those that fit."""
        with suppress(MystError):  # the runs of the package answer, or say why not
            fast = self._by_hands
            if fast is not None and (found := fast.deals(agent)) is not None:
                return found
        return super().count_alike(agent)

    @exclusive
    def counterexample(
        self, formula: Formula | str, method: str | None = None
    ) -> list[str] | None:
        """Return the fluents of a run that fits in which a formula is false, or None.

        For K(i,F) that is a run which agent i considers possible and in which F is
        false. With `method` the runs of the package answer.
        """
        f = self.formula(formula) if isinstance(formula, str) else formula
        fast = self.fast
        if method is not None or fast is None or not fast.is_given_by_hands:
            return super().counterexample(f, method)
        self.require_legal()
        there = fast.formula(self.plain(f))
        found = None
        with suppress(MystError):  # the runs of the package answer, or say why not
            if there is not None:
                if fast.value(there).value == "true":
                    return None
                world = fast.world_against(there)
                found = None if world is None else world.fluents(self.atoms)
        return super().counterexample(f) if found is None else found

    def _unseen(self, name: str) -> bool:
        """Whether an agent has a part in an action that is not given as a whole."""
        return any(
            None in x.arguments and name in map(str, x.arguments) for x in self.steps
        )

    def _cell(
        self, atom: str, knowledge: Callable[[Formula], Formula], common: bool
    ) -> Cell | None:
        """Whether it is known that a fluent holds, or that it does not, or neither.

        None if the fast methods do not answer that. A fluent that holds in some run is
        not known to be false, which saves a question.
        """
        cell, here = Cell.OPEN, self._fast_answer(Atom(atom))
        if here is None:
            return None
        for word, f in ((Cell.YES, Atom(atom)), (Cell.NO, Not(Atom(atom)))):
            if common and here.value != _VALUE_OF[word]:
                continue
            found = self._fast_answer(knowledge(f))
            if found is None:
                return None
            if found.value == "true":
                return word
            cell = Cell.DEPENDS if found.value == "undetermined" else cell
        return cell


class _Assumed(CertifiedSituation):
    """A history that fast methods answer about, before there is a certificate."""

    @property
    def _is_certified(self) -> bool:
        return True
