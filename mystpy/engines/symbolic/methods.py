"""The names of the symbolic methods in answers, and how a method refuses a formula."""

from __future__ import annotations

from collections.abc import Collection

from mystpy.errors import QueryError, Undecided

LISTED = "worlds"
COPIES, BOUNDS = "sat", "sat-bounds"
DIAGRAMS = "bdd"

ALL = (COPIES, BOUNDS, DIAGRAMS, LISTED)

USE_BDD = "use --engine bdd, which decides it, or --engine auto"


def require_diagrams(methods: Collection[str], what: str) -> None:
    """Raise QueryError for what only decision diagrams follow, if they are not asked.

    `what` completes "the engine sat does not follow ...".
    """
    if DIAGRAMS not in methods:
        raise QueryError(f"the engine sat does not follow {what}", hint=USE_BDD)


def open_to_sat() -> Undecided:
    """The error for a formula that copies and bounds do not decide."""
    return Undecided("the SAT solver does not decide this formula", hint=USE_BDD)
