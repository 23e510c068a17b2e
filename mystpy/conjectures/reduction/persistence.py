"""Formulas that stay true: if they are true in a situation, then in all later ones.

In the field: persistent formulas, and the Immutable Knowledge theorem of 2.9.

*Theorem.* If `persists(F)`, then F is true after every possible action if it was true
before.

The proof is by induction over F. The deal does not change, (2.23), and neither does the
value of a formula that is only about the deal. For fluents persistence is proved
separately, from the axioms in force.

Let K(i,G) be true in S, and let A be possible in S. A situation that i considers
possible in do(A,S) is do(B,U). By perfect recall (Axiom 0 and (S1.3.1)), i considers U
possible in S, and B is possible in U. So G is true in U, and by the induction in
do(B,U). For C, a chain of such situations leads from do(A,S) if and only if one leads
from S, step by step. For D, all of the group consider the same U possible. In Coq:
`known_stays_known` in `proofs/Knowledge.v`, for h, ~h, &, |, K, E and C. The proof does
not use who sees the card of a show.

Counts of such formulas do not decrease. A formula that was true once stays so. A
formula that was always true so far, and persists, stays so, too.
"""

from __future__ import annotations

from collections.abc import Callable

from mystpy.language.atoms import Fluent, PossAtom
from mystpy.language.nodes import (
    After,
    And,
    Announcing,
    Common,
    CountOver,
    Distributed,
    Everyone,
    Formula,
    Implies,
    Iterated,
    Knows,
    Modal,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.language.numbers import (
    Arithmetic,
    Cardinality,
    Comparison,
    NumberTerm,
    Numeral,
    Parameter,
)
from mystpy.language.subformulas import walk
from mystpy.language.temporal import (
    AllGlobally,
    Doing,
    Historically,
    Once,
    Previously,
    SomeFinally,
    Temporal,
)

FluentKeeps = Callable[[Fluent, bool], bool]
"""Whether a fluent, once it has this value, keeps it in every possible action."""

_CHANGING = (Fluent, PossAtom, After, Next, Temporal, Modal, Announcing, Doing)


def is_of_the_deal(node: Formula) -> bool:
    """Return whether a formula is only about the deal: then its value is constant."""
    return not any(isinstance(part, _CHANGING) for part in walk(node))


def persists(node: Formula, keeps: FluentKeeps, *, value: bool = True) -> bool:
    """Return whether a formula with this value keeps it: a sufficient condition."""
    if is_of_the_deal(node):
        return True
    match node:
        case Fluent():
            return keeps(node, value)
        case Not(body):
            return persists(body, keeps, value=not value)
        case And(parts) | Or(parts):
            return all(persists(part, keeps, value=value) for part in parts)
        case Implies(left, right):
            return persists(left, keeps, value=not value) and persists(
                right, keeps, value=value
            )
        case Quantified(body=body):
            return persists(body, keeps, value=value)
        case Knows() | Everyone() | Common() | Distributed() | Iterated():
            return value and persists(node.body, keeps)
    return _of_numbers_and_times(node, keeps, value)


def _of_numbers_and_times(node: Formula, keeps: FluentKeeps, value: bool) -> bool:
    match node:
        case CountOver(exact=False, body=body):
            return persists(body, keeps, value=value)
        case Comparison():
            return _comparison(node, keeps, value)
        case Once():
            return value or persists(node.body, keeps, value=False)
        case Historically():
            return not value or persists(node.body, keeps)
        case Previously():  # it is false in Init0, whatever it speaks of
            return value and persists(node.body, keeps)
        case AllGlobally():
            return value
        case SomeFinally():
            return not value
    return False


def _comparison(node: Comparison, keeps: FluentKeeps, value: bool) -> bool:
    """Return whether no side changes so that the comparison gets the other value."""
    left, right = node.left, node.right
    if node.sign in ("<", "<="):
        left, right = right, left
    elif node.sign not in (">", ">="):
        return False
    return _grows(left, keeps, value) and _grows(right, keeps, not value)


def _grows(term: NumberTerm | Formula, keeps: FluentKeeps, up: bool) -> bool:
    """Return whether a number does not decrease; unless `up`, does not increase."""
    match term:
        case Numeral() | Parameter():
            return True
        case Cardinality(body=body):
            return _grows(body, keeps, up)
        case Arithmetic(left, "+", right):
            return _grows(left, keeps, up) and _grows(right, keeps, up)
        case Arithmetic(left, "-", right):
            return _grows(left, keeps, up) and _grows(right, keeps, not up)
        case Arithmetic(left, _, right):
            return all(not isinstance(x, Cardinality) for x in walk(term))  # type: ignore[arg-type]
    return persists(term, keeps, value=up)
