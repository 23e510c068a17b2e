"""Subformulas, and what a formula's form determines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.language.atoms import (
    Equality,
    H,
    Membership,
    Node,
    Player,
    PlayerFluent,
    PossAtom,
    Question,
    Term,
    Var,
)
from mystpy.language.nodes import (
    After,
    Announcing,
    BinaryConnective,
    Considers,
    CountOf,
    CountOver,
    Distributed,
    Formula,
    GroupModal,
    Iff,
    Implies,
    KnowsWhether,
    Modal,
    NaryConnective,
    Next,
    Not,
    PlayerModal,
    TrulyAnnouncing,
)
from mystpy.language.numbers import (
    Arithmetic,
    Binder,
    Comparison,
    NumberTerm,
)
from mystpy.language.temporal import Doing, Past, Temporal

MAX_DEPTH = 200
"""How deep formulas may be nested; deeper ones are refused, not recursed into.

Functions that recurse over formulas use at most two Python frames a level, which
keeps them well below the interpreter's limit.
"""


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas right below this one, from left to right; numbers count as such."""
    match formula:
        case NaryConnective() | CountOf():
            return formula.parts
        case BinaryConnective(left, right) | Announcing(left, right):
            return (left, right)
        case Comparison(left, _, right) | Arithmetic(left, _, right):
            return cast("tuple[Formula, ...]", (left, right))
        case Not() | Modal() | Binder() | After() | Next() | Temporal() | Doing():
            return (formula.body,)
    return ()


F = TypeVar("F", bound=Node)


def with_children(formula: F, parts: Sequence[Formula]) -> F:
    """The same node over other children, as many as it has."""
    match formula:
        case NaryConnective() | CountOf():
            return replace(formula, parts=tuple(parts))
        case BinaryConnective():
            return replace(formula, left=parts[0], right=parts[1])
        case Comparison() | Arithmetic():
            left, right = cast("tuple[NumberTerm, NumberTerm]", tuple(parts))
            return replace(formula, left=left, right=right)
        case Announcing():
            return replace(formula, said=parts[0], body=parts[1])
    if children(cast("Formula", formula)):
        return cast("F", replace(cast("Not", formula), body=parts[0]))
    return formula


def walk(formula: Formula) -> Iterator[Formula]:
    """The formula and all formulas in it, each before those below it."""
    waiting = [formula]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


def size(formula: Formula) -> int:
    """The number of nodes of the formula."""
    return sum(1 for _ in walk(formula))


def depth(formula: Formula) -> int:
    """How deep the formula is nested; an atom has depth 1."""
    level, deepest = [formula], 0
    while level:
        deepest += 1
        level = [child for node in level for child in children(node)]
    return deepest


def refuse_deep(formula: Formula) -> None:
    """Raise QueryError if the formula is nested deeper than MAX_DEPTH."""
    level = [formula]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in children(node)]
        if not level:
            return
    raise QueryError(f"the formula is nested deeper than {MAX_DEPTH}")


def modal_depth(formula: Formula) -> int:
    """How deep K, E, C and D are nested; 0 for an objective formula."""
    refuse_deep(formula)
    return _modal_depth(formula)


def _modal_depth(f: Formula) -> int:
    below = max([_modal_depth(child) for child in children(f)], default=0)
    return below + (getattr(f, "times", 1) if isinstance(f, Modal) else 0)


def is_objective(formula: Formula) -> bool:
    """Whether the formula speaks of nobody's knowledge."""
    return not any(isinstance(node, Modal) for node in walk(formula))


def is_static(formula: Formula) -> bool:
    """Whether the formula speaks of one situation only."""
    return not any(
        isinstance(node, PossAtom | After | Next | Temporal) for node in walk(formula)
    )


def is_temporal(formula: Formula) -> bool:
    """Whether the formula speaks of the past, or of whole ways ahead."""
    return any(isinstance(node, Temporal) for node in walk(formula))


def is_past(formula: Formula) -> bool:
    """Whether the formula speaks of the past."""
    return any(isinstance(node, Past) for node in walk(formula))


