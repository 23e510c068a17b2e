"""Histories of a certified package, answered by the fast methods of the folder axioms.

A package that has a certificate is one of the rule sets of the folder axioms, in other
words: its histories and formulas are translated. What has no translation, and every
package without a certificate, is answered from the package's own runs.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from mystpy.compilation import NamedTuple, dataclass
from mystpy.engines import get_engine
from mystpy.engines.base import Engine, Value, Verdict
from mystpy.errors import MystError, NoWorldFits, QueryError
from mystpy.history.history import History
from mystpy.language.atoms import Atom, Truth
from mystpy.language.nodes import Formula, Implies, Knows, Not
from mystpy.language.subformulas import refuse_deep
from mystpy.packages.answer_kinds import (
    BY_CERTIFICATE,
    KnownFluents,
    PackageAnswer,
    RunLegality,
    known_fluents,
)
from mystpy.packages.certificates.kept_certificates import (
    Certificate,
    kept_certificate,
)
from mystpy.packages.certificates.translation import Translation
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.rule_set_comparison.game_link import GameLink

AUTO = "auto"
FAST_ENGINES = (AUTO, "walk", "worlds")
"""The engines that answer about certified packages, the default first."""


class CertifiedHistory(NamedTuple):
    """A history there, what is given besides hands, and the engine that answers."""

    translation: Translation
    history: History
    given: Formula
    engine: Engine


@dataclass(frozen=True, slots=False, eq=False)
class CertifiedSituation(PackageSituation):
    """A history that fast methods answer about, if the package has a certificate.

    `engine` is auto, walk or worlds; auto leaves what is not certified, or has no
    translation, to the runs of the package, and the others refuse it.
    """

    engine: str = AUTO

    @classmethod
    def of(cls, situation: PackageSituation, engine: str = AUTO) -> CertifiedSituation:
        """Return the same history. Raises QueryError if the engine needs a certificate.

        It is raised only for an engine other than auto.
        """
        found = cls(situation.package, situation.steps, situation.given, engine)
        if engine != AUTO and certificate_of(situation.package) is None:
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
            translation = _translation(package)
        except MystError:
            return None
        found = translation.history(self.steps, self.given)
        if found is None or not found[0].game.deal_count(found[0].hands):
            return None
        return CertifiedHistory(translation, *found, get_engine(self.engine))

    @property
    def _is_certified(self) -> bool:
        return certificate_of(self.package) is not None

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
        f = fast.translation.formula(self.plain(formula))
        if f is None:
            self._leave(f"there is no word for all of {formula}")
            return None
        try:
            return _value(fast, f)
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

    def legality(self) -> RunLegality:
        """Return whether the steps are possible: in all runs that fit, some, or none.

        Raises NoWorldFits if no start fits what is given.
        """
        from mystpy.questions.legality import legal

        fast = self.fast
        if fast is None or not isinstance(fast.given, Truth):
            return super().legality()
        found = legal(fast.history, fast.engine)
        if found.verdict is Verdict.POSSIBLE:
            return super().legality()  # it says which step depends on the deal
        if found.step is None:
            return RunLegality(str(found.verdict))
        step = self.steps[found.step]
        label = self.package.label(f"poss({step.action.name}")
        return RunLegality(str(found.verdict), found.step, str(step), label)

    def known(self, agent: str) -> KnownFluents:
        """Return which fluents an agent knows to hold, and which not to hold.

        Raises QueryError if what the agent has seen is not given.
        """
        name = str(self.package.agent(agent))
        found = self._fast_known(name)
        return super().known(agent) if found is None else found

    def _fast_known(self, name: str) -> KnownFluents | None:
        """The same by fast methods; None if they, or what is given, do not do."""
        from mystpy.questions.knowledge import know

        fast = self.fast
        if fast is None or not isinstance(fast.given, Truth) or self._unseen(name):
            return None
        player = fast.translation.agent(name)
        if fast.history.hands[player] is None:
            return None
        self.require_legal()
        cells = know(fast.history, player, fast.engine, count=False).cells
        true, maybe = set[str](), set[str]()
        for atom in self.atoms:
            held = fast.translation.held(atom)
            value = cells[held[0]][held[1]] if held else self._known_value(name, atom)
            if value not in ("yes", "no", "?"):
                return None
            true |= {atom} if value == "yes" else set()
            maybe |= {atom} if value != "no" else set()
        return known_fluents(self.atoms, true, maybe)

    def _unseen(self, name: str) -> bool:
        """Whether an agent has a part in an action that is not given as a whole."""
        return any(
            None in step.arguments and name in map(str, step.arguments)
            for step in self.steps
        )

    def _known_value(self, name: str, atom: str) -> str:
        """Whether an agent knows that a fluent holds, or that it does not."""
        for word, f in (("yes", Atom(atom)), ("no", Not(Atom(atom)))):
            found = self._fast_answer(Knows(name, f))
            if found is None or found.value == "undetermined":
                return "!"
            if found.value == "true":
                return word
        return "?"


class _Assumed(CertifiedSituation):
    """A history that fast methods answer about, before there is a certificate."""

    @property
    def _is_certified(self) -> bool:
        return True


def _value(fast: CertifiedHistory, f: Formula) -> PackageAnswer:
    """The value among the worlds that satisfy what is given."""
    from mystpy.questions.knowledge import ask

    if isinstance(fast.given, Truth):
        found = ask(fast.history, f, fast.engine)
        return _certified(str(found.value), found.method)
    true = ask(fast.history, Implies(fast.given, f), fast.engine)
    false = ask(fast.history, Implies(fast.given, Not(f)), fast.engine)
    values = true.value is Value.TRUE, false.value is Value.TRUE
    if all(values):
        raise NoWorldFits("no start fits what is given")
    value = "true" if values[0] else "false" if values[1] else "undetermined"
    return _certified(value, true.method)


def _certified(value: str, method: str) -> PackageAnswer:
    return PackageAnswer(value, f"{method}{BY_CERTIFICATE}")


@lru_cache(maxsize=32)
def _translation(package: Package) -> Translation:
    assert package.claim is not None
    return Translation(GameLink(package, package.claim))


def certificate_of(package: Package) -> Certificate | None:
    """Return the certificate that is kept for a package, None if there is none."""
    return kept_certificate(package)
