"""Making a certificate: each comparison in turn, or the first difference."""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.engines.exclusive import exclusive
from mystpy.errors import MystError
from mystpy.packages.axiom_checks.forbidden import require_safe
from mystpy.packages.axiom_checks.package_checks import require_sound
from mystpy.packages.certificates.compared_answers import compared_answers
from mystpy.packages.certificates.kept_certificates import Certificate
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.difference_words import TheoryDifference
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.rule_set_comparison.shortest_run import (
    MAX_ACTIONS,
    DifferentRun,
    RunSearch,
)
from mystpy.packages.rule_set_comparison.smaller_games import smaller_games
from mystpy.packages.rule_set_comparison.step_rules import StepRules
from mystpy.packages.rule_set_comparison.theory_comparison import TheoryComparison

MAX_TRIED = 20
"""A run is looked for in so many small games, and that of the package's constants."""


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
        try:
            search = _search(smaller, found.comparison)
            if search is None:
                continue
            run = search.shortest(sight=found.comparison == "sights")
        except MystError:
            continue
        if run is not None:
            return run
    return None


def _search(package: Package, comparison: str) -> RunSearch | None:
    """The search in a game, None if it is too large, or no step of it differs."""
    assert package.claim is not None
    search = RunSearch(GameLink(package, package.claim), StepRules(package))
    if (
        len(search.actions) > MAX_ACTIONS
        or not getattr(search.comparison, comparison)()
    ):
        return None
    return search


def _difference(package: Package) -> TheoryDifference | Certificate:
    """What differs first, or the certificate if nothing does."""
    claim = package.claim
    assert claim is not None
    require_safe(package.axioms, package.folder / AXIOMS)
    require_sound(package)
    rules, link = StepRules(package), GameLink(package, claim)
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
    return Certificate(
        claim.equals,
        (
            f"the same {link.game.deal_count():,} deals{_with_open(link.open_cards)}",
            "the same start",
            "the same step and sight in every situation",
            f"the same answers to {answers.questions} questions about"
            f" {answers.histories} histories of {len(answers.games)} games"
            f" ({'; '.join(answers.games)})",
        ),
    )


def _with_open(number: int) -> str:
    """How many cards lie open, in words, if there are any."""
    return f", with any {number} of the cards left over open" if number else ""