def is_positive(formula: Formula) -> bool:
    """Whether no K, E, C or D is under an odd number of negations.

    The premise of -> counts as negated, and each side of <-> as both; so does what is
    counted exactly, and what somebody knows whether. M is read as ~K~.
    """
    waiting = [(formula, True)]
    while waiting:
        node, positive = waiting.pop()
        match node:
            case Considers() if positive:
                return False  # it is ~K~
            case Modal() if not positive and not isinstance(node, Considers):
                return False
            case KnowsWhether(body=body) if not is_objective(body):
                return False
            case _ if _is_two_sided(node):
                if not all(map(is_objective, children(node))):
                    return False
            case _:
                turned = _negated(node)
                for place, part in enumerate(children(node)):
                    waiting.append((part, positive is not (place == turned)))
    return True


def _negated(node: Formula) -> int | None:
    """Which of its parts a formula, or a number, negates."""
    match node:
        case TrulyAnnouncing():
            return None
        case Not() | Implies() | Announcing() | Comparison(sign="<" | "<="):
            return 0
        case Comparison() | Arithmetic(sign="-"):
            return 1
    return None


def _is_two_sided(node: Formula) -> bool:
    """Whether parts count as negated and as not negated."""
    if isinstance(node, Comparison):
        return node.sign in ("=", "!=")
    if isinstance(node, Arithmetic):
        return node.sign == "*"
    return isinstance(node, Iff) or (
        isinstance(node, CountOf | CountOver) and node.exact
    )


def pools_or_removes(formula: Formula) -> bool:
    """Whether it speaks of what a group knows together, or of announcements.

    The axioms have no term for either.
    """
    return any(isinstance(f, Distributed | Announcing) for f in walk(formula))


def is_announcing(formula: Formula) -> bool:
    """Whether it speaks of announcements."""
    return any(isinstance(f, Announcing) for f in walk(formula))


def terms(formula: Formula) -> tuple[Term, ...]:
    """The terms right in a formula, those of its action and its domain included."""
    match formula:
        case H(holder, card):
            return (holder, card)
        case PlayerFluent():
            return (formula.player,)
        case Question(cards):
            return (cards,)
        case Equality(left, right):
            return (left, right)
        case Membership(item, of):
            return (item, of)
        case PlayerModal():
            return (formula.agent,)
        case GroupModal(group=group):
            return (group,)
        case PossAtom(action) | After(action):
            return action.args
        case Binder(domain=domain) if not isinstance(domain, str):
            return domain if isinstance(domain, tuple) else (domain,)
    return ()


def _words(formula: Formula) -> Iterator[int | str | Var]:
    """Every name, number and variable in a formula, once for each place."""
    waiting = [term for node in walk(formula) for term in terms(node)]
    while waiting:
        term = waiting.pop()
        if isinstance(term, frozenset | tuple):
            waiting.extend(term)
        elif term != "players":
            yield term


def cards_in(formula: Formula) -> frozenset[str]:
    """The cards that a formula about a game names."""
    return frozenset(word for word in _words(formula) if isinstance(word, str))


def players_in(formula: Formula) -> frozenset[int]:
    """The players that the formula names by number, in whatever place."""
    return frozenset(word for word in _words(formula) if isinstance(word, int) and word)


def agents_in(formula: Formula) -> frozenset[int]:
    """The players, by number, of whose knowledge the formula speaks."""
    found: set[Player] = set()
    for node in walk(formula):
        if isinstance(node, PlayerModal):
            found.add(node.agent)
        elif isinstance(node, GroupModal) and isinstance(node.group, tuple):
            found.update(node.group)
    return frozenset(i for i in found if isinstance(i, int))


def free_variables(node: Formula) -> frozenset[str]:
    """The variables that something outside of the formula binds."""
    found = {name for term in terms(node) for name in _names(term)}
    for child in children(node):
        found |= free_variables(child)
        if isinstance(node, Binder):
            found.discard(node.var)
    if isinstance(node, Binder) and not isinstance(node.domain, str):
        found |= _names(node.domain)
    return frozenset(found)


def _names(term: Term) -> set[str]:
    if isinstance(term, Var):
        return {term.name}
    if isinstance(term, frozenset | tuple):
        return {name for member in term for name in _names(member)}
    return set()
