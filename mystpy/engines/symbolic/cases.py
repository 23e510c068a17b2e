"""How symbolic methods answer: what they refuse, and the cases of a value.

Whether a formula is true, and whether it is false, in some world that fits, together
make its value; from the cases of several sets of constraints follow those of all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mystpy.engines.base import Value, no_deal
from mystpy.engines.symbolic import DIAGRAMS
from mystpy.errors import QueryError

USE_BDD = "use --engine bdd, which decides it, or --engine auto"

Cases = tuple[bool, bool]
"""Whether there is a world that fits in which a formula is true, or is false."""

NOWHERE: Cases = False, False
"""No world fits."""


def together(cases: Iterable[Cases]) -> Cases:
    """The cases in the worlds of several sets of constraints."""
    some_true, some_false = NOWHERE
    for true, false in cases:
        some_true, some_false = some_true or true, some_false or false
    return some_true, some_false


def cases_of(value: Value) -> Cases:
    """The cases that make a value."""
    return value is not Value.FALSE, value is not Value.TRUE


def value_of(cases: Cases) -> Value:
    """The value that the cases make. Raises NoWorldFits if no world fits."""
    match cases:
        case True, True:
            return Value.UNDETERMINED
        case False, False:
            raise no_deal()
        case true, _:
            return Value.TRUE if true else Value.FALSE


def require_diagrams(methods: Collection[str], what: str) -> None:
    """Raise QueryError for what only decision diagrams follow, if they are not asked.

    `what` completes "the engine sat does not follow ...".
    """
    if DIAGRAMS not in methods:
        raise QueryError(f"the engine sat does not follow {what}", hint=USE_BDD)
