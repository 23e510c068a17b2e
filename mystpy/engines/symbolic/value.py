"""Does a formula follow? By bounds where they close, and else by decision diagrams."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.base import Answer, Cells, Value, cells_of_hands, no_deal
from mystpy.engines.symbolic import ALL, BOUNDS, DIAGRAMS, LISTED
from mystpy.engines.symbolic.bdd.value import Diagrams
from mystpy.engines.symbolic.cases import (
    cases_of,
    open_to_sat,
    require_diagrams,
    together,
    value_of,
)
from mystpy.engines.symbolic.common_knowledge.bounds import CommonKnowledge
from mystpy.engines.symbolic.common_knowledge.linked_worlds import LinkedWorlds
from mystpy.engines.symbolic.enumeration import FewWorlds
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.position import Position
from mystpy.engines.symbolic.solver import GaveUp
from mystpy.errors import EngineMissing, NoWorldFits
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import grounded
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import (
    And,
    Announcing,
    Common,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import children, is_objective, walk, with_children
from mystpy.views import Given

Knowing = Knows | Everyone | Common


def value(history: History, formula: Formula, methods: Collection[str] = ALL) -> Answer:
    """Whether a formula follows from a history and what is given with it.

    A guess as the last action may have two outcomes; everybody sees which. Raises
    NoWorldFits if no world fits, and what `Diagrams` raises where those are needed.
    Without oxidd few worlds are listed instead. Without diagrams among the `methods`,
    raises QueryError for announcements, and Undecided for what the bounds leave open.
    """
    phi = lean(grounded(formula, history.game))
    if any(isinstance(part, Announcing) for part in walk(phi)):
        require_diagrams(methods, "announcements over common knowledge")
    position = Position.of(history)
    found = []
    for law in position.laws:
        with suppress(NoWorldFits):
            found.append(law_value(law, phi, position.given, methods))
    methods = sorted({answer.method for answer in found})
    cases = together(cases_of(answer.value) for answer in found)
    return Answer(value_of(cases), " and ".join(methods))


def lean(phi: Formula) -> Formula:
    """An equivalent formula with fewer K, E and C, by the laws of S5.

    What is common to a group, or known to one player, is known to be so, or not to be
    so, by each member. And what is common to a group, its members know.
    """
    phi = with_children(phi, [lean(part) for part in children(phi)])
    if not isinstance(phi, Knowing):
        return phi
    body, group = phi.body, set(_group(phi))
    said = body.body if isinstance(body, Not) else body
    if isinstance(said, Knowing) and _closed(said) and group <= set(_group(said)):
        return body
    if isinstance(body, Knowing) and _closed(phi) and group >= set(_group(body)):
        return lean(with_children(phi, [body.body]))
    return phi


def _group(phi: Knowing) -> tuple[int, ...]:
    return (int(str(phi.agent)),) if isinstance(phi, Knows) else phi.numbers


def _closed(phi: Knowing) -> bool:
    """Whether it is common knowledge in the group that it is so, or is not."""
    return isinstance(phi, Common) or len(_group(phi)) == 1


def law_value(
    law: Law, phi: Formula, known: Given, methods: Collection[str] = ALL
) -> Answer:
    """Whether a formula without quantifiers follows under one law; see `value`."""
    if BOUNDS in methods:
        with suppress(GaveUp):
            if (found := _by_bounds(law, phi, known)) is not None:
                return Answer(found, BOUNDS)
    if DIAGRAMS not in methods:
        raise open_to_sat()
    try:
        return Answer(diagrams_of(law).value(phi, known), DIAGRAMS)
    except EngineMissing:
        worlds = FewWorlds.of(law) if LISTED in methods else None
        if worlds is None:
            raise
        return Answer(value_of(worlds.cases(phi, known)), LISTED)


def _by_bounds(law: Law, phi: Formula, known: Given) -> Value | None:
    """The value of a formula, None if the bounds leave it open."""
    if is_objective(phi):
        copies, world = _world(law)
        return value_of(copies.cases(phi, world, copies.given(world, known)))
    match phi:
        case Not(body):
            return _opposite(_by_bounds(law, body, known))
        case And(parts):
            return _conjoined([_by_bounds(law, part, known) for part in parts])
        case Or(parts):
            none = And(tuple(map(Not, parts)))
            return _opposite(_by_bounds(law, none, known))
        case Implies(left, right):
            return _by_bounds(law, Or((Not(left), right)), known)
        case Iff(left, right):
            both = Implies(left, right), Implies(right, left)
            return _by_bounds(law, And(both), known)
        case Everyone(_, body) if len(phi.members) > 1:
            each = conjunction([Knows(player, body) for player in phi.members])
            return _by_bounds(law, each, known)
        case Knows(_, body) | Everyone(_, body) | Common(_, body) if is_objective(body):
            return common_knowledge(law, _group(phi)).bounded(body, known)
    return None


def _opposite(value: Value | None) -> Value | None:
    match value:
        case Value.TRUE:
            return Value.FALSE
        case Value.FALSE:
            return Value.TRUE
    return value


def _conjoined(values: Sequence[Value | None]) -> Value | None:
    """The value of a conjunction, None if that of its parts leaves it open."""
    if Value.FALSE in values:
        return Value.FALSE
    rest = [value for value in values if value is not Value.TRUE]
    if len(rest) > 1:
        return None
    return rest[0] if rest else Value.TRUE


@cached_by_theory(4)
def _world(law: Law) -> tuple[LinkedWorlds, int]:
    copies = LinkedWorlds(law, ())
    return copies, copies.add()


@cached_by_theory(16)
def common_knowledge(law: Law, group: tuple[int, ...]) -> CommonKnowledge:
    """What is common knowledge of a group; kept for the next question."""
    return CommonKnowledge(law, group)


@cached_by_theory(2)
def diagrams_of(law: Law) -> Diagrams:
    """The decision diagrams of a law; kept for the next question."""
    return Diagrams(law)


def cells_by_diagrams(position: Position, player: int | None) -> list[Cells]:
    """For each law what the deals that a player holds possible have in common."""
    found, cards = [], position.history.game.cards
    for law in position.laws:
        diagrams, seen = diagrams_of(law), position.given
        if diagrams.cases(Truth(), seen)[0]:
            if player is not None:
                seen = seen.seen_by((player,), law.shows)
            found.append(cells_of_hands(cards, diagrams.cells(seen)))
    if not found:
        raise no_deal()
    return found


def forget() -> None:
    """Forget what was built for the questions before."""
    for kept in _world, common_knowledge, diagrams_of:
        kept.cache_clear()
