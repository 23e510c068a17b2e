"""Check that edited axioms keep what is relied on: effects, answers, known actions.

Solvers and players rely on some rules; no engine has actions of your own.

They read from the axioms which actions are possible and what follows, but draw
conclusions from answers and results of guesses as the shipped axioms do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mystpy.axiom_folder import cached_by_theory, named_folder
from mystpy.axioms import SUFFIXES, axioms_dir, shipped_axioms_dir
from mystpy.compilation import pattern
from mystpy.engines.edited.edited_rules import AspRule, refusal_error
from mystpy.history.actions import No, Shows, Yes
from mystpy.language.atoms import ARITIES, GameOver, StillIn
from mystpy.sight.rule_texts import head_of, rules_read

ANSWERS = (No.name, Yes.name, Shows.name)
RESULTS = frozenset((StillIn.predicate, GameOver.predicate))
FLUENTS = frozenset(ARITIES)
_KIND = pattern(r"(?:poss|action)\(\s*([a-z]\w*)")
_HINT = "ask, legal, poss and know follow such axioms; see axioms/README.md"


def require_known_answers(rules: str) -> None:
    """Raise AxiomError if answers or results mean something else than players deduce.

    If no other axioms are chosen, no file is read.
    """
    if named_folder():
        _require(rules, RESULTS)


def require_known_effects(rules: str) -> None:
    """Raise AxiomError if answers or effects are other than solvers take for granted.

    They read the axioms of questions, guesses and the end of a turn. If no
    other axioms are chosen, no file is read.
    """
    if named_folder():
        _require(rules, FLUENTS)


def require_shipped_rules(rules: str) -> None:
    """Raise AxiomError if any axiom for games of these rules was edited.

    If no other axioms are chosen, no file is read.
    """
    if named_folder():
        _require_unchanged(rules)


@cached_by_theory(16)
def _require_unchanged(rules: str) -> None:
    for language in SUFFIXES:
        for rule in _changed(rules, language):
            why = "this method supports only the shipped axioms"
            raise refusal_error(AspRule(rule), why, _HINT, language)


def _changed(rules: str, language: str = "asp") -> Iterator[str]:
    """The rules that are new in the axioms in force, and then those that are gone."""
    new, known = (
        Counter(rules_read(folder, rules, language))
        for folder in (axioms_dir(), shipped_axioms_dir())
    )
    yield from new - known
    yield from known - new


@cached_by_theory(16)
def _require(rules: str, fluents: frozenset[str]) -> None:
    for rule in _changed(rules):
        if _is_relied_on(rule, fluents):
            why = "solve and players rely on these rules as they are shipped"
            raise refusal_error(AspRule(rule), why, _HINT)


@cached_by_theory(16)
def require_known_actions(rules: str, language: str = "asp") -> None:
    """Raise AxiomError if games of these rules have an action that they had not."""
    shipped = rules_read(shipped_axioms_dir(), rules, language)
    known = {found[1] for found in map(_KIND.match, shipped) if found}
    for rule in rules_read(axioms_dir(), rules, language):
        kind = _KIND.match(rule)
        if kind and kind[1] not in known:
            why = f"this makes an action {kind[1]}, which these games do not have here"
            hint = "leave the action out: mystpy cannot follow actions of your own"
            raise refusal_error(AspRule(rule), why, hint, language)


def _is_relied_on(rule: str, fluents: frozenset[str]) -> bool:
    head = head_of(rule)
    kind = rule.partition("poss(")[2].partition("(")[0] if head == "poss" else ""
    return head in fluents or kind in ANSWERS
