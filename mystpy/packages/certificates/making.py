"""Making a certificate: each comparison in turn, or the first difference.

`theory check` says whether a package is the rule set that it claims to be.
"""

from __future__ import annotations

from contextlib import suppress

from mystpy.compilation import NamedTuple
from mystpy.engines.backend import has_backend
from mystpy.engines.exclusive import exclusive
from mystpy.errors import MystError
from mystpy.packages.axiom_checks.forbidden import require_safe
from mystpy.packages.axiom_checks.package_checks import CheckResult, require_sound
from mystpy.packages.certificates.compared_answers import compared_answers
from mystpy.packages.certificates.kept_certificates import (
    Certificate,
    keep_certificate,
    kept_certificate,
)
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.difference_words import TheoryDifference
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.rule_set_comparison.shortest_run import (
    MAX_ACTIONS,
    DifferentRun,
    RunSearch,
    smaller_games,
)
from mystpy.packages.rule_set_comparison.step_rules import StepRules
from mystpy.packages.rule_set_comparison.theory_comparison import TheoryComparison
from mystpy.theories import edited_theory

MAX_TRIED = 20
"""The maximal number of small games searched for a run, besides the package's own."""

_METHODS = "sat, bdd, walk, worlds"
_NAME = "certificate"


class CertificateOutcome(NamedTuple):
    """A certificate, or the reason why there is none.

    The reason is a sentence; `run` is the shortest run on which both sides differ, if
    there is one.
    """

    certificate: Certificate | None
    reason: str = ""
    run: DifferentRun | None = None


@exclusive
def made_certificate(package: Package) -> CertificateOutcome:
    """Return the certificate of a package that has a claim, or why it has none."""
    assert package.claim is not None
    try:
        found = _difference(package)
    except MystError as error:
        return CertificateOutcome(None, str(error))
    if isinstance(found, TheoryDifference):
        run = _shortest_run(package, found)
        return CertificateOutcome(None, found.what if run is None else str(run), run)
    return CertificateOutcome(found)


def _shortest_run(package: Package, found: TheoryDifference) -> DifferentRun | None:
    """A shortest run on which both sides differ, in the smallest game that has one."""
    if found.comparison not in ("steps", "sights"):
        return None
    for smaller in [*smaller_games(package)[:MAX_TRIED], package]:
        with suppress(MystError):
            search = RunSearch(GameLink(smaller), StepRules(smaller))
            if (
                len(search.actions) <= MAX_ACTIONS
                and getattr(search.comparison, found.comparison)()
                and (run := search.shortest(sight=found.comparison == "sights"))
            ):
                return run
    return None


def _difference(package: Package) -> TheoryDifference | Certificate:
    """Return the first difference, or the certificate if there is none."""
    require_safe(package.axioms, package.folder / AXIOMS)
    require_sound(package)
    rules, link = StepRules(package), GameLink(package)
    opened = [] if link.open is None else [(link.open.name, 1)]
    rules.require_single_steps([(link.held.name, 2), *opened])
    comparison = TheoryComparison(link, rules)
    comparison.require_known_state()
    for compare in (
        comparison.deals,
        comparison.starts,
        comparison.steps,
        comparison.sights,
    ):
        if (found := compare()) is not None:
            return found
    answers = compared_answers(package)
    opened_words = ""
    if link.open_cards:
        opened_words = f", with any {link.open_cards} of the cards left over open"
    return Certificate(
        link.rules.name,
        (
            f"the same {link.game.deal_count():,} deals{opened_words}",
            "the same start",
            "the same step and sight in every situation",
            f"the same answers to {answers.questions} questions about"
            f" {answers.histories} histories of {len(answers.games)} games"
            f" ({'; '.join(answers.games)})",
        ),
    )


# --- `theory check` -----------------------------------------------------------


def certificate_checks(package: Package) -> list[CheckResult]:
    """Return whether fast methods answer about a package, and what was compared.

    A certificate that is not kept is made, and kept. There is no result for a package
    whose only claim is that the fast methods do not apply to it.
    """
    if package.claim is None:
        detail = "not used: they are for MYST and Clue, or packages with [certificate]"
        return [CheckResult(_METHODS, None, detail)]
    if has_backend():
        return [CheckResult(_NAME, None, "the library clingo is needed to compare")]
    if edited_theory() is not None:
        detail = "the axioms in force are not the shipped ones"
        return [CheckResult(_NAME, None, detail)]
    found = kept_certificate(package)
    if found is None:
        made = made_certificate(package)
        if made.certificate is None:
            return [
                CheckResult(_NAME, False, f"not {_claimed(package)}: {made.reason}")
            ]
        found = made.certificate
        keep_certificate(package, found)
    detail = f"{_claimed(package)}: {'; '.join(found.compared)}; {_use(package)}"
    return [CheckResult(_NAME, True, detail)]


def _claimed(package: Package) -> str:
    """The rule set, and the constants for which it is compared."""
    assert package.claim is not None
    sizes = ", ".join(f"{name}={n}" for name, n in package.constants.items())
    return f"{package.claim.equals} for {sizes}" if sizes else package.claim.equals


def _use(package: Package) -> str:
    """Return the effect of a certificate: it is used if the cache folder has it."""
    if kept_certificate(package) is not None:
        return "so auto, walk, worlds, sat and bdd answer"
    return "but the cache folder cannot be written, so only asp and prolog answer"
