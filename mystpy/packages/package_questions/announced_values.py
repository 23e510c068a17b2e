"""Truth of formulas after formulas have been announced to all agents.

Announcements are written out by the reduction axioms of public announcement logic
(Plaza 1989). Over common knowledge there are none: there the runs are listed, and those
are left out in which an announcement is false.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.errors import NoWorldFits
from mystpy.language.decidable import reduce_announcements
from mystpy.language.expand import expand
from mystpy.language.nodes import Announcing, Formula, Not
from mystpy.language.subformulas import is_announcing, refuse_deep
from mystpy.packages.answer_kinds import PackageAnswer
from mystpy.packages.package_answers import PackageSituation


def value_after(
    situation: PackageSituation, announced: Sequence[Formula], formula: Formula
) -> PackageAnswer:
    """Return the value of a formula after announcements, if there are any.

    Each is true when it is announced, and all agents learn that it was. Raises
    NoWorldFits if one of them cannot be true, TooManyRuns if the runs must be listed
    and are too many.
    """
    words = situation.words
    announced = [expand(said, words) for said in announced]
    formula = expand(formula, words)
    found = _value(situation, _after(announced, formula))
    if not announced:
        return found
    other = _value(situation, _after(announced, Not(formula)))
    true, false = found.value == "true", other.value == "true"
    if true and false:
        raise NoWorldFits(
            "what is announced is false in all runs that fit",
            hint="announce what is true",
        )
    value = "true" if true else "false" if false else "undetermined"
    return PackageAnswer(value, found.method)


def _value(situation: PackageSituation, formula: Formula) -> PackageAnswer:
    refuse_deep(formula)
    if not is_announcing(reduce_announcements(formula)):
        return situation.answer(formula)
    return situation.listed_answer(formula)


def _after(announced: Sequence[Formula], formula: Formula) -> Formula:
    found = formula
    for said in reversed(announced):
        found = Announcing(said, found)
    return found
