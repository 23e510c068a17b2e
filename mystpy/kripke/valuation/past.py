"""Evaluate formulas about the moments before steps and announcements.

In the field: the yesterday operator of past linear temporal logic, over the history of
updates (Yap 2006; Sack 2008). `before F` is true in a world if there was a moment
before the last step, and F was true then in the world from which it came. The worlds
that an agent considered possible then include those that have been removed since.
"""

from __future__ import annotations

from typing import Any, TypeVar

from mystpy.language.nodes import Formula
from mystpy.language.subformulas import walk
from mystpy.language.temporal import Once, Past, Previously
from mystpy.language.truth import Algebra, evaluate

T = TypeVar("T")


def needs_past(formula: Formula) -> bool:
    """Whether a formula is about the past, so that earlier models must be kept."""
    return any(isinstance(node, Past) for node in walk(formula))


class Remembering(Algebra[T]):
    """Sets of worlds of a model with a link to the model before the last step."""

    def before(self) -> Remembering[T] | None:
        """The sets of worlds at the moment before; None if nothing has happened yet."""
        raise NotImplementedError

    def lifted(self, found: T) -> T:
        """The worlds that came from those of a set at the moment before."""
        return found

    def past(self, f: Any) -> T:
        """Where it was true before the last step, or once, or has been so far."""
        then = self.before()
        if isinstance(f, Previously):
            if then is None:
                return self.constant(False)
            return self.lifted(evaluate(f.body, then))
        moments: list[Remembering[T]] = [self]
        while then is not None:
            moments.append(then)
            then = then.before()
        combine = self.join if isinstance(f, Once) else self.meet
        found = evaluate(f.body, moments.pop())
        for moment in reversed(moments):
            here = moment.own(evaluate(f.body, moment))
            found = combine(here, moment.lifted(found))
        return found
