"""Check that the axioms in force treat the deal as the shipped ones do.

The methods on transition systems do not read from the axioms how cards are dealt and
what conjuncts such as `disjoint` mean. Axioms that differ in this are rejected here.
Possible actions and their effects on public fluents may be edited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache

from mystpy.axiom_folder import named_folder
from mystpy.axiom_folder.signature import HAND_SET, PILE_SET, QUESTION_SET
from mystpy.axioms import axioms_dir, rules_in_force, shipped_axioms_dir
from mystpy.errors import AxiomError
from mystpy.language.atoms import ARITIES, H
from mystpy.sight.rule_texts import head_of, label_of, named_in, rules_read

_OF_DEALS = {
    *(H.predicate, "card", "number_of_cards", "hand_size", "player", "holder"),
    *("violates", "element", "entry", "twice", "size"),
    *(HAND_SET, QUESTION_SET, PILE_SET),
    *("disjoint", "shared", "equals_pile", "holds_all", "ill_sorted"),
}
"""The predicates whose rules define how cards are dealt and compare hands."""

_NOT_OF_DEALS = frozenset(
    ("set_term", "situation", "considered", "action", "poss", "executable", "refused")
)
"""Predicates by which rules about deals select the sets and actions considered."""

FLUENT_NAMES = {*ARITIES} - {H.predicate}
"""The predicates of the fluents that change."""


def require_known_deals(rules: str) -> None:
    """Raise AxiomError if the axioms for these rules deal cards in another way.

    If no other axioms are chosen, no file is read.
    """
    if named_folder():
        from mystpy.engines.backend import is_there

        language = "asp" if is_there() else "prolog"
        _require_known(rules_in_force(), rules, language)


@lru_cache(maxsize=16)
def _require_known(_in_force: Hashable, rules: str, language: str) -> None:
    from mystpy.engines.edited.followed_effects import require_public_steps
    from mystpy.engines.edited.relied_on import require_known_actions

    folder, shipped = axioms_dir(), shipped_axioms_dir()
    read, known = (
        rules_read(folder, rules, language),
        rules_read(shipped, rules, language),
    )
    new, gone = of_deals(read, language), of_deals(known, language)
    deals = "how cards are dealt and hands compared"
    for rule in new - gone:
        raise _unknown(label_of(rule, folder, language), rule, f"a new rule of {deals}")
    for rule in gone - new:
        label = label_of(rule, shipped, language)
        raise _unknown(label, rule, f"missing, a rule of {deals}")
    for rule in effects_of_deals(read):
        label = label_of(rule, folder, language)
        raise _unknown(label, rule, "an effect that depends on the deal")
    require_known_actions(rules, language)
    if language == "asp":
        require_public_steps(rules)
    else:
        _require_placed(rules)


def _require_placed(rules: str) -> None:
    """Raise AxiomError if the Prolog drivers cannot follow the axioms."""
    from mystpy.engines.prolog.placement import require_placed
    from mystpy.engines.prolog.swipl import swipl

    require_placed(swipl(), swipl().module(rules), rules)


def _unknown(label: str, rule: str, what: str) -> AxiomError:
    return AxiomError(
        f"{label}{rule}: this is {what}, which this method does not follow",
        hint="use --engine asp, and a game of at most 2,000 deals",
    )


def of_deals(rules: Iterable[str], language: str) -> Counter[str]:
    """Count the rules that derive something about deals, choose, or exclude deals.

    The rules of predicates that these call are included.
    """
    known = tuple(rules)
    names = _OF_DEALS | _reached(_OF_DEALS, _bodies(known), _NOT_OF_DEALS)
    return Counter(rule for rule in known if _is_of_deals(rule, names, language))


def effects_of_deals(rules: Iterable[str]) -> Iterator[str]:
    """Yield the rules by which a fluent after an action depends on the deal.

    Rules that say, by `equals_pile`, whether a guess is right are excepted.
    """
    known = tuple(rules)
    bodies = _bodies(known)
    for rule in known:
        if _is_effect(rule) and H.predicate in _reached(named_in(rule), bodies):
            yield rule


def _bodies(rules: Iterable[str]) -> Mapping[str, set[str]]:
    """Return for each predicate the names in the bodies of its rules."""
    bodies: dict[str, set[str]] = {}
    for rule in rules:
        if head := head_of(rule):
            bodies.setdefault(head, set()).update(named_in(rule))
    return bodies


def _is_effect(rule: str) -> bool:
    """Return whether a rule defines a fluent after an action."""
    return head_of(rule) in FLUENT_NAMES and "do(" in rule.partition(":-")[0]


def _reached(
    names: set[str],
    bodies: Mapping[str, set[str]],
    without: frozenset[str] = frozenset({"equals_pile"}),
) -> set[str]:
    """Return the predicates that these call, without fluents and the named ones."""
    found: set[str] = set()
    ahead = set(names)
    while ahead := ahead - found - FLUENT_NAMES - without:
        found |= ahead
        ahead = {name for each in ahead for name in bodies.get(each, ())}
    return found


def _is_of_deals(rule: str, names: set[str], language: str) -> bool:
    if rule.startswith(":-"):
        return language == "asp"  # In Prolog it is a directive.
    return head_of(rule) in names
