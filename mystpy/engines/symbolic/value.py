"""Decide whether a formula follows: by bounds if they meet, else by diagrams."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.base import Answer, Cells, Value, cells_of_hands, no_deal
from mystpy.engines.symbolic import ALL, BOUNDS, DIAGRAMS, LISTED
from mystpy.engines.symbolic.bdd.value import DiagramSession
from mystpy.engines.symbolic.belief_progression import BeliefProgression
from mystpy.engines.symbolic.cases import (
    USE_BDD,
    cases_of,
    require_diagrams,
    together,
    value_of,
)
from mystpy.engines.symbolic.common_knowledge.bounds import CommonKnowledge
from mystpy.engines.symbolic.common_knowledge.linked_worlds import LinkedWorlds
from mystpy.engines.symbolic.enumeration import EnumeratedWorlds
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.errors import EngineMissing, NoWorldFits, Undecided
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import ground
from mystpy.language.junctions import unabbreviated
from mystpy.language.nodes import (
    And,
    Announcing,
    Common,
    Everyone,
    Formula,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import children, is_objective, walk, with_children
from mystpy.views import GivenCards

KnowledgeFormula = Knows | Everyone | Common


def value(history: History, formula: Formula, methods: Collection[str] = ALL) -> Answer:
    """Return whether a formula follows from a history and the given cards.

    A guess as the last action may have two outcomes; everybody sees which. Raises
    NoWorldFits if no world is consistent, and the errors of `DiagramSession` if
    diagrams are needed. Without oxidd few worlds are listed instead. Without diagrams
    among the `methods`, raises QueryError for announcements, and Undecided for formulas
    that the bounds leave open.
    """
    phi = lean(ground(formula, history.game))
    if any(isinstance(part, Announcing) for part in walk(phi)):
        require_diagrams(methods, "announcements over common knowledge")
    position = BeliefProgression.of(history)
    found = []
    for constraints in position.constraint_sets:
        with suppress(NoWorldFits):
            found.append(constrained_value(constraints, phi, position.given, methods))
    methods = sorted({answer.method for answer in found})
    cases = together(cases_of(answer.value) for answer in found)
    return Answer(value_of(cases), " and ".join(methods))


def lean(phi: Formula) -> Formula:
    """Return an equivalent formula with fewer K, E and C, by the laws of S5.

    If something is common knowledge in a group, or known to one player, each member
    knows whether it is. And the members of a group know their common knowledge.
    """
    phi = with_children(phi, [lean(part) for part in children(phi)])
    if not isinstance(phi, KnowledgeFormula):
        return phi
    body, group = phi.body, set(_group(phi))
    said = body.body if isinstance(body, Not) else body
    if (
        isinstance(said, KnowledgeFormula)
        and _closed(said)
        and group <= set(_group(said))
    ):
        return body
    if (
        isinstance(body, KnowledgeFormula)
        and _closed(phi)
        and group >= set(_group(body))
    ):
        return lean(with_children(phi, [body.body]))
    return phi


def _group(phi: KnowledgeFormula) -> tuple[int, ...]:
    return (int(str(phi.agent)),) if isinstance(phi, Knows) else phi.numbers


def _closed(phi: KnowledgeFormula) -> bool:
    """Return whether the group has common knowledge of whether it holds."""
    return isinstance(phi, Common) or len(_group(phi)) == 1


def constrained_value(
    constraints: PublicConstraints,
    phi: Formula,
    known: GivenCards,
    methods: Collection[str] = ALL,
) -> Answer:
    """Return whether a quantifier-free formula follows; see `value`."""
    if BOUNDS in methods:
        with suppress(SearchLimitReached):
            if (found := _by_bounds(constraints, phi, known)) is not None:
                return Answer(found, BOUNDS)
    if DIAGRAMS not in methods:
        raise Undecided("the SAT solver does not decide this formula", hint=USE_BDD)
    try:
        return Answer(diagrams_of(constraints).value(phi, known), DIAGRAMS)
    except EngineMissing:
        worlds = EnumeratedWorlds.of(constraints) if LISTED in methods else None
        if worlds is None:
            raise
        return Answer(value_of(worlds.cases(phi, known)), LISTED)


def _by_bounds(
    constraints: PublicConstraints, phi: Formula, known: GivenCards
) -> Value | None:
    """Return the value of a formula; None if the bounds leave it open."""
    if is_objective(phi):
        copies, world = _world(constraints)
        return value_of(copies.cases(phi, world, copies.given(world, known)))
    match phi:
        case Not(body):
            return _opposite(_by_bounds(constraints, body, known))
        case And(parts):
            return _conjoined([_by_bounds(constraints, part, known) for part in parts])
        case Or(parts):
            none = And(tuple(map(Not, parts)))
            return _opposite(_by_bounds(constraints, none, known))
        case Knows(_, body) | Common(_, body) if is_objective(body):
            return common_knowledge(constraints, _group(phi)).bounded(body, known)
    less = unabbreviated(phi)
    return None if less is phi else _by_bounds(constraints, less, known)


def _opposite(value: Value | None) -> Value | None:
    match value:
        case Value.TRUE:
            return Value.FALSE
        case Value.FALSE:
            return Value.TRUE
    return value


def _conjoined(values: Sequence[Value | None]) -> Value | None:
    """Return the value of a conjunction; None if its parts leave it open."""
    if Value.FALSE in values:
        return Value.FALSE
    rest = [value for value in values if value is not Value.TRUE]
    if len(rest) > 1:
        return None
    return rest[0] if rest else Value.TRUE


@cached_by_theory(4)
def _world(constraints: PublicConstraints) -> tuple[LinkedWorlds, int]:
    copies = LinkedWorlds(constraints, ())
    return copies, copies.add()


@cached_by_theory(16)
def common_knowledge(
    constraints: PublicConstraints, group: tuple[int, ...]
) -> CommonKnowledge:
    """Return the common knowledge of a group; it is kept for the next query."""
    return CommonKnowledge(constraints, group)


@cached_by_theory(2)
def diagrams_of(constraints: PublicConstraints) -> DiagramSession:
    """Return the diagrams of constraints; they are kept for the next query."""
    return DiagramSession(constraints)


def cells_by_diagrams(position: BeliefProgression, player: int | None) -> list[Cells]:
    """Return for each outcome what the deals possible for a player have in common."""
    found, cards = [], position.history.game.cards
    for constraints in position.constraint_sets:
        diagrams, seen = diagrams_of(constraints), position.given
        if diagrams.cases(Truth(), seen)[0]:
            if player is not None:
                seen = seen.seen_by((player,), constraints.shows)
            found.append(cells_of_hands(cards, diagrams.cells(seen)))
    if not found:
        raise no_deal()
    return found


def forget() -> None:
    """Discard everything built for earlier queries."""
    for kept in _world, common_knowledge, diagrams_of:
        kept.cache_clear()
