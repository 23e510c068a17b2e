"""Check that edited axioms keep the rules on which solvers and players rely.

They read from the axioms which actions are possible and what follows, but draw
conclusions from answers and results of guesses as the shipped axioms do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import lru_cache

from mystpy.axiom_folder import named_folder
from mystpy.axioms import SUFFIXES, axioms_dir, rules_in_force, shipped_axioms_dir
from mystpy.engines.edited.edited_rules import AspRule, refusal_error
from mystpy.errors import AxiomError
from mystpy.history.actions import No, Shows, Yes
from mystpy.language.atoms import ARITIES, GameOver, StillIn
from mystpy.sight.rule_texts import head_of, rules_read

ANSWERS = (No.name, Yes.name, Shows.name)
RESULTS = frozenset((StillIn.predicate, GameOver.predicate))
FLUENTS = frozenset(ARITIES)
_HINT = "ask, legal, poss and know follow such axioms; see axioms/README.md"


def require_known_answers(rules: str) -> None:
    """Raise AxiomError if answers or results mean something else than players deduce.

    If no other axioms are chosen, no file is read.
    """
    if named_folder():
        _require(rules_in_force(), rules, RESULTS)


def require_known_effects(rules: str) -> None:
    """Raise AxiomError if answers or effects are other than solvers take for granted.

    They read the axioms of questions, guesses and the end of a turn. If no
    other axioms are chosen, no file is read.
    """
    if named_folder():
        _require(rules_in_force(), rules, FLUENTS)


def require_shipped_rules(rules: str) -> None:
    """Raise AxiomError if any axiom for games of these rules was edited.

    If no other axioms are chosen, no file is read.
    """
    if named_folder():
        error = _edited(rules_in_force(), rules)
        if error is not None:
            raise error


@lru_cache(maxsize=16)
def _edited(_in_force: Hashable, rules: str) -> AxiomError | None:
    for language in SUFFIXES:
        for rule in _changed(rules, language):
            why = "this method keeps to the shipped axioms"
            return refusal_error(AspRule(rule), why, _HINT, language)
    return None


def _changed(rules: str, language: str = "asp") -> Iterator[str]:
    """The rules that are new in the axioms in force, and then those that are gone."""
    new, known = (
        Counter(rules_read(folder, rules, language))
        for folder in (axioms_dir(), shipped_axioms_dir())
    )
    yield from new - known
    yield from known - new


def _require(in_force: Hashable, rules: str, fluents: frozenset[str]) -> None:
    error = _difference(in_force, rules, fluents)
    if error is not None:
        raise error


@lru_cache(maxsize=16)
def _difference(
    _in_force: Hashable, rules: str, fluents: frozenset[str]
) -> AxiomError | None:
    for rule in _changed(rules):
        if _is_relied_on(rule, fluents):
            why = "solve and players rely on these rules as they are shipped"
            return refusal_error(AspRule(rule), why, _HINT)
    return None


def _is_relied_on(rule: str, fluents: frozenset[str]) -> bool:
    head = head_of(rule)
    kind = rule.partition("poss(")[2].partition("(")[0] if head == "poss" else ""
    return head in fluents or kind in ANSWERS
