"""Announcements written out: what `[F!]G` says without them.

In the field: the reduction axioms of public announcement logic (Plaza 1989). After the
announcement of F somebody knows G just if, F being true, they knew before that G would
hold once F was announced. Common knowledge has no such axiom: there the announcement
stays, and is answered where worlds can be taken away.
"""

from __future__ import annotations

from mystpy.language.nodes import (
    After,
    Announced,
    Common,
    Formula,
    Implies,
    Knows,
    Next,
    OfGroup,
    children,
    with_children,
)
from mystpy.language.subformulas import is_objective, refuse_deep, walk


def reduced(formula: Formula) -> Formula:
    """An equivalent formula without announcements, but over common knowledge.

    Raises QueryError if it is nested too deeply.
    """
    if not any(isinstance(part, Announced) for part in walk(formula)):
        return formula
    found = _reduced(formula)
    refuse_deep(found)
    return found


def _reduced(f: Formula) -> Formula:
    below = [_reduced(part) for part in children(f)]
    if not isinstance(f, Announced):
        return with_children(f, below)
    said, body = below
    if any(map(_stays, walk(body))):
        return Announced(said, body)
    return Implies(said, _after(said, body))


def _stays(f: Formula) -> bool:
    several = isinstance(f, Common) and len(f.members) > 1
    return several or isinstance(f, Announced | After | Next)


def _after(said: Formula, f: Formula) -> Formula:
    """What held, where the announcement is true, of which f holds after it."""
    if is_objective(f):
        return f
    below = [_after(said, part) for part in children(f)]
    if isinstance(f, Knows | OfGroup):
        below = [Implies(said, part) for part in below]
    return with_children(f, below)
